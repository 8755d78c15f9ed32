"""Pairing, by ticket and by words. protocol/links.md section 16."""
import os
import time

import hashes as h
import schema
from link import Broken


class Pairing:
    """The pairings of one node; of exchanges of words one at a time."""

    def __init__(self, node):
        self.node, self.tickets, self.using = node, {}, None
        self.clear()

    def clear(self):
        self.link = self.nonce = self.commitment = self.code = None
        self.asks = self.yes = self.theirs = False

    def end(self, link):
        if link is self.link:
            self.clear()

    # Tickets

    def ticket(self, addresses):
        secret = os.urandom(16)
        self.tickets = {secret: (None, time.monotonic() + 600)}
        return h.ticket_text(self.node.identity.node, secret, addresses)

    def use_ticket(self, text, source="127.0.0.1"):
        """Dials a ticket's maker, or takes its link, and proves that we have the ticket."""
        node = self.node
        maker, secret, addresses = h.ticket_parts(text)
        for address in addresses if maker not in node.links else []:
            try:
                node.dial(address, source)
            except OSError:
                continue
            if node.wait(lambda: maker in node.links, 5):
                break
        with node.lock:
            self.using = maker
            node.links[maker].send(pair_ticket=schema.PairTicket(
                proof=h.ticket_proof(secret, maker, node.identity.node)))
        return node.wait(lambda: maker in node.paired)

    def on_pair_ticket(self, link, word):
        for secret, (user, until) in self.tickets.items():
            if (word.proof == h.ticket_proof(secret, self.node.identity.node, link.peer)
                    and time.monotonic() < until and user in (None, link.peer)):
                self.tickets[secret] = (link.peer, until)
                self.node.pair(link)
                link.send(pair_confirm=schema.PairConfirm())
                return
        self.refuse(link, schema.PAIR_REFUSAL_REASON_TICKET)

    # Words

    def ask(self, link):
        """Our person wants to compare words."""
        self.clear()
        self.link, self.asks, self.nonce = link, True, os.urandom(32)
        link.send(pair_ask=schema.PairAsk(
            commitment=h.pair_commitment(self.node.identity.node, link.peer, self.nonce)))

    def answer(self):
        """Our person goes on with the question that came."""
        self.nonce = os.urandom(32)
        self.link.send(pair_nonce=schema.PairNonce(nonce=self.nonce))

    def confirm(self):
        """Our person said that the words match."""
        self.yes = True
        self.link.send(pair_confirm=schema.PairConfirm())
        self.settle()

    def settle(self):
        if self.yes and self.theirs:
            link = self.link
            self.clear()
            self.node.pair(link)

    def refuse(self, link, reason):
        link.send(pair_refuse=schema.PairRefuse(reason=reason))

    def on_pair_ask(self, link, word):
        if self.link is not None and (self.link is not link or self.node.identity.node < link.peer):
            # Of two questions at once, that of the smaller node id counts.
            if self.link is not link:
                self.refuse(link, schema.PAIR_REFUSAL_REASON_BUSY)
            return
        self.clear()
        self.link, self.commitment = link, word.commitment

    def on_pair_nonce(self, link, word):
        if link is not self.link or self.nonce is None or self.code or len(word.nonce) != 32:
            raise Broken("A nonce that nobody waits for.")
        mine, other = self.node.identity.node, link.peer
        if self.asks:
            link.send(pair_nonce=schema.PairNonce(nonce=self.nonce))
            self.code = h.pair_code(mine, other, self.nonce, word.nonce)
        elif h.pair_commitment(other, mine, word.nonce) != self.commitment:
            self.clear()
            self.refuse(link, schema.PAIR_REFUSAL_REASON_MISMATCH)
        else:
            self.code = h.pair_code(other, mine, word.nonce, self.nonce)

    def on_pair_confirm(self, link, _):
        if link is self.link and self.code:
            self.theirs = True
            self.settle()
        elif link.peer == self.using:
            self.node.pair(link)

    def on_pair_refuse(self, link, word):
        self.node.refusals.append(word)
        self.end(link)
