"""Records: registers, deletions, the state hash. protocol/README.md section 14."""
from google.protobuf.message import DecodeError

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

    def write(self, place, fields, cleared):
        for number in cleared:
            self.set(number, place, b"")
        for number, data in fields.items():
            self.set(number, place, data)

    def set(self, number, place, data):
        if number not in self.registers or place >= self.registers[number][0]:
            self.registers[number] = (place, data)

    def body(self):
        return b"".join(self.registers[number][1] for number in sorted(self.registers))

    def message(self, kind):
        """What it says; nothing where its fields do not make such a message."""
        try:
            return kind.FromString(self.body())
        except DecodeError:
            return kind()


def records(room):
    """The visible records of a room by id, made from its logs anew."""
    counts, inside = counting(room), None

    def owns(entry):
        nonlocal inside
        inside = inside or owned(room)
        return inside(entry)

    def may_write(entry, record):
        if record.kind == schema.RECORD_KIND_ROOM_CARD:
            return owns(entry)
        return entry.log.author == record.author or counts(entry) and _is_common(room, record)

    entries = [entry for log in room.logs.values() for entry in log.entries if entry.payload is not None]
    entries.sort(key=lambda entry: entry.place())
    found, deleted = {}, set()
    for entry in entries:
        for operation in entry.operations():
            if operation.HasField("delete"):
                known = found.get(operation.delete.record)
                if known and may_write(entry, known):
                    deleted.add(known.id)
            elif operation.HasField("put") and counts(entry):
                _put(found, entry, operation.put, may_write)
    visible = {record: made for record, made in found.items() if record not in deleted}
    return {record: made for record, made in visible.items() if not made.parent or _belongs(made, visible)}


def _put(found, entry, put, may_write):
    """Makes a record or changes one, where that counts."""
    try:
        fields = schema.fields(put.body)
    except ValueError:
        return
    author = entry.log.author
    if put.WhichOneof("subject") == "nonce":
        new = Record(record_id(author, put.nonce), put.kind, author, entry.order, put.parent)
        if new.id not in found and _may_make(put) and may_write(entry, new):
            new.write(entry.place(), fields, [])
            found[new.id] = new
    elif put.record in found and may_write(entry, found[put.record]):
        found[put.record].write(entry.place(), fields, put.cleared)


def _is_common(room, record):
    return record.kind in COMMON and room.kind != schema.ROOM_KIND_LOBBY


def _belongs(record, visible):
    """Whether what a record belongs to is there; what others belong to belongs to nothing itself."""
    parent = visible.get(record.parent)
    return parent is not None and parent.kind == PARENTS[record.kind]


def _may_make(put):
    return put.kind in KINDS and len(put.parent) == (16 if put.kind in PARENTS else 0) and len(put.nonce) == 16


def state_hash(room):
    parts = [b"parlor.state.v1\0", room.id]
    for record, made in sorted(records(room).items()):
        body = made.body()
        parts += [record, be64(made.kind), made.parent or bytes(16), made.author, be64(made.order), be64(len(body)), body]
    return sha(*parts)
