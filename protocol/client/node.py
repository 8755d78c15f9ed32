"""A node: its links, rooms, pairings and tables. protocol/links.md sections 3 and 16; protocol/rooms.md section 6; protocol/war.md section 7.

Everything is in memory: an account lives as long as its node, so no log is ever written on by a second run.
"""
import os
import socket
import threading
import time

import hashes as h
import schema
from blobs import Blobs
from link import Broken, Link
from logs import Room
from members import belongs, everybody
from pairing import Pairing
from records import CHAT_MESSAGE, INTRODUCTION, counted, records
from roster import Roster
from rosters import Rosters
from sync import Sync


class Node:
    def __init__(self, identity):
        self.identity = identity
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.dials, self.run = 0, int.from_bytes(os.urandom(8), "big")
        self.links, self.opening, self.errors, self.goodbyes = {}, set(), [], []
        self.paired, self.pairing, self.refusals = set(), Pairing(self), []
        self.rooms, self.tables, self.offers = {}, {}, {}
        self.here, self.port, self.blobs = {}, 0, Blobs(self)
        self.rosters = Rosters(self)
        self.room(Room(h.LOBBY, schema.ROOM_KIND_LOBBY))
        threading.Thread(target=self.clock, daemon=True).start()

    # Links

    def listen(self, address="127.0.0.1"):
        server = socket.create_server((address, 0))
        self.port = server.getsockname()[1]

        def accept():
            while True:
                sock, _ = server.accept()
                self.begin(sock, False)
        threading.Thread(target=accept, daemon=True).start()
        return f"{address}:{self.port}"

    def dial(self, address, source="127.0.0.1"):
        host, _, port = address.rpartition(":")
        sock = socket.create_connection((host.strip("[]"), int(port)), 5, (source, 0))
        return self.begin(sock, True)

    def begin(self, sock, dialled):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = Link(self, sock, dialled)
        self.opening.add(link)
        return link

    def up(self, link):
        """A Hello came: of two links to one node one stays (section 3)."""
        older = self.links.get(link.peer)
        if older:
            newer = link if link.displaces(older) else older
            gone = older if newer is link else link
            self.links[link.peer] = newer
            gone.close(schema.GOODBYE_REASON_DUPLICATE, "Another link is kept.")
            if gone is link:
                return
        self.links[link.peer] = link
        link.send(rooms_digest=self.all_rooms(link))
        for table in self.tables.values():
            table.linked(link)
        self.offer(link)

    def down(self, link):
        self.opening.discard(link)
        if link.goodbye:
            self.goodbyes.append(link.goodbye)
        if self.links.get(link.peer) is link:
            del self.links[link.peer]
            self.pairing.end(link)
            for author in link.accounts:
                self.here = {key: value for key, value in self.here.items() if key[1] != author}

    def clock(self):
        last = time.monotonic()
        while True:
            time.sleep(1)
            now = time.monotonic()
            with self.lock:
                for link in [*self.opening]:
                    link.tick(now)
                if now - last > 60:
                    last = now
                    for link in [*self.links.values()]:
                        link.send(rooms_digest=self.all_rooms(link))

    def stop(self):
        for link in [*self.opening]:
            link.close(schema.GOODBYE_REASON_STOPPING, "The node stops.")

    def wait(self, holds, seconds=20):
        """Waits until something holds; returns it, or something false when the time is over."""
        deadline = time.monotonic() + seconds
        with self.lock:
            while not (value := holds()):
                if self.errors:
                    raise self.errors[0]
                left = deadline - time.monotonic()
                if left <= 0:
                    return value
                self.changed.wait(min(left, 0.5))
            return value

    # Frames

    def frame(self, link, kind, body):
        part = self.blobs if kind.startswith("blob") else self.pairing if kind.startswith("pair") else self
        part = self.rosters if kind.startswith("roster") else part
        handler = getattr(part, "on_" + kind, None)
        if handler:
            handler(link, body)

    def sync(self, link, room):
        if room not in link.syncs:
            link.syncs[room] = Sync(link, self.rooms[room])
        return link.syncs[room]

    def shared(self, link, room):
        """Whether a room's frames may go to this link."""
        if room.kind == schema.ROOM_KIND_LOBBY:
            return True
        if room.kind == schema.ROOM_KIND_TABLE:
            return any(author in self.tables[room.id].people() for author in link.accounts)
        if link.peer not in self.paired:
            return False
        if room.kind == schema.ROOM_KIND_DIRECT:
            return room.opener in link.accounts
        present = belongs(room)
        return any(author in present or not room.logs and author == room.opener for author in link.accounts)

    def all_rooms(self, link, each=False):
        rooms = {room.id: room for room in self.rooms.values() if self.shared(link, room)}
        said = schema.RoomsDigest(longest_frame=link.longest())
        if each:
            for room in sorted(rooms):
                sync = self.sync(link, room)
                sync.asked = False
                said.rooms.append(sync.digest())
        else:
            said.digest = h.rooms_digest({room.id: room.digest() for room in rooms.values() if room.count()})
        return said

    def on_rooms_digest(self, link, said):
        if said.digest:
            link.agreed = said.digest == self.all_rooms(link).digest
            if not link.agreed:
                link.send(rooms_digest=self.all_rooms(link, each=True))
                return
            for room in self.rooms.values():
                if self.shared(link, room):
                    self.sync(link, room.id).compare(schema.Digest(digest=room.digest()))
        for digest in said.rooms:
            self.on_digest(link, digest)

    def on_digest(self, link, digest):
        if digest.room not in self.rooms:
            self.learn(link, digest)
        if self.rosters.compare(link, digest):
            return
        if self.claims(link, digest):
            sync = self.sync(link, digest.room)
            sync.claimed = True
            sync.have()
        elif self.takes(link, digest.room):
            self.sync(link, digest.room).compare(digest)

    def claims(self, link, digest):
        """Whether a paired peer says that it belongs to a private room of ours, and may: its owner may have added it since."""
        known = self.rooms.get(digest.room)
        if not known or known.kind != schema.ROOM_KIND_PRIVATE or known.roster or self.shared(link, known) or link.peer not in self.paired:
            return False
        return (digest.opener, digest.nonce) == (known.opener, known.nonce) and self.identity.author in belongs(known) \
            and not any(author in everybody(known) for author in link.accounts)

    def claimed(self, link, room):
        return room in link.syncs and link.syncs[room].claimed

    def learn(self, link, digest):
        """A room that we do not know: a private one to which a paired peer says we belong, or one of two."""
        if link.peer not in self.paired:
            return
        if len(digest.nonce) == 16 and h.private_id(digest.opener, digest.nonce) == digest.room:
            self.room(Room(digest.room, schema.ROOM_KIND_PRIVATE, digest.opener, digest.nonce,
                           Roster(digest.room) if digest.roster else None))
        for author in link.accounts:
            if h.direct_id(author, self.identity.author) == digest.room:
                self.room(Room(digest.room, schema.ROOM_KIND_DIRECT, author))

    def takes(self, link, room):
        known = self.rooms.get(room)
        if known and (self.shared(link, known) or link.peer in self.paired and known.kind == schema.ROOM_KIND_PRIVATE and (
                not self.rosters.is_ours(known) if known.roster else not known.logs)):
            return True
        self.refuse(link, room)
        return False

    def refuse(self, link, room):
        """Says that a room is not shared; of one with a roster only, whether somebody there was removed."""
        removed = self.rosters.removed(link, self.rooms.get(room))
        link.send(room_refused=schema.RoomRefused(room=room, reason="This room is not shared here.", removed=removed))

    def on_have(self, link, have):
        if not self.claimed(link, have.room) and self.takes(link, have.room):
            self.sync(link, have.room).give(have)

    def on_batch(self, link, batch):
        if not self.claimed(link, batch.room) and not self.takes(link, batch.room):
            return
        room = self.rooms[batch.room]
        if room.kind == schema.ROOM_KIND_DIRECT:
            people = {room.opener, self.identity.author}
            if any(piece.log.author not in people for piece in batch.slices):
                raise Broken("Somebody wrote who does not belong to the room.")
        self.sync(link, batch.room).take(batch)
        if room.kind == schema.ROOM_KIND_PRIVATE and not room.roster:
            people = everybody(room)
            # The entry that made somebody a member may count no more: that person's entries are here then and have no part in the room.
            if room.people is None and any(author not in people for author, _ in room.logs):
                raise Broken("Somebody wrote who does not belong to the room.")
            if self.claimed(link, batch.room) and self.shared(link, room):
                link.syncs[batch.room].claimed = False
                link.syncs[batch.room].open()
        self.spread(batch.room)

    def on_acknowledge(self, link, word):
        if word.room in link.syncs:
            link.syncs[word.room].acknowledge(word.number)

    def on_room_refused(self, link, word):
        if word.room in self.rooms:
            self.sync(link, word.room).refuse()
        self.refusals.append(word)

    def on_table_offers(self, link, said):
        self.offers = {room: offer for room, offer in self.offers.items() if offer.host not in link.accounts}
        for offer in said.offers:
            # Matches that may be watched are nothing to join.
            if offer.watchable:
                continue
            if offer.host not in link.accounts:
                raise Broken("A table is offered for somebody else.")
            self.offers[offer.room] = offer

    def on_presence(self, link, said):
        if said.author not in link.accounts:
            raise Broken("Presence of somebody else.")
        self.here[said.room, said.author] = said.here
        self.spread(said.room)

    def on_ephemeral(self, link, said):
        if said.author not in link.accounts or len(said.body) > 1024:
            raise Broken("An ephemeral of somebody else, or a long one.")

    def on_ask(self, link, ask):
        if ask.author not in link.accounts:
            raise Broken("Somebody else is said to ask.")
        table = self.tables.get(ask.room)
        if ask.watch:
            link.send(declined=schema.Declined(room=ask.room, reason="Nobody may watch here.", for_good=True))
        elif table and not ask.withdrawn:
            table.asked(link, ask.author)
        elif not table:
            link.send(declined=schema.Declined(room=ask.room, reason="There is no such table.", for_good=True))

    def on_declined(self, link, word):
        if word.room in self.tables:
            self.tables[word.room].declined = word.reason

    def pair(self, link):
        """This person trusts the other node from now on."""
        self.paired.add(link.peer)
        link.send(rooms_digest=self.all_rooms(link))

    # Rooms

    def room(self, room):
        self.rooms[room.id] = room
        return room

    def spread(self, room):
        """Something is new in a room: tells the links, and lets its table go on."""
        if room in self.tables:
            self.tables[room].go_on()
        for link in [*self.links.values()]:
            if room in self.rooms and self.shared(link, self.rooms[room]):
                self.sync(link, room).pump()
        self.changed.notify_all()

    def write(self, room, *operations, **words):
        known = self.rooms[room]
        entry = known.write(self.identity.account, self.identity.author, operations, int(time.time() * 1000), **words)
        self.spread(room)
        return entry

    def put(self, room, kind, body, nonce=None, **words):
        """Makes a record, and before the first one in a room who we are; returns its id."""
        nonce, made = nonce or os.urandom(16), []
        author = self.identity.author
        if h.record_id(author, bytes(16)) not in records(self.rooms[room]):
            me = schema.Introduction(name=self.identity.name, colour=self.identity.colour)
            made.append(schema.PutRecord(nonce=bytes(16), kind=INTRODUCTION, body=me.SerializeToString()))
        made.append(schema.PutRecord(nonce=nonce, kind=kind, body=body.SerializeToString(), **words))
        self.write(room, *(schema.Operation(put=put) for put in made))
        return h.record_id(author, nonce)

    def say(self, room, text):
        with self.lock:
            return self.put(room, CHAT_MESSAGE, schema.ChatMessage(text=text))

    def make(self, room, kind, body, **words):
        """Makes a record: `parent`, `about` and `writers` as PutRecord has them."""
        with self.lock:
            return self.put(room, kind, body, **words)

    def change(self, room, record, body):
        with self.lock:
            self.write(room, schema.Operation(put=schema.PutRecord(record=record, body=body.SerializeToString())))

    def delete(self, room, record):
        """Deletes a record, of any creator, and leaves what was written where it is."""
        with self.lock:
            known = records(self.rooms[room])[record]
            word = schema.DeleteRecord(record=record, kind=known.kind, parent=known.parent, writers=known.writers)
            self.write(room, schema.Operation(delete=word))

    def made(self, room, kind, message):
        """(id, message, record) of a room's records of a kind that count, in their order."""
        with self.lock:
            found = [record for record in counted(records(self.rooms[room])) if record.kind == kind]
        return [(record.id, record.message(message), record) for record in found]

    def messages(self, room):
        """(author, text) of a room's messages in their order."""
        with self.lock:
            said = [record for record in records(self.rooms[room]).values()
                    if record.kind == CHAT_MESSAGE]
        said.sort(key=lambda record: (record.order, record.id))
        return [(record.author, record.message(schema.ChatMessage).text) for record in said]

    def offer(self, link):
        offers = [table.offer() for table in self.tables.values() if table.open()]
        link.send(table_offers=schema.TableOffers(offers=offers))

