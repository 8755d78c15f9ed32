"""Records: registers, deletions, the state hash. protocol/README.md section 14."""
import schema
from hashes import be64, record_id, sha
from members import counting, owned

# What every member of a room may change, in the lobby its creator only.
COMMON = {schema.RECORD_KIND_EVENT, schema.RECORD_KIND_TO_DO, schema.RECORD_KIND_BUDGET_LINE,
          schema.RECORD_KIND_EVENT_PICTURE}
# To what records of some kinds belong.
PARENTS = {schema.RECORD_KIND_TO_DO: schema.RECORD_KIND_EVENT, schema.RECORD_KIND_EVENT_PICTURE: schema.RECORD_KIND_EVENT,
           schema.RECORD_KIND_READ_ONLY_TO_DO: schema.RECORD_KIND_READ_ONLY_EVENT,
           schema.RECORD_KIND_READ_ONLY_PICTURE: schema.RECORD_KIND_READ_ONLY_EVENT}
KINDS = {*COMMON, *PARENTS, schema.RECORD_KIND_INTRODUCTION, schema.RECORD_KIND_ROOM_CARD,
         schema.RECORD_KIND_CHAT_MESSAGE, schema.RECORD_KIND_SHARED_FILE, schema.RECORD_KIND_READ_ONLY_EVENT,
         schema.RECORD_KIND_READ_ONLY_BUDGET_LINE, schema.RECORD_KIND_KEPT_TO_DO}


class Record:
    def __init__(self, record, kind, author, order, parent=b""):
        self.id, self.kind, self.author, self.order, self.parent = record, kind, author, order, parent
        # Field number to (place of the last write, the bytes of the field).
        self.registers = {}

    def write(self, place, put):
        for number, data in schema.fields(put.body).items():
            self.set(number, place, data)
        for number in put.cleared:
            self.set(number, place, b"")

    def set(self, number, place, data):
        if number not in self.registers or place >= self.registers[number][0]:
            self.registers[number] = (place, data)

    def body(self):
        return b"".join(self.registers[number][1] for number in sorted(self.registers))


def records(room):
    """The visible records of a room by id, made from its logs anew."""
    counts, inside = counting(room), None
    entries = [entry for log in room.logs.values() for entry in log.entries if entry.payload is not None]
    entries.sort(key=lambda entry: entry.place())
    found, deleted = {}, set()
    for entry in entries:
        for operation in entry.operations():
            author = entry.log.author
            if operation.HasField("delete"):
                word = operation.delete
                known = found.get(word.record)
                if record_id(author, word.nonce) == word.record:
                    deleted.add(word.record)
                elif known and counts(entry) and _is_common(room, known):
                    deleted.add(word.record)
            elif operation.HasField("put") and counts(entry):
                put = operation.put
                if put.WhichOneof("subject") == "nonce":
                    record = record_id(author, put.nonce)
                    if record in found or not _may_make(room, put):
                        continue
                    found[record] = Record(record, put.kind, author, entry.order, put.parent)
                else:
                    record = put.record
                if record not in found:
                    continue
                if found[record].kind == schema.RECORD_KIND_ROOM_CARD:
                    inside = inside or owned(room)
                    allowed = inside(entry)
                else:
                    allowed = found[record].author == author or _is_common(room, found[record])
                if allowed:
                    found[record].write(entry.place(), put)
    visible = {record: made for record, made in found.items() if record not in deleted}
    return {record: made for record, made in visible.items() if not made.parent or _belongs(made, visible)}


def _is_common(room, record):
    return record.kind in COMMON and room.kind != schema.ROOM_KIND_LOBBY


def _belongs(record, visible):
    """Whether what a record belongs to is there; what others belong to belongs to nothing itself."""
    parent = visible.get(record.parent)
    return parent is not None and parent.kind == PARENTS[record.kind]


def _may_make(room, put):
    if put.kind not in KINDS or bool(put.parent) != (put.kind in PARENTS) or len(put.nonce) != 16:
        return False
    if put.kind == schema.RECORD_KIND_INTRODUCTION:
        return put.nonce == bytes(16)
    if put.kind == schema.RECORD_KIND_ROOM_CARD:
        return put.nonce == room.nonce
    return True


def state_hash(room):
    parts = [b"parlor.state.v1\0", room.id]
    for record, made in sorted(records(room).items()):
        body = made.body()
        parts += [record, be64(made.kind), made.parent or bytes(16), made.author, be64(made.order), be64(len(body)), body]
    return sha(*parts)
