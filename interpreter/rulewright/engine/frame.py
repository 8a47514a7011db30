"""The words of the program itself around a game, in each language there are any: the one catalogue of them.

A ruleset says what its own things are called (``labels``, ``say``); what stands between them on the screen
(who is to choose, how to take a choice back, who wins) is said here. A language that the catalogue lacks has
English for these. A ruleset that labels one of the built-in names (``player``, ``done``, ``none`` ...) has
its way. Placeholders are the same in all languages; a test says so.
"""

from __future__ import annotations

#: Names that belong to the notation, as rulesets label them.
NAMES: dict[str, dict[str, str]] = {
    "player": {"de": "Spieler", "hu": "játékos", "el": "παίκτης", "it": "giocatore"},
    "box": {"de": "Schachtel", "hu": "doboz", "el": "κουτί", "it": "scatola"},
    "done": {"de": "fertig", "hu": "kész", "el": "τέλος", "it": "fatto"},
    "none": {"de": "keiner", "hu": "nincs", "el": "κανένα", "it": "nessuno"},
    "true": {"de": "ja", "hu": "igen", "el": "ναι", "it": "sì"},
    "false": {"de": "nein", "hu": "nem", "el": "όχι", "it": "no"},
    "open": {"de": "offen", "hu": "nyitott", "el": "ανοιχτό", "it": "aperto"},
}

#: key -> language -> text; English is always there.
TEXTS: dict[str, dict[str, str]] = {
    # --- the table
    "as_seen_by": {
        "en": "as {who} sees it",
        "de": "wie {who} es sieht",
        "hu": "ahogy {who} látja",
        "el": "όπως το βλέπει: {who}",
        "it": "come lo vede {who}",
    },
    "as_all_see": {
        "en": "as everyone sees it",
        "de": "wie alle es sehen",
        "hu": "ahogy mindenki látja",
        "el": "όπως το βλέπουν όλοι",
        "it": "come lo vedono tutti",
    },
    "you": {"en": "you", "de": "du", "hu": "te", "el": "εσύ", "it": "tu"},
    "to_choose": {
        "en": "to choose: {who}",
        "de": "wählt: {who}",
        "hu": "választ: {who}",
        "el": "επιλέγει: {who}",
        "it": "sceglie: {who}",
    },
    "chosen": {
        "en": "chosen: {what}",
        "de": "gewählt: {what}",
        "hu": "választva: {what}",
        "el": "επιλέχθηκε: {what}",
        "it": "scelto: {what}",
    },
    "out": {
        "en": "out: {who}",
        "de": "draußen: {who}",
        "hu": "kiesett: {who}",
        "el": "εκτός: {who}",
        "it": "fuori: {who}",
    },
    "empty": {
        "en": "empty: {what}",
        "de": "leer: {what}",
        "hu": "üres: {what}",
        "el": "άδεια: {what}",
        "it": "vuoti: {what}",
    },
    "each": {
        "en": "{what} each",
        "de": "je {what}",
        "hu": "mindenkinél {what}",
        "el": "από {what}",
        "it": "{what} a testa",
    },
    "on_top": {
        "en": "{what} on top",
        "de": "oben {what}",
        "hu": "felül {what}",
        "el": "πάνω {what}",
        "it": "in cima {what}",
    },
    "more_below": {
        "en": "{n} more below",
        "de": "darunter noch {n}",
        "hu": "alatta még {n}",
        "el": "από κάτω άλλα {n}",
        "it": "sotto altri {n}",
    },
    "unknown_order": {
        "en": "in an unknown order {what}",
        "de": "in unbekannter Folge {what}",
        "hu": "ismeretlen sorrendben {what}",
        "el": "με άγνωστη σειρά {what}",
        "it": "in ordine ignoto {what}",
    },
    "elsewhere": {
        "en": "elsewhere {what}",
        "de": "sonst {what}",
        "hu": "máshol {what}",
        "el": "αλλού {what}",
        "it": "altrove {what}",
    },
    "and_more": {"en": "and more", "de": "und mehr", "hu": "és több", "el": "και άλλα", "it": "e altro"},
    "over": {
        "en": "The game is over.",
        "de": "Das Spiel ist zu Ende.",
        "hu": "A játék véget ért.",
        "el": "Το παιχνίδι τελείωσε.",
        "it": "La partita è finita.",
    },
    "over_by_fault": {
        "en": "The game is over by a fault of the ruleset: {fault}. It has no result.",
        "de": "Ein Fehler der Regeldatei hat das Spiel beendet: {fault}. Es gibt kein Ergebnis.",
        "hu": "A szabályfájl hibája véget vetett a játéknak: {fault}. Nincs eredmény.",
        "el": "Ένα σφάλμα των κανόνων τελείωσε το παιχνίδι: {fault}. Δεν υπάρχει αποτέλεσμα.",
        "it": "Un errore delle regole ha chiuso la partita: {fault}. Non c'è risultato.",
    },
    "wins": {"en": "wins", "de": "gewinnt", "hu": "nyert", "el": "νικά", "it": "vince"},
    "nobody_wins": {
        "en": "Nobody wins.",
        "de": "Niemand gewinnt.",
        "hu": "Senki sem nyert.",
        "el": "Δεν νικά κανείς.",
        "it": "Non vince nessuno.",
    },
    "rules_of_end": {
        "en": "The rules of this end:",
        "de": "Die Regeln dieses Endes:",
        "hu": "A befejezés szabályai:",
        "el": "Οι κανόνες αυτού του τέλους:",
        "it": "Le regole di questa fine:",
    },
    "fault_follows": {
        "en": "The ruleset has a fault, and play can't go on:",
        "de": "Die Regeldatei hat einen Fehler, es geht nicht weiter:",
        "hu": "A szabályfájl hibás, a játék nem folytatható:",
        "el": "Οι κανόνες έχουν σφάλμα και το παιχνίδι δεν συνεχίζεται:",
        "it": "Le regole hanno un errore e la partita non può continuare:",
    },
    "of_player": {
        "en": "{what} of {n}",
        "de": "{what} von {n}",
        "hu": "{what} ({n}.)",
        "el": "{what} του {n}",
        "it": "{what} di {n}",
    },
    # --- what happened
    "unseen": {
        "en": "{n} unseen",
        "de": "{n} verdeckt",
        "hu": "{n} rejtve",
        "el": "{n} στα κρυφά",
        "it": "{n} di nascosto",
    },
    "nothing": {"en": "nothing", "de": "nichts", "hu": "semmi", "el": "τίποτα", "it": "niente"},
    "everyone": {"en": "everyone", "de": "alle", "hu": "mindenki", "el": "όλοι", "it": "tutti"},
    "shown": {
        "en": "shown to {who}: {what}",
        "de": "{who} gezeigt: {what}",
        "hu": "{who} látja: {what}",
        "el": "βλέπει {who}: {what}",
        "it": "mostrato a {who}: {what}",
    },
    "top_is": {
        "en": "on top of {zone}: {what}",
        "de": "oben auf {zone}: {what}",
        "hu": "{zone} tetején: {what}",
        "el": "πάνω στο {zone}: {what}",
        "it": "in cima a {zone}: {what}",
    },
    "shuffled": {
        "en": "{zone} is shuffled",
        "de": "{zone} wird gemischt",
        "hu": "{zone} megkeverve",
        "el": "ανακατεύεται: {zone}",
        "it": "si mescola: {zone}",
    },
    "drops_out": {
        "en": "{who} drops out",
        "de": "{who} scheidet aus",
        "hu": "{who} kiesik",
        "el": "{who} βγαίνει",
        "it": "{who} esce",
    },
    "arranged": {
        "en": "The table is arranged by hand.",
        "de": "Der Tisch ist von Hand aufgebaut.",
        "hu": "Az asztal kézzel van elrendezve.",
        "el": "Το τραπέζι στήθηκε με το χέρι.",
        "it": "Il tavolo è disposto a mano.",
    },
    "into": {
        "en": "{what} into {where}",
        "de": "{what} in {where}",
        "hu": "{what} ide: {where}",
        "el": "{what} στο {where}",
        "it": "{what} in {where}",
    },
    "out_of": {
        "en": "{what} out of {where}",
        "de": "{what} aus {where}",
        "hu": "{what} innen: {where}",
        "el": "{what} από {where}",
        "it": "{what} via da {where}",
    },
    "changes": {
        "en": "{what}: {n} changes",
        "de": "{what}: {n} Änderungen",
        "hu": "{what}: {n} változás",
        "el": "{what}: {n} αλλαγές",
        "it": "{what}: {n} cambiamenti",
    },
    "pieces": {
        "en": "{n} components",
        "de": "{n} Teile",
        "hu": "{n} elem",
        "el": "{n} κομμάτια",
        "it": "{n} pezzi",
    },
    # --- the dialogue
    "seats": {
        "en": "seats: {who}; seed {seed}",
        "de": "Plätze: {who}; Startzahl {seed}",
        "hu": "helyek: {who}; mag {seed}",
        "el": "θέσεις: {who}; σπόρος {seed}",
        "it": "posti: {who}; seme {seed}",
    },
    "human": {"en": "human", "de": "Mensch", "hu": "ember", "el": "άνθρωπος", "it": "umano"},
    "random": {"en": "random", "de": "Zufall", "hu": "véletlen", "el": "τυχαίος", "it": "a caso"},
    "choose": {
        "en": "{who}, choose:",
        "de": "{who} wählt:",
        "hu": "{who} választ:",
        "el": "{who}, διάλεξε:",
        "it": "{who}, scegli:",
    },
    "hand_over": {
        "en": "Hand over to {who}, who presses Enter: ",
        "de": "Gib weiter an {who}, dann Enter: ",
        "hu": "Add tovább: {who}, majd Enter: ",
        "el": "Δώσε τη θέση: {who}, και Enter: ",
        "it": "Passa a {who}, che preme Invio: ",
    },
    "alike": {
        "en": "{n} alike",
        "de": "{n} gleiche",
        "hu": "{n} egyforma",
        "el": "{n} ίδια",
        "it": "{n} uguali",
    },
    "choices_are": {
        "en": "The choices are 1 to {n}.",
        "de": "Zur Wahl stehen 1 bis {n}.",
        "hu": "1-től {n}-ig lehet választani.",
        "el": "Οι επιλογές είναι 1 έως {n}.",
        "it": "Le scelte vanno da 1 a {n}.",
    },
    "ambiguous": {
        "en": "Ambiguous: that can be {n} choices.",
        "de": "Nicht eindeutig: Das können {n} Züge sein.",
        "hu": "Nem egyértelmű: ez {n} lépés is lehet.",
        "el": "Ασαφές: μπορεί να είναι {n} επιλογές.",
        "it": "Ambiguo: possono essere {n} mosse.",
    },
    "no_choice": {
        "en": "No choice has {what} in it. Type ? for help.",
        "de": "Keine Wahl enthält {what}. Hilfe mit ?",
        "hu": "Egy választásban sincs {what}. Segítség: ?",
        "el": "Καμία επιλογή δεν έχει {what}. Βοήθεια με ?",
        "it": "Nessuna scelta contiene {what}. Aiuto con ?",
    },
    # What one may type for ``done``, too.
    "pass": {"en": "pass", "de": "passen", "hu": "passz", "el": "πάσο", "it": "passo"},
    "can_mean": {
        "en": "{what} can mean several moves: {moves}.",
        "de": "{what} kann mehrere Züge meinen: {moves}.",
        "hu": "{what} több lépést is jelenthet: {moves}.",
        "el": "{what}: μπορεί να σημαίνει πολλές κινήσεις: {moves}.",
        "it": "{what} può indicare più mosse: {moves}.",
    },
    "no_move_like": {
        "en": "{what} names no move, legal or not: {word} fits none.\nA move is typed like this: {example}",
        "de": "{what} nennt keinen Zug, ob erlaubt oder nicht: {word} passt zu keinem.\n"
        "Ein Zug wird so getippt: {example}",
        "hu": "{what} nem nevez meg lépést, se szabályosat, se mást:\n{word} egyikhez sem illik. "
        "Egy lépést így kell írni: {example}",
        "el": "{what}: καμία κίνηση, επιτρεπτή ή όχι, δεν λέγεται έτσι:\nτο {word} δεν ταιριάζει. "
        "Μια κίνηση γράφεται έτσι: {example}",
        "it": "{what} non indica nessuna mossa, ammessa o no: {word} non va con nessuna.\n"
        "Una mossa si scrive così: {example}",
    },
    "not_now": {
        "en": "{what} is not possible now.",
        "de": "{what} geht jetzt nicht.",
        "hu": "{what}: most nem lehet.",
        "el": "{what}: δεν γίνεται τώρα.",
        "it": "{what} ora non è possibile.",
    },
    "enter_plays": {
        "en": "Enter plays it.",
        "de": "Enter spielt es.",
        "hu": "Enter: legyen ez.",
        "el": "Enter για να παιχτεί.",
        "it": "Invio per giocarla.",
    },
    "many_choices": {
        "en": "... {n} choices in all: type a part of the text, or `all`. ? is for help.",
        "de": "... im Ganzen {n}: tippe einen Teil des Textes, oder `all`. Hilfe mit ?",
        "hu": "... összesen {n}: írd be a szöveg egy részét, vagy: `all`. Segítség: ?",
        "el": "... συνολικά {n}: γράψε ένα μέρος του κειμένου ή `all`. Βοήθεια με ?",
        "it": "... in tutto {n}: scrivi una parte del testo, o `all`. Aiuto con ?",
    },
    "taken_back": {
        "en": "Taken back.",
        "de": "Zurückgenommen.",
        "hu": "Visszavonva.",
        "el": "Αναιρέθηκε.",
        "it": "Annullato.",
    },
    "nothing_to_undo": {
        "en": "There is nothing to take back.",
        "de": "Es gibt nichts zurückzunehmen.",
        "hu": "Nincs mit visszavonni.",
        "el": "Δεν υπάρχει κάτι να αναιρεθεί.",
        "it": "Non c'è niente da annullare.",
    },
    "undo_alone": {
        "en": "Choices can be taken back only where no other person plays.",
        "de": "Zurücknehmen geht nur, wenn sonst kein Mensch mitspielt.",
        "hu": "Visszavonni csak akkor lehet, ha más ember nem játszik.",
        "el": "Αναίρεση γίνεται μόνο όταν δεν παίζει άλλος άνθρωπος.",
        "it": "Si può annullare solo se non gioca nessun'altra persona.",
    },
    "score_now": {
        "en": "The score as it stands, as far as you can see it:",
        "de": "Der Stand, soweit du ihn siehst:",
        "hu": "Az állás, amennyit látsz belőle:",
        "el": "Οι πόντοι ως τώρα, όσο τους βλέπεις:",
        "it": "I punti finora, per quanto li vedi:",
    },
    "no_score": {
        "en": "This game has no score.",
        "de": "Dieses Spiel zählt keine Punkte.",
        "hu": "Ebben a játékban nincs pontozás.",
        "el": "Αυτό το παιχνίδι δεν μετρά πόντους.",
        "it": "Questo gioco non conta punti.",
    },
    "no_rule_cited": {
        "en": "No rule is cited for these choices.",
        "de": "Für diese Wahl ist keine Regel genannt.",
        "hu": "Ezekhez nincs szabály megadva.",
        "el": "Δεν αναφέρεται κανόνας για αυτές τις επιλογές.",
        "it": "Per queste scelte non è citata nessuna regola.",
    },
    "no_rule": {
        "en": "There is no rule {what}; there are {known}.",
        "de": "Es gibt keine Regel {what}; es gibt {known}.",
        "hu": "Nincs {what} szabály; ezek vannak: {known}.",
        "el": "Δεν υπάρχει κανόνας {what}· υπάρχουν: {known}.",
        "it": "Non c'è la regola {what}; ci sono {known}.",
    },
    "no_tables": {
        "en": "This game has no tables.",
        "de": "Dieses Spiel hat keine Tabellen.",
        "hu": "Ennek a játéknak nincsenek táblázatai.",
        "el": "Αυτό το παιχνίδι δεν έχει πίνακες.",
        "it": "Questo gioco non ha tabelle.",
    },
    "no_table": {
        "en": "There is no table {what}; there are {known}.",
        "de": "Es gibt keine Tabelle {what}; es gibt {known}.",
        "hu": "Nincs {what} táblázat; ezek vannak: {known}.",
        "el": "Δεν υπάρχει πίνακας {what}· υπάρχουν: {known}.",
        "it": "Non c'è la tabella {what}; ci sono {known}.",
    },
    "assumed": {"en": "assumed", "de": "angenommen", "hu": "feltevés", "el": "υπόθεση", "it": "supposto"},
    "otherwise": {"en": "otherwise", "de": "sonst", "hu": "egyébként", "el": "αλλιώς", "it": "altrimenti"},
    "no_rulings": {
        "en": "The rulebook leaves no question open.",
        "de": "Die Regel lässt keine Frage offen.",
        "hu": "A szabály nem hagy nyitott kérdést.",
        "el": "Οι κανόνες δεν αφήνουν ανοιχτό ερώτημα.",
        "it": "Il regolamento non lascia domande aperte.",
    },
    "no_ruling": {
        "en": "There is no question {what}; there are {known}.",
        "de": "Es gibt keine Frage {what}; es gibt {known}.",
        "hu": "Nincs {what} kérdés; ezek vannak: {known}.",
        "el": "Δεν υπάρχει ερώτημα {what}· υπάρχουν: {known}.",
        "it": "Non c'è la domanda {what}; ci sono {known}.",
    },
    "saved": {
        "en": "The game is saved. To go on with it:",
        "de": "Das Spiel ist gespeichert. So geht es weiter:",
        "hu": "A játék el van mentve. Így folytatható:",
        "el": "Το παιχνίδι αποθηκεύτηκε. Για να συνεχιστεί:",
        "it": "La partita è salvata. Per continuarla:",
    },
    "not_saved": {
        "en": "The game was not saved.",
        "de": "Das Spiel wurde nicht gespeichert.",
        "hu": "A játék nincs elmentve.",
        "el": "Το παιχνίδι δεν αποθηκεύτηκε.",
        "it": "La partita non è stata salvata.",
    },
    "saved_in": {
        "en": "From now on the game is saved in {file}.",
        "de": "Das Spiel wird ab jetzt in {file} gespeichert.",
        "hu": "A játék mostantól ide mentődik: {file}.",
        "el": "Το παιχνίδι αποθηκεύεται από τώρα στο {file}.",
        "it": "Da ora la partita si salva in {file}.",
    },
    "file_exists": {
        "en": "{file} exists already; choose another name.",
        "de": "{file} gibt es schon; nimm einen anderen Namen.",
        "hu": "{file} már létezik; válassz más nevet.",
        "el": "Το {file} υπάρχει ήδη· διάλεξε άλλο όνομα.",
        "it": "{file} esiste già; scegli un altro nome.",
    },
    "no_saving": {
        "en": "The game can't be saved in {file}: {why}",
        "de": "In {file} kann nicht gespeichert werden: {why}",
        "hu": "Ide nem lehet menteni: {file}: {why}",
        "el": "Δεν γίνεται αποθήκευση στο {file}: {why}",
        "it": "Non si può salvare in {file}: {why}",
    },
    "save_where": {
        "en": "Save where? Type `save` and the name of a new file.",
        "de": "Wohin? Tippe `save` und den Namen einer neuen Datei.",
        "hu": "Hová? Írd: `save` és egy új fájl neve.",
        "el": "Πού; Γράψε `save` και το όνομα ενός νέου αρχείου.",
        "it": "Dove? Scrivi `save` e il nome di un nuovo file.",
    },
    "stopped": {
        "en": "Stopped.",
        "de": "Angehalten.",
        "hu": "Megállítva.",
        "el": "Σταμάτησε.",
        "it": "Interrotto.",
    },
    "input_ended": {
        "en": "The input ended, and the game with it.",
        "de": "Die Eingabe ist zu Ende und mit ihr das Spiel.",
        "hu": "A bemenet véget ért, és vele a játék.",
        "el": "Η είσοδος τελείωσε, και μαζί της το παιχνίδι.",
        "it": "L'input è finito, e con esso la partita.",
    },
    "given_up": {
        "en": "Given up after {n} moves (--max-moves).",
        "de": "Nach {n} Zügen abgebrochen (--max-moves).",
        "hu": "{n} lépés után feladva (--max-moves).",
        "el": "Εγκαταλείφθηκε μετά από {n} κινήσεις (--max-moves).",
        "it": "Abbandonata dopo {n} mosse (--max-moves).",
    },
    "no_news": {
        "en": "Nothing happened since your last choice.",
        "de": "Seit deiner letzten Wahl ist nichts geschehen.",
        "hu": "Az utolsó választásod óta nem történt semmi.",
        "el": "Δεν συνέβη τίποτα από την τελευταία σου επιλογή.",
        "it": "Dalla tua ultima scelta non è successo niente.",
    },
    "in_brief": {
        "en": "(in brief; `n` tells it in full)",
        "de": "(kurz gefasst; `n` erzählt alles)",
        "hu": "(röviden; `n` mindent elmond)",
        "el": "(σύντομα· το `n` τα λέει όλα)",
        "it": "(in breve; `n` racconta tutto)",
    },
    "help": {
        "en": """\
Type the number of a choice, or the choice in its one-line form, which may be
short: the beginning of the action, then values (`{example}`).
  TEXT    the choices with TEXT in them
  all     every choice       l       look at the table again
  n       what happened since your last choice, in full
  r       the rules behind these choices; r RULE, r ACTION: of one
  t       the tables and values of the game; t NAME: one, or a card's
  s       the score as it stands
  why     what is offered and why nothing else; why MOVE: why it can be or not
  rulings the questions the rulebook leaves open, and the answers here
  save F  keep the game in the file F
  u       take your last choice back
  q       stop playing       ?       this help""",
        "de": """\
Tippe die Nummer einer Wahl oder die Wahl in einer Zeile, auch kurz: den Anfang
der Aktion, dann Werte (`{example}`).
  TEXT    was TEXT enthält
  all     alles zur Wahl     l       den Tisch noch einmal ansehen
  n       was seit deiner letzten Wahl geschah, ausführlich
  r       die Regeln hinter dieser Wahl; r REGEL, r AKTION: einer
  t       Tabellen und Werte des Spiels; t NAME: eine, oder einer Karte
  s       der Stand
  why     was zur Wahl steht und warum sonst nichts; why ZUG: warum (nicht)
  rulings offene Fragen der Regel und die Antworten hier
  save D  das Spiel in der Datei D aufbewahren
  u       die letzte Wahl zurücknehmen
  q       aufhören           ?       diese Hilfe""",
        "hu": """\
Írd be egy választás számát, vagy magát a választást egy sorban, akár röviden:
a cselekvés elejét, aztán értékeket (`{example}`).
  SZÖVEG  amiben SZÖVEG van
  all     minden választás   l       az asztal újra
  n       mi történt az utolsó választásod óta, részletesen
  r       a választások szabályai; r SZABÁLY, r CSELEKVÉS: egyé
  t       a játék táblázatai és értékei; t NÉV: egy, vagy egy kártyáé
  s       az állás
  why     mi választható, és más miért nem; why LÉPÉS: miért lehet vagy nem
  rulings a szabály nyitott kérdései és az itteni válaszok
  save F  a játék mentése az F fájlba
  u       az utolsó választás visszavonása
  q       kilépés            ?       ez a segítség""",
        "el": """\
Γράψε τον αριθμό μιας επιλογής ή την επιλογή σε μία γραμμή, και σύντομα: την
αρχή της ενέργειας, έπειτα τιμές (`{example}`).
  ΚΕΙΜΕΝΟ οι επιλογές που το έχουν
  all     όλες οι επιλογές   l       πάλι το τραπέζι
  n       τι έγινε από την τελευταία σου επιλογή, αναλυτικά
  r       οι κανόνες αυτών των επιλογών· r ΚΑΝΟΝΑΣ, r ΕΝΕΡΓΕΙΑ: ενός
  t       πίνακες και τιμές του παιχνιδιού· t ΟΝΟΜΑ: ένας, ή μιας κάρτας
  s       οι πόντοι ως τώρα
  why     τι μπορεί να επιλεγεί και γιατί όχι άλλο· why ΚΙΝΗΣΗ: γιατί (όχι) αυτή
  rulings τα ανοιχτά ερωτήματα των κανόνων και οι απαντήσεις εδώ
  save A  το παιχνίδι στο αρχείο A
  u       αναίρεση της τελευταίας επιλογής
  q       τέλος              ?       αυτή η βοήθεια""",
        "it": """\
Scrivi il numero di una scelta, o la scelta in una riga, anche in breve: come
comincia l'azione, poi i valori (`{example}`).
  TESTO   le scelte che lo contengono
  all     tutte le scelte    l       di nuovo il tavolo
  n       che cosa è successo dalla tua ultima scelta, per intero
  r       le regole di queste scelte; r REGOLA, r AZIONE: di una
  t       le tabelle e i valori del gioco; t NOME: una, o di una carta
  s       i punti finora
  why     che cosa si può scegliere e perché non altro; why MOSSA: perché (no)
  rulings le domande aperte del regolamento e le risposte di qui
  save F  salva la partita nel file F
  u       annulla la tua ultima scelta
  q       smetti             ?       questo aiuto""",
    },
}


def frame(key: str, language: str, **values: object) -> str:
    """A text of the program in a language, with the values in their places."""
    texts = TEXTS[key]
    return (texts.get(language) or texts["en"]).format(**values)


def built_in(name: str, language: str) -> str | None:
    """What a name of the notation is called in a language; none where the catalogue doesn't say."""
    return NAMES.get(name, {}).get(language)
