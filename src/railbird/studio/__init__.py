"""The studio: a local web application that shows and drives what the other rooms compute.

`railbird.studio.app.create_app` makes the application; ``railbird studio`` serves it. It needs the
extra ``studio``.
"""
