import ChatSchema
import Client
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// `parlor chat` as people at terminals see it.
  @Suite struct ChatTests {
    /// A person at a terminal.
    private struct Seat {
      let terminal: PseudoTerminal
      let program: Program

      init(_ home: Home, _ words: String...) throws {
        terminal = try PseudoTerminal()
        program = try Program(
          home.words(words), streams: .terminal(terminal.device), environment: home.environment)
      }

      func shows(_ text: String) async throws { try await terminal.shows(text, program) }

      /// Waits until the line being typed is this.
      func types(_ text: String) async throws {
        try await holds("\"\(text)\" typed", otherwise: { terminal.look().text }) {
          terminal.look().rows.last == (text.isEmpty ? " > " : " > \(text)")
        }
      }
    }

    @Test("calls of one request are made in their order, also where some of them only read")
    func callsInOrder() async throws {
      let home = try Home("ada")
      // A command starts the daemon, which then stays.
      try await home.done("status")
      let results = try DaemonClient(home: home.path).perform([
        Methods.Chat.post { $0.text = "one" }, Methods.Chat.list(),
        Methods.Rooms.show { $0.room = "nowhere" }, Methods.Chat.post { $0.text = "two" },
        Methods.Chat.list(),
      ])
      let lists = results.compactMap { (try? $0.get()) as? MessageList }
      #expect(lists.map { $0.messages.map(\.text) } == [["one"], ["one", "two"]])
      #expect(results.map { (try? $0.get()) == nil } == [false, false, true, false, false])
    }

    @Test("C-14: two who are paired have a room of their own, made when it is first named")
    func roomOfTwo() async throws {
      let pair = try await Pair.linked()
      let refused = try await pair.ada.run("chat", "post", "--room", "@berta", "psst")
      #expect(refused.code == 1 && refused.complaints.contains("berta"), "\(refused)")
      try await pair.trust()
      try await pair.ada.done("chat", "post", "--room", "@berta", "psst")
      try await holds("Berta has read it", otherwise: { "nothing came" }) {
        try await pair.berta.done("chat", "read", "--room", "@ADA").contains("Ada  psst")
      }
      try await pair.berta.done("chat", "post", "--room", "ada", "yes?")
      try await holds("Ada has read it", otherwise: { "nothing came" }) {
        try await pair.ada.done("chat", "open", "@berta").contains("Berta  yes?")
      }
      #expect(
        try await pair.ada.done("chat", "read") == "Nobody has written anything there yet.\n",
        "nobody else hears of it")
      #expect(try await pair.ada.done("chat", "read", "--json").isEmpty)
      // A person is named where a room could be, in each command that reads a room.
      let found = try await pair.ada.done("chat", "search", "--room", "@berta", "psst")
      #expect(found.contains("Ada  psst"), "\(found)")
      let all = try await pair.ada.done("chat", "export", "--room", "@berta")
      #expect(all.contains(" Ada: psst\n") && all.contains(" Berta: yes?\n"), "\(all)")
      // Hours alone say nothing once a day is over.
      let read = try await pair.ada.done("chat", "read", "--room", "@berta")
      #expect(read.prefixMatch(of: #/  20\d\d-\d\d-\d\d\n\d\d:\d\d Ada  psst\n/#) != nil, "\(read)")
      #expect(
        try await pair.ada.done("chat", "search", "psst").hasPrefix(
          "No message in that room contains"))
    }

    @Test(
      "C-01 to C-08, C-25: two people talk, see each other, and leave; one types while the other speaks"
    )
    func talk() async throws {
      let pair = try await Pair.linked()
      let ada = try Seat(pair.ada, "chat")
      try await ada.shows("nobody else here, 1 online")
      #expect(!ada.terminal.look().isCursorHidden && !ada.terminal.echoes)
      let berta = try Seat(pair.berta, "chat", "open", "lobby")
      try await ada.shows("here: Berta")
      try await berta.shows("here: Ada")
      ada.terminal.type("Who pla")
      berta.terminal.type("hello 猫\r")
      try await ada.shows("Berta (stranger)  hello 猫")
      try await ada.types("Who pla")
      ada.terminal.type("ys\u{1b}[D\u{7f}y\u{1b}[Fs?\u{1b}[1~\u{1b}[3~w\r")
      try await berta.shows("Ada (stranger)  who playss?")
      try await ada.types("")
      // Nothing but white space is not posted.
      ada.terminal.type("   \r\u{15}/edit who plays?\r")
      try await berta.shows("who plays? (edited)")
      ada.terminal.type("/who\r")
      try await ada.shows("In lobby")
      berta.terminal.type("\u{4}")
      #expect(try await berta.program.end() == .exit(0))
      #expect(berta.terminal.echoes && !berta.terminal.look().isSecond)
      try await ada.shows("nobody else here")
      ada.terminal.type("/quit\r")
      #expect(try await ada.program.end() == .exit(0))
      #expect(
        try await pair.ada.done("chat").contains("who plays? (edited)"), "no terminal: it reads")
      let messages = try await pair.berta.done("chat", "read").split(separator: "\n")
      #expect(messages.count == 3, "two below their day: \(messages)")
    }

    @Test("a daemon killed in the middle takes neither what is typed nor what was said")
    func killed() async throws {
      let pair = try await Pair.linked()
      let ada = try Seat(pair.ada, "chat")
      let berta = try Seat(pair.berta, "chat")
      try await ada.shows("here: Berta")
      ada.terminal.type("before\r")
      try await berta.shows("before")
      ada.terminal.type("half a sent")
      try await ada.types("half a sent")
      try await pair.adasDaemon.program.destroy()
      // Ada's screen starts it again.
      try await berta.shows("nobody else here")
      try await berta.shows("here: Ada")
      ada.terminal.type("ence\r")
      try await ada.types("")
      try await ada.shows("half a sentence")
      try await berta.shows("half a sentence")
      berta.terminal.type("welcome back\r")
      try await ada.shows("welcome back")
      #expect(ada.terminal.look().rows.count { $0.contains("before") } == 1)
      for seat in [ada, berta] { seat.terminal.type("\u{3}") }
      #expect(try await ada.program.end() == .exit(0))
      #expect(try await berta.program.end() == .exit(0))
    }

    @Test("C-20: a refused message stays in the line, with the reason") func flood() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let ada = try Seat(home, "chat")
      try await ada.shows("lobby")
      for number in 1...11 {
        ada.terminal.type("message \(number)\r")
      }
      try await ada.shows("wait a moment")
      try await ada.types("message 11")
      ada.terminal.type("\u{3}")
      #expect(try await ada.program.end() == .exit(0))
    }

    @Test("C-15, C-16, C-25: unread counts, muting and the opt-out of @all, as commands")
    func commands() async throws {
      let pair = try await Pair.linked()
      try await pair.ada.done("chat", "post", "an insult")
      try await holds("it arrives") {
        try await pair.berta.done().contains("1 unread")
      }
      #expect(try await pair.berta.done("chat", "read").contains("an insult"))
      #expect(try await !pair.berta.done().contains("unread"))
      try await pair.berta.done("chat", "mute", "ada")
      #expect(try await pair.berta.done("chat", "read").contains("(ignored)"))
      #expect(try await pair.berta.ask("settings", as: SettingsView.self).muted.count == 1)
      #expect(try await pair.berta.run("chat", "mute", "nobody").code == 1)
      try await pair.berta.done("chat", "unmute", "Ada")
      let slip = try await pair.ada.ask("chat", "post", "a slip", as: MessageView.self)
      try await pair.ada.done("chat", "delete", slip.id)
      let export = try await pair.ada.done("chat", "export")
      #expect(export.contains(": an insult") && export.contains(": (deleted)"))
      #expect(try await pair.berta.done("chat", "read").contains("an insult"))
      try await pair.berta.done("settings", "set", "mention-all", "off")
      #expect(try await !pair.berta.ask("settings", as: SettingsView.self).mentionAll)
    }

    @Test("C-17: a program is started for a mention, without a shell and without what was written")
    func notification() async throws {
      let pair = try await Pair.linked()
      let (script, said) = (pair.berta.path + "/call", pair.berta.path + "/said")
      let text = """
        #!/bin/sh
        printf '%s|' "$@" "$PARLOR_SENDER" "$PARLOR_ROOM" "$PARLOR_TEXT" >> "\(said)"
        """
      try Data(text.utf8).write(to: URL(filePath: script))
      #expect(chmod(script, 0o700) == 0)
      try await pair.berta.done("settings", "set", "notify-command", "\(script) $(id) ;x")
      try await pair.ada.done("chat", "post", "nobody in particular")
      try await pair.ada.done("chat", "post", "@Berta a secret")
      try await holds("a call", otherwise: { "nothing was said" }) {
        (try? String(contentsOfFile: said, encoding: .utf8))
          == "$(id)|;x|Parlor: Ada in lobby|There is a new message.|Ada|lobby||"
      }
    }

    @Test("P-22: who was unpaired is told so, on the screen and by the exit code")
    func unpaired() async throws {
      let pair = try await Pair.linked()
      try await pair.trust()
      try await pair.ada.done("chat", "post", "--room", "@berta", "hello")
      let screen = try Seat(pair.ada, "chat", "open", "@berta")
      try await screen.shows("here")
      try await pair.berta.done("peer", "unpair", "Ada")
      try await screen.shows("has not paired with you")
      try await holds("it shows in the list", otherwise: { "nothing" }) {
        try await pair.ada.done("peer", "list").contains("paired here, not there")
      }
      let said = try await pair.ada.run("chat", "post", "--room", "@berta", "anybody?")
      #expect(said.code == 1 && said.output.isEmpty, "\(said)")
      #expect(said.complaints.contains("Berta has not paired with you"), "\(said)")
      screen.terminal.type("anybody?\r")
      try await screen.types("anybody?")
      screen.terminal.type("\u{3}")
      #expect(try await screen.program.end() == .exit(0))
      try await pair.ada.done("settings", "set", "lobby", "off")
      let off = try await pair.ada.run("chat", "post", "anybody?")
      #expect(off.code == 1 && off.complaints.contains("The lobby is off"), "\(off)")
    }

    @Test("P-25: a room made by mistake is deleted, and a second one of its name is named as such")
    func mistakenRoom() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("room", "make", "picnic")
      let again = try await home.run("room", "make", "picnic")
      #expect(again.code == 1 && again.complaints.contains("add --same-name"), "\(again)")
      try await home.done("room", "make", "picnic", "--same-name")
      let which = try await home.run("room", "show", "picnic")
      #expect(which.code == 1 && which.complaints.contains("2 rooms fit picnic"), "\(which)")
      let rooms = try await home.ask("room", "list", as: RoomList.self).rooms
      let id = try #require(rooms.last { $0.name == "picnic" }?.id)
      let unasked = try await home.run("room", "delete", id)
      #expect(unasked.code == 2 && unasked.complaints.contains("add --yes"), "\(unasked)")
      #expect(try await home.done("room", "delete", "--yes", id) == "picnic is deleted.\n")
      #expect(try await home.done("room", "show", "picnic").contains("picnic"))
      let name = String(repeating: "é", count: 46) + "x"
      let long = try await home.run("settings", "set", "name", name)
      #expect(long.code == 1 && long.complaints.contains("93 bytes and 63"), "\(long)")
    }
  }
}
