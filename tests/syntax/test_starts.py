"""What each kind of string becomes: hand-written trees for every start of the grammar and every form in
it."""

from __future__ import annotations

import pytest
from sketches import pieces, sketch

from rulewright.syntax import KINDS, parse

TREES: dict[str, dict[str, str]] = {
    "players": {"2..4": "(RangeType 2 4)", "3": "3"},
    "size": {"6": "(Size 6 -)", "8 by rows": "(Size 8 rows)"},
    "type": {
        "1..6": "(RangeType 1 6)",
        "0..most + 1": "(RangeType 0 (Binary + most 1))",
        "-5..5": "(RangeType -5 5)",
        "integer": "(IntegerType)",
        "boolean": "(BooleanType)",
        "player": "(NamedType [player])",
        "lion or animal": "(NamedType [lion animal])",
        "lion or animal or none": "(OptionalType (NamedType [lion animal]))",
        "player or none": "(OptionalType (NamedType [player]))",
        "set of site": "(SetType (NamedType [site]))",
        "set of 1..9": "(SetType (RangeType 1 9))",
        "path of river": "(BoardType path river)",
        "direction of cell": "(BoardType direction cell)",
    },
    "table": {
        "2..5 per 1..42": "(TableHead (RangeType 2 5) [(RangeType 1 42)])",
        "1..9 per number of players and colour": (
            "(TableHead (RangeType 1 9) [(PlayersKey) (NamedType [colour])])"
        ),
        "site or none per path of river": (
            "(TableHead (OptionalType (NamedType [site])) [(BoardType path river)])"
        ),
    },
    "zone": {
        "pile of card, seen by nobody": (
            "(ZoneDeclaration pile (NamedType [card]) [] [(Clause seen by nobody)])"
        ),
        "set of lion or animal per player and site, seen by owner, at most 5": (
            "(ZoneDeclaration set (NamedType [lion animal]) [(NamedType [player]) (NamedType [site])]"
            " [(Clause seen by owner) (Clause at most 5)])"
        ),
        "pile of card, top seen by everyone, rest seen by nobody, counted by owner, refilled from discard": (
            "(ZoneDeclaration pile (NamedType [card]) [] [(Clause top seen by everyone)"
            " (Clause rest seen by nobody) (Clause counted by owner) (Clause refilled from discard)])"
        ),
        "row of card": "(ZoneDeclaration row (NamedType [card]) [] [])",
        "slot of card": "(ZoneDeclaration slot (NamedType [card]) [] [])",
    },
    "variable": {
        "0..100 per player": "(VariableDeclaration (RangeType 0 100) [(NamedType [player])] [])",
        "player or none, starts at none, seen by everyone": (
            "(VariableDeclaration (OptionalType (NamedType [player])) []"
            " [(Clause starts at none) (Clause seen by everyone)])"
        ),
    },
    "make": {
        "3": "(Make 3 no [] - [])",
        "2 per player": "(Make 2 yes [] - [])",
        "copies[k] for each k in kind where k != joker with kind = k, worth = 2": (
            "(Make (Index copies [k]) no [(Binder k kind)] (Compare != k joker)"
            " [(Setting kind k) (Setting worth 2)])"
        ),
        "1 for each a in 1..3, b in 1..a": (
            "(Make 1 no [(Binder a (RangeOf 1 3)) (Binder b (RangeOf 1 a))] - [])"
        ),
    },
    "signature": {
        "open": "(Signature open [])",
        "fits(animal a, 1..6 n)": (
            "(Signature fits [(Parameter (NamedType [animal]) a) (Parameter (RangeType 1 6) n)])"
        ),
    },
    "parameters": {
        "player p": "[(Parameter (NamedType [player]) p)]",
        "set of site s, boolean b": (
            "[(Parameter (SetType (NamedType [site])) s) (Parameter (BooleanType) b)]"
        ),
    },
    "arguments": {"1": "[1]", "a, b + 1": "[a (Binary + b 1)]"},
    "pick": {
        "site": "(Pick - site - [] no)",
        "animal in hand[me]": "(Pick - (Filtered animal (Index hand [me])) - [] no)",
        "s where open(s)": "(Pick - s (Call open [s]) [] no)",
        "some of card in hand[me], one of each kind": (
            "(Pick some (Filtered card (Index hand [me])) - [] yes)"
        ),
        "any of site": "(Pick any site - [] no)",
        "2 of site": "(Pick 2 site - [] no)",
        "1..3 of site where x, if possible a, if possible b": "(Pick (RangeOf 1 3) site x [a b] no)",
    },
    "for": {
        "p in player": "(For p player - - [] - no)",
        "p in player from left of me where x by total[p] descending then seat(p) numbered i reversed": (
            "(For p player (SideOf left me) x [(Key (Index total [p]) yes) (Key (Call seat [p]) no)] i yes)"
        ),
        "c in lion in deck": "(For c (Filtered lion deck) - - [] - no)",
    },
    "turns": {
        "from dealer": "(Turns dealer [])",
        "from left of dealer, once round": "(Turns (SideOf left dealer) [(Clause once round -)])",
        "from p, 3 rounds, until over, while x, at most 9": (
            "(Turns p [(Clause rounds 3) (Clause until over) (Clause while x) (Clause at most 9)])"
        ),
        "from p, then if again then me else left of me, at most 9": (
            "(Turns p [(Clause then (IfElse again me (SideOf left me))) (Clause at most 9)])"
        ),
    },
    "times": {
        "2": "(Times range 2 2)",
        "0..n": "(Times range 0 n)",
        "any": "(Times any - -)",
        "as long as possible": "(Times long - -)",
        "as many as possible": "(Times most - -)",
        "as many as possible, at most dice + 1": "(Times most - (Binary + dice 1))",
    },
    "rank": {"highest total[me]": "(Rank yes (Index total [me]))", "lowest x": "(Rank no x)"},
    "step": {
        "move a to hand[me]": "(Move (What component a - -) - (Index hand [me]))",
        "move all from deck to bottom of discard": "(Move (What all - - deck) bottom discard)",
        "move every lion to deck": "(Move (What every - lion -) - deck)",
        "move every lion in deck to start of line_up": "(Move (What every - lion deck) start line_up)",
        "move 3 from deck to hand[p]": "(Move (What some 3 - deck) - (Index hand [p]))",
        "move n of k from box to pawns[k]": (
            "(Move (What of_kind (ListOf [n k]) - box) - (Index pawns [k]))"
        ),
        "move 2 random from deck to aside": "(Move (What random 2 - deck) - aside)",
        "shuffle deck": "(Shuffle deck)",
        "deal 5 from deck to hand": "(Deal 5 deck hand -)",
        "deal 5 from deck to hand starting with left of dealer": "(Deal 5 deck hand (SideOf left dealer))",
        "x := 3": "(Assign (Target x []) 3)",
        "owner[a, b] := none": "(Assign (Target owner [a b]) none)",
        "x := random player where out[x]": "(Assign (Target x []) (RandomOf player (Index out [x])))",
        "let y = x + 1": "(Let y (Binary + x 1))",
        "let y = random 1..6": "(Let y (RandomOf (RangeOf 1 6) -))",
        "add 2 to total[p]": "(Add 2 (Target total [p]))",
        "take 2 from total[p]": "(Take 2 (Target total [p]))",
        "roll dice": "(Roll (Target dice []))",
        "show hand[me]": "(Show (Index hand [me]) -)",
        "show top(deck) to left of me": "(Show (Call top [deck]) (SideOf left me))",
        "run draw_up": "(Run draw_up [])",
        "run place(a, s)": "(Run place [a s])",
        "stop": "(Stop -)",
        "stop game": "(Stop game)",
        "drop out me": "(DropOut me)",
    },
    "expression": {
        "1": "1",
        "true": "true",
        "none": "none",
        "x": "x",
        "grid[a, b + 1]": "(Index grid [a (Binary + b 1)])",
        "open()": "(Call open [])",
        "fits(a, s)": "(Call fits [a s])",
        "c.owner.x": "(Field (Field c owner) x)",
        "first(row[s]).number": "(Field (Call first [(Index row [s])]) number)",
        "(a)": "a",
        "(x else 0)": "(OrElse x 0)",
        "[]": "(ListOf [])",
        "[a, 2]": "(ListOf [a 2])",
        "1..6": "(RangeOf 1 6)",
        "number of players - 1": "(Binary - (NumberOfPlayers) 1)",
        "path of river": "(BoardValues path river)",
        "left of right of me": "(SideOf left (SideOf right me))",
        "-x": "(Negative x)",
        "-3": "-3",
        "- -x": "(Negative (Negative x))",
        # multiplication binds tighter than addition, both go from the left
        "a - b - c * d mod e": "(Binary - (Binary - a b) (Binary mod (Binary * c d) e))",
        "a div b div c": "(Binary div (Binary div a b) c)",
        "(a + b) * c": "(Binary * (Binary + a b) c)",
        "a + 1 <= b": "(Compare <= (Binary + a 1) b)",
        "a in 1..3": "(Member a (RangeOf 1 3) no)",
        "a not in b + c": "(Member a (Binary + b c) yes)",
        "a meets b": "(Meets a b)",
        "x is none": "(IsWhat x none no)",
        "x is not none": "(IsWhat x none yes)",
        "deck is empty": "(IsWhat deck empty no)",
        "deck is not empty": "(IsWhat deck empty yes)",
        "c is lion": "(IsType c lion no)",
        "c is not lion": "(IsType c lion yes)",
        # not, and, or from tight to loose
        "not a and b or c": "(Or [(And [(Not a) b]) c])",
        "a and b and c": "(And [a b c])",
        "not a = b": "(Not (Compare = a b))",
        "if a then 1 else if b then 2 else 3": "(IfElse a 1 (IfElse b 2 3))",
        "any(x > 1 for x in a, y in b where x < y)": (
            "(Aggregate any (Compare > x 1) [(Binder x a) (Binder y b)] (Compare < x y))"
        ),
        "sum(c.points for c in hand[me])": (
            "(Aggregate sum (Field c points) [(Binder c (Index hand [me]))] -)"
        ),
        "set(c.colour for c in hand[me])": (
            "(Aggregate set (Field c colour) [(Binder c (Index hand [me]))] -)"
        ),
        "max(a, b, 3)": "(Extreme max [a b 3])",
        "min(n for n in 1..3)": "(Aggregate min n [(Binder n (RangeOf 1 3))] -)",
        "count(c in collecting in hand[me] where c.kind = k)": (
            "(Selection count (Binder c (Filtered collecting (Index hand [me])))"
            " (Compare = (Field c kind) k) [])"
        ),
        "the(p in player by total[p] descending)": (
            "(Selection the (Binder p player) - [(Key (Index total [p]) yes)])"
        ),
        "find(k in colour where x)": "(Selection find (Binder k colour) x [])",
        "can(me, play, pass_on)": "(Can me [play pass_on])",
        "walk(from s, up to 3, over x in hex where f, ending y in goal where g)": (
            "(Walk s 3 (Binder x hex) f (Binder y goal) g)"
        ),
        # keywords of one form are names in another
        "count + top + at": "(Binary + (Binary + count top) at)",
        "over[start].rounds": "(Field (Index over [start]) rounds)",
    },
}


def test_every_start_has_trees() -> None:
    assert set(TREES) == set(KINDS)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind in TREES for text in TREES[kind]])
def test_tree(kind: str, text: str) -> None:
    assert sketch(parse(kind, text)) == TREES[kind][text]


@pytest.mark.parametrize(
    ("kind", "text", "covered"),
    [
        ("expression", "1 +  x[ me ]", ["1 +  x[ me ]", "1", "x[ me ]", "x", "me"]),
        ("expression", "  a.b  ", ["a.b", "a", "b"]),
        # a group has no node of its own: what is in it keeps its own place
        ("expression", "(a + b) * c", ["(a + b) * c", "a + b", "a", "b", "c"]),
        ("expression", "not x is none", ["not x is none", "x is none", "x"]),
        ("expression", "κάρτα[é]", ["κάρτα[é]", "κάρτα", "é"]),
        ("step", "move a\n  to top of b", ["move a\n  to top of b", "a", "a", "b"]),
        (
            "zone",
            "pile of card, seen by nobody",
            ["pile of card, seen by nobody", "card", "card", "seen by nobody"],
        ),
        ("signature", "f(site s)", ["f(site s)", "f", "site s", "site", "site", "s"]),
        ("pick", "animal in hand", ["animal in hand", "animal in hand", "animal", "hand"]),
        ("for", "p in player by x", ["p in player by x", "p", "player", "x", "x"]),
    ],
)
def test_nodes_cover_their_text(kind: str, text: str, covered: list[str]) -> None:
    assert pieces(parse(kind, text), text) == covered
