"""Questions to people: to pair, to trust and to play. protocol/war.md sections 7 and 8; protocol/links.md sections 16 and 22."""
import os
import time

import hashes as h
import schema
from attacks import attack
from attacks.api import API
from attacks.ground import ENDS
from attacks.rooms import bites, told
from link import Identity
from logs import Room
from records import PEER_INTRODUCTION


def unpaired(ground, own=()):
    """Nobody but the honest peer is paired."""
    for peer in API(ground.facts["home"]).call("peers/list").get("peers", []):
        assert not peer.get("paired") or peer["id"] == ground.facts["bob"] or peer["id"] in own, f"{peer['name']} is paired"


@attack()
def questions(ground):
    """endless questions to pair, by ever new strangers, with words out of turn"""
    count, answers = 0, {}
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        for body in ({"pair_ask": schema.PairAsk(commitment=os.urandom(32))}, {"pair_confirm": schema.PairConfirm()},
                     {"pair_ask": schema.PairAsk(commitment=os.urandom(32))}, {"pair_ask": schema.PairAsk(commitment=os.urandom(32))},
                     {"pair_ask": schema.PairAsk(commitment=os.urandom(32))}):
            try:
                raw.send(**body)
                count += 1
            except ENDS:
                break
        try:
            raw.send(ping=schema.Ping(number=1))
            while (frame := raw.read()) is not None and not frame.HasField("pong"):
                if frame.HasField("pair_refuse"):
                    reason = schema.PairRefusalReason.Name(frame.pair_refuse.reason)[20:].lower()
                    answers[reason] = answers.get(reason, 0) + 1
        except ENDS:
            pass
        raw.end()
    unpaired(ground)
    waiting = API(ground.facts["home"]).call("pairing/list").get("pairings", [])
    assert len(waiting) <= 8, f"{len(waiting)} questions wait"
    return f"{count} questions, {answers}"


@attack()
def waiting_questions(ground):
    """questions to pair that wait in every place for one, so that nobody else can ask"""
    held = []
    for _ in range(2):
        place = ground.place()
        for _ in range(4):
            raw = ground.link(place=place)
            if raw:
                raw.send(pair_ask=schema.PairAsk(commitment=os.urandom(32)))
                held.append(raw)
    for raw in held:
        raw.alive()
    honest = ground.link(Identity("Cyd"))
    assert honest, "the next stranger gets no link"
    honest.send(pair_ask=schema.PairAsk(commitment=os.urandom(32)))
    honest.send(ping=schema.Ping(number=1))
    while (frame := honest.read()) is not None and not frame.HasField("pong"):
        assert not frame.HasField("pair_refuse"), "the question of another one is refused"
    names = [one.get("name") for one in API(ground.facts["home"]).call("pairing/list").get("pairings", [])]
    for raw in [*held, honest]:
        raw.end()
    assert "Cyd" in names, f"the question of another one is not shown: {names}"
    return f"{len(held)} questions, and another one beside them"


@attack()
def guesses(ground):
    """guessed proofs of a ticket, as many as links bear"""
    API(ground.facts["home"]).call("pairing/make-ticket", addresses=[ground.address])
    count = closed = 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        for _ in range(60):
            try:
                raw.send(pair_ticket=schema.PairTicket(proof=os.urandom(32)))
                word = raw.until("pair_refuse")
            except ENDS:
                word = None
            if word is None:
                closed += 1
                break
            count += 1
        raw.end()
    unpaired(ground)
    assert count <= 33 * (closed + 3), "guesses are borne without end"
    return f"{count} guesses, {closed} links closed for it"


@attack()
def nonces(ground):
    """pairing frames out of turn, nonces of other sizes, and commitments of none"""
    kinds = [{"pair_nonce": schema.PairNonce(nonce=bytes(32))}, {"pair_nonce": schema.PairNonce(nonce=bytes(31))},
             {"pair_ask": schema.PairAsk()}, {"pair_ask": schema.PairAsk(commitment=bytes(33))}, {"pair_confirm": schema.PairConfirm()},
             {"pair_ticket": schema.PairTicket()}, {"pair_refuse": schema.PairRefuse(reason=99)}]
    count = closed = 0
    while ground.goes_on():
        for body in kinds:
            raw = ground.link()
            if raw is None:
                continue
            closed += not all(bites(raw, **body) for _ in range(3))
            count += 1
            raw.end()
    unpaired(ground)
    return f"{count} links, {closed} closed"


@attack()
def asks(ground):
    """strangers who ask to join tables: open ones, others and none, a hundred times each, and take it back"""
    api, count = API(ground.facts["home"]), 0
    table = h.unbase32(api.call("tables/host", description="for anybody")["id"])
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        try:
            for at in range(60):
                raw.send(ask=schema.Ask(room=table if at % 3 else os.urandom(16), author=raw.identity.author, withdrawn=at % 5 == 4))
                count += 1
            raw.alive()
        except ENDS:
            pass
        raw.end()
    name = h.base32(table)
    waiting = api.call("tables/show", table=name).get("asks", [])
    api.call("tables/close", table=name)
    assert len(waiting) <= 16, f"{len(waiting)} people ask at one table"
    return f"{count} questions, {len(waiting)} wait"


@attack(disk=8)
def offers(ground):
    """offers of tables that change a hundred times a second, too many of them, and for others"""
    host, count, closed = h.unbase32(ground.facts["account"]), 0, 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue

        def offer(author, text="\x1b[5mjoin me" + "!" * 500):
            return schema.TableOffer(room=os.urandom(16), host=author, name="\x1b[31mBob\u202e", description=text)
        try:
            for _ in range(100):
                raw.send(table_offers=schema.TableOffers(offers=[offer(raw.identity.author) for _ in range(16)]))
                count += 1
            for table in API(ground.facts["home"]).call("tables/list").get("tables", []):
                for word in (table.get("description", ""), table.get("host", {}).get("name", "")):
                    assert word.isprintable() and len(word) <= 280, f"{word!r} is shown"
            lie = [offer(host)] if count % 200 else [offer(raw.identity.author) for _ in range(17)]
            assert not bites(raw, table_offers=schema.TableOffers(offers=lie)), "too many offers, or somebody else's, are borne"
        except ENDS:
            pass
        closed += 1
        raw.end()
    left = [table for table in API(ground.facts["home"]).call("tables/list").get("tables", []) if table["phase"] == "TABLE_PHASE_OFFERED"]
    assert len(left) <= 16 * 17, f"{len(left)} offers are left"
    return f"{count} lists, {closed} links closed for it"


@attack()
def table(ground):
    """a third person at the table of two: asks, writes steps, is present in their names, takes the deciding"""
    api, count = API(ground.facts["home"]), 0
    while ground.goes_on():
        playing = [one for one in api.call("tables/list").get("tables", []) if one["phase"] == "TABLE_PHASE_PLAYING"]
        raw = ground.link()
        if raw is None or not playing:
            continue
        room = h.unbase32(playing[0]["id"])
        fake = Room(room, schema.ROOM_KIND_TABLE)
        for step in ({"concede": schema.Concede()}, {"take_hosting": schema.TakeHosting()}, {"left": schema.LeaveTable()}):
            fake.write(raw.identity.account, raw.identity.author, [schema.Operation(step=schema.TableStep(**step))], 0)
        try:
            raw.send(ask=schema.Ask(room=room, author=raw.identity.author))
            for at in range(3):
                raw.send(batch=schema.Batch(room=room, number=at + 1, slices=[fake.slice(fake.runs[at], at + 1)]))
            raw.send(digest=schema.Digest(room=room))
            for side in ("host", "joiner"):
                raw.send(presence=schema.Presence(room=room, author=h.unbase32(playing[0][side]["author"]), here=False))
            while (frame := raw.read()) is not None and not frame.HasField("goodbye"):
                assert not frame.HasField("batch") or frame.batch.room != room, "a third person is sent the match"
                if frame.HasField("pong"):
                    break
                raw.send(ping=schema.Ping(number=1))
        except ENDS:
            pass
        raw.end()
        count += 1
    return f"{count} times"


@attack(paired=True, least=10)
def introductions(ground):
    """a friend who introduces Carol with her account and the node of Eve, who then comes as Carol"""
    api, raw = API(ground.facts["home"]), ground.paired()
    carol, ours = Identity("Carol"), h.unbase32(ground.facts["account"])
    room, count = Room(h.direct_id(raw.identity.author, ours), schema.ROOM_KIND_DIRECT), 0
    while ground.goes_on() and count < 4:
        # The last one is no liar: it shows that all others fail for their lie alone.
        eve = carol if count == 3 else Identity("Carol")
        body = schema.PeerIntroduction(node=eve.node, author=carol.author, name="Carol", note="from school")
        put = schema.PutRecord(nonce=os.urandom(16), kind=PEER_INTRODUCTION, body=body.SerializeToString())
        room.write(raw.identity.account, raw.identity.author, [schema.Operation(put=put)], 0)
        count += 1
        assert told(raw, room, count), "the introduction is not taken"
        node = h.base32(eve.node)
        shown = [one for one in api.call("introductions/list").get("introductions", []) if one["node"] == node]
        assert shown and shown[0]["author"] == h.base32(carol.author), "the introduction is not shown"
        peer = api.call("peers/trust", node=node, author=shown[0]["author"], name="Carol", addresses=[])
        assert not peer.get("paired"), "a node is trusted before it was seen"
        link = ground.link(eve, patience=20)
        assert link, "the introduced node gets no link"
        until = time.monotonic() + 5
        peer = {}
        while time.monotonic() < until and not (peer.get("paired") or peer.get("trust_problem")):
            peer = next((one for one in api.call("peers/list")["peers"] if one["id"] == node), {})
        link.end()
        api.call("peers/forget", peer=node)
        assert bool(peer.get("paired")) == (eve is carol), f"{'Carol is not' if eve is carol else 'Eve is'} trusted as Carol"
        assert eve is carol or shown[0]["words"] in peer.get("trust_problem", ""), "the person is not told"
    raw.end()
    return f"{count} introductions"
