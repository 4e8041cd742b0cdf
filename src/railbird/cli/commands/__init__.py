"""What the commands are called and which options they have; importing a module adds its commands.

Nothing heavy is imported here: what a command does is in ``railbird.cli.*_command``.
"""
