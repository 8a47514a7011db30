"""A ruleset assumes how many cards of each value there are:

```yaml
assumptions:
  copies_of:
    because: The rulebook gives only the total
    table: 0..9 per 1..3
    values: [5, 4, 3]
```

and a file of data for it has

```yaml
copies:
  values: [4, 4, 4]
```
"""

from __future__ import annotations

from pathlib import Path

RULESET = """\
rulewright: 1
game: high_card
title: High card
players: 2
assumptions:
  copies_of:
    because: The rulebook gives only the total
    table: 0..9 per 1..3
    values: [5, 4, 3]
components:
  card:
    fields:
      value: 1..3
    make: copies_of[n] for each n in 1..3 with value = n
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
setup:
  - move every card to deck
  - shuffle deck
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - move top(deck) to hand[me]
result:
  score: sum(c.value for c in hand[me])
"""

DATA = """\
copies:
  values: [4, 4, 4]
"""

EXPECT = """\
copies:  # error: bad-data "the ruleset has no assumption 'copies'"
"""


def build(folder: Path) -> Path:
    """Write the ruleset and the data beside it; give the ruleset's path."""
    (folder / "high_card.data.yaml").write_text(DATA, encoding="utf-8")
    path = folder / "high_card.yaml"
    path.write_text(RULESET, encoding="utf-8")
    return path
