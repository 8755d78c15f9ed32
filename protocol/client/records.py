"""Records: registers, deletions, the state hash. protocol/rooms.md section 14."""
from google.protobuf.message import DecodeError

import schema
from hashes import be64, record_id, sha
from members import counting, owned

CREATOR, MEMBERS, OWNER = schema.RECORD_WRITERS_CREATOR, schema.RECORD_WRITERS_MEMBERS, schema.RECORD_WRITERS_OWNER


class Kind:
    """The rules of one kind: the writers it allows, the first being what a making without a choice has; what it may belong to,
    whether it follows that, whether it may stand alone, whether it stays as it was made, and how many of one author count below one
    parent."""

    def __init__(self, writers, *parents, follows=True, alone=True, permanent=False, most=2_000):
        self.writers, self.parents, self.follows, self.alone, self.permanent = writers, parents, follows, alone, permanent
        self.most = most


INTRODUCTION, ROOM_CARD, CHAT_MESSAGE, SHARED_FILE, EVENT, TO_DO, BUDGET_LINE, EVENT_PICTURE, LOST_PARTS = range(1, 10)
# A part may also stand alone, and follows its parent: to a parent that only its creator may change, only its creator adds.
PART = Kind([MEMBERS, CREATOR], EVENT, LOST_PARTS)
CARD_COPY, LIBRARY, LIBRARY_EDIT, DECK_LIST, CARD_REQUEST, CARD_FACTS = range(0x501, 0x507)
(TRADE_OFFER, TRADE_ANSWER, TRADE_SETTLEMENT, TRADE_RETURN, TRADE_HISTORY, CARD_MARK, CARD_PRESENTATION, DECK_COMMITMENT,
 DECK_REVEAL) = range(0x507, 0x510)
(TOURNAMENT, ENTRANT, SCORE_REPORT, RULING, WITHDRAWAL, DRAW_REQUEST, DRAW_COMMIT, DRAW_CLOSE, DRAW_REVEAL,
 DRAW_SECRET, MATCH_TABLE) = range(0x601, 0x60c)
PAPER, STROKE, DRAWING, DRAWING_LIKE, DRAWING_VEIL, OWN_DRAWING_VEIL, PORTRAIT = range(0x701, 0x708)
CARD_REQUEST_CLOSE, MODERATOR = 0x510, 0x801
PEER_INTRODUCTION = 0x901
DRAW_PART = Kind([CREATOR], DRAW_REQUEST, follows=False, alone=False, permanent=True)
TOURNAMENT_PART = Kind([CREATOR], TOURNAMENT, follows=False, alone=False, most=1_000)
MATCH_PART = Kind([CREATOR], TOURNAMENT, follows=False, alone=False, most=10_000)
TRADE_PART = Kind([CREATOR], TRADE_OFFER, follows=False, alone=False, permanent=True, most=100)
TRADE_RETURN_PART = Kind([CREATOR], TRADE_OFFER, follows=False, alone=False, permanent=True)
KINDS = {INTRODUCTION: Kind([CREATOR]), ROOM_CARD: Kind([OWNER]), CHAT_MESSAGE: Kind([CREATOR]),
         SHARED_FILE: Kind([CREATOR]), EVENT: Kind([MEMBERS, CREATOR]), TO_DO: PART, BUDGET_LINE: PART,
         EVENT_PICTURE: PART, LOST_PARTS: Kind([CREATOR]), CARD_COPY: Kind([CREATOR]), LIBRARY: Kind([CREATOR]),
         LIBRARY_EDIT: Kind([CREATOR], LIBRARY, alone=False), DECK_LIST: Kind([CREATOR]), CARD_REQUEST: Kind([CREATOR]),
         CARD_FACTS: Kind([CREATOR], CARD_REQUEST, follows=False, alone=False, most=20), TRADE_OFFER: Kind([CREATOR], permanent=True),
         TRADE_ANSWER: TRADE_PART, TRADE_SETTLEMENT: TRADE_PART, TRADE_RETURN: TRADE_RETURN_PART, TRADE_HISTORY: TRADE_PART,
         CARD_MARK: Kind([CREATOR]), CARD_PRESENTATION: Kind([CREATOR]), DECK_COMMITMENT: Kind([CREATOR], permanent=True),
         DECK_REVEAL: Kind([CREATOR], DECK_COMMITMENT), TOURNAMENT: Kind([CREATOR]), ENTRANT: TOURNAMENT_PART,
         SCORE_REPORT: MATCH_PART, RULING: MATCH_PART, WITHDRAWAL: TOURNAMENT_PART,
         DRAW_REQUEST: Kind([CREATOR], TOURNAMENT, follows=False, alone=False, permanent=True), DRAW_COMMIT: DRAW_PART, DRAW_CLOSE: DRAW_PART, DRAW_REVEAL: DRAW_PART,
         DRAW_SECRET: Kind([CREATOR]), MATCH_TABLE: MATCH_PART,
         PAPER: Kind([CREATOR]), STROKE: Kind([CREATOR], PAPER, follows=False, alone=False, most=5_000),
         DRAWING: Kind([CREATOR]), DRAWING_LIKE: Kind([CREATOR], DRAWING, follows=False, alone=False),
         DRAWING_VEIL: Kind([OWNER], DRAWING, follows=False, alone=False), OWN_DRAWING_VEIL: Kind([CREATOR]),
         PORTRAIT: Kind([CREATOR]),
         CARD_REQUEST_CLOSE: Kind([CREATOR], CARD_REQUEST, follows=False, alone=False, most=20),
         MODERATOR: Kind([OWNER]), PEER_INTRODUCTION: Kind([CREATOR])}


class Record:
    def __init__(self, put, log, order):
        author = log.author
        self.id, self.kind, self.author, self.order = record_id(author, put.nonce), put.kind, author, order
        self.log = (author, log.incarnation)
        self.parent, self.about = put.parent, put.about
        self.writers = put.writers or KINDS[put.kind].writers[0]
        self.item = record_id(author, put.item_nonce or put.nonce)
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
        """Returns the message in it; nothing where its fields do not make one."""
        try:
            return kind.FromString(self.body())
        except DecodeError:
            return kind()


def records(room):
    """Returns the visible records of a room by id, made from its logs."""
    counts, inside = counting(room), None

    def owns(entry):
        nonlocal inside
        inside = inside or owned(room)
        return inside(entry)

    def may_write(entry, record):
        if record.writers == OWNER:
            return owns(entry)
        return entry.log.author == record.author or counts(entry) and not _is_closed(room, record)

    entries = [entry for log in room.logs.values() for entry in log.entries if entry.payload is not None]
    entries.sort(key=lambda entry: entry.place())
    found, deleted = {}, set()

    def buried(entry, delete):
        """Whether a delete says which record an entry made whose payload is gone."""
        log = room.logs.get((delete.made.log.author, delete.made.log.incarnation))
        made = log and log.entry(delete.made.sequence)
        put = schema.PutRecord(nonce=delete.nonce, kind=delete.kind, parent=delete.parent, writers=delete.writers)
        return (made and made.payload is None and counts(made) and record_id(log.author, put.nonce) == delete.record
                and put.kind in KINDS and not KINDS[put.kind].permanent and put.writers in (0, *KINDS[put.kind].writers)
                and may_write(entry, Record(put, log, made.order)))

    for entry in entries:
        for operation in entry.operations():
            if operation.HasField("delete"):
                known = found.get(operation.delete.record)
                if known and not KINDS[known.kind].permanent and may_write(entry, known):
                    deleted.add(known.id)
                elif not known and buried(entry, operation.delete):
                    deleted.add(operation.delete.record)
            elif operation.HasField("put") and counts(entry):
                _put(found, deleted, entry, operation.put, may_write)
    visible = {record: made for record, made in found.items() if record not in deleted}
    return {record: made for record, made in visible.items() if not made.parent or _belongs(room, made, visible)}


def counted(found):
    """The visible records that count, in their order: of one kind below one parent no more than the kind says of each author, or
    of each log where records are permanent."""
    taken, counting = {}, []
    for record in sorted(found.values(), key=lambda record: (record.order, record.id)):
        kind = KINDS[record.kind]
        place = (record.parent, record.kind, record.log if kind.permanent else record.author)
        taken[place] = taken.get(place, 0) + bool(record.parent)
        if taken[place] <= kind.most:
            counting.append(record)
    return counting


def _put(found, deleted, entry, put, may_write):
    """Makes a record or changes one, where that counts."""
    try:
        fields = schema.fields(put.body)
    except ValueError:
        return
    if put.WhichOneof("subject") == "nonce":
        if not _may_make(put):
            return
        new = Record(put, entry.log, entry.order)
        known = found.get(new.id)
        # A permanent making counts before all others, and before a delete of what they made.
        rises = KINDS[put.kind].permanent and not (known and KINDS[known.kind].permanent)
        if (rises or not known and new.id not in deleted) and may_write(entry, new):
            deleted.discard(new.id)
            new.write(entry.place(), fields, [])
            found[new.id] = new
    elif put.record in found and not KINDS[found[put.record].kind].permanent and may_write(entry, found[put.record]):
        found[put.record].write(entry.place(), fields, put.cleared)


def _is_closed(room, record):
    """Whether only its creator may change it."""
    return record.writers == CREATOR or record.writers == MEMBERS and room.kind == schema.ROOM_KIND_LOBBY


def _belongs(room, record, visible):
    """Whether what a record belongs to is there and its maker may add to it."""
    parent = visible.get(record.parent)
    return parent is not None and parent.kind in KINDS[record.kind].parents and (
        not KINDS[record.kind].follows or parent.author == record.author or not _is_closed(room, parent))


def _may_make(put):
    kind = KINDS.get(put.kind)
    return kind is not None and len(put.nonce) == 16 and put.writers in (0, *kind.writers) and (
        kind.parents if put.parent else kind.alone) and all(
            len(id) in (0, 16) for id in (put.parent, put.item_nonce, put.about))


def state_hash(room):
    parts = [b"parlor.state.v2\0", room.id]
    for record, made in sorted(records(room).items()):
        body = made.body()
        parts += [record, be64(made.kind), made.parent or bytes(16), bytes([made.writers]),
                  made.item, made.about or bytes(16), made.author, be64(made.order), be64(len(body)), body]
    return sha(*parts)
