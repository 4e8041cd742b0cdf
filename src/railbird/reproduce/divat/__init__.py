"""The tables and matches of Kan (2007) and Billings & Kan (2006)."""
