"""One person with a daemon on loopback and a calendar folder, and the programs that work on that folder."""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import time
import zoneinfo

from khal.khalendar.vdir import Item, Vdir

# Programs of this environment stand beside its Python.
beside = pathlib.Path(sys.executable).parent
zone = "Europe/Oslo"
# Waiting is for conditions; a machine may be busy.
patience = 40


class Failure(Exception):
    """Something is otherwise than it must be."""


def check(what, holds, found=""):
    if not holds:
        raise Failure(f"{what}: {found}")
    print(f"  {what}")


def until(what, look):
    """Looks again and again until there is something."""
    end = time.monotonic() + patience
    while True:
        found = look()
        if found:
            print(f"  {what}")
            return found
        if time.monotonic() > end:
            raise Failure(f"not within {patience} s: {what}")
        time.sleep(0.05)


def zone_named(name):
    """A time zone of the time zone database; nothing where it has none of that name."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None


class Person:
    """A home, its daemon, its calendar folder, and khal and todoman as this person has them set up."""

    def __init__(self, program, place, name, zone=zone):
        self.program, self.name = program, name
        self.place = pathlib.Path(place) / name
        self.folder = self.place / "calendar"
        self.place.mkdir()
        self.daemon, self.port = None, None
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.place), "TZ": zone, "LC_ALL": "C.UTF-8",
                            "PARLOR_HOME": str(self.place / "home")}
        (self.place / "khal.conf").write_text(
            f"[calendars]\n[[parlor]]\npath = {self.folder}\n"
            f"[locale]\nlocal_timezone = {zone}\ndefault_timezone = {zone}\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\n"
            "longdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n"
            f"[sqlite]\npath = {self.place}/khal.db\n[default]\ndefault_calendar = parlor\n")
        (self.place / "todoman.py").write_text(
            f'path = "{self.folder}"\ncache_path = "{self.place}/todoman.db"\n'
            'date_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n')

    # MARK: Parlor

    def start(self):
        port = ["--port", str(self.port)] if self.port else []
        self.daemon = subprocess.Popen(
            [self.program, "daemon", "--address", "127.0.0.1", "--no-discovery", "--json", *port],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.environment)
        self.port = json.loads(self.daemon.stdout.readline())["port"]

    def stop(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.kill()
            self.daemon.wait()
        if self.daemon:
            self.daemon.stdout.close()

    def run(self, words, **more):
        return subprocess.run(list(map(str, words)), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=patience, env=self.environment, cwd=self.place, **more)

    def parlor(self, *words, must=True):
        done = self.run([self.program, *words])
        if must and done.returncode != 0:
            raise Failure(f"{self.name}: parlor {' '.join(map(str, words))}: {done.stdout}{done.stderr}")
        return done.stdout if done.returncode == 0 else None

    def ask(self, *words, must=True):
        said = self.parlor(*words, "--json", must=must)
        return json.loads(said) if said else None

    def event(self, name):
        """An event as it is now; nothing where there is none."""
        return self.ask("event", "show", name, must=False)

    def toDo(self, text):
        """Something to do as it is now; nothing where there is none."""
        return self.ask("todo", "show", text, must=False)

    # MARK: The other programs

    def khal(self, *words):
        done = self.run([beside / "khal", "-c", self.place / "khal.conf", *words])
        if done.returncode != 0:
            raise Failure(f"khal {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def todo(self, *words):
        done = self.run([beside / "todo", "--config", self.place / "todoman.py", *words])
        if done.returncode != 0:
            raise Failure(f"todo {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def change(self, uid, body):
        """Has khal's own code write a file again, with what `body` does to its event."""
        import icalendar
        vdir = Vdir(str(self.folder), ".ics")
        for href, _ in vdir.list():
            item, etag = vdir.get(href)
            if item.uid != uid:
                continue
            calendar = icalendar.Calendar.from_ical(item.raw)
            for event in calendar.walk("VEVENT"):
                body(event)
                event["SEQUENCE"] = int(event.get("SEQUENCE", 0)) + 1
            vdir.update(href, Item(calendar.to_ical().decode()), etag)
            return
        raise Failure(f"no file has the UID {uid}")

    def texts(self):
        """The files of the folder, by name."""
        return {path.name: path.read_text() for path in sorted(self.folder.glob("[!.]*.ics"))}


def instant(event):
    """Returns the time of an event, in UTC."""
    return datetime.datetime.fromtimestamp(int(event["start"]["milliseconds"]) / 1000, datetime.timezone.utc)
