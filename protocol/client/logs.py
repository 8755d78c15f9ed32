"""The logs of one room: entries, slices, forks. protocol/rooms.md section 5."""
from google.protobuf.message import DecodeError

import schema
from hashes import entry_hash, head_signed, head_verified, payload_hash, record_id, room_digest, sha
from members import everybody, history
from link import Broken

HEADER, PAYLOAD, CITATIONS, LOGS = 8 << 10, 64 << 10, 64, 1024


class Entry:
    """One entry, with what follows from its place."""

    def __init__(self, log, sequence, header, payload, payload_sum, previous):
        self.log, self.sequence, self.header = log, sequence, header
        self.payload, self.payload_sum = payload, payload_sum
        self.order = 0
        self.cited = [(c.log.author, c.log.incarnation, c.sequence, c.hash) for c in
                      schema.EntryHeader.FromString(header).dependencies]
        self.hash = entry_hash(log.room.id, log.author, log.incarnation, sequence, previous, payload_sum, header)

    def operations(self):
        """Returns the message in it; nothing where its payload is not here, or is none."""
        try:
            return schema.Payload.FromString(self.payload or b"").operations
        except DecodeError:
            return []

    def place(self):
        """Returns its place in the total order."""
        return self.order, self.log.author, self.log.incarnation

    def encoded(self):
        content = {"payload_hash": self.payload_sum} if self.payload is None else {"payload": self.payload}
        return schema.Entry(header=self.header, **content)


class Log:
    def __init__(self, room, author, incarnation):
        self.room, self.author, self.incarnation = room, author, incarnation
        self.entries, self.fork = [], None

    def named(self):
        return schema.LogID(author=self.author, incarnation=self.incarnation)

    def head(self):
        return self.entries[-1].hash if self.entries else bytes(32)

    def below(self, sequence):
        """The hash of the entry before one."""
        return self.entries[sequence - 2].hash if sequence > 1 else bytes(32)

    def entry(self, sequence):
        return self.entries[sequence - 1] if 1 <= sequence <= len(self.entries) else None

    def complete(self):
        """Whether the log is forked and everything before the fork is here."""
        return self.fork is not None and len(self.entries) + 1 >= self.fork

    def counts(self, sequence):
        return self.fork is None or sequence < self.fork


class Room:
    """One room as this node has it: its logs, and the runs of entries in the order in which they were taken."""

    def __init__(self, room, kind, opener=b"", nonce=b"", roster=None):
        # Who owns the room and who belongs to it, where that is signed.
        self.roster = roster
        self.id, self.kind, self.opener, self.nonce = room, kind, opener, nonce
        self.logs, self.runs, self.proofs = {}, [], {}
        self.cited, self.awaited, self.people = {}, set(), None
        # Place of an entry to the deletes that name it, each with the place of its own entry.
        self.erasing = {}

    def log(self, author, incarnation=0):
        key = (author, incarnation)
        if key not in self.logs:
            if len(self.logs) >= LOGS or len(author) != 32 or incarnation >= 1 << 63:
                raise Broken("A log that is not taken.")
            self.logs[key] = Log(self, author, incarnation)
        return self.logs[key]

    def has(self, cited):
        author, incarnation, sequence, digest = cited
        log = self.logs.get((author, incarnation))
        entry = log and log.entry(sequence)
        return entry is not None and entry.hash == digest

    def has_part(self, author):
        """Whether an author has a part in the room: in a private one that is settled, who is or was a member by what counts."""
        if self.roster:
            return bool(self.roster.standings(author))
        return self.people is None or author in self.people

    def revocable(self):
        """Whether what made somebody a member of a private room may count no more."""
        if self.kind != schema.ROOM_KIND_PRIVATE:
            return False
        if self.roster:
            return self.roster.may_have_lost() or any(log.fork for log in self.logs.values())
        authors = [author for author, _ in self.logs]
        return any(log.fork for log in self.logs.values()) or any(authors.count(owner) > 1 for owner, _, _ in history(self)[0])

    def part(self):
        return [log for log in self.logs.values() if self.has_part(log.author)]

    def digest(self):
        heads = room_digest(self.id, [
            (log.author, log.incarnation, *((log.fork, log.below(log.fork), True) if log.complete() else (len(log.entries), log.head(), False)))
            for log in self.part() if log.entries or log.complete()])
        return sha(b"parlor.roster.room.v1\0", heads, self.roster.state()) if self.roster else heads

    def count(self):
        return sum(len(log.entries) for log in self.logs.values())

    def take(self, piece):
        """Takes a slice: True when all of it is here now, False for a gap, Broken when a rule is."""
        known = self.logs.get((piece.log.author, piece.log.incarnation))
        here = len(known.entries) if known else 0
        if piece.first < 1 or not piece.entries:
            raise Broken("A slice without a beginning.")
        if known and known.complete() and not known.counts(piece.first):
            return True
        if piece.first > here + 1:
            return False
        log = known or Log(self, piece.log.author, piece.log.incarnation)
        previous = log.below(piece.first)
        entries = self.chained(log, piece, previous)
        if not head_verified(log.author, entries[-1].hash, piece.signature):
            raise Broken("A head signature does not hold.")
        for entry in entries:
            mine = log.entry(entry.sequence)
            if mine and mine.hash != entry.hash:
                self.forked(log, piece, entry.sequence)
                return True
        if log.complete():
            return True
        new = [entry for entry in entries if entry.sequence > here]
        for entry in new:
            if not self.placed(log, entry, new):
                return False
        if new:
            log = self.log(piece.log.author, piece.log.incarnation)
            for entry in new:
                entry.log = log
            log.entries += new
            self.runs.append((log, new[0].sequence, new[-1].sequence, piece.signature))
            for entry in new:
                self.erase(entry)
                self.awaited |= {cited for cited in entry.cited if not self.has(cited)}
            if any((log.author, log.incarnation, entry.sequence, entry.hash) in self.awaited for entry in new):
                self.reorder()
            if self.people is not None or self.revocable():
                self.settle()
        return True

    def chained(self, log, piece, previous):
        entries = []
        for number, encoded in enumerate(piece.entries):
            erased = encoded.WhichOneof("content") == "payload_hash"
            payload = None if erased else encoded.payload
            if len(encoded.header) > HEADER or payload is not None and len(payload) > PAYLOAD:
                raise Broken("An entry is too long.")
            try:
                entry = Entry(log, piece.first + number, encoded.header, payload,
                              encoded.payload_hash if erased else payload_hash(payload), previous)
                said = schema.EntryHeader.FromString(encoded.header)
            except Broken:
                raise
            except Exception as error:
                raise Broken("An entry cannot be decoded.") from error
            if payload is not None and said.payload_size != len(payload):
                raise Broken("A payload is not of its size.")
            if len(entry.cited) > CITATIONS or len(entry.payload_sum) != 32:
                raise Broken("An entry holds too much.")
            entries.append(entry)
            previous = entry.hash
        return entries

    def placed(self, log, entry, new):
        """Computes the order; False when something that it depends on is not here."""
        before = log.entry(entry.sequence - 1) or next((e for e in new if e.sequence == entry.sequence - 1), None)
        order = before.order if before else 0
        for author, incarnation, sequence, digest in entry.cited:
            if (author, incarnation) == (log.author, log.incarnation):
                raise Broken("An entry cites its own log.")
            other = self.logs.get((author, incarnation))
            cited = other and other.entry(sequence)
            if other and not other.counts(sequence) or not self.has_part(author) and (not self.roster or self.revocable()):
                continue
            if cited is None or cited.hash != digest:
                if self.kind == schema.ROOM_KIND_LOBBY:
                    continue
                return False
            order = max(order, cited.order)
        entry.order = order + 1
        return True

    def forked(self, log, piece, sequence):
        """Keeps the proof that two histories were signed: both slices begin at the first difference."""
        run = next(run for run in self.runs if run[0] is log and run[1] <= sequence <= run[2])
        proof = schema.ForkProof(room=self.id)
        proof.previous = log.below(sequence)
        proof.left.CopyFrom(self.slice(run, sequence))
        proof.right.CopyFrom(piece)
        del proof.right.entries[:sequence - piece.first]
        proof.right.first = sequence
        self.prove(proof)

    def prove(self, proof):
        """Takes a proof of a fork, or finds that it is none."""
        left, right = proof.left, proof.right
        if left.log != right.log or left.first != right.first or not left.entries or not right.entries:
            raise Broken("A proof of a fork that is none.")
        log = Log(self, left.log.author, left.log.incarnation)
        sides = [self.chained(log, side, proof.previous) for side in (left, right)]
        if sides[0][0].hash == sides[1][0].hash or not all(
                head_verified(log.author, side[-1].hash, piece.signature) for side, piece in zip(sides, (left, right))):
            raise Broken("A proof of a fork that is none.")
        log = self.log(log.author, log.incarnation)
        if log.fork is None or left.first < log.fork:
            log.fork = left.first
            self.proofs[log.author, log.incarnation] = proof
            self.settle()

    def settle(self):
        """Settles members and orders of a private room: its members decide what citations count, and the orders in turn who belongs."""
        if self.kind != schema.ROOM_KIND_PRIVATE or self.roster:
            self.reorder()
            return
        self.people = {self.opener}
        for _ in range(4):
            self.reorder()
            before, self.people = self.people, everybody(self)
            if self.people == before:
                break

    def reorder(self):
        """Makes orders again: a proof came late, or in the lobby what had been cited before it was here."""
        entries = [entry for log, first, last, _ in self.runs for entry in log.entries[first - 1:last]]
        for entry in entries:
            entry.order = 0
        changed = True
        while changed:
            before = [entry.order for entry in entries]
            for entry in entries:
                self.placed(entry.log, entry, [])
            changed = before != [entry.order for entry in entries]

    def slice(self, run, first):
        log, begin, last, signature = run
        return schema.Slice(
            log=log.named(), first=max(first, begin), signature=signature,
            entries=[entry.encoded() for entry in log.entries[max(first, begin) - 1:last]])

    def write(self, account, author, operations, now, incarnation=0, cites=True):
        """Appends an entry of our own that cites what is new here, and signs it by itself."""
        log = self.log(author, incarnation)
        header = schema.EntryHeader(wall_milliseconds=now)
        if self.roster and self.roster.owner == author:
            header.term = self.roster.chain[-1].hash[:8]
        for key, other in sorted(self.logs.items()) if cites else []:
            newest = len(other.entries) if other.fork is None else other.fork - 1
            if other is not log and self.has_part(other.author) and newest > self.cited.get(key, 0) \
                    and len(header.dependencies) < CITATIONS:
                header.dependencies.add(log=other.named(), sequence=newest, hash=other.entry(newest).hash)
                self.cited[key] = newest
        payload = schema.Payload(operations=operations).SerializeToString()
        header.payload_size = len(payload)
        entry = Entry(log, len(log.entries) + 1, header.SerializeToString(), payload, payload_hash(payload), log.head())
        self.placed(log, entry, [])
        log.entries.append(entry)
        self.runs.append((log, entry.sequence, entry.sequence, head_signed(account, entry.hash)))
        self.erase(entry)
        return entry

    def erase(self, entry):
        """Drops the payloads that deletions of the same author name, whichever came first: section 14."""
        if self.kind == schema.ROOM_KIND_TABLE:
            return
        for place, delete in self.erasing.get((entry.log.author, entry.log.incarnation, entry.sequence), []):
            if place > entry.place():
                self.drop(entry, delete)
        for operation in entry.operations():
            for place in operation.delete.erased if operation.HasField("delete") else []:
                key = (place.log.author, place.log.incarnation, place.sequence)
                if place.log.author == entry.log.author:
                    self.erasing.setdefault(key, []).append((entry.place(), operation.delete))
                    log = self.logs.get(key[:2])
                    target = log and log.entry(place.sequence)
                    if target and target.place() < entry.place():
                        self.drop(target, operation.delete)

    def drop(self, entry, delete):
        """Drops a payload that says nothing but what the delete says, and never the one that opens a private room."""
        opens = self.kind == schema.ROOM_KIND_PRIVATE and entry.sequence == 1 and entry.log.author == self.opener
        if not opens and entry.payload is not None and erasable(entry, delete):
            entry.payload = None


def erasable(entry, delete):
    """Whether an entry holds nothing but changes of the record that a delete is about, and its making as the delete says it."""
    from records import KINDS
    made = (delete.made.log.author, delete.made.log.incarnation, delete.made.sequence)

    def told(put):
        if put.WhichOneof("subject") != "nonce":
            return put.record == delete.record
        return (record_id(entry.log.author, put.nonce) == delete.record and put.kind in KINDS and not KINDS[put.kind].permanent
                and made == (entry.log.author, entry.log.incarnation, entry.sequence)
                and all(getattr(put, name) == getattr(delete, name) for name in ("nonce", "kind", "parent", "writers")))

    return all(operation.HasField("put") and told(operation.put) for operation in entry.operations())
