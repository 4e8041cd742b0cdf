"""Hands that PokerTracker exported: iPoker, Merge, Microgaming and Everest."""
