"""Where heavy work runs when this machine's threads are not enough."""
