"""The acknowledged writes, which must be there."""
from collections import defaultdict
from dataclasses import dataclass, field

from common import Failure


@dataclass
class Message:
    author: str
    # The texts that it may have: more than one after an edit without an answer.
    texts: list = field(default_factory=list)
    is_deleted: bool = False
    may_be_deleted: bool = False


class Ledger:
    def __init__(self):
        self.rooms = []
        self.messages = defaultdict(dict)
        # Texts that were posted without an answer: they may be there.
        self.unanswered = defaultdict(set)
        # The hash of each entry ever seen, by room, author, incarnation and sequence.
        self.entries = {}
        self._number = 0

    def next_number(self):
        self._number += 1
        return self._number

    def attempted(self, room, text):
        self.unanswered[room].add(text)

    def refused(self, room, text):
        self.unanswered[room].discard(text)

    def acknowledged(self, room, id, text, author):
        self.unanswered[room].discard(text)
        self.messages[room][id] = Message(author, [text])

    def doubt(self, room, sure):
        """Lets all messages but the sure ones be there or not; how many these are."""
        doubtful = [id for id in self.messages[room] if id not in sure]
        for id in doubtful:
            self.unanswered[room].update(self.messages[room].pop(id).texts)
        return len(doubtful)

    def compare(self, name, room, shown):
        """Holds what a node shows of a room against all that was acknowledged; how many were compared."""
        shown = {message["id"]: message for message in shown}
        for id, message in self.messages[room].items():
            found = shown.pop(id, None)
            if found is None:
                raise Failure(f"{name} has lost message {id} of {message.author}, which was acknowledged: {message.texts}")
            if found.get("deleted"):
                if not message.may_be_deleted:
                    raise Failure(f"{name} shows message {id} as deleted, which nobody did")
            elif message.is_deleted:
                raise Failure(f"{name} shows message {id}, which was deleted")
            elif found.get("text") not in message.texts:
                raise Failure(f"{name} shows {found.get('text')!r} in {id} and not {message.texts}")
        for id, found in shown.items():
            # A message of a command without an answer, or of one that was sent before the world saw the answer.
            if found.get("text") not in self.unanswered[room]:
                raise Failure(f"{name} shows message {id} {found.get('text')!r}, which nobody wrote")
        return len(self.messages[room])

    def enter(self, name, place, hash):
        """Notes an entry that a node holds; two hashes at one place are two histories of one author."""
        known = self.entries.setdefault(place, hash)
        if known != hash:
            raise Failure(f"{name} holds another entry {place} than was seen before: its author signed two")
