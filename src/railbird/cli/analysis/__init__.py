"""What ``railbird analyze`` reads, computes and shows."""
