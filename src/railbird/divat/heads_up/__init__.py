"""Skill and luck of heads-up limit hold'em."""
