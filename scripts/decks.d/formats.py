"""Random decks, written by Parlor in every format and read by parsers of other projects."""
import collections
import hashlib
import random
import xml.etree.ElementTree

import mtg_parser
import mtgdeck
import parsers

from home import Failure, check

# mtg-parser knows no & in names.
words = ["Amber", "Lantern", "of the", "Half-Elf", "O'Neill's", "Rose,", "Urza's", "Déjà", "Æther", "7th"]


def deck(choose):
    """The lines of a deck: number, name, set, number in the set, and whether it is in the sideboard."""
    lines, seen = [], set()
    for _ in range(choose.randint(3, 20)):
        name = choose.choice(["Kettle", "Stone", "Glass", "Zeppelin"]) + " " + " ".join(
            choose.choices(words, k=choose.randint(1, 3)))
        if choose.random() < 0.15:
            name += " // " + choose.choice(["Ashes", "Embers"])
        if name in seen:
            continue
        seen.add(name)
        place = ("M10", str(choose.randint(1, 300))) if choose.random() < 0.6 else ("", "")
        lines.append((choose.randint(1, 4), name, *place, choose.random() < 0.3))
    # At least one of each, the main deck first.
    lines.sort(key=lambda line: line[4])
    return [(*lines[0][:4], False), *lines[1:]]


def text(lines):
    def card(line):
        return f"{line[0]} {line[1]}" + (f" ({line[2]}) {line[3]}" if line[2] else "")
    side = [card(line) for line in lines if line[4]]
    return "\n".join([card(line) for line in lines if not line[4]] + (["Sideboard", *side] if side else [])) + "\n"


def bag(cards):
    """Cards as numbers by name and place, whatever their order."""
    found = collections.Counter()
    for count, name, side in cards:
        found[name, bool(side)] += count
    return found


def decoded(decoder, written):
    return bag((card[1]["count"], card[0].strip(), card[1].get("section", "").lower() in ("sideboard", "side"))
               for card in decoder.loads(written))


def cockatrice(written):
    root = xml.etree.ElementTree.fromstring(written)
    return bag((int(card.get("number")), card.get("name"), zone.get("name") == "side")
               for zone in root.iter("zone") for card in zone.iter("card"))


def hash_of(lines):
    """Cockatrice's hash of a deck, computed by what its source says."""
    names = sorted(name for count, card, _, _, side in lines
                   for name in [("SB:" if side else "") + card.lower()] * count)
    number = int.from_bytes(hashlib.sha1(";".join(names).encode()).digest()[:5], "big")
    digits = ""
    while number:
        digits, number = "0123456789abcdefghijklmnopqrstuv"[number % 32] + digits, number // 32
    return digits.rjust(8, "0")


def arena(written):
    """By mtg-parser, which takes headings for tags."""
    cards = list(mtg_parser.parse_deck(written))
    return bag((card.quantity, card.name, False) for card in cards)


def run(home, count, seed):
    choose = random.Random(seed)
    # The decoder of each format.
    decoders = {"mtgo": mtgdeck.MagicOnlineDecoder, "dec": mtgdeck.MagicWorkstationDecoder}
    for number in range(count):
        lines = deck(choose)
        name = f"Deck {number}"
        shown = home.ask("library", "import", "-", name, "--list", input=text(lines))
        if shown.get("hash") != hash_of(lines):
            raise Failure(f"the hash is {shown.get('hash')}, and Cockatrice has {hash_of(lines)} of\n{text(lines)}")
        wanted = bag((line[0], line[1], line[4]) for line in lines)
        for kind in ("cod", "dec", "arena", "mtgo", "moxfield"):
            written = home.run("library", "export", name, "-", "--format", kind)
            if kind == "cod":
                found = [decoded(mtgdeck.CockatriceDecoder(), written), cockatrice(written)]
            elif kind in decoders:
                # An empty line is nothing to these, and they stumble over a comment in front.
                cards = "\n".join(line for line in written.splitlines() if not line.startswith("//"))
                found = [decoded(decoders[kind](), cards)]
            else:
                found = [arena(written)]
            for one in found:
                want = wanted
                if kind in ("arena", "moxfield"):
                    want = bag((line[0], line[1], False) for line in lines)
                if kind == "mtgo":
                    want = bag((line[0], line[1].replace(" // ", "/"), False) for line in lines)
                if one != want:
                    raise Failure(f"{kind}: {one - want} more, {want - one} less in\n{written}")
        published(home, name, lines)
    check(f"{count} decks in .cod, MTGO's text, .dec, Arena's and Moxfield's text are read by other parsers", True)
    check(f"{count} decks in Forge's and XMage's .dck and Magic Online's .dek are read as these programs publish it", True)


def published(home, name, lines):
    """Formats that no package reads: the whole of each card is compared, whatever the order."""
    def plain(cards):
        return collections.Counter({tuple(card[1:]): card[0] for card in cards})

    for kind, parser in (("forge", parsers.forge), ("xmage", parsers.xmage), ("dek", parsers.magic_online)):
        written = home.run("library", "export", name, "-", "--format", kind)
        title, cards = parser(written)
        wanted = [line for line in lines if kind != "xmage" or line[2]]
        if kind == "dek":
            wanted = [(line[0], line[1].replace(" // ", "/"), "", "", line[4]) for line in lines]
        if plain(cards) != plain(wanted) or title != ("" if kind == "dek" else name):
            raise Failure(f"{kind}: {title!r}, {plain(cards) - plain(wanted)} more, {plain(wanted) - plain(cards)} less in\n{written}")
