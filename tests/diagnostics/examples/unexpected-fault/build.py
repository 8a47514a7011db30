"""The ruleset `coins.yaml` moves a coin out of a zone that may be empty:

```yaml
actions:
  take:
    do:
      - move 1 from table to purse
```

and a scenario comes there:

```yaml
rulewright: 1
ruleset: coins.yaml
scenarios:
  - name: three coins are taken from a table with two # error: unexpected-fault "empty-zone: 'table' is empty"
    when:
      - 1: take
      - 1: take
      - 1: take
    then:
      zones:
        purse: {coin: 2}
```
"""

from pathlib import Path

COINS = """\
rulewright: 1
game: coins
title: Coins
players: 1
components:
  coin:
    alike: true
    make: 2
zones:
  table: set of coin, seen by everyone
  purse: set of coin, seen by everyone
actions:
  take:
    do:
      - move 1 from table to purse
setup:
  - move every coin to table
play:
  - for: me in player
    do:
      - repeat: 3
        do:
          - choose: [take]
result:
  score: size(purse)
  rank:
    - highest size(purse)
"""


def build(folder: Path) -> Path:
    (folder / "coins.yaml").write_text(COINS, encoding="utf-8")
    path = folder / "unexpected-fault.yaml"
    text = __doc__.rpartition("```yaml\n")[2].removesuffix("```\n")
    path.write_text(text, encoding="utf-8")
    return path
