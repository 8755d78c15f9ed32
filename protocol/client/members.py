"""Who belongs to a private room, and which entries count. protocol/README.md section 13."""
from copy import deepcopy

import schema


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
    owner, after = room.opener, {}
    while True:
        following, until = _stretch(room, owner, after, members)
        stretches.append((owner, after, until if following else None))
        if not following or len(stretches) >= 64:
            return stretches, members
        owner, after = following


def _stretch(room, owner, after, members):
    """Takes the words of an owner: the next one and what it owns after, if any, and where this one's logs end as an owner's."""
    words = [(entry, operation.WhichOneof("kind"), operation) for entry in _ordered(room, owner)
             if entry.sequence > after.get(entry.log.incarnation, 0)
             for operation in entry.operations() if operation.WhichOneof("kind")]
    words = [(entry, kind, getattr(operation, kind)) for entry, kind, operation in words]
    # The first to a member by what stands before it counts, without what stands in other logs above what it names.
    hands = [index for index, (_, kind, _) in enumerate(words) if kind == "hand_over"]
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
    _apply([(kind, word) for _, kind, word in words], owner, members)
    return None, None


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
    return set(history(room)[1])


def belongs(room):
    """The authors that are members now."""
    stretches, members = history(room)
    return {author for author, spans in members.items() if spans[-1][1] is None
            and (author == stretches[-1][0] or not _left(room, author, spans))}


def owned(room):
    """A test of whether an entry stands inside a stretch of its author as owner."""
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
    _, members = history(room)

    def counts(entry):
        if not entry.log.counts(entry.sequence):
            return False
        incarnation = entry.log.incarnation
        return any(entry.sequence > span[0].get(incarnation, 0) and
                   (span[1] is None or entry.sequence <= span[1].get(incarnation, 0))
                   for span in members.get(entry.log.author, []))
    return counts
