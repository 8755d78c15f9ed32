"""Random steps of Parlor, khal, todoman, vdirsyncer and an editor on one calendar: nobody's change is lost.

Each step changes one field of one item to a value that was never there before, in Parlor, in its folder or in a second folder
that vdirsyncer keeps in sync with it. After each step both sides come to rest, and everything must be there: the
values that were written, and byte for byte the lines that nobody touched.
"""
import random
import re
import subprocess

import icalendar
from khal.khalendar.vdir import Item, Vdir
from people import Failure, beside, patience, until

# Lines that no program has a field for: they must stay as they are, in their order.
untouched = ["X-KEPT;A=\"b:c;d\":one\\, two", "X-ALSO:" + "long " * 30]
# A change of one of these says that something was changed.
stamps = ("SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "CREATED")


class Steps:
    """One run, which its seed repeats."""

    def __init__(self, ada, seed):
        self.ada, self.random, self.count = ada, random.Random(seed), 0
        # The item that the last step was about, its field, and whether a program wrote the whole file again.
        self.touched = (None, None, False)
        self.second = ada.place / "second"
        self.second.mkdir()
        # The wanted values of each item: by UID, its fields.
        self.events, self.todos = {}, {}
        (ada.place / "vdirsyncer.conf").write_text(
            f'[general]\nstatus_path = "{ada.place}/status/"\n'
            '[pair both]\na = "one"\nb = "two"\ncollections = null\nconflict_resolution = "a wins"\n'
            f'[storage one]\ntype = "filesystem"\npath = "{ada.folder}"\nfileext = ".ics"\n'
            f'[storage two]\ntype = "filesystem"\npath = "{self.second}"\nfileext = ".ics"\n')
        self.vdirsyncer("discover", say="y\n")

    def value(self):
        self.count += 1
        return f"value {self.count}"

    # MARK: The programs

    def vdirsyncer(self, *words, say=None):
        done = subprocess.run(
            [str(beside / "vdirsyncer"), "-c", str(self.ada.place / "vdirsyncer.conf"), *words], input=say,
            capture_output=True, text=True, timeout=patience, env=self.ada.environment)
        if done.returncode != 0:
            raise Failure(f"vdirsyncer {' '.join(words)}: {done.stdout}{done.stderr}")

    def files(self, folder):
        """The files of a folder by the UID that they have."""
        found = {}
        for path in sorted(folder.glob("[!.]*.ics")):
            text = path.read_bytes().decode()
            match = re.search(r"^UID:(.*?)\r?$", text, re.M)
            if match:
                found[match[1]] = (path, text)
        return found

    def edit(self, folder, uid, name, value):
        """Changes one line of a file, and nothing else, as an editor does."""
        path, text = self.files(folder)[uid]
        end = "\r\n" if "\r\n" in text else "\n"
        line = f"{name}:{value}"
        pattern = rf"^{name}[;:].*?(?=\r?$)"
        if re.search(pattern, text, re.M):
            text = re.sub(pattern, line, text, count=1, flags=re.M)
        else:
            kind = "VEVENT" if uid in self.events else "VTODO"
            text = text.replace(f"BEGIN:{kind}{end}", f"BEGIN:{kind}{end}{line}{end}", 1)
        # At once, as programs of calendars do.
        new = path.with_name("." + path.name + ".new")
        new.write_bytes(text.encode())
        new.rename(path)

    def write(self, folder, uid, name, value):
        """Has khal's own code write the whole file again with another field."""
        vdir = Vdir(str(folder), ".ics")
        for href, _ in vdir.list():
            item, etag = vdir.get(href)
            if item.uid == uid:
                calendar = icalendar.Calendar.from_ical(item.raw)
                for event in calendar.walk("VEVENT" if uid in self.events else "VTODO"):
                    event[name] = icalendar.vText(value)
                vdir.update(href, Item(calendar.to_ical().decode()), etag)
                return
        raise Failure(f"{folder} has no {uid}")

    # MARK: Steps

    def plan(self):
        name = self.value()
        event = self.ada.ask("event", "add", name, "--at", "2027-06-07 12:00", "--zone", "Europe/Oslo")
        self.events[event["id"] + "@parlor"] = {"SUMMARY": name}
        return f"Parlor plans {name}"

    def note(self):
        text = self.value()
        toDo = self.ada.ask("todo", "add", text, "--due", "2027-06-07 12:00", "--zone", "Europe/Oslo")
        self.todos[toDo["id"] + "@parlor"] = {"SUMMARY": text}
        return f"Parlor adds the to-do {text}"

    def khal_new(self):
        name = self.value()
        self.ada.khal("new", "2027-07-01", "18:00", "2h", name, *self.random.choice([[], ["-r", "weekly"]]))
        uid = next(uid for uid, (_, text) in self.files(self.ada.folder).items() if f"SUMMARY:{name}" in text)
        self.events[uid] = {"SUMMARY": name}
        return f"khal makes {name}"

    def todoman_new(self):
        text = self.value()
        self.ada.todo("new", "--list", "Parlor", "--due", "2027-06-05 18:00", text)
        uid = next(uid for uid, (_, file) in self.files(self.ada.folder).items() if f"SUMMARY:{text}" in file)
        self.todos[uid] = {"SUMMARY": text}
        return f"todoman makes {text}"

    def file(self, folder):
        """A new file with lines that no program knows."""
        self.count += 1
        uid, name = f"made-{self.count}", self.value()
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Steps//EN", "BEGIN:VEVENT", f"UID:{uid}",
                 f"SUMMARY:{name}", untouched[0], "DTSTAMP:20270101T000000Z", "DTSTART:20270901T100000Z",
                 "DURATION:PT1H", untouched[1], "END:VEVENT", "END:VCALENDAR", ""]
        (folder / f"{uid}.ics").write_bytes("\r\n".join(lines).encode())
        self.events[uid] = {"SUMMARY": name}
        return f"a file {uid} comes into {folder.name}"

    def change(self):
        """One field of one item, by one of the programs."""
        items = {**self.events, **self.todos}
        if not items:
            return self.plan()
        uid = self.random.choice(sorted(items))
        isEvent, value = uid in self.events, self.value()
        fields = ["SUMMARY", "DESCRIPTION"] + (["LOCATION"] if isEvent else [])
        name = self.random.choice(fields)
        way = self.random.choice(["Parlor", "an editor", "khal's code", "an editor of the second folder"])
        if way == "Parlor":
            option = {"SUMMARY": "--name" if isEvent else "--text", "DESCRIPTION": "--notes", "LOCATION": "--place"}
            command = ["event", "edit"] if isEvent else ["todo", "edit"]
            self.ada.parlor(*command, self.id(uid), option[name], value)
        elif way == "khal's code":
            self.write(self.ada.folder, uid, name, value)
        else:
            self.edit(self.second if "second" in way else self.ada.folder, uid, name, value)
        items[uid][name] = value
        self.touched = (uid, name, way == "khal's code")
        return f"{way} sets {name} of {uid} to {value}"

    def id(self, uid):
        """Returns Parlor's name for an item."""
        events = self.ada.ask("event", "list", "--past").get("events", [])
        toDos = self.ada.ask("todo", "list", "--done").get("to_dos", [])
        return next(item["id"] for item in events + toDos if item.get("uid") == uid or item["id"] + "@parlor" == uid)

    def finish(self):
        """todoman ticks something off."""
        uid = self.random.choice(sorted(self.todos)) if self.todos else None
        if uid is None or self.todos[uid].get("STATUS") == "COMPLETED":
            return self.note()
        name = self.todos[uid]["SUMMARY"]
        numbers = [line.split()[2] for line in self.ada.todo("list").splitlines() if f" {name} @" in line]
        if not numbers:
            return self.note()
        self.ada.todo("done", numbers[0])
        self.todos[uid]["STATUS"] = "COMPLETED"
        self.touched = (uid, "STATUS", True)
        return f"todoman finishes {name}"

    def remove(self):
        items = {**self.events, **self.todos}
        # Parlor takes a folder from which everything goes at once for one that is lost.
        if len(items) < 6:
            return self.plan()
        uid = self.random.choice(sorted(items))
        way = self.random.choice(["Parlor", "the folder", "the second folder"])
        if way == "Parlor":
            command = ["event", "delete", "--yes"] if uid in self.events else ["todo", "delete", "--yes"]
            self.ada.parlor(*command, self.id(uid))
        else:
            self.files(self.second if "second" in way else self.ada.folder)[uid][0].unlink()
        self.events.pop(uid, None)
        self.todos.pop(uid, None)
        return f"{way} deletes {uid}"

    def step(self):
        kinds = [self.plan, self.note, self.khal_new, self.todoman_new, self.finish, self.remove,
                 lambda: self.file(self.ada.folder), lambda: self.file(self.second)] + [self.change] * 12
        before = {uid: text for uid, (_, text) in self.files(self.ada.folder).items()}
        self.touched = (None, None, False)
        said = self.random.choice(kinds)()
        return said, before

    # MARK: What must hold

    def rest(self):
        """Lets all sides come to rest."""
        previous = None

        def same():
            nonlocal previous
            self.vdirsyncer("sync")
            now = [{uid: text for uid, (_, text) in self.files(folder).items()} for folder in (self.ada.folder, self.second)]
            ready = now == previous and self.problem() is None
            previous = now
            return ready

        until("  all sides rest", same)

    def problem(self):
        """Returns the first value that is not as it must be; nothing where all are."""
        wanted = {**self.events, **self.todos}
        for folder in (self.ada.folder, self.second):
            files = self.files(folder)
            if set(files) != set(wanted):
                return f"{folder.name} has {sorted(set(files) ^ set(wanted))} otherwise"
            for uid, fields in wanted.items():
                lines = unfolded(files[uid][1])
                for name, value in fields.items():
                    if not any(re.fullmatch(rf"{name}(;[^:]*)?:{re.escape(value)}", line) for line in lines):
                        return f"{folder.name}: {name} of {uid} is not {value}: {files[uid][1]}"
        return None

    def check_untouched(self, before):
        """Byte for byte: files of which no step was about, and in the others all lines but the one of the field."""
        uid, name, rewrites = self.touched
        for other, (_, text) in self.files(self.ada.folder).items():
            if other.startswith("made-") and sorted(line for line in unfolded(text) if line[:2] == "X-") != sorted(untouched):
                raise Failure(f"{other} is without a line that no program knows: {text}")
            if other not in before or before[other] == text:
                continue
            if other != uid:
                raise Failure(f"{other} was changed: {before[other]} is {text}")
            # icalendar and todoman write a whole file again, in an order of their own.
            if not rewrites and plain(before[other], name) != plain(text, name):
                raise Failure(f"more than {name} of {other} was changed: {before[other]} is {text}")


def unfolded(text):
    return re.sub(r"\r?\n[ \t]", "", text).replace("\r\n", "\n").split("\n")


def plain(text, name):
    """The lines of a file as they stand there, without those of a field and those that say when it was changed."""
    lines = re.split(r"(?<=\n)(?![ \t])", text)
    return [line for line in lines if not line.startswith((*stamps, name + ":", name + ";"))]


def run(ada, count, seed):
    """So many steps; the seed repeats them."""
    print(f"  {count} steps with --seed {seed}")
    steps = Steps(ada, seed)
    for number in range(1, count + 1):
        said, before = steps.step()
        print(f"  {number}. {said}")
        try:
            steps.rest()
            steps.check_untouched(before)
        except Failure as failure:
            raise Failure(f"step {number} ({said}) with --seed {seed}: {failure}; {steps.problem() or ''}") from failure
