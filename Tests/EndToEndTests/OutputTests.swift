import ChatSchema
import EventSchema
import FileSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// The output of commands: whole, or a failure that scripts can see.
  @Suite struct OutputTests {
    @Test("--json shows every setting, state and count, also what is false or zero")
    func everyField() async throws {
      let fresh = try Home("fresh")
      _ = try await fresh.daemon()
      let settings = try await fresh.done("settings", "--json")
      #expect(settings.contains("\"bell\":true") && settings.contains("\"quiet\":false"))
      let off = try await fresh.done("settings", "set", "bell", "off", "--json")
      #expect(off.contains("\"bell\":false"), "\(off)")
      #expect(try await fresh.done("status", "--json").contains("\"peers_online\":0"))

      // `ask` checks the JSON of everything that it reads.
      let pair = try await Pair.linked()
      try await pair.trust()
      try await pair.ada.done("peer", "add", "127.0.0.1:9")
      _ = try await pair.ada.ask("room", "make", "friends", "berta", as: RoomView.self)
      _ = try await pair.ada.ask("chat", "post", "hello", as: MessageView.self)
      let file = pair.ada.scratch + "/map.txt"
      try Data("here".utf8).write(to: URL(filePath: file))
      _ = try await pair.ada.ask("file", "share", file, as: FileView.self)
      _ = try await pair.ada.ask("chat", "read", "--count", "1", as: MessageView.self)
      _ = try await pair.ada.ask("event", "add", "Picnic", "--at", "in 9 days", as: EventView.self)
      _ = try await pair.ada.ask("event", "todo", "add", "picnic", "eat", as: EventView.self)
      _ = try await pair.ada.ask(
        "event", "budget", "add", "picnic", "bread", "3", as: EventView.self)
      _ = try await pair.ada.ask("event", "list", as: EventViews.self)
      _ = try await pair.ada.ask("file", "list", as: FileList.self)
      let (host, joiner) = try await pair.seated()
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= 1 }
      for home in [pair.ada, pair.berta] {
        _ = try await home.ask("status", as: StatusView.self)
        _ = try await home.ask("settings", as: SettingsView.self)
        _ = try await home.ask("peer", "list", as: PeerList.self)
        _ = try await home.ask("room", "list", as: RoomList.self)
        _ = try await home.ask("war", "list", as: TableList.self)
        _ = try await home.ask("war", "show", host.view.id, as: TableView.self)
      }
    }

    @Test("an output that cannot be written is a failure of the command, whatever it has done")
    func fullOutput() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let file = home.scratch + "/map.txt"
      try Data("here".utf8).write(to: URL(filePath: file))
      let shared = try await home.ask("file", "share", file, as: FileView.self)
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      let commands = [
        ["--help"], ["--version"], ["war", "host", "--help"], ["manual"], ["status"], ["doctor"],
        [],
        ["chat", "post", "hello"], ["chat", "read"], ["chat", "search", "hello"],
        ["chat", "export"],
        ["chat", "follow", "--count", "1"], ["room", "list"], ["room", "show", "lobby"],
        ["room", "make", "NAME"], ["peer", "list"], ["peer", "add", "127.0.0.1:9"],
        ["peer", "pair", "--ticket"], ["event", "list"], ["event", "show", "picnic"],
        ["event", "add", "Dinner", "--at", "in 3 days"], ["event", "todo", "add", "picnic", "eat"],
        ["event", "export", "-"], ["event", "watch", "picnic", "--count", "1"], ["file", "list"],
        ["file", "save", shared.id, "-"], ["bundle", "export", "lobby", "-"], ["backup", "-"],
        ["conflict", "list"], ["settings"], ["settings", "set", "colour", "red"], ["war", "list"],
        ["service", "status"], ["simulate", "war", "--games", "1"], ["stop"],
      ]
      for json in [[], ["--json"]] {
        _ = try await home.run("status")
        for words in commands where json.isEmpty || words != ["manual"] {
          let words = words.map { $0 == "NAME" ? "friends\(json.count)" : $0 }
          let redirect = ["sh", "-c", "exec \"$@\" >/dev/full", "sh"]
          let program = try Program(
            redirect + home.words(words + json), streams: .files(home.scratch),
            environment: home.environment)
          if words.contains("follow") {
            // Whatever is said is printed, and cannot be. It may not follow yet.
            _ = try await eventually("the end of what follows", otherwise: { program.story }) {
              _ = try await home.run("chat", "post", "hello again")
              return program.poll()
            }
          }
          program.closeInput()
          #expect(try await program.end() == .exit(1), "\(words + json) \(program.story)")
          #expect(
            program.complaints.contains("No space left on device"),
            "\(words + json) \(program.story)")
        }
      }
    }

    @Test("a reader that goes away early is no failure")
    func closedPipe() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      // Where the signal is ignored, as many programs do that start others, the write itself fails.
      let script = "trap '' PIPE; { sleep 0.5; \"$@\"; echo \"ended with $?\" >&2; } | true"
      let pipe = ["sh", "-c", script, "sh"]
      let program = try Program(
        pipe + home.words(["manual"]), streams: .files(home.scratch), environment: home.environment)
      program.closeInput()
      #expect(try await program.end() == .exit(0))
      #expect(program.complaints == "ended with 0\n", "\(program.story)")
    }
  }
}
