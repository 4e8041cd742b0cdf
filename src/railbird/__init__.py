"""railbird: a poker workbench.

The package is a set of layers; import from the one you need (``railbird.cards``,
``railbird.evaluate``). Importing ``railbird`` itself costs nothing.
"""

__version__ = "0.1.0"
