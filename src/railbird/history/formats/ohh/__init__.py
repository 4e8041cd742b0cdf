"""Open Hand History: the public JSON standard of hh-specs.handhistory.org."""
