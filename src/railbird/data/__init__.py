"""Tables that took long to compute, each with how it was made and its checksum."""
