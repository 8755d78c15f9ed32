"""The members of a private room, and the entries that count. protocol/rooms.md section 13, protocol/roster.md section 26."""
from copy import deepcopy

import schema
from hashes import head_verified


def _cuts(cuts):
    # Of several for one incarnation the first counts.
    return {cut.incarnation: cut.sequence for cut in reversed(cuts)}


def _ordered(room, author):
    """The entries of an author that are not behind a fork, in the total order."""
    return sorted((entry for log in room.logs.values() if log.author == author
                   for entry in log.entries if log.counts(entry.sequence)), key=lambda entry: entry.place())


def history(room):
    """The owner's stretches and, per author, its stretches [after, last or None]."""
    members, stretches = {room.opener: [[{}, None]]}, []
    owner, after, shown = room.opener, {}, _shown(room)
    while True:
        following, until = _stretch(room, owner, after, members, stretches, shown)
        stretches.append((owner, after, until))
        if not following or len(stretches) >= 64:
            return stretches, members
        owner, after = following


def _shown(room):
    """The transfers that new owners show: (log of the new owner, entry as the old one signed it, HandOver), in the order of those logs."""
    found = []
    for key, log in sorted(room.logs.items()):
        for entry in log.entries:
            for operation in entry.operations() if log.counts(entry.sequence) else []:
                signed = operation.HasField("take_room") and _signed(room, operation.take_room)
                hand = next((one.hand_over for one in signed.operations() if one.HasField("hand_over")
                             and one.hand_over.author == log.author), None) if signed else None
                if hand and signed.log.author != log.author:
                    found.append((key, signed, hand))
    return found


_known = {}


def _signed(room, taking):
    """The first entry of what a TakeRoom shows; None where its author has not signed it."""
    key = room.id, taking.SerializeToString()
    if key not in _known:
        from link import Broken
        from logs import Log
        _known[key], piece = None, taking.transfer
        if len(taking.previous) == 32 and piece.entries and 0 < piece.first < (1 << 63) - 1 - len(piece.entries) and piece.log.incarnation < 1 << 63:
            try:
                entries = room.chained(Log(room, piece.log.author, piece.log.incarnation), piece, taking.previous)
                _known[key] = entries[0] if head_verified(piece.log.author, entries[-1].hash, piece.signature) else None
            except Broken:
                pass
    return _known[key]


def _stretch(room, owner, after, members, stretches, shown):
    """Takes the words of an owner: the next one and what it owns after, if any, and where this one's logs end as an owner's."""
    # A transfer cannot be taken back by erasing it.
    erased = {signed.hash: signed for _, signed, _ in shown}
    words = [(entry, operation.WhichOneof("kind"), operation) for entry in _ordered(room, owner)
             if entry.sequence > after.get(entry.log.incarnation, 0)
             for operation in (erased.get(entry.hash, entry) if entry.payload is None else entry).operations() if operation.WhichOneof("kind")]
    words = [(entry, kind, getattr(operation, kind)) for entry, kind, operation in words]
    if any(log.fork for log in room.logs.values() if log.author == owner):
        return _forked(room, owner, after, members, stretches, shown, words)
    following, until = _handed(words, owner, members, lambda entry: True)
    if not following:
        _apply([(kind, word) for _, kind, word in words], owner, members)
    return following, until


def _handed(words, owner, members, may_hold):
    """The first transfer to a member by what stands before it counts, without what stands in other logs above what it names."""
    hands = [index for index, (entry, kind, _) in enumerate(words) if kind == "hand_over" and may_hold(entry)]
    for index in hands[:64]:
        entry, _, word = words[index]
        until = _cuts(word.last) | {entry.log.incarnation: entry.sequence}
        taken = deepcopy(members)
        _apply([(kind, word) for entry, kind, word in words[:index]
                if entry.sequence <= until.get(entry.log.incarnation, 0)], owner, taken)
        if word.author != owner and _open(taken, word.author):
            members.clear()
            members.update(taken)
            return (word.author, _cuts(word.after)), until
    return None, None


def _forked(room, owner, after, members, stretches, shown, words):
    """An owner who signed two histories owns the room no longer: one transfer that is shown is in force, or what stands in its main log."""
    mine = [(signed, hand) for _, signed, hand in shown
            if signed.log.author == owner and signed.sequence > after.get(signed.log.incarnation, 0)]
    different = len({signed.hash for signed, _ in mine})
    if different == 1:
        signed, hand = mine[0]
        until = _cuts(hand.last) | {signed.log.incarnation: signed.sequence}
        taken = deepcopy(members)
        _apply([(kind, word) for entry, kind, word in words
                if entry.sequence <= until.get(entry.log.incarnation, 0)], owner, taken)
        if _open(taken, hand.author):
            members.clear()
            members.update(taken)
            return (hand.author, _cuts(hand.after)), until
    main = _main(room, owner, stretches, shown)
    if different < 2:
        following, until = _handed(words, owner, members, lambda entry: entry.log.incarnation == main)
        if following:
            return following, until
    _apply([(kind, word) for entry, kind, word in words if entry.log.incarnation == main], owner, members)
    fork = room.logs[owner, main].fork if main is not None else 1
    return None, {main or 0: fork - 1 if fork else 1 << 63}


def _main(room, owner, stretches, shown):
    """The incarnation with which an owner became one: the first one of the opener, or the one that shows the transfer to it."""
    if not stretches:
        return min(incarnation for author, incarnation in room.logs if author == owner)
    before, _, until = stretches[-1]
    return next((key[1] for key, signed, _ in shown if key[0] == owner and signed.log.author == before
                 and signed.sequence == until.get(signed.log.incarnation, 0)), None)


def _apply(words, owner, members):
    for kind, word in words:
        if kind == "add_member" and word.author != owner:
            members.setdefault(word.author, [])
            if not members[word.author] or members[word.author][-1][1] is not None:
                members[word.author].append([_cuts(word.after), None])
            else:
                members[word.author][-1].append(_cuts(word.after))
        elif kind == "remove_member" and word.author != owner:
            if members.get(word.author) and members[word.author][-1][1] is None:
                members[word.author][-1][1] = _cuts(word.last)


def _open(members, author):
    return author in members and members[author][-1][1] is None


def _left(room, author, stretches):
    """Whether its own word ended its membership after it was last added."""
    last = stretches[-1]
    after = last[-1] if len(last) > 2 else last[0]
    return any(operation.HasField("leave_room") and entry.sequence > after.get(entry.log.incarnation, 0)
               for entry in _ordered(room, author) for operation in entry.operations())


def everybody(room):
    """All who are or were members."""
    if room.roster:
        return set(room.roster.people())
    return set(history(room)[1])


def belongs(room):
    """The authors that are members now."""
    if room.roster:
        return {author for author in room.roster.people() if room.roster.is_member(author)}
    stretches, members = history(room)
    last, _, until = stretches[-1]
    owner = last if until is None else None
    return {author for author, spans in members.items() if spans[-1][1] is None
            and (author == owner or not _left(room, author, spans))}


def owned(room):
    """A test of whether an entry stands inside a stretch of its author as owner."""
    if room.roster:
        return lambda entry: room.roster.is_owners(
            entry.log.author, entry.log.incarnation, entry.sequence, schema.EntryHeader.FromString(entry.header).term)
    stretches, _ = history(room)

    def inside(entry):
        for owner, after, until in stretches:
            if owner == entry.log.author and entry.sequence > after.get(entry.log.incarnation, 0) and (
                    until is None or entry.sequence <= until.get(entry.log.incarnation, 0)):
                return True
        return False
    return inside


def counting(room):
    """A test of whether an entry counts."""
    if room.kind != schema.ROOM_KIND_PRIVATE:
        return lambda entry: entry.log.counts(entry.sequence)
    if room.roster:
        return lambda entry: entry.log.counts(entry.sequence) and room.roster.counts(
            entry.log.author, entry.log.incarnation, entry.sequence)
    _, members = history(room)

    def counts(entry):
        if not entry.log.counts(entry.sequence):
            return False
        incarnation = entry.log.incarnation
        return any(entry.sequence > span[0].get(incarnation, 0) and
                   (span[1] is None or entry.sequence <= span[1].get(incarnation, 0))
                   for span in members.get(entry.log.author, []))
    return counts
