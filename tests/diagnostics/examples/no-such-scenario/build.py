"""`coin.yaml` holds the rule

```yaml
rules:
  C1: Take the coin
  C2:
    text: Nothing is ever put back
    absent: nothing is put back
```

and `coin.scenarios.yaml` beside it has no scenario of that name:

```yaml
rulewright: 1
scenarios: # error: no-such-scenario "its scenario 'nothing is put back' is missing"
  - name: the coin is taken
    rule: C1
    when:
      - 1: take
    then:
      zones:
        purse: [coin]
```
"""

from pathlib import Path

COIN = """\
rulewright: 1
game: coin
title: Coin
players: 1
rules:
  C1: Take the coin
  C2:
    text: Nothing is ever put back
    absent: nothing is put back
components:
  coin:
    make: 1
zones:
  table: set of coin, seen by everyone
  purse: set of coin, seen by everyone
actions:
  take:
    rule: C1
    do:
      - move every coin to purse
setup:
  - move every coin to table
play:
  - for: me in player
    do:
      - choose: [take]
result:
  score: size(purse)
  rank:
    - highest size(purse)
"""


def build(folder: Path) -> Path:
    (folder / "coin.yaml").write_text(COIN, encoding="utf-8")
    path = folder / "coin.scenarios.yaml"
    text = __doc__.rpartition("```yaml\n")[2].removesuffix("```\n")
    path.write_text(text, encoding="utf-8")
    return path
