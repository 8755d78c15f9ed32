"""The deal, the piles and the result of War. protocol/war.md section 9.

Nothing here knows of logs: a `Game` is given the links of each round and says what comes of its battles.
"""
import schema
from hashes import be32, sha

HOST, JOINER = 0, 1
CHAIN, DECK = 64, 52


def rules_from(data):
    """The rules of a match, each unset field being its default; None when one is out of range."""
    try:
        rules = schema.Rules.FromString(data)
    except Exception:
        return None
    for name, default, most in (
            ("face_down", 3, 10), ("short_play", 1, 3), ("winnings_order", 1, 2), ("winnings_place", 1, 4),
            ("both_out", 1, 2), ("round_cap", 5000, 1_000_000)):
        value = getattr(rules, name) or default
        if not 1 <= value <= most:
            return None
        setattr(rules, name, value)
    return rules


def chain(secret, role):
    """x_0 to x_64 of a seat's chain; x_64 is the tip, and round k reveals x_(64 - k)."""
    links = [secret]
    while len(links) <= CHAIN:
        links.append(chained(role, links[-1]))
    return links


def chained(role, link):
    return sha(b"parlor.war.chain.v1\0", bytes([role + 1]), link)


def game_id(rules, host, joiner, host_nonce, joiner_nonce):
    return sha(b"parlor.war.game.v1\0", sha(b"parlor.war.rules.v1\0", rules), host, joiner, host_nonce, joiner_nonce)


class Stream:
    """Picks from a seed."""

    def __init__(self, seed):
        self.seed, self.block, self.bytes = seed, 0, b""

    def pick(self, count):
        while True:
            if not self.bytes:
                self.bytes = sha(b"parlor.war.stream.v1\0", self.seed, be32(self.block))
                self.block += 1
            byte, self.bytes = self.bytes[0], self.bytes[1:]
            if byte < 256 - 256 % count:
                return byte % count


class Pile:
    def __init__(self):
        self.unseen, self.known, self.second = DECK // 2, [], []

    def count(self):
        return self.unseen + len(self.known) + len(self.second)

    def encoded(self):
        return b"".join([be32(self.unseen), be32(len(self.known)), bytes(self.known),
                         be32(len(self.second)), bytes(self.second)])


class Game:
    """`battles` holds (round, battle, result, state hash) of each decided battle, in order."""

    def __init__(self, game, rules):
        self.id, self.rules = game, rules
        self.piles, self.tables = [Pile(), Pile()], [[], []]
        self.unseen = list(range(DECK))
        self.seed, self.round, self.battle = bytes(32), 1, 0
        self.battles, self.over, self.winner = [], None, None
        self.seen = set()
        self.stream = None

    def needs_links(self):
        return any(pile.unseen for pile in self.piles)

    def begin(self, host_link, joiner_link):
        """The links of the round, where it has any."""
        self.seed = sha(b"parlor.war.round.v1\0", self.id, be32(self.round), host_link, joiner_link)
        self.stream = Stream(self.seed)

    def decide(self):
        """Lays the cards of the present battle and says what comes of it."""
        at = (self.round, self.battle)
        up = self.lay()
        if up[HOST] // 4 != up[JOINER] // 4:
            self.win(HOST if up[HOST] > up[JOINER] else JOINER)
        else:
            self.tie([pile.count() for pile in self.piles])
        return self.note(at)

    def win(self, winner):
        self.result = schema.BATTLE_RESULT_HOST_WINS if winner == HOST else schema.BATTLE_RESULT_JOINER_WINS
        self.collect(winner)

    def tie(self, have):
        """Equal ranks: a war, unless somebody cannot fight it, which is decided at once."""
        due = self.rules.face_down + 1
        short = [count < due for count in have]
        if self.rules.short_play == schema.SHORT_PLAY_LOSES and any(short):
            self.over = "short"
            if have[HOST] == have[JOINER] and all(short):
                self.result = schema.BATTLE_RESULT_BOTH_OUT
                self.end_round()
            else:
                self.winner = HOST if have[HOST] > have[JOINER] else JOINER
                self.win(self.winner)
        elif have == [0, 0]:
            self.result = schema.BATTLE_RESULT_BOTH_OUT
            if self.rules.both_out == schema.BOTH_OUT_DRAW:
                self.over = "both out"
            else:
                self.split()
            self.end_round()
        elif 0 in have:
            self.win(HOST if have[HOST] else JOINER)
        else:
            self.result = schema.BATTLE_RESULT_WAR
            self.battle += 1

    def note(self, at):
        state = sha(b"parlor.war.state.v1\0", self.id, be32(self.decided()), be32(self.battle),
                    *(pile.encoded() for pile in self.piles),
                    *(be32(len(table)) + bytes(table) for table in self.tables))
        self.battles.append((*at, self.result, state))
        return self.battles[-1]

    def decided(self):
        return self.round - 1

    def lay(self):
        """The cards that were turned over."""
        have = [pile.count() for pile in self.piles]
        due = 1 if self.battle == 0 else self.rules.face_down + 1
        if self.rules.short_play == schema.SHORT_PLAY_EQUAL_FORCE:
            due = min(due, *have)
        for seat in (HOST, JOINER):
            for _ in range(min(due, have[seat])):
                self.tables[seat].append(self.draw(seat))
        return [table[-1] for table in self.tables]

    def draw(self, seat):
        pile = self.piles[seat]
        if pile.unseen:
            pile.unseen -= 1
            return self.unseen.pop(self.stream.pick(len(self.unseen)))
        if not pile.known:
            pile.known, pile.second = pile.second, []
            place = self.rules.winnings_place
            if place == schema.WINNINGS_PLACE_SECOND_PILE_REVERSED:
                pile.known.reverse()
            elif place == schema.WINNINGS_PLACE_SECOND_PILE_SHUFFLED:
                self.shuffle(pile.known, seat + 1)
        return pile.known.pop(0)

    def shuffle(self, cards, purpose):
        stream = Stream(sha(b"parlor.war.shuffle.v1\0", self.seed, be32(self.round), be32(self.battle), be32(purpose)))
        for last in range(len(cards) - 1, 0, -1):
            other = stream.pick(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def split(self):
        cards = self.tables[HOST] + self.tables[JOINER]
        if self.rules.winnings_order == schema.WINNINGS_ORDER_SHUFFLED:
            self.shuffle(cards, 0)
        self.tables = [[], []]
        self.give(HOST, cards[0::2])
        self.give(JOINER, cards[1::2])

    def collect(self, winner):
        cards = self.tables[winner] + self.tables[1 - winner]
        if self.rules.winnings_order == schema.WINNINGS_ORDER_SHUFFLED:
            self.shuffle(cards, 0)
        self.tables = [[], []]
        self.give(winner, cards)
        self.end_round()

    def give(self, seat, cards):
        under = self.rules.winnings_place == schema.WINNINGS_PLACE_UNDER_PILE
        (self.piles[seat].known if under else self.piles[seat].second).extend(cards)

    def end_round(self):
        if self.over is None:
            counts = [pile.count() for pile in self.piles]
            shuffled = (self.rules.winnings_order == schema.WINNINGS_ORDER_SHUFFLED
                        or self.rules.winnings_place == schema.WINNINGS_PLACE_SECOND_PILE_SHUFFLED)
            piles = b"".join(pile.encoded() for pile in self.piles)
            if 0 in counts:
                self.over, self.winner = "cards", HOST if counts[HOST] else JOINER
            elif not self.needs_links() and not shuffled and piles in self.seen:
                self.over = "same piles"
            elif self.round >= self.rules.round_cap:
                self.over = "round cap"
            if not self.needs_links():
                self.seen.add(piles)
        self.round, self.battle, self.stream = self.round + 1, 0, None
