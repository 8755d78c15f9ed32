"""Foreign calendar programs on a folder that Parlor keeps: what it writes is read, what they write is taken."""
import argparse
import datetime
import pathlib
import random
import sys
import tempfile
import time

import cases
import hostile
import icalendar
import repetitions
import steps
from people import Failure, Person, check, instant, until, zone

utc = datetime.timezone.utc


def reading(ada):
    """All three read the files that Parlor writes."""
    ada.parlor("event", "add", "Picnic, by the lake", "--at", "2027-06-07 12:00", "--zone", "Europe/Oslo",
               "--notes", "bring a mug\nand a candle; or two")
    ada.parlor("event", "todo", "add", "picnic", "buy bread", "--due", "2027-06-05 18:00", "--zone", "Europe/Oslo")
    ada.parlor("event", "add", "Christmas in Tokyo", "--at", "2027-12-24 18:00", "--zone", "Asia/Tokyo",
               "--repeat", "yearly")
    print(ada.parlor("event", "calendar", ada.folder).strip())
    until("three files", lambda: len(ada.texts()) == 3)
    listed = ada.khal("list", "2027-06-07", "2d", "--format", "{start} {end} {title} / {description}")
    check("khal lists it in its own time zone",
          "2027-06-07 12:00 2027-06-07 14:00 Picnic, by the lake / bring a mug" in listed, listed)
    listed = ada.khal("list", "2028-12-24", "1d", "--format", "{start} {title}")
    check("khal lists next year's Christmas", "2028-12-24 10:00 Christmas in Tokyo" in listed, listed)
    listed = ada.todo("list")
    check("todoman lists what is to be done", "buy bread" in listed and "2027-06-05 18:00" in listed, listed)
    events, toDos = {}, []
    for text in ada.texts().values():
        calendar = icalendar.Calendar.from_ical(text)
        events.update({str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")})
        toDos += calendar.walk("VTODO")
    picnic = events["Picnic, by the lake"]
    check("icalendar reads when it is", picnic["DTSTART"].dt == datetime.datetime(2027, 6, 7, 10, tzinfo=utc)
          and picnic["DTEND"].dt - picnic["DTSTART"].dt == datetime.timedelta(hours=2), picnic["DTSTART"].dt)
    check("and its words", picnic["DESCRIPTION"] == "bring a mug\nand a candle; or two", picnic["DESCRIPTION"])
    alarms = [alarm["TRIGGER"].dt for alarm in picnic.walk("VALARM")]
    check("and an alarm one hour before", alarms == [datetime.timedelta(hours=-1)], alarms)
    check("and what belongs to it", [toDo["RELATED-TO"] for toDo in toDos] == [picnic["UID"]], toDos)


def writing(ada):
    """Parlor takes the files that khal and todoman write."""
    ada.khal("new", "2027-07-01", "18:00", "2h", "Dinner :: bring wine", "-l", "Oslo")
    dinner = until("what khal makes is an event", lambda: ada.event("Dinner"))
    check("at its time", instant(dinner) == datetime.datetime(2027, 7, 1, 16, tzinfo=utc)
          and dinner["start"]["zone"] == "Europe/Oslo" and dinner["minutes"] == 120, dinner["start"])
    check("with its words and its place", dinner["notes"] == "bring wine" and dinner["place"] == "Oslo",
          dinner)
    ada.khal("new", "2027-08-01", "2027-08-02", "Holidays")
    holidays = until("two whole days as well", lambda: ada.event("Holidays"))
    check("as long as they are", holidays["minutes"] == 2 * 1440, holidays["minutes"])
    ada.change(dinner["uid"], lambda event: event.update({"SUMMARY": icalendar.vText("Supper")}))
    until("what khal changes is changed", lambda: ada.event("Supper"))
    numbers = [line.split()[2] for line in ada.todo("list").splitlines() if "buy bread" in line]
    ada.todo("done", *numbers)
    until("what todoman ticks off is done", lambda: ada.event("picnic")["to_dos"][0].get("done"))
    ada.todo("new", "--list", "Parlor", "--due", "2027-06-09 18:00", "--priority", "high", "belongs to nothing")
    alone = until("what belongs to no event is a to-do of its own", lambda: ada.toDo("belongs to nothing"))
    check("with its date and its priority", alone["priority"] == 4 and "due" in alone, alone)
    ada.parlor("todo", "done", "belongs to")
    until("what is done here is done there", lambda: "belongs to nothing" not in ada.todo("list"))
    ada.parlor("todo", "delete", "--yes", "belongs to")
    ada.parlor("event", "todo", "done", "picnic", "1", "--undo")
    until("todoman sees what is changed here",
          lambda: any("[ ]" in line and "buy bread" in line for line in ada.todo("list").splitlines()))
    for path in ada.folder.glob("*.ics"):
        if dinner["uid"] in path.read_text():
            path.unlink()
    until("what is removed there is deleted", lambda: ada.event("Supper") is None)


def exchange(ada, bob):
    """Whole files go to and fro, and twice is once."""
    first = ada.place / "all.ics"
    ada.parlor("event", "export", first)
    again = ada.place / "again.ics"
    again.write_bytes(icalendar.Calendar.from_ical(first.read_text()).to_ical())
    said = bob.ask("event", "import", again)
    check("what icalendar writes is imported", said["made"] == 3 and set(said["report"]) == {"taken"}, said)
    said = ada.ask("event", "import", again)
    check("and says nothing new to who wrote it", said["same"] == 3 and said["made"] == said["changed"] == 0, said)

    def lines(path):
        # The two times that say when, and how often, it was written.
        return [line for line in path.read_text().splitlines() if not line.startswith(("DTSTAMP", "SEQUENCE"))]

    second, third = bob.place / "second.ics", bob.place / "third.ics"
    bob.parlor("event", "export", second)
    for event in bob.ask("event", "list")["events"]:
        bob.parlor("event", "delete", "--yes", event["id"])
    bob.parlor("event", "import", second)
    bob.parlor("event", "export", third)
    check("export, import and export again is identical", lines(second) == lines(third))
    check("on the other node too", sorted(lines(first)) == sorted(lines(second)))
    for event in bob.ask("event", "list")["events"]:
        bob.parlor("event", "delete", "--yes", event["id"])


def merging(ada, bob):
    """khal edits place and title while the other node edits the date: both end with both."""
    nodes = [person.ask("status")["node"] for person in (ada, bob)]
    ada.parlor("peer", "trust", nodes[1])
    bob.parlor("peer", "trust", nodes[0])
    bob.parlor("peer", "add", f"127.0.0.1:{ada.port}")
    until("both are linked", lambda: any(peer.get("online") for peer in ada.ask("peer", "list")["peers"]))
    room = ada.ask("room", "make", "friends", nodes[1])["id"]
    until("and share a room", lambda: bob.ask("room", "show", room, must=False))
    shared = ada.ask("event", "add", "Regatta", "--at", "2027-09-01 10:00", "--zone", "UTC", "--room", "friends")
    uid = shared["id"] + "@parlor"
    until("the event is on both", lambda: bob.event("Regatta"))
    until("and in the folder", lambda: any(uid in text for text in ada.texts().values()))
    ada.stop()
    bob.parlor("event", "edit", "Regatta", "--at", "2027-09-02 10:00", "--zone", "UTC")

    def body(event):
        event["SUMMARY"] = icalendar.vText("Great Regatta")
        event["LOCATION"] = icalendar.vText("Lake")

    ada.change(uid, body)
    ada.start()
    for person in (ada, bob):
        def both():
            event = person.event(shared["id"])
            return (event and event["name"] == "Great Regatta" and event.get("place") == "Lake"
                    and instant(event) == datetime.datetime(2027, 9, 2, 10, tzinfo=utc))
        until(f"{person.name} has both changes", both)
    until("and so has khal", lambda: "2027-09-02 12:00 Great Regatta Lake" in ada.khal(
        "list", "2027-09-02", "1d", "--format", "{start} {title} {location}"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--steps", type=int, default=0, help="so many random steps, and nothing else")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--repetitions", action="store_true", help="random events, rules and edits, and nothing else")
    parser.add_argument("--minutes", type=float, default=0, help="of --repetitions, so long")
    parser.add_argument("--hostile", type=float, metavar="MIB", help="hostile files up to so many MiB, and nothing else")
    parser.add_argument("--only", metavar="WORDS", help="of --hostile, those whose names hold this")
    parser.add_argument("--cases", metavar="FOLDER", help="the rules and files of other projects there, and nothing else")
    words = parser.parse_args()
    program = str(pathlib.Path(words.program).resolve())
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="parlor-calendars.") as place:
        if words.cases:
            return 0 if cases.run(program, place, words.cases) else 1
        if words.hostile:
            try:
                hostile.check(program, place, int(words.hostile * (1 << 20)), words.seed, words.only)
                return 0
            except Failure as failure:
                print(f"FAILED with --seed {words.seed}: {failure}", file=sys.stderr)
                return 1
        ada, bob = (Person(program, place, name, "UTC" if words.repetitions else zone) for name in ("ada", "bob"))
        try:
            ada.start()
            if words.repetitions:
                bob.start()
                repetitions.run(ada, bob, words.minutes, words.seed)
                return 0
            if words.steps:
                ada.parlor("event", "calendar", ada.folder)
                steps.run(ada, words.steps, words.seed)
                return 0
            bob.start()
            for part in (reading, writing):
                print(f"{part.__name__}:")
                part(ada)
            for part in (exchange, merging):
                print(f"{part.__name__}:")
                part(ada, bob)
        except Failure as failure:
            print(f"FAILED {failure}", file=sys.stderr)
            return 1
        finally:
            ada.stop()
            bob.stop()
    print(f"khal, todoman and icalendar agree with Parlor: {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
