"""The world that each page takes for granted, and the values that stand for the words in capitals that it shows."""
import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[2]


class Page:
    """A page whose commands are run in their order by Ada, in one world."""

    #: Full screens and whatever else goes on until it is ended: they must still go on after a second.
    STAYS = []
    #: Commands that are not run here, with the reason.
    LEFT = {}
    #: Commands that must be refused here, as there is no such thing yet: a part of what is said.
    REFUSED = {}
    #: The person who types a command where it is not Ada.
    WHO = {}
    #: Lines that come before a command.
    BEFORE = {}

    def __init__(self, world):
        self.world, self.said = world, {}
        self.before()

    def before(self):
        """Does everything that comes before the page is read."""

    def fill(self, text):
        """The command with real names for those that stand for something."""
        return text

    def run(self, shown):
        """Runs the examples: how many, and which of them did not do what the page says."""
        ran, problems = 0, []
        for line, text in shown:
            if text in self.LEFT or text.endswith("…"):
                continue
            ran += 1
            who = self.WHO.get(text, "Ada")
            for earlier in self.BEFORE.get(text, []):
                name, _, words = earlier.partition(": ")
                code, said = self.world.shell(self.fill(words), name)
                if code:
                    problems.append((line, text, f"before it, {earlier!r} ended with {code}: {said}"))
            # Words in brackets may be left out, and are.
            typed = self.fill(re.sub(r" \[[^]]*\]| …", "", text))
            # At a terminal it asks.
            if re.search(r"^parlor (\w+ delete|card remove) ", typed) and not re.search(r"(chat|file) delete", typed):
                typed += " --yes"
            if text in self.STAYS:
                problem = self.world.screen(typed, who)
            else:
                code, said = self.world.shell(typed, who)
                self.said[text] = said
                refused = self.REFUSED.get(text)
                problem = "" if code == 0 and not refused or refused and refused in said else f"ended with {code}: {said}"
            if problem:
                problems.append((line, text, problem))
        return ran, problems

    def first(self, *words, person="Ada", field="id", among=None):
        """A field of the first thing that a command lists."""
        found = self.world.json(person, "parlor", *words)
        return found[among][0][field]

    def rooms(self, *names):
        for name in names:
            self.world.done("Ada", "parlor", "room", "make", name, "Bob")
            self.world.soon(lambda: name in self.world.done("Bob", "parlor", "room", "list"))


class Readme(Page):
    STAYS = ["parlor war play", "parlor war play --two Grace", "parlor war host"]
    LEFT = dict.fromkeys(["parlor service install", "parlor service status", "parlor service remove"], "there is no service manager") | {
        "parlor demo": "a test of its own", "parlor --home ~/second war join": "docs/war.md runs it", "parlor page": "docs/page.md runs it",
        "parlor help TOPIC": "the next one", "parlor doctor": "it says what is wrong here", "parlor stop --restart": "a test of its own, with a program that is replaced", "parlor peer add HOST:PORT": "docs/people.md runs it",
        "parlor war join --at HOST:PORT": "a test of its own, with two people"}


class Chat(Page):
    STAYS = ["parlor chat", "parlor chat open picnic", "parlor chat open @bob", "parlor chat follow --room picnic"]
    BEFORE = {
        "parlor chat open picnic": ["Bob: parlor chat post --room lobby bread"],
        "parlor chat post 'Who drives?' --room picnic --item ID --item-room picnic": ["Ada: parlor event add Trip --at tomorrow --room picnic"],
        "parlor chat edit --room picnic ID TEXT": ["Ada: parlor chat post --room picnic 'I bring cheese'"],
        "parlor chat history --room picnic ID": ["Ada: parlor chat post --room picnic 'I bring cheese'", "Ada: parlor chat edit --room picnic ID 'I bring wine'"],
        "parlor chat delete --room picnic ID": [],
        "parlor room move personal ID picnic": ["Ada: parlor file share lake.png --room personal"],
        "parlor file delete NAME --room picnic": [],
        "parlor room owner picnic Bob": [],
        # It was left to Bob, and the new one is Ada's alone.
        "parlor room delete picnic": ["Ada: parlor room make picnic"],
        "parlor room make picnic --same-name": ["Ada: parlor room make picnic --same-name"],
        "parlor room invite choir": ["Ada: parlor room make choir"],
        "parlor room take boat": ["Bob: until parlor room show boat | grep -q heir; do sleep 0.1; done"],
    }
    WHO = {"parlor room take boat": "Bob", "parlor room edit boat --members-invite": "Bob"}
    LEFT = {"parlor room show": "with a name above"}
    REFUSED = {"parlor room choose boat Bob": "nothing to choose"}

    def before(self):
        for name in ("map.png", "lake.png"):
            self.world.copy(root / "examples/picnic.png", name)

    def fill(self, text):
        if " ID" in text:
            if "--item" in text or "comments" in text:
                id = self.first("event", "list", among="events")
            elif "room move" in text:
                id = self.first("file", "list", "--room", "personal", among="files")
            else:
                id = self.world.done("Ada", "parlor", "chat", "read", "--room", "picnic", "--ids").split("\n")[-2].split()[1]
            text = text.replace(" ID", " " + id).replace(" TEXT", " 'I bring wine'")
        if " NAME" in text:
            text = text.replace("NAME", "map.png") + (" --force" if "save" in text else "")
        return text


class Events(Page):
    STAYS = ["parlor event watch picnic"]
    BEFORE = {
        "parlor event budget edit picnic 2 --actual 60 --paid-by Ada --split Ada --split Bob": ["Ada: parlor event budget add picnic boat 60"] * 2,
        "parlor event picture crop picnic 0,25,100,50": ["Ada: parlor event picture set picnic lake.jpg"],
        "parlor event todo done picnic 1": ["Ada: parlor event add 'Picnic by the lake' --at 'next sun 12:00'", "Ada: parlor event todo add picnic bread"],
        "parlor todo share 'book the hall' friends": ["Ada: parlor todo share book personal"],
    }
    LEFT = {
        "parlor event picture search picnic 'lake summer'": "asks a service on the internet",
        "parlor event snapshot picnic --svg FILE": "with a name above",
    }
    REFUSED = {
        "parlor conflict take 7k2fq 2": "There is no such conflict",
        "parlor event lost keep picnic": "picnic",
    }

    def before(self):
        self.rooms("friends")
        self.world.copy(root / "examples/picnic.png", "lake.jpg")
        for folder in ("Pictures", ".calendars/parlor", ".calendars/home"):
            (self.world.place / folder).mkdir(parents=True)
        (self.world.work / "holidays.ics").write_text(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;VALUE=DATE:20301224\r\n"
            "SUMMARY:Holidays\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")

    def fill(self, text):
        if "--from 3xsf" in text:
            self.world.done("Ada", "parlor", "chat", "post", "--room", "friends", "Cinema tomorrow at 20:00")
            text = text.replace("3xsf", self.world.done("Ada", "parlor", "chat", "read", "--room", "friends", "--ids").split("\n")[-2].split()[1])
        return text


class Drawings(Page):
    STAYS = ["parlor drawing draw House", "parlor drawing replay Barn"]
    LEFT = dict.fromkeys(["parlor page"], "docs/page.md runs it")
    BEFORE = {
        # A person draws with the mouse.
        "parlor drawing save House": ["Ada: parlor drawing draw House --points '10,10 20,20'"],
        "parlor drawing save Barn": ["Ada: parlor drawing new Hut"],
        "parlor drawing undo NAME": ["Ada: parlor drawing draw Hut --points '10,10 20,20'"],
        "parlor drawing import FILE [--room ROOM]": ["Ada: parlor drawing export Hut hut.json --force"],
    }

    def fill(self, text):
        text = re.sub(r"\bNAME\b", "Hut", text)
        if text == "parlor drawing draw Hut":
            text += " --points '10,10 20,20'"
        if "replay" in text:
            text += " --at 1" if "Hut" in text else ""
        return text.replace("FILE", "hut.json")


class Tournaments(Page):
    STAYS = ["parlor tournament open NAME", "parlor tournament watch NAME"]
    LEFT = {"parlor tournament play NAME [--auto]": "a test of its own, with tables of War", "parlor tournament show": "with a name above",
            "parlor tournament matches NAME --swap R1.2 --with R3.1": "a test of its own, with a league"}
    BEFORE = {
        "parlor tournament groups NAME [--count N] [--by-rating] [--again]": ["Ada: parlor tournament enter Cup Ada Bob Cleo Dan Eve Gus"],
        "parlor tournament round NAME ['Ada : Bob' …] [--half WHO]": ["Ada: parlor tournament new Round --format swiss --entrants 'Ada,Bob,Cleo,Dan'", "Ada: parlor tournament start Round"],
        "parlor tournament draw NAME [--groups N] [--lots]": ["Ada: parlor tournament new Draw --room friends --entrants 'Ada,Bob,Cleo,Dan'"],
    }

    def before(self):
        self.rooms("friends")

    def fill(self, text):
        if "tournament new NAME --from" in text:
            return text.replace("NAME", "Copy").replace("OLD", "Cup")
        if "tournament import" in text:
            return text.replace("FILE", "cup.json") + " --name Read"
        for word, name in (("tournament round NAME", "tournament round Round"), ("tournament draw NAME", "tournament draw Draw"), ("NAME", "Cup"), ("ENTRANT", "Gus"),
                           ("MATCH SCORE", "A1.1 2:1"), ("--reason R", "--reason rain"), ("ROOM", "friends")):
            text = text.replace(word, name)
        if "export" in text:
            text = text.replace("FILE", "cup.json")
        return text.replace("FILE", "cup.html")


class Decks(Page):
    STAYS = ["parlor library manage Burn"]
    WHO = {"parlor trade answer 3pk7q --accept": "Bob"}
    BEFORE = {
        "parlor card remove 'Spilled Ember'": ["Ada: parlor card add '4 Spilled Ember'"],
        "parlor library add Burn '4 Spilled Ember'": ["Ada: parlor library take Burn '3 Spilled Ember'"],
        "parlor library save Burn": ["Ada: parlor library begin Burn", "Ada: parlor library lands Burn mountain=60"],
        "parlor library edit Burn --format modern --tag red": ["Ada: parlor library rename Embers Burn"],
        "parlor library check Burn": ["Ada: parlor library make Burn", "Ada: parlor library add Burn 'Spilled Ember'", "Ada: parlor library lands Burn mountain=59"],
        "parlor library build Burn": ["Ada: parlor library rename Burn Embers"],
        "parlor library commit Burn friends": ["Ada: parlor library delete Burn --yes", "Ada: parlor library rename Embers Burn"],
        "parlor trade take-back 3pk7q": ["Ada: parlor trade offer Bob --give 'Spilled Ember'"],
    }
    LEFT = {
        "parlor card scan photo1.jpg photo2.jpg": "a test of its own, with photos",
        "parlor trade return 3pk7q": "a test of its own, with a loan",
        "parlor trade counter 3pk7q --give 'Spilled Ember' --want 'Attic Ghost'": "a test of its own, with an offer of somebody else",
    }

    def before(self):
        self.rooms("friends")
        self.world.done("Bob", "parlor", "card", "add", "4 Attic Ghost")
        (self.world.work / "collection.csv").write_text("Count,Name\n4,Attic Ghost\n")
        (self.world.work / "wishes.txt").write_text("2 Attic Ghost\n")
        (self.world.work / "twice.json").write_text((root / "protocol/vectors/twice.json").read_text())
        (self.world.work / "burn.cod").write_text(
            '<?xml version="1.0"?><cockatrice_deck version="1"><deckname>Cod</deckname><zone name="main"><card number="2" name="Spilled Ember"/></zone></cockatrice_deck>')
        (self.world.place / "Cards").mkdir()
        (self.world.work / "oracle-cards.json").write_text('[{"name":"Spilled Ember","type_line":"Instant","layout":"normal"},{"name":"Glass Elf","type_line":"Creature","layout":"normal"}]')

    def fill(self, text):
        if "3pk7q" in text:
            text = text.replace("3pk7q", self.world.done("Ada", "parlor", "trade", "list").split()[0])
        if "5ra2" in text:
            text = text.replace("5ra2", self.world.done("Ada", "parlor", "library", "commitments").split()[0])
        return text


class War(Page):
    """Ada plays one match with Bob to its end, and another one is open."""

    STAYS = [
        "parlor war play", "parlor war host", "parlor war join", "parlor --home ~/second war join", "parlor war host --spectators paired",
        "parlor war host --move-seconds 30", "parlor war host --paired-only", "parlor war join --password WORD", "parlor war host --rules quick", "parlor daemon",
        "parlor table host --game rock-paper-scissors", "parlor table join"]
    LEFT = dict.fromkeys([
        "parlor war resume", "parlor war watch ADA", "parlor war accept", "parlor war start", "parlor war decline", "parlor war decline --for-good", "parlor war remove", "parlor war claim", "parlor war claim --accept", "parlor war concede TABLE",
        "parlor war take-back", "parlor war dismiss --spectator BOB", "parlor war carry --host stick/match.war", "parlor war carry stick/match.war --accept",
        "parlor war join --at HOST:PORT",
    ], "tests of their own, with two people who do something at the right time") | {
        "parlor doctor": "it says what is wrong here", "parlor stop": "Ada's daemon is needed", "parlor war play --two Grace": "the README runs it"}
    # Nobody's daemon runs in this home: a second one of Ada's would be refused after a while.
    WHO = {"parlor daemon": "Dora"}

    def before(self):
        host = self.world.begin("Bob", "parlor", "war", "host", "--auto", "--accept-first")
        self.world.soon(lambda: "tables" in self.world.json("Ada", "parlor", "war", "list") or "offers" in self.world.json("Ada", "parlor", "war", "list"))
        self.world.done("Ada", "parlor", "war", "join", "bob", "--auto")
        host.wait(60)

    def fill(self, text):
        if "TABLE" in text:
            tables = self.world.json("Ada", "parlor", "war", "list")["tables"]
            text = text.replace("TABLE", next(one["id"] for one in tables if one["phase"] == "TABLE_PHASE_FINISHED"))
        if text == "parlor daemon":
            text += " --address 127.0.0.1 --no-discovery"
        return text.replace("FILE", "match.parlor").replace("ADA", "Bob")


class Duel(Page):
    """Ada and Bob have a library each; Bob's duel with Ada has begun, and both have drawn a hand."""

    STAYS = [
        "parlor duel host --library Elves", "parlor duel join --library Elves", "parlor duel host --library Elves --games 3",
        "parlor duel host --library Elves --format none --life 30", "parlor duel host --library Elves --plain",
        "parlor duel solo --library Elves"]
    LEFT = dict.fromkeys([
        "parlor duel accept", "parlor duel decline", "parlor duel start", "parlor duel resume", "parlor duel watch ADA", "parlor duel rematch",
        "parlor duel concede TABLE", "parlor duel replay TABLE", "parlor duel move open-match",
    ], "tests of their own, with two people who do something at the right time") | dict.fromkeys([
        "parlor duel host --library Elves --judge LINE", "parlor duel join ada --library Deer --judged", "parlor duel export ada game.duel",
        "parlor duel judge sign game.duel --key judge.key", "parlor duel judge bring VERDICT",
    ], "a test of its own, with a judge and a duel that is over") | {
        "parlor card import FILE": "a test of its own, with a card database", "parlor duel host --library Elves --format pauper": "a test of its own, with a card database", "parlor demo duel": "a test of its own",
        "parlor tournament play NAME --library LIBRARY": "a test of its own, with a tournament"}
    REFUSED = {"parlor duel stats ADA": "You have no verified match against"}

    def before(self):
        (self.world.work / "elves.txt").write_text("60 Forest\n")
        for name in ("Ada", "Bob"):
            self.world.done(name, "parlor", "library", "import", "elves.txt", "Elves", "--owned")
        self.duel = self.world.begin("Bob", "parlor", "duel", "host", "--library", "Elves", "--format", "none", "--accept-first", "--plain")
        self.world.soon(lambda: "tables" in self.world.json("Ada", "parlor", "duel", "list"))
        self.join = self.world.begin("Ada", "parlor", "duel", "join", "bob", "--library", "Elves", "--plain")
        self.world.soon(lambda: any(one["phase"] == "TABLE_PHASE_PLAYING" for one in self.world.json("Ada", "parlor", "duel", "list")["tables"]))
        self.world.done("Bob", "parlor", "duel", "move", "begin")

    def fill(self, text):
        if "TABLE" in text:
            text = text.replace("TABLE", self.world.json("Ada", "parlor", "duel", "list")["tables"][0]["id"])
        return text.replace("FILE", "game.duel")


class People(Page):
    STAYS = ["parlor peer pair --wait"]
    LEFT = dict.fromkeys(["parlor peer pair berta", "parlor peer pair ada", "parlor peer pair ada --yes-if 929769"], "a test of its own, with two people who compare words") | {
        "parlor peer meet NAME": "a test of its own, with three people"}
    WHO = {"parlor peer pair --ticket LINE": "Bob"}
    # The page begins with a block: it is taken back, and both trust each other again.
    BEFORE = {"parlor peer introduce ADA BERTA": [
        "Ada: parlor peer unblock NAME", "Ada: parlor peer add HOST:PORT", "Ada: parlor peer trust NODE-ID-OF-NAME",
        "Ada: until parlor peer list | grep -q NAME; do sleep 0.1; done"]}

    def fill(self, text):
        if "LINE" in text:
            text = text.replace("LINE", self.world.json("Ada", "parlor", "peer", "pair", "--ticket")["ticket"])
        for word, name in (("NODE-ID-OF-NAME", self.world.nodes["Cyd"]), ("NODE-ID", self.world.nodes["Bob"]), ("HOST:PORT", f"127.0.0.1:{self.world.ports['Cyd']}"), ("NAME", "Cyd"), ("ADA BERTA", "Bob Cyd"), ("ROOM", "lobby")):
            text = text.replace(word, name)
        return text


class Accounts(Page):
    #: Texts that are typed where they are asked for: passwords are no arguments.
    TYPED = {
        "parlor profile create --name Ada --email ada@example.org": "correct horse",
        "parlor profile unlock [ada@example.org]": "correct horse",
        "parlor profile unlock --password-fd 3 3<file": "correct horse",
        "parlor profile change-password": "correct horse\nbattery staple",
        "parlor profile remove-password": "battery staple",
    }
    BEFORE = {"parlor profile unlock --password-fd 3 3<file": ["Ada: parlor profile lock"]}
    REFUSED = {
        "parlor chat": "This home is locked",
        "parlor profile confirm TOKEN": "This link is not valid",
    }
    LEFT = dict.fromkeys(["parlor profile reset ada@example.org", "parlor profile reset --words", "parlor profile confirm --words"], "scripts/mail runs it") | {
        "parlor profile create": "a home for a second person"}

    def before(self):
        self.rooms("picnic")

    def run(self, shown):
        for text, lines in self.TYPED.items():
            (self.world.work / f"typed-{list(self.TYPED).index(text)}").write_text(lines + "\n")
        return super().run(shown)

    def fill(self, text):
        for number, shown in enumerate(self.TYPED):
            if text == re.sub(r" \[[^]]*\]", "", shown):
                return text.removesuffix(" --password-fd 3 3<file") + f" --password-fd 3 3<typed-{number}"
        return text


class Backup(Page):
    BEFORE = {"parlor mend": ["Ada: parlor stop"]}

    def before(self):
        self.rooms("picnic")
        (self.world.work / "stick").mkdir()

    def fill(self, text):
        return text.replace("/media/", "")


class ThePage(Page):
    LEFT = {"parlor page close 77tk": "a test of its own, with a browser"}


class Scripts(Page):
    STAYS = ["parlor war host --auto --accept-first --json", "parlor --home ~/second war join --auto --json", "parlor --home ~/second war join --auto"]
    LEFT = {"parlor script --find war-in-war FILE": "docs of its own", "parlor war resume": "docs/war.md names it"} | dict.fromkeys(
        ["parlor war host --script FILE", "parlor war join --script FILE"], "a test of its own, with two people") | dict.fromkeys(
        ["parlor script protocol/matches/*.yaml", "parlor simulate world --matches 100", "parlor simulate planted", "parlor simulate war --games 1000000"], "takes minutes")

    def before(self):
        """The program and the match that the page shows are written as it names them, and the program is run against Bob."""
        page = (root / "docs/scripts.md").read_text()
        for name, language in (("ten.py", "python"), ("three.yaml", "yaml")):
            (self.world.work / name).write_text(re.search(f"```{language}\n(.*?)```", page, re.DOTALL)[1])
        other = self.world.begin("Bob", "parlor", "war", "join", "ada", "--auto", "--wait", "60")
        said = self.world.done("Ada", "python3", "ten.py")
        other.terminate()
        other.wait()
        if "round 10 " not in said:
            raise RuntimeError(f"the program of docs/scripts.md said {said}")


PAGES = {
    "README": Readme, "accounts": Accounts, "backup": Backup, "chat": Chat, "decks": Decks, "drawings": Drawings, "duel": Duel, "events": Events, "page": ThePage, "people": People,
    "scripts": Scripts, "tournaments": Tournaments, "war": War,
}
