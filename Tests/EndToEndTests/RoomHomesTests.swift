import ChatSchema
import Foundation
import Glibc
import Schema
import SwiftProtobuf
import Testing

extension EndToEndTests {
  /// Three homes on this machine share rooms.
  @Suite struct RoomHomesTests {
    private struct Three {
      let homes: [Home]
      var daemons: [RunningDaemon?]

      /// Three people who trust each other, each linked with both others.
      static func linked() async throws -> Three {
        let homes = try ["Ada", "Berta", "Cleo"].map { try Home($0.lowercased()) }
        var three = Three(homes: homes, daemons: [nil, nil, nil])
        for number in 0..<3 { try await three.start(number) }
        var nodes: [String] = []
        for home in homes {
          let name = home.name.prefix(1).uppercased() + home.name.dropFirst()
          try await home.done("settings", "set", "name", name)
          nodes.append(try await home.ask("status", as: StatusView.self).node)
        }
        for (number, home) in homes.enumerated() {
          for other in 0..<3 where other != number {
            try await home.done("peer", "trust", nodes[other])
            let address = try #require(three.daemons[other]?.address)
            if other < number { try await home.done("peer", "add", address) }
          }
        }
        for home in homes {
          try await holds("\(home.name) is linked with both") {
            try await home.ask("status", as: StatusView.self).peersOnline == 2
          }
        }
        return three
      }

      mutating func start(_ number: Int) async throws {
        // Links per address are limited; each home has one of its own.
        daemons[number] = try await homes[number].daemon()
      }

      mutating func kill(_ number: Int) async throws {
        guard let daemon = daemons[number] else { return }
        Glibc.kill(daemon.program.id, SIGKILL)
        _ = try await daemon.program.end()
        daemons[number] = nil
      }

      func say(_ number: Int, _ text: String, in room: String) async throws {
        try await homes[number].done("chat", "post", "--room", room, text)
      }

      func texts(_ number: Int, in room: String) async throws -> [String] {
        let lines = try await homes[number].done("chat", "read", "--room", room, "--json")
        return try lines.split(separator: "\n").map {
          try MessageView(jsonString: String($0)).text
        }
      }

      /// The hash of all that a node holds of a room.
      func state(_ number: Int, of room: String) async throws -> String {
        let said = try await homes[number].done("room", "show", room, "--json")
        let fields = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
        return (fields?["state"] as? [String: Any])?["hash"] as? String ?? ""
      }

      func agree(on room: String, _ numbers: [Int], _ expected: [String]) async throws {
        for number in numbers {
          var seen: [String] = []
          try await holds(
            "\(homes[number].name) reads \(expected) in \(room)", otherwise: { "\(seen)" }
          ) {
            seen = try await texts(number, in: room)
            return seen == expected
          }
        }
        var states: Set<String> = []
        try await holds("all hold the same of \(room)", otherwise: { "\(states)" }) {
          states = []
          for number in numbers { states.insert(try await state(number, of: room)) }
          return states.count == 1
        }
        #expect(states.first?.count == 64)
      }
    }

    @Test(
      "C-04, C-09, C-10, P-25: one is off while another writes, a third relays, all see the same")
    func relay() async throws {
      var three = try await Three.linked()
      try await three.say(0, "Hello everybody", in: "lobby")
      try await three.homes[0].done("room", "make", "picnic", "Berta", "Cleo", "--topic", "Sunday")
      try await three.agree(on: "lobby", [0, 1, 2], ["Hello everybody"])
      try await three.say(1, "I bring bread", in: "picnic")
      try await three.agree(on: "picnic", [0, 1, 2], ["I bring bread"])
      // Cleo's machine is off while Ada writes; then Ada's is off when Cleo is back.
      try await three.kill(2)
      try await three.say(0, "And I bring wine", in: "picnic")
      try await three.say(0, "Good night", in: "lobby")
      try await three.agree(on: "picnic", [0, 1], ["I bring bread", "And I bring wine"])
      try await three.kill(0)
      try await three.start(2)
      try await three.agree(on: "picnic", [1, 2], ["I bring bread", "And I bring wine"])
      try await three.agree(on: "lobby", [1, 2], ["Hello everybody", "Good night"])
      try await three.say(2, "Cheese!", in: "picnic")
      try await three.start(0)
      try await three.agree(
        on: "picnic", [0, 1, 2], ["I bring bread", "And I bring wine", "Cheese!"])
    }

    @Test("C-08, C-18, C-22, P-19: messages in scripts") func scripts() async throws {
      let ada = try Home("ada")
      _ = try await ada.daemon()
      let posted = try await ada.ask(
        "chat", "post", "one \u{1b}[31mred\u{202e}", as: MessageView.self)
      #expect(posted.text == "one [31mred")
      let edited = try await ada.ask(
        "chat", "edit", String(posted.id.prefix(9)), "two", as: MessageView.self)
      #expect(edited.edited)
      #expect(try await ada.done("chat", "search", "TWO").contains("two (edited)"))
      #expect(try await ada.done("chat", "export").hasSuffix(": two\n"))
      try await ada.done("chat", "delete", String(posted.id.prefix(9)))
      #expect(try await ada.done("chat", "read").contains("(deleted)"))
      let empty = try await ada.run("chat", "post", " ")
      #expect(empty.code == 2)
      let nowhere = try await ada.run("chat", "post", "--room", "nowhere", "hello")
      #expect(nowhere.code == 1)
      #expect(nowhere.sentences.first?.contains("nowhere") == true)
    }
  }
}
