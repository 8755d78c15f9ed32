"""Rules and calendar files of other projects: what Parlor shows of the rules, and what it keeps of the files.

The folder has rrules.json, a list of [source, DTSTART in UTC, RRULE], and foreign.json, calendar files by name.
"""
import ctypes
import datetime
import json
import pathlib
import re

from dateutil.rrule import rrulestr
from people import Failure, Person, zone_named

# The lines that say at what time, and how often, something was written.
stamps = ("DTSTAMP", "SEQUENCE", "LAST-MODIFIED")


# MARK: Rules

def date_of_dateutil(start, rule, now):
    """The next date; nothing where there is none, and a problem for what it refuses."""
    try:
        # dateutil takes no UNTIL in UTC beside a start without a zone.
        return rrulestr(re.sub(r"(UNTIL=\w+)Z", r"\1", rule), dtstart=start).after(now), None
    except (ValueError, TypeError) as problem:
        return None, str(problem)


def date_of_libical(start, rule, now):
    """The same by libical, which gives dates from the start on."""
    library = ctypes.CDLL("libical.so.3")
    count = 100_000
    dates = (ctypes.c_int64 * count)()
    begin = int(start.replace(tzinfo=datetime.timezone.utc).timestamp())
    library.icalrecur_expand_recurrence.argtypes = [
        ctypes.c_char_p, ctypes.c_int64, ctypes.c_int, ctypes.POINTER(ctypes.c_int64)]
    library.icalrecur_expand_recurrence(rule.encode(), begin, count, dates)
    limit = now.replace(tzinfo=datetime.timezone.utc).timestamp()
    found = next((date for date in dates if date > limit), None)
    if found is None:
        return None
    return datetime.datetime.fromtimestamp(found, datetime.timezone.utc).replace(tzinfo=None)


def rules(ada, path):
    """Puts all rules into events, and compares the next dates that a list shows with those of dateutil."""
    all_rules = json.loads(path.read_text())
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cases//EN"]
    for number, (_, start, rule) in enumerate(all_rules):
        lines += ["BEGIN:VEVENT", f"UID:rule-{number}", f"SUMMARY:rule-{number}.", f"DTSTART:{start}Z",
                  f"RRULE:{rule}", "END:VEVENT"]
    file = ada.place / "rules.ics"
    file.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]))
    ada.parlor("event", "import", file, must=False)
    # A minute that ends while we look would change what is next.
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    shown = {}
    for line in ada.parlor("event", "list").splitlines():
        match = re.search(r"(\d{4}-\d\d-\d\d \d\d:\d\d) +rule-(\d+)\.", line)
        if match:
            shown[int(match[2])] = match[1]
    right = 0
    for number, (source, start, rule) in enumerate(all_rules):
        begins = datetime.datetime.strptime(start, "%Y%m%dT%H%M%S")
        wanted, problem = date_of_dateutil(begins, rule, now)
        said = wanted.strftime("%Y-%m-%d %H:%M") if wanted else None
        found = shown.get(number)
        if problem is None and said == found:
            right += 1
            continue
        other = date_of_libical(begins, rule, now)
        print(f"  {source} {start} {rule}: Parlor {found}, dateutil {problem or said}, libical {other}")
    print(f"  {right} of {len(all_rules)} rules are right")
    return right == len(all_rules)


# MARK: Files

def components(text):
    """The events and to-dos with a UID: by kind, UID and changed date, their lines; nested ones with their path."""
    found, path, lines = {}, [], []
    text = re.sub(r"(\r\n|\n|\r)[ \t]", "", text.removeprefix("\ufeff"))
    for line in re.split(r"\r\n|\n|\r", text):
        match = re.match(r"(BEGIN|END):(.*)", line, re.I)
        if match and match[1].upper() == "BEGIN":
            path.append(match[2].strip().upper())
            if path[-1] in ("VEVENT", "VTODO") and "VCALENDAR" in path[:1]:
                lines = []
        elif match:
            name = path.pop() if path else ""
            if name in ("VEVENT", "VTODO"):
                said = {re.split("[;:]", line)[0].upper(): line.split(":", 1)[-1] for _, line in lines}
                if said.get("UID"):
                    key = (name, said["UID"], said.get("RECURRENCE-ID", ""))
                    found.setdefault(key, []).extend(lines)
        elif line.strip():
            lines.append((tuple(path), line))
    return found


def plain(line):
    """A line in a form in which the same is equal: names in capitals, and instants in UTC."""
    match = re.match(r'([^;:]+)((?:;(?:"[^"]*"|[^":])*)*):(.*)', line, re.S)
    if not match:
        return line
    name, parameters, value = match[1].upper(), match[2], match[3]
    zone = re.search(r';TZID="?([^";:]+)"?', parameters, re.I)
    if zone and re.fullmatch(r"\d{8}T\d{6}", value):
        known = zone_named(zone[1])
        if known:
            time = datetime.datetime.strptime(value, "%Y%m%dT%H%M%S").replace(tzinfo=known)
            value = time.astimezone(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
            parameters = parameters.replace(zone[0], "")
    return f"{name}{parameters}:{value}"


def lost(before, after):
    """The lines of a file that are not in another one."""
    missing, count = [], 0
    there = components(after)
    for key, lines in components(before).items():
        rest = [plain(line) for _, line in there.get(key, [])]
        for _, line in lines:
            if line.upper().startswith(stamps):
                continue
            count += 1
            said = plain(line)
            if said in rest:
                rest.remove(said)
            else:
                missing.append(f"{key[0]} {key[1]} {key[2]}: {line}")
    return missing, count


def files(program, place, path):
    """Imports each file into an empty home, exports it, and compares."""
    all_files = json.loads(path.read_text())
    whole, properties, gone = 0, 0, 0
    for number, (name, text) in enumerate(sorted(all_files.items())):
        ada = Person(program, place, f"file-{number}")
        first, second = ada.place / "first.ics", ada.place / "second.ics"
        first.write_bytes(text.encode("utf-8", "surrogateescape"))
        ada.start()
        try:
            done = ada.run([program, "event", "import", first])
            ada.parlor("event", "export", second, must=False)
        finally:
            ada.stop()
        missing, count = lost(text, second.read_text() if second.exists() else "")
        properties, gone = properties + count, gone + len(missing)
        if not missing:
            whole += 1
            continue
        print(f"  {name}: {len(missing)} of {count} lines are lost")
        for line in missing[:8] + done.stderr.splitlines()[:4]:
            print(f"      {line[:160]}")
    print(f"  {whole} of {len(all_files)} files are complete, {gone} of {properties} lines are lost")
    return whole == len(all_files)


def run(program, place, folder):
    """Runs those of the two that are there."""
    folder, ends = pathlib.Path(folder), []
    if (folder / "rrules.json").exists():
        ada = Person(program, place, "rules", zone="UTC")
        ada.start()
        try:
            ends.append(rules(ada, folder / "rrules.json"))
        finally:
            ada.stop()
    if (folder / "foreign.json").exists():
        ends.append(files(program, place, folder / "foreign.json"))
    if not ends:
        raise Failure(f"{folder} has neither rrules.json nor foreign.json")
    return all(ends)
