"""The sync of one room on one link. protocol/rooms.md section 6."""
import schema
from link import Broken

AIM, WINDOW, AGAIN, SLICES = 48 << 10, 4, 8, 64


class Sync:
    def __init__(self, link, room):
        self.link, self.room = link, room
        # The position of the other side in each log, once it has said so, and the place up to which we have looked for it.
        self.theirs, self.at = None, 0
        self.asked = False
        # The size of the room when its digest was sent, and the number of times that it was sent again.
        self.told, self.again = None, 0
        self.sent = self.confirmed = 0
        self.unwanted, self.proven = set(), set()
        self.refused = self.refusing = False
        # The other side says that it belongs to this private room, which our logs do not tell yet: we only take.
        self.claimed = False

    def digest(self):
        room = self.room
        self.told = len(room.runs)
        return schema.Digest(room=room.id, digest=room.digest(), opener=room.opener, nonce=room.nonce,
                             roster=room.roster.state() if room.roster else b"")

    def open(self):
        """Sends our digest, which begins an exchange."""
        self.asked = False
        self.link.send(digest=self.digest())

    def compare(self, digest):
        self.refused = False
        if not digest.digest:
            self.open()
        elif digest.digest == self.room.digest():
            self.theirs = {key: len(log.entries) + 1 for key, log in self.room.logs.items()}
            self.at = len(self.room.runs)
        else:
            self.have()

    def have(self):
        have = schema.Have(room=self.room.id)
        for log in sorted(self.room.part(), key=lambda log: (log.author, log.incarnation)):
            if log.fork:
                have.forked.append(log.named())
            if log.entries:
                have.positions.add(log=log.named(), next=len(log.entries) + 1, hash=log.head())
        self.asked = True
        self.link.send(have=have)

    def give(self, have):
        """The other side said where it stands: sends what it lacks."""
        if not self.asked:
            self.have()
        self.refused = False
        self.theirs, self.at = {}, 0
        self.unwanted = {(log.author, log.incarnation) for log in have.unwanted}
        known = {(log.author, log.incarnation) for log in have.forked}
        for position in have.positions:
            key = (position.log.author, position.log.incarnation)
            log = self.room.logs.get(key)
            before = log and log.entry(position.next - 1)
            if position.next > 1 and before and before.hash != position.hash and key not in known:
                self.theirs[key] = 1
            else:
                self.theirs[key] = position.next
        for key, proof in sorted(self.room.proofs.items()):
            if key not in known | self.proven:
                self.proven.add(key)
                self.link.send(batch=schema.Batch(room=self.room.id, forks=[proof]))
        self.pump()

    def pump(self):
        """Sends batches while there is something to send and the other side keeps up."""
        runs = self.room.runs
        if self.theirs is None and self.told is not None and self.told < len(runs) and self.again < AGAIN:
            # Our digest was not answered: it was equal there.
            self.again += 1
            return self.open()
        while self.theirs is not None and not self.refused and self.sent - self.confirmed < WINDOW:
            batch, size = schema.Batch(room=self.room.id), 0
            while self.at < len(runs) and size < AIM and len(batch.slices) < SLICES:
                log, _, last, _ = runs[self.at]
                key = (log.author, log.incarnation)
                first = self.theirs.get(key, 1)
                self.at += 1
                if key in self.unwanted or last < first or self.room.proofs and not self.room.has_part(log.author):
                    continue
                piece = self.room.slice(runs[self.at - 1], first)
                if size and size + piece.ByteSize() > AIM:
                    self.at -= 1
                    break
                self.theirs[key] = last + 1
                batch.slices.append(piece)
                size += piece.ByteSize()
            if not batch.slices:
                return
            self.sent += 1
            batch.number = self.sent
            self.link.send(batch=batch)

    def take(self, batch):
        """Stores what a batch brings and acknowledges it."""
        if batch.acknowledged:
            self.acknowledge(batch.acknowledged)
        gap = False
        for proof in batch.forks:
            if proof.room != self.room.id:
                raise Broken("A proof of a fork of another room.")
            self.room.prove(proof)
        for piece in batch.slices:
            if self.room.roster and not self.room.has_part(piece.log.author):
                # A statement that gives its author a part may be on its way: then the room is compared again.
                continue
            if not self.room.take(piece):
                gap = True
            elif self.theirs is not None:
                key = (piece.log.author, piece.log.incarnation)
                self.theirs[key] = max(self.theirs.get(key, 1), piece.first + len(piece.entries))
        if batch.number:
            self.link.send(acknowledge=schema.Acknowledge(room=self.room.id, number=batch.number))
        if gap:
            self.have()

    def refuse(self):
        """The other side refused the room. It has not taken what it did not acknowledge, and will start over."""
        self.refused, self.theirs, self.confirmed = True, None, self.sent

    def acknowledge(self, number):
        if number > self.sent:
            raise Broken("A batch was acknowledged that was not sent.")
        self.confirmed = max(self.confirmed, number)
        self.pump()
