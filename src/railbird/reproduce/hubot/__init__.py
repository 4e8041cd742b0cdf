"""The tables and matches of Sêca (2008)."""
