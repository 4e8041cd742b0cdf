"""Where heavy work runs: threads, processes, a Ray cluster."""
