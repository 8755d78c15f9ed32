import API
import Client
import Feature
import Foundation
import Node
import Schema
import SwiftProtobuf
import Testing

@Suite struct RouteTests {
  @Test func readsComeFromTheSnapshot() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let client = DaemonClient(home: home)
      #expect(try client.get("/v1/status", as: StatusView.self).name == "Ada")
      #expect(try client.get("/v1/peers", as: PeerList.self).peers.map(\.name) == ["Bob"])
      #expect(try client.get("/v1/settings", as: SettingsView.self).colour == "blue")
      #expect(try client.get("/v1/tables", as: TableList.self).tables.map(\.id) == ["abcd"])
      #expect(try client.get("/v1/tables/ab", as: TableView.self).id == "abcd")
      #expect(try client.get("/v1/tables/ab/events", as: EventList.self).events.count == 1)
      #expect(try client.bytes("/v1/tables/ab/transcript") == [0, 255, 10, 13, 0])
      #expect(node.commands.isEmpty)
    }
  }

  @Test("E-04: answers and refusals come in the form that is asked for, and say the same")
  func forms() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let connection = try RawConnection(home: home)
      func check<Kind: Message & Equatable>(_ path: String, _ kind: Kind.Type) throws {
        for plain in ["*/*", "application/json", "text/html, */*;q=0.8"] {
          let json = try connection.request("GET", path, accept: plain)
          #expect(json.form == "application/json")
          let asked = "application/x-protobuf, application/json"
          let binary = try connection.request("GET", path, accept: asked)
          #expect(binary.form == "application/x-protobuf" && binary.status == json.status)
          let message = try JSONMapping.message(kind, from: json.body)
          #expect(try message == Kind(serializedBytes: binary.body) && message != Kind())
        }
      }
      try check("/v1/status", StatusView.self)
      try check("/v1/tables", TableList.self)
      try check("/v1/events", EventViews.self)
      try check("/v1/tables/nothing", Refusal.self)
      try check("/v2/nowhere", Refusal.self)
    }
  }

  @Test("P-34, P-37: files of any size go both ways, and a refused one is read to its end")
  func files() async throws {
    try await withServer { (_, home) throws in
      let client = DaemonClient(home: home)
      var bytes: [UInt8] = []
      try client.download("/v1/backup") { bytes += $0 }
      #expect(bytes == [1, 2, 3])
      bytes = []
      try client.download("/v1/rooms/lobby/bundle") { bytes += $0 }
      #expect(bytes == Array("lobbyid".utf8) + [0, 255])
      #expect(throws: ClientFailure.self) {
        try client.download("/v1/rooms/nowhere/bundle") { bytes += $0 }
      }
      #expect(bytes.count == 9)
      func upload(_ byte: UInt8) throws -> Answer {
        var left = 40
        return try client.upload(
          "/v1/bundles",
          from: {
            left -= 1
            return left < 0 ? nil : [UInt8](repeating: byte, count: 64 << 10)
          }, as: Answer.self)
      }
      #expect(try upload(1).bundle.taken == 40 * 64 << 10)
      do {
        _ = try upload(0)
        Issue.record("a damaged file was taken")
      } catch ClientFailure.refused(let refusal) {
        #expect(refusal.message == "The file is damaged.")
      }
    }
  }

  @Test func decisionsAboutPeersBecomeCommands() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      #expect(try client.get("/v1/pairings", as: PairList.self).pairings.map(\.state) == [.asked])
      let commands: [Command.OneOf_Kind] = [
        .pairPeer(.with { $0.peer = "ada" }), .awaitPairing(.with { $0.peer = "bob" }),
        .answerPairing(.with { $0.yes = true }), .makeTicket(.with { $0.addresses = ["a:1"] }),
        .useTicket(.with { $0.ticket = "parlor:x" }), .trustPeer(.with { $0.node = "abc" }),
        .unpairPeer(.with { $0.peer = "ä/b" }), .blockPeer(.with { $0.peer = "[fe80::1%2]:7" }),
        .unblockPeer(.with { $0.peer = "eve" }),
      ]
      for kind in commands { try client.perform(.with { $0.kind = kind }) }
      #expect(node.commands.map(\.kind) == commands)
    }
  }

  @Test func manyCommandsGoInAsFewRequestsAsTheyFitIntoAndKeepTheirOrder() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      let commands = (0..<300).map { number in
        Command.with { $0.postMessage.text = String(repeating: "x", count: 700) + "\(number)" }
      }
      let results = try client.perform(commands)
      #expect(results.count == 300 && results.allSatisfy { (try? $0.get()) != nil })
      #expect(node.commands == commands)
      node.refuse(with: Refused(.notNow, "not now"))
      for result in try client.perform([commands[0], commands[1]]) {
        guard case .failure(.refused(let refusal)) = result else {
          Issue.record("not refused")
          continue
        }
        #expect(refusal.message == "not now")
      }
      for many in [
        Commands.with { $0.commands = Array(repeating: .init(), count: 257) },
        Commands.with { $0.commands = [.with { $0.shareFile = .init() }] },
      ] {
        #expect(throws: ClientFailure.self) { try client.send("POST", "/v1/commands", many) }
      }
      #expect(node.commands.count == 302)
    }
  }

  @Test func actionsBecomeCommandsOfTheTableInThePath() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      try client.send("POST", "/v1/tables", HostTable.with { $0.description_p = "tea" })
      try client.send("POST", "/v1/tables/ab/ask", AskToJoin())
      try client.send("POST", "/v1/tables/ab/answer", AnswerAsk.with { $0.accept = true })
      try client.send("POST", "/v1/tables/ab/start", StartTable())
      try client.send("POST", "/v1/tables/ab/close", CloseTable())
      try client.send("POST", "/v1/tables/ab/attend", Attend.with { $0.attendance = .leave })
      try client.send("POST", "/v1/tables/ab/tap", Tap.with { $0.round = 7 })
      try client.send("POST", "/v1/tables/ab/give-up", GiveUp())
      try client.send("POST", "/v1/tables/ab/claim", MakeClaim.with { $0.kind = .draw })
      try client.send("POST", "/v1/tables/ab/hosting", MoveHosting.with { $0.take = true })
      try client.send("POST", "/v1/peers", AddPeer.with { $0.address = "[fe80::1%2]:7" })
      try client.send("DELETE", "/v1/peers/" + "[fe80::1%2]:7/ä".percentEncoded, GiveUp())
      try client.send("PUT", "/v1/settings", ChangeSetting.with { $0.key = "name" })
      let kinds = node.commands.map(\.kind)
      #expect(
        kinds == [
          .hostTable(.with { $0.description_p = "tea" }), .askToJoin(.with { $0.table = "ab" }),
          .answerAsk(
            .with {
              $0.table = "ab"
              $0.accept = true
            }), .startTable(.with { $0.table = "ab" }), .closeTable(.with { $0.table = "ab" }),
          .attend(
            .with {
              $0.table = "ab"
              $0.attendance = .leave
            }),
          .tap(
            .with {
              $0.table = "ab"
              $0.round = 7
            }), .giveUp(.with { $0.table = "ab" }),
          .makeClaim(
            .with {
              $0.table = "ab"
              $0.kind = .draw
            }),
          .moveHosting(
            .with {
              $0.table = "ab"
              $0.take = true
            }), .addPeer(.with { $0.address = "[fe80::1%2]:7" }),
          .forgetPeer(.with { $0.peer = "[fe80::1%2]:7/ä" }),
          .changeSetting(.with { $0.key = "name" }),
        ])
    }
  }

  @Test(arguments: [RefusalCode.notFound, .ambiguous, .notNow, .invalid, .busy, .storage])
  func refusalsArriveWhole(code: RefusalCode) async throws {
    try await withServer { (node, home) throws in
      node.refuse(with: Refused(code, "No: do something else."))
      let client = DaemonClient(home: home)
      let refusal = Refused(code, "No: do something else.").refusal
      #expect(throws: ClientFailure.refused(refusal)) {
        try client.send("POST", "/v1/tables/ab/tap", Tap())
      }
      node.refuse(with: nil)
      #expect(try client.get("/v1/status", as: StatusView.self).name == "Ada")
    }
  }

  @Test(arguments: [
    "GET /v1/nothing", "POST /v1/status", "GET /v1/tables/zz", "POST /v1/tables {",
    #"POST /v1/tables {"descriptoin":"x"}"#, "GET /v1/tables/%ff", "GET /v1/stream?attend=true",
    "GET /v1/stream?attend=maybe", "GET /v1/stream?table=zz",
  ])
  func badRequestsAreRefusedInWords(request: String) async throws {
    let words = request.split(separator: " ").map(String.init)
    try await refused(words[0], words[1], words.count > 2 ? words[2] : "")
  }

  @Test("a method that a path does not have is 405 and names those that it has")
  func wrongMethods() async throws {
    try await withServer { (_, home) throws in
      let connection = try RawConnection(home: home)
      for (method, path, known) in [
        ("PATCH", "/v1/settings", "GET or PUT"), ("DELETE", "/v1/status", "GET"),
        ("PUT", "/v1/rooms/lobby/messages", "GET or POST"),
        ("POST", "/v1/rooms/lobby/messages/abc", "DELETE or PUT"),
      ] {
        let answer = try connection.request(method, path)
        #expect(answer.status == 405, "\(method) \(path)")
        let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
        #expect(refusal.message.contains("use \(known),"), "\(refusal.message)")
      }
      for path in ["/v1/nothing", "/v1/settings/more", "/", "/v1/rooms"] {
        #expect(try connection.request("PATCH", path).status == (path == "/v1/rooms" ? 405 : 404))
      }
    }
  }

  @Test("what is wrong with JSON is said in words, not in the names of Swift's errors")
  func malformedBodies() async throws {
    try await withServer { (_, home) throws in
      let connection = try RawConnection(home: home)
      for body in [
        "{", "[]", "7", "x", #"{"key":7}"#, #"{"key":"a","value":"b"}x"#, #"{"nonsense":1}"#,
        #"{"key":null"#, #"{"key":"\u{1}"}"#, #"{key:1}"#, #"{"key":"a""value":"b"}"#, "\"",
        String(repeating: #"{"key":"#, count: 40),
      ] {
        let answer = try connection.request("PUT", "/v1/settings", body)
        guard answer.status != 200 else { continue }
        let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
        #expect(answer.status == 400 && refusal.message.contains("ChangeSetting in JSON ("))
        let words = refusal.message.replacing("ChangeSetting", with: "")
        #expect(words.firstMatch(of: /[a-z][A-Z]|[Ee]rror/) == nil, "\(refusal.message)")
      }
    }
  }

  @Test func aBodyBeyondTheLimitIsRefused() async throws {
    try await refused(
      "POST", "/v1/tables", String(repeating: " ", count: RequestLimits.bodyBytes + 1))
  }

  private func refused(_ method: String, _ path: String, _ body: String) async throws {
    try await withServer { (node, home) throws in
      let answer = try RawConnection(home: home).request(method, path, body)
      #expect((400..<500).contains(answer.status))
      let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
      #expect(!refusal.message.isEmpty && refusal.code != .unspecified)
      #expect(node.commands.isEmpty)
      #expect(
        try DaemonClient(home: home).get("/v1/status", as: StatusView.self).name == "Ada")
    }
  }

  @Test func stopIsAnsweredAndPassedOn() async throws {
    try await withServer { (node, home) throws in
      try DaemonClient(home: home).stop()
      #expect(node.stopCount == 1)
    }
  }
}
