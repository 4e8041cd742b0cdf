"""All HTML pages, with one look and shared parts and assets."""
