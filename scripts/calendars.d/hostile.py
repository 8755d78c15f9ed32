"""Calendar files that are made to take long, or to fill the memory, imported by a real program.

For each kind of file, the program may need 64 MiB more than for an empty one (VmHWM), however large it is; twice the file may
take about twice the time; every problem is counted, and the first 20 are named by line.
"""
import itertools
import os
import random
import re
import subprocess
import time

from people import Failure, Person

# The memory that the program may need beside its need for nothing, in KiB.
most = 64 << 10
named = 20
# In seconds: what takes longer does not end.
patience = 900
begin, end = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", b"END:VCALENDAR\r\n"


def event(number, more=b"", start=b":20991224T170000Z"):
    return (b"BEGIN:VEVENT\r\nUID:%d\r\nSUMMARY:s\r\nDTSTART%s\r\n%sEND:VEVENT\r\n" % (number, start, more))


def zone(number, parts):
    part = (b"BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n"
            b"RRULE:FREQ=MINUTELY\r\nEND:STANDARD\r\n")
    return b"BEGIN:VTIMEZONE\r\nTZID:Own%d\r\n%sEND:VTIMEZONE\r\n" % (number, part * parts)


def repeated(piece):
    while True:
        yield piece


def numbered(make):
    for number in itertools.count(1):
        yield make(number)


def seeded(random_, pieces):
    while True:
        yield random_.choice(pieces)


def kinds(seed):
    """By name: what begins a file, and the pieces that follow until it is long enough."""
    random_ = random.Random(seed)
    junk = [b"nothing\r\n", b":\r\n", b";;;:\r\n", b"X;A=\"b:c\r\n", b"END:VEVENT\r\n", b"BEGIN:VALARM\r\n", b"\xff\xfe\r\n",
            b" folded\r\n", b"RRULE:FREQ=SECONDLY\r\n", b"\x00\x01\x02\r\n", b"BEGIN:VEVENT\r\n", b"UID:1\r\n",
            b"DTSTART;TZID=Own:20270101T000000\r\n", b"BEGIN:VTIMEZONE\r\n", b"END:VCALENDAR\r\n", b"\r", b"\n"]
    good = begin + event(0)
    qp = b"DESCRIPTION;ENCODING=QUOTED-PRINTABLE:" + b"=C3=B6=\r\n" * 200 + b"\r\n"
    deep = b"BEGIN:X\r\n" * 10_000 + b"END:X\r\n" * 10_000
    return {
        "one line": (good + b"X:", repeated(b"y" * (1 << 16))),
        "one folded line": (good + event(1)[:-12] + b"X-A:a\r\n", repeated(b" bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n")),
        "one picture": (good + event(1)[:-12] + b"ATTACH;ENCODING=BASE64;X-PARLOR-PICTURE=a:", repeated(b"A" * (1 << 16))),
        "a million events": (good, numbered(event)),
        "a million to-dos": (good, numbered(lambda number: b"BEGIN:VTODO\r\nUID:%d\r\nEND:VTODO\r\n" % number)),
        "a million changed dates": (good, numbered(lambda number: event(
            7, b"RECURRENCE-ID:2027%04dT170000Z\r\n" % (number % 9999)))),
        "events as long as they may be": (good, numbered(lambda number: event(
            number, b"".join(b"X-%d:%s\r\n" % (line, b"z" * 200) for line in range(110))))),
        "events of a zone that comes later": (good, numbered(lambda number: event(
            number, b"X-A:" + b"z" * 1000 + b"\r\n", b";TZID=Own1:20991224T170000"))),
        "components within each other": (good + deep, repeated(b"BEGIN:X\r\n")),
        "one endless event": (good + event(1)[:-12], repeated(b"COMMENT:x\r\n")),
        "alarms": (good + event(1)[:-12], repeated(b"BEGIN:VALARM\r\nEND:VALARM\r\n")),
        "zones": (good, numbered(lambda number: zone(number, 1))),
        "a zone of parts": (good, numbered(lambda number: zone(number, 1_000))),
        "zones with long names": (good, numbered(lambda number: event(
            number, start=b";TZID=" + b"x/" * 12_500 + b":20991224T170000"))),
        "rules": (good, numbered(lambda number: event(
            number, b"RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\r\n" + b"RRULE:FREQ=YEARLY;BYDAY=MO\r\n" * 50))),
        "rules of a thousand parts": (good, numbered(lambda number: event(
            number, b"RRULE:FREQ=YEARLY;BYYEARDAY=" + b",".join(b"%d" % day for day in range(1, 367)) + b"\r\n"))),
        "dates left out": (good, numbered(lambda number: event(
            number, b"EXDATE:" + b"20991224T170000Z," * 3_000 + b"\r\n"))),
        "junk": (good, repeated(b"this is nothing that a calendar says\r\n")),
        "broken UTF-8": (good, repeated(b"X-A:\xff\xc3\xf0\x80\r\n")),
        "quoted-printable": (good, numbered(lambda number: event(number, qp))),
        "byte-order marks": (b"\xef\xbb\xbf" + good, repeated(b"\xef\xbb\xbf" * 20 + b"\r\n")),
        "CR alone": ((good).replace(b"\r\n", b"\r"), numbered(lambda number: event(number).replace(b"\r\n", b"\r"))),
        "nothing but CR": (good, repeated(b"\r" * 4096)),
        "anything": (good, seeded(random_, junk)),
    }


def write(path, start, pieces, size):
    with open(path, "wb") as file:
        file.write(start)
        written = len(start)
        buffer = []
        for piece in pieces:
            buffer.append(piece)
            written += len(piece)
            if written >= size:
                break
            if len(buffer) > 1_000:
                file.write(b"".join(buffer))
                buffer = []
        file.write(b"".join(buffer) + b"\r\n" + end)


def run(words, environment):
    """Returns the end of a program: its code, its text, the most memory that it had, in KiB, and its time in the processor."""
    began = time.monotonic()
    with open(os.devnull) as nothing:
        program = subprocess.Popen(words, stdin=nothing, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    peak = 0
    os.set_blocking(program.stdout.fileno(), False)
    said = b""
    while True:
        try:
            said += os.read(program.stdout.fileno(), 1 << 16)
        except BlockingIOError:
            pass
        try:
            with open(f"/proc/{program.pid}/status") as status:
                found = re.search(r"VmHWM:\s+(\d+)", status.read())
                peak = max(peak, int(found[1]) if found else 0)
        except OSError:
            pass
        done, code, usage = os.wait4(program.pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() - began > patience:
            program.kill()
            program.wait()
            raise Failure(f"{' '.join(words)} did not end within {patience} s")
        time.sleep(0.005)
    os.set_blocking(program.stdout.fileno(), True)
    said += program.stdout.read()
    program.stdout.close()
    program.returncode = os.waitstatus_to_exitcode(code)
    return program.returncode, said.decode(errors="replace"), peak, usage.ru_utime + usage.ru_stime


def check(program, place, size, seed, only):
    """Every kind of file in two sizes, the second twice the first, each imported into an empty home."""
    wrong = []
    for number, name in enumerate(kinds(seed)):
        if only and only not in name:
            continue
        times, ada = [], None
        for part in (size // 2, size):
            ada = Person(program, place, f"hostile-{number}-{part}")
            ada.start()
            try:
                path = ada.place / "hostile.ics"
                words = [program, "event", "import", str(path)]
                path.write_bytes(begin + end)
                least = run(words, ada.environment)[2]
                write(path, *kinds(seed)[name], part)
                code, said, peak, seconds = run(words, ada.environment)
            finally:
                ada.stop()
                path.unlink()
            times.append(seconds)
            if code not in (0, 1):
                wrong.append(f"{name}: ends with {code}: {said[-300:]}")
            if peak - least > most:
                wrong.append(f"{name}: {part >> 20} MiB take {(peak - least) >> 10} MiB of memory")
            wrong += [f"{name}: {problem}" for problem in miscounted(said)]
        # The time of an empty file, and a machine with much else to do, count for a little.
        if times[1] > 3 * times[0] + 2:
            wrong.append(f"{name}: half takes {times[0]:.1f} s, all {times[1]:.1f} s")
        last = said.strip().splitlines()[-1] if said.strip() else ""
        print(f"  {name}: {times[0]:.1f} s, {times[1]:.1f} s, {(peak - least) / 1024:.0f} MiB: {last[:90]}", flush=True)
    if wrong:
        raise Failure("; ".join(wrong))


def miscounted(said):
    """Yields the mistakes in the problems that are named and counted."""
    # What is noted is no problem.
    lines = [line for line in re.findall(r"parlor: line \d+: .*", said) if ": noted: " not in line]
    count, more = re.search(r"(\d+) problems?\.", said), re.findall(r"(\d+) more (?:is|are) not named here", said)
    times = [re.search(r"(\d+) times in the file", line) for line in lines]
    told = sum(int(time[1]) if time else 1 for time in times)
    if len(lines) > named:
        yield f"{len(lines)} problems are named"
    if count and int(count[1]) != told + sum(map(int, more)):
        yield f"{count[1]} problems are counted, {told} named, {more} not"
