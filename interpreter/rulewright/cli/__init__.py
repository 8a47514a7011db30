"""The command line. Importing this costs next to nothing; each command imports what it needs when it runs."""

from rulewright.cli.app import main

__all__ = ["main"]
