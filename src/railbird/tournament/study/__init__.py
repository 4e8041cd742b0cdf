"""How good equity models are: their values and strategies beside a solved tournament."""
