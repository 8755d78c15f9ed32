"""Attacks by somebody who gets no further than TCP and TLS. protocol/links.md section 2."""
import socket
import struct
import time

from OpenSSL import SSL

from attacks import attack
from attacks.ground import ENDS, framed
from link import Identity
from raw import Raw


@attack()
def nobody(ground):
    """nobody attacks, but a process computes beside it: what the machine itself does to the figures"""
    while ground.goes_on():
        sum(range(1000))


def opened(ground, count, place, words=b""):
    """Opens connections that stay; how many were opened and how many of them are still open at the end."""
    held, opened = [], 0
    for _ in range(count):
        try:
            made = ground.socket(place())
            if words:
                made.sendall(words)
            opened += 1
        except OSError:
            continue
        made.setblocking(False)
        held.append(made)
        if len(held) >= 4_000:
            held = [one for one in held if open_still(one)]
            while len(held) >= 4_000:
                held.pop(0).close()
    # A connection that waits to be accepted looks open from here.
    deadline = time.monotonic() + 4
    while len(held := [one for one in held if open_still(one)]) > 16 and time.monotonic() < deadline:
        time.sleep(0.2)
    return opened, len(held)


def open_still(made):
    try:
        if made.recv(1 << 14):
            return True
    except BlockingIOError:
        return True
    except OSError:
        pass
    made.close()
    return False


@attack()
def one_address(ground):
    """ten thousand connections from one address that say nothing"""
    count, still = opened(ground, 10_000, lambda: f"127.{ground.number}.255.1")
    assert still <= 4, f"{still} connections from one address stay open"
    return f"{count} opened, {still} stay open"


@attack()
def many_addresses(ground):
    """ten thousand connections from ten thousand addresses that say nothing"""
    count, still = opened(ground, 10_000, ground.place)
    assert still <= 24, f"{still} connections of strangers stay open"
    return f"{count} opened, {still} stay open"


@attack()
def noise(ground):
    """noise, other protocols and records of impossible length in the place of a handshake"""
    kinds = [b"GET / HTTP/1.1\r\nHost: parlor\r\n\r\n", bytes(5_000), b"\xff" * 70_000, b"\x16\x03\x01\xff\xff\x01\xff\xff\xff",
             b"\x16\x03\x01\x3f\xff\x01\xff\xff\xff" + b"\3" * 20_000, b"SSH-2.0-x\r\n", b"\x15\x03\x03\x00\x02\x02\x00"]
    count = 0
    while ground.goes_on():
        try:
            made = ground.socket()
            made.sendall(kinds[count % len(kinds)] if count % 2 else ground.random.randbytes(4_000))
            made.close()
        except OSError:
            pass
        count += 1
    return f"{count} times"


@attack()
def resets(ground):
    """a reset in the middle of the handshake, again and again"""
    hello, count = client_hello(ground), 0
    while ground.goes_on():
        try:
            made = ground.socket()
            made.sendall(hello[:len(hello) - count % 3 * 50])
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            made.close()
        except OSError:
            pass
        count += 1
    return f"{count} times"


def client_hello(ground):
    tls = SSL.Connection(Identity("Mallory").context(), None)
    tls.set_connect_state()
    try:
        tls.do_handshake()
    except SSL.WantReadError:
        return tls.bio_read(1 << 16)


@attack(least=11)
def slow_handshakes(ground):
    """handshakes sent byte by byte, in every place for strangers"""
    hello, held, ended, longest = client_hello(ground), [], 0, 0.0
    while ground.goes_on():
        while len(held) < 16 and ground.goes_on():
            try:
                made = ground.socket()
                made.setblocking(False)
                held.append([made, 0, time.monotonic()])
            except OSError:
                break
        for one in [*held]:
            made, at, began = one
            try:
                made.send(hello[at:at + 1])
                one[1] += 1
            except BlockingIOError:
                pass
            except OSError:
                ended += 1
                held.remove(one)
                made.close()
                longest = max(longest, time.monotonic() - began)
        time.sleep(0.05)
    assert ended and longest < 9, f"a handshake may take {longest:.1f} s"
    return f"{ended} ended, the last after {longest:.1f} s"


@attack()
def handshakes(ground):
    """whole handshakes from ever new addresses, ended at once"""
    identity, count = Identity("Mallory"), 0
    while ground.goes_on():
        try:
            Raw(ground.address, ground.place(), identity).end()
            count += 1
        except ENDS:
            pass
    return f"{count} handshakes"


@attack()
def replayed(ground):
    """the recorded bytes of an honest link, sent again"""
    identity, sent = Identity("Mallory"), []
    made = ground.socket()
    tls = SSL.Connection(identity.context(), None)
    tls.set_connect_state()
    hello = identity.hello(0)
    done = False
    for _ in range(20):
        try:
            if not done:
                tls.do_handshake()
                done = True
                tls.sendall(framed(hello=hello))
            break
        except SSL.WantReadError:
            pump(tls, made, sent)
            tls.bio_write(made.recv(1 << 16))
    pump(tls, made, sent)
    made.close()
    count = 0
    while ground.goes_on():
        try:
            again = ground.socket()
            for data in sent:
                again.sendall(data)
            again.close()
        except OSError:
            pass
        count += 1
    return f"{count} times {sum(map(len, sent))} bytes"


def pump(tls, made, sent):
    while True:
        try:
            data = tls.bio_read(1 << 16)
        except SSL.WantReadError:
            return
        sent.append(data)
        made.sendall(data)


@attack(least=10)
def five_addresses(ground):
    """five addresses that hold every place for strangers, with pings, against a stranger who comes later"""
    places, held, late = [ground.place() for _ in range(5)], [], []
    for at in range(20):
        raw = ground.link(place=places[at % 5])
        if raw:
            held.append(raw)
    while ground.goes_on():
        for raw in [*held]:
            try:
                if not raw.alive():
                    held.remove(raw)
            except ENDS:
                held.remove(raw)
        if len(late) < 5:
            began = time.monotonic()
            raw = ground.link()
            assert raw, f"a stranger from another address gets no place beside {len(held)} links of five addresses"
            late.append(time.monotonic() - began)
            raw.end()
        time.sleep(0.5)
    for raw in held:
        raw.end()
    return f"{len(held)} links stay, {len(late)} others found a place within {max(late):.1f} s"
