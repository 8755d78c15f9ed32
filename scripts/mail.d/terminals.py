"""A profile from sign-up to two resets, typed at terminals, with the mail server of scripts/mail: terminals.py PARLOR WORK.

Each command has a terminal of its own, types what a person would, and must say what is written here. The daemon is killed where
the rows want it. Nothing that is typed may be seen but what may: no terminal shows a password.
"""
import glob, os, pty, re, select, signal, subprocess, sys, time

parlor, work = sys.argv[1:]
home = os.path.join(work, "berta")
patience = 40
passwords = ["correct horse battery", "another horse entirely", "a third horse of mine"]


def fail(text):
    sys.exit(f"mail: FAILED: {text}")


class Terminal:
    """One command at a terminal of its own."""

    def __init__(self, *words):
        self.words, self.shown, self.place, self.code = words, "", 0, None
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.execv(parlor, [parlor, "--home", home, *words])

    def _read(self, seconds):
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            data = b""
        self.shown += data.decode(errors="replace")
        return bool(data)

    def says(self, text):
        """Waits for a text behind the one before; what it is never said in time ends everything."""
        end = time.monotonic() + patience
        while text not in self.shown[self.place:]:
            if time.monotonic() > end or not self._read(0.1):
                fail(f"{self.words} does not say \"{text}\" but: {self.shown}")
        self.place = self.shown.index(text, self.place) + len(text)
        return self

    def types(self, text):
        os.write(self.descriptor, text.encode() + b"\r")
        return self

    def ends(self, code=0):
        while self._read(patience):
            pass
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.descriptor)
        if self.code != code:
            fail(f"{self.words} ended with {self.code}, not {code}: {self.shown}")
        for password in passwords + ["wrong horse staple"]:
            if password in self.shown:
                fail(f"{self.words} shows a password: {self.shown}")
        return self


class Daemon:
    """A daemon that can be killed by its id."""

    def __init__(self):
        self.log = open(os.path.join(work, "berta.log"), "ab")
        self.process = subprocess.Popen([parlor, "--home", home, "daemon", "--no-discovery"], stdout=self.log, stderr=self.log)
        end = time.monotonic() + patience
        while not os.path.exists(os.path.join(home, "api.sock")):
            if time.monotonic() > end or self.process.poll() is not None:
                fail("the daemon does not start")
            time.sleep(0.02)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.unlink(os.path.join(home, "api.sock"))


def mails():
    return set(glob.glob(os.path.join(work, "box", "new", "*")))


def token(known, command):
    """The last word behind a command in the mail that has come since."""
    end = time.monotonic() + patience
    while not mails() - known:
        if time.monotonic() > end:
            fail(f"no mail with `{command}` comes")
        time.sleep(0.02)
    text = open((mails() - known).pop(), encoding="utf-8").read()
    line = next(line for line in text.splitlines() if command in line)
    return line.split()[-1]


def locked():
    Terminal("chat", "read").says("This home is locked").ends(1)


def say(text):
    print(f"mail: at terminals: {text}", flush=True)


daemon = Daemon()
known = mails()
Terminal("profile", "create", "--words").says("Name").types("Berta").says("E-mail: ").types("berta@parlor.test") \
    .says("Password (8 characters or more): ").types("1234567") \
    .says("Sorry, the password must be at least 8 characters!").ends(1)
Terminal("profile", "create").says("Name").types("Berta").says("E-mail: ").types("berta") \
    .says("Sorry, you must enter an email!").ends(1)
create = Terminal("profile", "create", "--words").says("Name").types("Berta").says("E-mail: ").types("berta@parlor.test") \
    .says("Password (8 characters or more): ").types(passwords[0]).says("The same again: ").types(passwords[0]) \
    .says("type them here: ")
lines = [line.split() for line in create.shown.splitlines()]
words = sum((line for line in lines if len(line) == 4 and all(re.fullmatch("[a-z]+", word) for word in line)), [])
if len(words) != 12:
    fail(f"there are not twelve recovery words: {create.shown}")
create.types("acid acorn").says("these are 2").types(" ".join(words)).says("The recovery words are confirmed").ends()
confirmation = token(known, "profile confirm")
Terminal("profile", "confirm", confirmation).says("The e-mail is confirmed").ends()
Terminal("profile", "confirm", confirmation).says("works once").ends(1)
say("signed up with mail and words, and confirmed both (A-01, A-02, A-09)")

Terminal("profile", "lock").ends()
locked()
Terminal("profile", "unlock", "bob@parlor.test").says("Password: ").types(passwords[0]).says("Sorry, that account doesn't exist!").ends(1)
Terminal("profile", "unlock").says("Password: ").types(passwords[0]).says("Unlocked.").ends()
Terminal("chat", "read").ends()
Terminal("profile", "lock").ends()
say("locked and unlocked (A-10, A-11, A-15)")


def wrong():
    """A wrong password, once the wait for the one before is over."""
    end = time.monotonic() + patience
    while True:
        unlock = Terminal("profile", "unlock")
        while "Password: " not in unlock.shown and unlock._read(patience):
            pass
        if "Password: " in unlock.shown:
            return unlock.types("wrong horse staple").says("Sorry, that password is incorrect!").ends(1)
        unlock.says("wait").ends(1)
        if time.monotonic() > end:
            fail("the wait after a wrong password does not end")
        time.sleep(0.2)


for _ in range(4):
    wrong()
daemon.kill()
daemon = Daemon()
locked()
Terminal("profile", "unlock").says("wait").ends(1)
say("after four wrong passwords the next try waits, also after kill -9 (A-12)")

known = mails()
Terminal("profile", "reset").says("E-mail: ").types("bob@parlor.test").says("Sorry, that account doesn't exist!").ends(1)
Terminal("profile", "reset").says("E-mail: ").types("berta@parlor.test").ends()
reset = token(known, "profile reset --token")
daemon.kill()
daemon = Daemon()
locked()
Terminal("profile", "reset", "--token", reset).says("New password").types(passwords[1]).says("The same again: ").types(passwords[0]) \
    .says("Sorry, the passwords do not match!").ends(1)
Terminal("profile", "reset", "--token", reset).says("New password").types(passwords[1]).says("The same again: ").types(passwords[1]) \
    .says("The new password is set").ends()
Terminal("chat", "read").ends()
Terminal("profile", "reset", "--token", reset).says("New password").types(passwords[2]).says("The same again: ").types(passwords[2]) \
    .says("works once").ends(1)
say("the password is replaced by mail, once, over kill -9 (A-13)")

Terminal("profile", "lock").ends()
Terminal("profile", "reset", "--words").says("Recovery words: ").types(" ".join(words[::-1])).says("New password").types(passwords[2]) \
    .says("The same again: ").types(passwords[2]).says("Sorry, those are not the recovery words!").ends(1)
locked()
end = time.monotonic() + patience
while True:
    again = Terminal("profile", "reset", "--words").says("Recovery words: ").types(" ".join(words)).says("New password").types(passwords[2]) \
        .says("The same again: ").types(passwords[2])
    while "The new password is set" not in again.shown and "wait" not in again.shown and again._read(patience):
        pass
    if "The new password is set" in again.shown:
        again.ends()
        break
    again.ends(1)
    if time.monotonic() > end:
        fail("the wait after wrong words does not end")
Terminal("profile", "lock").ends()
Terminal("profile", "unlock").says("Password: ").types(passwords[2]).says("Unlocked.").ends()
say("the password is replaced by the words (A-13)")

Terminal("stop").ends()
daemon.process.wait()
secret = [text.encode() for text in passwords + ["wrong horse staple", " ".join(words), confirmation, reset]]
for folder, _, names in os.walk(home):
    for name in names:
        content = open(os.path.join(folder, name), "rb").read() if os.path.isfile(os.path.join(folder, name)) else b""
        for text in secret:
            if text in content:
                fail(f"{name} holds {text.decode()}")
for text in secret[:4]:
    if text in open(os.path.join(work, "berta.log"), "rb").read() or any(text in open(mail, "rb").read() for mail in mails()):
        fail(f"a log or a mail holds {text.decode()}")
say("no file of the home, no log and no mail holds a password (A-14)")
