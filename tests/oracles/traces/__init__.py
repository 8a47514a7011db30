"""Recorded games, and for each ruleset the module that reads them: see replays."""
