"""Random events, rules and edits: what Parlor shows, what python-dateutil computes from the exported file, and what comes back
by import are the same.

A round has a seed of its own. It makes events with commands and by import, edits them, lists every date of half a year, exports
all, and has a second home import that file.
"""
import datetime
import random
import re
import signal
import time

import icalendar
from dateutil.rrule import rrulestr
from people import Failure, zone_named

utc = datetime.timezone.utc
zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "Australia/Lord_Howe",
         "America/Sao_Paulo", "Africa/Casablanca"]
weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# The time in which all dates are compared; over changes of the clocks on both halves of the earth.
first, last = datetime.datetime(2027, 2, 1, tzinfo=utc), datetime.datetime(2027, 7, 30, 23, 59, tzinfo=utc)
# dateutil may look for dates that never come: such an event is left out and counted.
patienceOfDateutil = 10


class TooLong(Exception):
    """dateutil looks for dates without an end."""


class Round:
    """One seed in two homes that are empty."""

    def __init__(self, ada, bob, seed):
        self.ada, self.bob, self.random = ada, bob, random.Random(seed)
        self.count, self.skipped, self.dates = 0, 0, 0

    # MARK: Making

    def name(self):
        self.count += 1
        return f"ev-{self.count}."

    def start(self, year):
        return datetime.datetime(year, 1, 1) + datetime.timedelta(
            days=self.random.randrange(365), minutes=30 * self.random.randrange(48))

    def some(self, values, most=3):
        values = list(values)
        chosen = self.random.sample(values, self.random.randint(1, min(most, len(values))))
        return ",".join(str(value) for value in sorted(chosen, key=values.index))

    def rule(self, isOfDays):
        """A rule of which some date comes now and then."""
        choice = self.random.choice
        frequency = choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"] + ["HOURLY"] * (not isOfDays))
        parts = [f"FREQ={frequency}"]
        if choice([True, False]):
            parts.append(f"INTERVAL={self.random.randint(1, 4 if frequency != 'HOURLY' else 50)}")
        if frequency == "DAILY":
            more = choice([[], [f"BYDAY={self.some(weekdays)}"], [f"BYMONTH={self.some(range(1, 13))}"]])
        elif frequency == "WEEKLY":
            more = choice([[], [f"BYDAY={self.some(weekdays)}"],
                           [f"WKST={choice(weekdays)}", f"BYDAY={self.some(weekdays)}"]])
        elif frequency == "MONTHLY":
            places = [f"{place}{day}" for place in (1, 2, 3, -1, -2) for day in weekdays]
            more = choice([[], [f"BYDAY={self.some(places)}"], [f"BYMONTHDAY={self.some([*range(1, 32), -1, -2])}"],
                           [f"BYDAY={self.some(weekdays, 5)}", f"BYSETPOS={self.some([1, 2, -1])}"]])
        elif frequency == "YEARLY":
            months = f"BYMONTH={self.some(range(1, 13), 4)}"
            more = choice([[], [months], [months, f"BYMONTHDAY={self.some(range(1, 29))}"],
                           [months, f"BYDAY={self.some([f'{place}{day}' for place in (1, -1) for day in weekdays])}"],
                           [f"BYYEARDAY={self.some([1, 60, 61, 100, 150, -1, -200])}"],
                           [f"BYWEEKNO={self.some([1, 5, 10, 20, 53])}", f"BYDAY={self.some(weekdays)}"]])
        else:
            more = choice([[], [f"BYHOUR={self.some(range(24))}"], [f"BYDAY={self.some(weekdays)}"]])
            if more and more[0].startswith("BYHOUR") and len(parts) > 1:
                parts.pop()
        parts += more
        end = self.random.randrange(4)
        if end == 0:
            parts.append(f"COUNT={self.random.randint(1, 400)}")
        elif end == 1:
            until = self.start(2027)
            parts.append(f"UNTIL={until:%Y%m%d}" if isOfDays else f"UNTIL={until:%Y%m%dT%H%M%SZ}")
        return ";".join(parts)

    def stamp(self, name, time, zone, isOfDays):
        if isOfDays:
            return f"{name};VALUE=DATE:{time:%Y%m%d}"
        if zone == "UTC":
            return f"{name}:{time:%Y%m%dT%H%M%S}Z"
        return f"{name};TZID={zone}:{time:%Y%m%dT%H%M%S}"

    def component(self):
        """An event as other programs write it, with dates that are added, left out and changed."""
        name, isOfDays = self.name(), self.random.randrange(5) == 0
        zone, start = self.random.choice(zones), self.start(self.random.choice([1994, 2019, 2026, 2027]))
        uid, length = f"uid-{self.count}", self.random.choice(["P1D", "P3D"] if isOfDays else ["PT30M", "PT2H", "P1DT1H"])
        rule = self.rule(isOfDays)
        lines = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{name}",
                 self.stamp("DTSTART", start, zone, isOfDays), f"DURATION:{length}", f"RRULE:{rule}"]
        more = []
        try:
            dates = [date for date in expanded(rule, start, isOfDays, zone) if date.year == 2027][:200]
        except TooLong:
            dates = []
        chosen = self.random.sample(dates, min(len(dates), self.random.randrange(5)))
        for date in chosen:
            way = self.random.randrange(4)
            if way == 0:
                lines.append(self.stamp("EXDATE", date, zone, isOfDays))
                continue
            if way == 1:
                # A new date beside those of the rule.
                lines.append(self.stamp("RDATE", date + datetime.timedelta(days=3), zone, isOfDays))
                continue
            more += ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z",
                     self.stamp("RECURRENCE-ID", date, zone, isOfDays)]
            moved = date + datetime.timedelta(days=self.random.randint(-2, 2))
            more.append(self.stamp("DTSTART", moved, zone, isOfDays))
            more.append(f"SUMMARY:{name[:-1]}-changed." if way == 2 else f"SUMMARY:{name}")
            if way == 3 and self.random.randrange(2):
                more.append("STATUS:CANCELLED")
            more.append("END:VEVENT")
        return [*lines, "END:VEVENT", *more]

    def make(self):
        for _ in range(4):
            zone, start, isOfDays = self.random.choice(zones), self.start(2027), self.random.randrange(5) == 0
            words = ["event", "add", self.name(), "--at", f"{start:%Y-%m-%d}" if isOfDays else f"{start:%Y-%m-%dT%H:%M}", "--zone", zone,
                     "--repeat", self.rule(isOfDays), "--minutes", self.random.choice([1440, 2880] if isOfDays else [0, 30, 120, 1500])]
            # An hour that clocks skip, and a rule that ends before it, are refused.
            self.ada.parlor(*words, *["--all-day"] * isOfDays, must=False)
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rounds//EN"]
        for _ in range(8):
            lines += self.component()
        file = self.ada.place / "made.ics"
        file.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]))
        self.ada.parlor("event", "import", file)

    # MARK: Editing

    def edit(self):
        events = self.ada.ask("event", "list", "--past").get("events", [])
        if not events:
            return
        event = self.random.choice(sorted(events, key=lambda event: event["name"]))
        id, isOfDays = event["id"], event.get("all_day", False)
        dates = [date for date, name in self.shown(self.ada, date=True) if name.startswith(event["name"][:-1])]
        on = ["--on", self.random.choice(dates)] if dates else []
        later = self.random.choice([[], ["--later"]])
        way = self.random.randrange(8)
        start, zone = self.start(2027), self.random.choice(zones)
        if way == 0:
            words = ["edit", id, "--all", "--name", self.name()]
        elif way == 1:
            words = ["edit", id, "--all", "--at", f"{start:%Y-%m-%dT%H:%M}", "--zone", zone]
        elif way == 2:
            words = ["edit", id, "--all", "--repeat", self.rule(isOfDays)]
        elif way == 3:
            words = ["edit", id, "--all", "--minutes", self.random.choice([15, 90, 2880])]
        elif way in (4, 5) and on:
            words = ["edit", id, *on, *later, "--name", self.name()]
            if self.random.randrange(2):
                words += ["--at", f"{start:%Y-%m-%dT%H:%M}", "--zone", zone]
        elif on:
            words = ["delete", id, *on, *later, "--yes"]
        else:
            words = ["edit", id, "--place", self.name()]
        # A refused command changes nothing, which the comparison shows.
        self.ada.parlor("event", *words, must=False)

    # MARK: What must be the same

    def shown(self, person, date=False):
        """Returns the events that a person sees: the dates of half a year, each with the name of the event."""
        found = []
        text = person.parlor("event", "list", "--from", f"{first:%Y-%m-%dT%H:%M}", "--to", f"{last:%Y-%m-%dT%H:%M}")
        for line in text.splitlines():
            match = re.match(r" +\w+ +\w{3} (\d{4}-\d\d-\d\d)( \d\d:\d\d)? +(ev-\S+)", line)
            if match:
                # An event that began before is listed as long as it takes.
                if match[1] >= f"{first:%Y-%m-%d}":
                    found.append((match[1] + (match[2] or ""), match[3]))
            elif "No events" not in line:
                raise Failure(f"not understood: {line}")
        return found if date else sorted(found)

    def check(self):
        shown = self.shown(self.ada)
        file = self.ada.place / "all.ics"
        self.ada.parlor("event", "export", file, "--force")
        wanted, skipped = computed(file.read_text())
        self.skipped, self.dates = self.skipped + len(skipped), self.dates + len(wanted)
        mine = [(date, name) for date, name in shown if name not in skipped]
        compare("Parlor", mine, "dateutil", wanted, file)
        self.bob.parlor("event", "import", file)
        compare("Parlor", shown, "after import", self.shown(self.bob), file)
        second = self.bob.place / "all.ics"
        self.bob.parlor("event", "export", second, "--force")
        one, other = lines(file), lines(second)
        if one != other:
            raise Failure(f"exported again, these differ: {sorted(set(one) ^ set(other))[:6]}")
        for person in (self.ada, self.bob):
            ids = [event["id"] for event in person.ask("event", "list", "--past").get("events", [])]
            if ids:
                person.parlor("event", "delete", "--yes", *ids)

    def run(self):
        self.make()
        for _ in range(6):
            self.edit()
        self.check()


def lines(file):
    """The lines of a file in any order, without those that say when it was written."""
    text = file.read_text().replace("\r\n ", "")
    return sorted(line for line in text.splitlines() if not line.startswith(("DTSTAMP", "SEQUENCE", "LAST-MOD")))


def compare(one, mine, other, theirs, file):
    mine, theirs = sorted(mine), sorted(theirs)
    if mine == theirs:
        return
    more, less = rest(mine, theirs), rest(theirs, mine)
    raise Failure(f"only {one}: {more[:6]}; only {other}: {less[:6]}; {len(more)} and {len(less)} of them; "
                  f"the file says:\n{file.read_text()}")


def rest(some, others):
    others = list(others)
    return [one for one in some if one not in others or others.remove(one)]


# MARK: dateutil

def expanded(rule, start, isOfDays, zone):
    """The dates of a rule on the clock of the wall until the end of what is compared."""
    def stop(*_):
        raise TooLong

    match = re.search(r"UNTIL=(\d{8})(?:T(\d{6})Z)?", rule)
    if match and match[2] and zone != "UTC" and not isOfDays:
        until = datetime.datetime.strptime(match[1] + match[2], "%Y%m%d%H%M%S").replace(tzinfo=utc)
        local = until.astimezone(zone_named(zone)).replace(tzinfo=None)
        rule = rule.replace(match[0], f"UNTIL={local:%Y%m%dT%H%M%S}")
    rule = rule.replace("Z", "")
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(patienceOfDateutil)
    try:
        found = []
        for date in rrulestr(rule, dtstart=start):
            if date > last.replace(tzinfo=None) + datetime.timedelta(days=3):
                break
            found.append(date)
        return found
    finally:
        signal.alarm(0)


def instant(value, zone):
    """A date or a time as an instant; days are those of UTC, as they are the same everywhere."""
    if not isinstance(value, datetime.datetime):
        return datetime.datetime(value.year, value.month, value.day, tzinfo=utc)
    # Zones by their names alone: icalendar has clocks of its own for some, as Africa/Casablanca.
    if value.tzinfo is None or zone != "UTC":
        value = value.replace(tzinfo=zone_named(zone))
    return value.astimezone(utc)


def zone_of(entry):
    return entry.params.get("TZID", "UTC")


def moment(component, name):
    return instant(component[name].dt, zone_of(component[name]))


def values(component, name):
    """The times of all lines of a name. A day of an event with an hour begins at midnight in the zone of the event."""
    found, start = component.get(name, []), component["DTSTART"]
    times = []
    for entry in found if isinstance(found, list) else [found]:
        for item in entry.dts:
            value, zone = item.dt, zone_of(entry)
            if isinstance(start.dt, datetime.datetime) and not isinstance(value, datetime.datetime):
                value, zone = datetime.datetime(value.year, value.month, value.day), zone_of(start)
            times.append(instant(value, zone))
    return times


def computed(text):
    """Returns the dates that python-dateutil finds in a file in the time that is compared, with names; and the names that it leaves out."""
    calendar = icalendar.Calendar.from_ical(text)
    masters, changes, found, skipped = {}, {}, [], set()
    for event in calendar.walk("VEVENT"):
        if "RECURRENCE-ID" in event:
            changes.setdefault(str(event["UID"]), []).append(event)
        else:
            masters[str(event["UID"])] = event
    for uid, event in masters.items():
        start, name = event["DTSTART"].dt, str(event["SUMMARY"])
        isOfDays = not isinstance(start, datetime.datetime)
        zone = zone_of(event["DTSTART"])
        wall = datetime.datetime(start.year, start.month, start.day) if isOfDays else start.replace(tzinfo=None)
        rule = re.search(r"^RRULE:(.*)$", event.to_ical().decode().replace("\r\n ", "").replace("\r", ""), re.M)
        try:
            dates = {instant(date, zone) for date in expanded(rule[1], wall, isOfDays, zone)} if rule else set()
        except TooLong:
            skipped |= {name} | {str(change["SUMMARY"]) for change in changes.get(uid, [])}
            continue
        added = set(values(event, "RDATE"))
        # Without a rule the start is a date itself.
        dates |= added | (set() if rule else {instant(start, zone)})
        dates -= set(values(event, "EXDATE"))
        names = {date: [(date, name, isOfDays)] for date in dates}
        for change in changes.get(uid, []):
            original = moment(change, "RECURRENCE-ID")
            names[original] = []
            if str(change.get("STATUS", "")) != "CANCELLED":
                hasDay = not isinstance(change["DTSTART"].dt, datetime.datetime)
                names[original] = [(moment(change, "DTSTART"), str(change["SUMMARY"]), hasDay)]
        for date, said, hasDay in (one for some in names.values() for one in some):
            if first <= date <= last:
                found.append((f"{date:%Y-%m-%d}" if hasDay else f"{date:%Y-%m-%d %H:%M}", said))
    return sorted(found), skipped


def run(ada, bob, minutes, seed):
    """Rounds, each with the next seed, for so many minutes; one at least."""
    end, rounds, dates, skipped = time.monotonic() + 60 * minutes, 0, 0, 0
    while True:
        turn = Round(ada, bob, seed)
        try:
            turn.run()
        except Failure as failure:
            raise Failure(f"--seed {seed}: {failure}\nagain: scripts/repetitions --minutes 0 --seed {seed}") from failure
        rounds, dates, skipped, seed = rounds + 1, dates + turn.dates, skipped + turn.skipped, seed + 1
        if time.monotonic() > end:
            break
    print(f"{rounds} rounds until --seed {seed - 1}: {dates} dates are the same in Parlor, by dateutil and after import; "
          f"{skipped} events took dateutil too long")
