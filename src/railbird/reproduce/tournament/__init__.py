"""The tables of Melcher (2015) and of Ganzfried & Sandholm (2008)."""
