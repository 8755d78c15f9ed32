"""Decks of programs that no package reads, by what these programs publish of their formats."""
import re
import xml.etree.ElementTree

# As Forge's CardPool and CardRequest split a line: number, name, a plus for foil, set, and the picture or the number in brackets.
FORGE = re.compile(r"(?:(\d+)\s+)?([^|]+?)(\+?)(?:\|([A-Z0-9_]+))?(?:\|(?:(\d+)|\[([^\]]+)\]))?")
# As XMage's DckDeckImporter reads a line; it takes no card without its set.
XMAGE = re.compile(r"(SB:)?\s*(\d*)\s*\[([^\]:]+):([^\]:]+)\](.*)")


class Unreadable(Exception):
    """The program that the file is for would not take it."""


def forge(written):
    """A name and the cards: how many, name, set, number in the set, and whether it is in the sideboard."""
    section, fields, cards = "", {}, []
    for line in written.splitlines():
        if not line.strip():
            continue
        heading = re.fullmatch(r"\[(\w+)\]", line.strip())
        if heading:
            section = heading[1].lower()
        elif section == "metadata":
            field, value = line.split("=", 1)
            fields.setdefault(field, value)
        elif section in ("main", "sideboard"):
            card = FORGE.fullmatch(line.strip())
            if not card:
                raise Unreadable(f"Forge takes no {line!r}")
            cards.append((int(card[1] or 1), card[2], card[4] or "", card[6] or "", section == "sideboard"))
        else:
            raise Unreadable(f"Forge knows no section {section!r}")
    return fields.get("Name", ""), cards


def xmage(written):
    """The same of XMage."""
    name, cards = "", []
    for line in written.splitlines():
        card = XMAGE.fullmatch(line)
        if card:
            cards.append((int(card[2]), card[5].strip(), card[3], card[4], card[1] == "SB:"))
        elif line.startswith("NAME:"):
            name = line[5:]
    return name, cards


def magic_online(written):
    """The cards of Magic Online's .dek: it has neither sets nor numbers in them, but ids of its own."""
    root = xml.etree.ElementTree.fromstring(written)
    if root.tag != "Deck":
        raise Unreadable(f"Magic Online's files begin with Deck, not {root.tag}")
    for one in ("NetDeckID", "PreconstructedDeckID"):
        int(root.findtext(one))
    cards = []
    for card in root.findall("Cards"):
        int(card.attrib["CatID"])
        cards.append((int(card.attrib["Quantity"]), card.attrib["Name"], "", "", {"true": True, "false": False}[card.attrib["Sideboard"]]))
    return "", cards
