"""Every page we write: one look, shared parts and assets."""
