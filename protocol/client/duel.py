#!/usr/bin/env python3
"""The hashes and picks of a duel from its description, with code that shares nothing with Parlor's.

duel.py FILE checks vectors/duel.json: every value in it is computed again from the secrets and lists in it, with hashlib alone.
"""
import hashlib
import json
import pathlib
import sys

LINKS = 4096


def be16(number):
    return number.to_bytes(2, "big")


def be32(number):
    return number.to_bytes(4, "big")


def h(tag, *parts):
    """H(tag, …): SHA-256 behind the tag and a zero byte."""
    return hashlib.sha256(b"parlor.duel." + tag.encode() + b".v1\0" + b"".join(parts)).digest()


class Stream:
    """Numbers of 16 bits from a seed; 32 bits for more than 65,536 choices."""

    def __init__(self, seed):
        self.seed, self.block, self.bytes = seed, 0, b""

    def number(self):
        if not self.bytes:
            self.bytes = h("stream", self.seed, be32(self.block))
            self.block += 1
        number, self.bytes = int.from_bytes(self.bytes[:2], "big"), self.bytes[2:]
        return number

    def pick(self, count):
        whole = 1 << 16 if count <= 1 << 16 else 1 << 32
        while True:
            number = self.number()
            if whole == 1 << 32:
                number = number << 16 | self.number()
            if number < whole - whole % count:
                return number % count

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.pick(last + 1)
            items[last], items[other] = items[other], items[last]


class Seat:
    """What follows from the secret of a seat."""

    def __init__(self, number, secret, game):
        self.number, self.secret, self.game = bytes([number]), secret, game
        self.opening = h("opening", secret, game)

    def chain(self, asker):
        """All links for an asker: chain[i] is x_i, the last one is the tip."""
        links = [h("chain root", self.secret, self.number, bytes([asker]))]
        while len(links) <= LINKS:
            links.append(h("chain", self.number, bytes([asker]), links[-1]))
        return links

    def epoch_secret(self, epoch):
        return h("epoch", self.opening, self.game, self.number, be32(epoch))

    def seal(self, number, handle):
        salt = h("seal salt", self.opening, be32(number))
        return h("seal", self.game, self.number, be32(number), salt, be32(handle))

    def choice(self, number, text):
        salt = h("seal salt", self.opening, be32(number))
        return h("choice", self.game, self.number, be32(number), salt, text.encode())

    def commitment(self, listed):
        return h("deck", self.opening, listed)

    def labels(self, epoch, cards):
        """The card of each label."""
        cards = sorted(cards)
        Stream(self.epoch_secret(epoch)).shuffle(cards)
        return cards

    def salt(self, epoch, label):
        return h("salt", self.epoch_secret(epoch), be32(label))

    def leaves(self, epoch, labels):
        for label, card in enumerate(labels):
            content = h("leaf", self.game, self.number, be32(epoch), be32(label), self.salt(epoch, label), card)
            yield leaf(content)


def leaf(content):
    return hashlib.sha256(b"\0" + content).digest()


def root(nodes):
    nodes = list(nodes)
    while len(nodes) > 1:
        above = [hashlib.sha256(b"\1" + nodes[i] + nodes[i + 1]).digest() for i in range(0, len(nodes) - 1, 2)]
        nodes = above + nodes[len(nodes) & ~1:]
    return nodes[0]


def proven(leaf, index, count, path):
    """The root that a path leads to."""
    path = list(path)
    while count > 1:
        if index ^ 1 < count:
            beside = path.pop(0)
            leaf = hashlib.sha256(b"\1" + (leaf + beside if index % 2 == 0 else beside + leaf)).digest()
        index, count = index // 2, (count + 1) // 2
    assert not path
    return leaf


def encoded(main, side):
    """A list as it is committed to."""
    text = b""
    for part in (main, side):
        distinct = sorted(set(part))
        text += be16(len(distinct))
        for card in distinct:
            text += be16(part.count(card)) + be16(len(card)) + card
    return text


def picks(game, owner, number, links, unused, count):
    """The labels that an ask for open slots brings."""
    stream = Stream(h("pick", game, bytes([owner]), be32(number), *links))
    unused = sorted(unused)
    return [unused.pop(stream.pick(len(unused))) for _ in range(count)]


def check(vector):
    """Computes every value of the vectors again; returns the names of those that differ."""
    game = bytes.fromhex(vector["game_id"])
    seats = [Seat(number + 1, bytes.fromhex(secret), game) for number, secret in enumerate(vector["secrets"])]
    main, side = ([card.encode() for card in vector[name]] for name in ("main", "side"))
    owner = seats[0]
    found = {"openings": [seat.opening.hex() for seat in seats]}
    chains = [[seat.chain(asker) for asker in (1, 2)] for seat in seats]
    found["tips"] = [[chain[LINKS].hex() for chain in of] for of in chains]
    found["links"] = [chains[seat][0][LINKS - vector["number"]].hex() for seat in (0, 1)]
    found["last_link"] = chains[1][0][0].hex()
    found["list"] = encoded(main, side).hex()
    found["deck"] = owner.commitment(encoded(main, side)).hex()
    epoch = vector["epoch"]
    labels = owner.labels(epoch, main)
    found["labels"] = [card.decode() for card in labels]
    leaves = list(owner.leaves(epoch, labels))
    found["leaves"] = [leaf.hex() for leaf in leaves]
    found["root"] = root(leaves).hex()
    shown = vector["label"]
    found["salt"] = owner.salt(epoch, shown).hex()
    path = [bytes.fromhex(node) for node in vector["path"]]
    found["root_of_path"] = proven(leaves[shown], shown, len(leaves), path).hex()
    links = [bytes.fromhex(link) for link in found["links"]]
    found["picks"] = picks(game, 1, vector["number"], links, range(len(main)), 4)
    dice = Stream(h("pick", game, bytes([1]), be32(vector["number"]), *links))
    found["dice"] = [dice.pick(1_000_000) + 1 for _ in range(4)]
    handles = [1, 2, 3, 4, 5]
    Stream(h("pick", game, bytes([1]), be32(vector["number"]), *links)).shuffle(handles)
    found["order"] = handles
    found["seal"] = owner.seal(vector["seal_number"], vector["handle"]).hex()
    found["choice"] = owner.choice(vector["seal_number"], vector["text"]).hex()
    return [name for name, value in found.items() if value != vector.get(name)]


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "vectors/duel.json"
    wrong = check(json.loads(path.read_text()))
    print(f"differs: {', '.join(wrong)}" if wrong else "the vectors of the duel hold")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
