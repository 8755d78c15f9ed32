"""The ground of an attack: the address of the victim, addresses of its own, links without rules."""
import random
import socket
import time

import schema
from OpenSSL import SSL
from link import Identity
from raw import Raw

#: The errors by which the attacked side ends a link: it closes, resets, refuses, or says nothing for long.
ENDS = (OSError, SSL.Error, TimeoutError)


class Ground:
    """Each attack has 127.NUMBER.0.0/16 to itself, so nobody else's limits by address are touched."""

    def __init__(self, number, facts, seconds):
        self.number, self.facts, self.seconds = number, facts, seconds
        self.address = facts["address"]
        self.host, port = self.address.split(":")
        self.port = int(port)
        self.until = time.monotonic() + seconds
        self.places, self.random = 0, random.Random(number)

    def goes_on(self):
        return time.monotonic() < self.until

    def rest(self):
        return max(0.0, self.until - time.monotonic())

    def place(self):
        """A source address that was not used yet."""
        self.places += 1
        at = self.places
        return f"127.{self.number}.{at // 250}.{at % 250 + 1}"

    def socket(self, place=None):
        """A connection without TLS."""
        made = socket.socket()
        made.settimeout(5)
        try:
            made.bind((place or self.place(), 0))
            made.connect((self.host, self.port))
        except BaseException:
            made.close()
            raise
        return made

    def link(self, identity=None, place=None, **words):
        """A link after its Hello as a stranger; None when there is no place for it."""
        try:
            raw = Raw(self.address, place or self.place(), identity, **words).hello()
            if raw.until("hello") is not None:
                return raw
            raw.end()
        except ENDS:
            pass
        return None

    def links(self, count):
        """Opens so many links, or as many as the victim has places for."""
        return [raw for raw in (self.link() for _ in range(count)) if raw]

    def paired(self, name="Mallory"):
        """A link that the victim's person has paired with, which lies all the same."""
        from hashes import ticket_parts, ticket_proof
        identity, deadline, raw = Identity(name), time.monotonic() + 60, None
        while raw is None:
            assert time.monotonic() < deadline, "the victim takes no new link within a minute"
            raw = self.link(identity, patience=20)
        maker, secret, _ = ticket_parts(self.facts["tickets"].pop())
        raw.send(pair_ticket=schema.PairTicket(proof=ticket_proof(secret, maker, raw.identity.node)))
        try:
            assert raw.until("pair_confirm") is not None, "the ticket is not taken"
        except TimeoutError:
            raise AssertionError("the ticket is not answered within 20 s") from None
        return raw

    def flood(self, raws, data, ended=None):
        """Writes the same bytes on links for as long as it lasts and they do; returns how often.

        `ended` gives a link for one that was closed, or None.
        """
        written, raws = 0, list(raws)
        while self.goes_on() and raws:
            for at, raw in enumerate(raws):
                try:
                    raw.raw(data)
                    written += 1
                except ENDS:
                    raw.end()
                    raws[at] = ended() if ended and self.goes_on() else None
            raws = [raw for raw in raws if raw]
        return written


def framed(**body):
    data = schema.Frame(**body).SerializeToString()
    return len(data).to_bytes(4, "big") + data


def crowd(frame, size=16_000):
    """As many of one frame as fit into one write."""
    return frame * max(1, size // len(frame))
