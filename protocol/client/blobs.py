"""Blobs: giving and fetching what records point at. protocol/rooms.md section 17."""
import hashes as h
import schema
from link import Broken
from records import SHARED_FILE, records

LARGEST, TO_STRANGER, TO_PAIRED = 4 << 20, 1, 8


class Fetch:
    """A blob that is not whole yet: its hashes are believed once they give its id."""

    def __init__(self, room, blob, size):
        self.room, self.blob, self.size = room, blob, size
        self.hashes, self.content = None, b""

    def first(self):
        return len(self.content) // h.CHUNK


class Blobs:
    def __init__(self, node):
        self.node = node
        self.whole, self.fetches, self.asking, self.told = {}, {}, {}, set()

    def keep(self, content):
        """Keeps bytes of our own; what a record then points at."""
        if not 1 <= len(content) <= LARGEST:
            raise ValueError("a blob has 1 byte to 4 MiB")
        blob = h.blob_id(len(content), h.chunk_hashes(content))
        self.whole[blob] = content
        return schema.BlobReference(blob=blob, size=len(content))

    def files(self, room):
        """The files of a room: (name, blob id, size)."""
        found = [record.message(schema.SharedFile) for record in records(self.node.rooms[room]).values()
                 if record.kind == SHARED_FILE]
        return [(file.name, file.content.blob, file.content.size) for file in found]

    def share(self, room, name, content):
        with self.node.lock:
            reference = self.keep(content)
            file = schema.SharedFile(name=name, content=reference)
            self.node.put(room, SHARED_FILE, file)
            return reference.blob

    def fetch(self, room, blob, size):
        """Asks every link that shares the room, one after the other."""
        with self.node.lock:
            if blob not in self.whole and 1 <= size <= LARGEST:
                self.fetches.setdefault(blob, Fetch(room, blob, size))
                self.ask()

    def ask(self):
        for link in [*self.node.links.values()]:
            if link in self.asking:
                continue
            for fetch in self.fetches.values():
                if self.node.shared(link, self.node.rooms[fetch.room]) and (link, fetch.blob) not in self.told:
                    self.asking[link] = fetch
                    link.send(blob_ask=schema.BlobAsk(
                        room=fetch.room, blob=fetch.blob, first=fetch.first(), hashes=fetch.hashes is None))
                    break

    def on_blob_ask(self, link, ask):
        room = self.node.rooms.get(ask.room)
        content = self.whole.get(ask.blob)
        given = room and self.node.shared(link, room) and content is not None and any(
            blob == ask.blob for _, blob, _ in self.files(ask.room))
        if not given or ask.first * h.CHUNK >= len(content):
            link.send(blob_here=schema.BlobHere(blob=ask.blob, here=False))
            return
        most = TO_PAIRED if link.peer in self.node.paired else TO_STRANGER
        starts = range(ask.first * h.CHUNK, len(content), h.CHUNK)[:most]
        link.send(blob_chunks=schema.BlobChunks(
            blob=ask.blob, size=len(content), first=ask.first,
            hashes=b"".join(h.chunk_hashes(content)) if ask.hashes else b"",
            chunks=[content[at:at + h.CHUNK] for at in starts]))

    def on_blob_chunks(self, link, said):
        fetch = self.asking.pop(link, None)
        if fetch is None or fetch.blob != said.blob:
            raise Broken("Chunks came that nobody asked for.")
        if fetch.blob in self.whole:
            return self.ask()
        if fetch.hashes is None:
            hashes = [said.hashes[at:at + 32] for at in range(0, len(said.hashes), 32)]
            if h.blob_id(fetch.size, hashes) != fetch.blob or len(hashes) != -(-fetch.size // h.CHUNK):
                self.told.add((link, fetch.blob))
                return self.ask()
            fetch.hashes = hashes
        for number, chunk in enumerate(said.chunks, said.first):
            if number != fetch.first():
                continue
            if number >= len(fetch.hashes) or h.sha(chunk) != fetch.hashes[number]:
                self.told.add((link, fetch.blob))
                break
            fetch.content += chunk
            if len(fetch.content) == fetch.size:
                self.whole[fetch.blob] = fetch.content
                del self.fetches[fetch.blob]
                break
        self.ask()

    def on_blob_here(self, link, said):
        if said.here:
            self.told.discard((link, said.blob))
        elif self.asking.get(link) and self.asking[link].blob == said.blob:
            del self.asking[link]
            self.told.add((link, said.blob))
        self.ask()
