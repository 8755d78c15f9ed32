"""A judge of duels: the keys, what is sealed for them, and what a verdict is signed over. protocol/duel.md section 25."""
import unicodedata

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import hashes
import hpke
import schema
from duel import be32, h

STEP = schema.DuelStep
NAME, BOX, VERDICTS = 63, 1_840, 4
#: Kinds of characters that no name has.
HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def be64(number):
    return number.to_bytes(8, "big")


class JudgeKeys:
    """The keys that follow from the secret of a judge."""

    def __init__(self, secret):
        self.account = Ed25519PrivateKey.from_private_bytes(h("judge key", secret))
        self.box = h("judge box", secret)

    @classmethod
    def read(cls, path):
        """The keys of a file of `parlor duel judge key`."""
        return cls(bytes.fromhex(path.read_text().split()[0]))

    def judge(self, name):
        """What the judge gives to who hosts."""
        judge = schema.DuelJudge(
            key=self.account.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw), box_key=hpke.public(self.box), name=name)
        judge.signature = self.account.sign(signed_judge(judge))
        return judge

    def opened(self, game, seat, part):
        """The part of an opening that a box stands in place of; ValueError or DecodeError where it holds none."""
        box = schema.DuelBox.FromString(
            hpke.opened(self.box, part.judge_box[:32], judge_info(game, seat, part.part), part.judge_box[32:]))
        inner = STEP.OpenMatch.FromString(box.opening)
        if (inner.part, inner.parts, inner.judge_box) != (part.part, part.parts, b""):
            raise ValueError("The box holds another part.")
        return inner

    def sign(self, match, verdict):
        verdict.signature = self.account.sign(signed_verdict(match, verdict))
        return verdict


def judge_info(game, seat, part):
    return h("judge info", game, bytes([seat + 1]), be32(part))


def sealed(game, seat, judge, part):
    """The step that stands in place of a part of an opening at a table with a judge."""
    content = schema.DuelBox(opening=part.SerializeToString())
    while content.ByteSize() % 256:
        content.padding += bytes(1)
    box = hpke.sealed(judge.box_key, judge_info(game, seat, part.part), content.SerializeToString())
    return STEP.OpenMatch(part=part.part, parts=part.parts, judge_box=box)


def signed_judge(judge):
    return h("judge", judge.box_key, judge.name.encode())


def is_signed(judge):
    """Whether a judge has a name, and has signed it and the key of the box."""
    return len(judge.box_key) == 32 and 0 < len(judge.name) <= NAME \
        and not any(unicodedata.category(character) in HIDDEN for character in judge.name) \
        and len(judge.key) == 32 and hashes.verified(judge.key, judge.signature, signed_judge(judge))


def signed_verdict(match, verdict):
    """The hash that the signature of a verdict is over: the result, and all entries up to those that it names."""
    text = [match.game, be32(verdict.winner), be32(verdict.failing), be64(verdict.entry)]
    for last, played in zip(verdict.last, match.played):
        moves = [move for move in played if move[0] <= last]
        text += [be64(last), be32(len(moves))]
        for sequence, seen, move in moves:
            text += [be64(sequence), be64(seen), be32(len(move)), move]
    return h("verdict", *text)


def counts(verdict, winner):
    """Whether a match with this winner, None for a draw, counts by a verdict."""
    if verdict.failing:
        return winner is not None and verdict.failing == 2 - winner
    return verdict.winner == (0 if winner is None else winner + 1)
