import API
import ChatSchema
import Client
import DeckSchema
import EventSchema
import Feature
import Foundation
import Node
import Schema
import SwiftProtobuf
import Testing

@Suite struct RouteTests {
  @Test("methods that only read are answered from the snapshot, by POST and by GET alike")
  func reads() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let client = DaemonClient(home: home)
      #expect(try client.call(Methods.Node.status).name == "Ada")
      #expect(try client.call(Methods.Peers.list).peers.map(\.name) == ["Bob"])
      #expect(try client.call(Methods.Node.settings).colour == "blue")
      #expect(try client.call(Methods.Tables.list).tables.map(\.id) == ["abcd"])
      #expect(try client.call(Methods.Tables.show) { $0.table = "ab" }.id == "abcd")
      #expect(try client.bytes("/v1/transcript?table=ab") == [0, 255, 10, 13, 0])
      let connection = try RawConnection(home: home)
      let answer = try connection.request("GET", "/v1/chat/list?room=a%20%22b&limit=7&before=x")
      let list = try JSONMapping.message(MessageList.self, from: answer.body)
      #expect(list.messages.map(\.text) == ["a \"b x 7"])
      #expect(node.calls.isEmpty)
    }
  }

  @Test(
    "a query that a method cannot take is refused in words",
    arguments: [
      "/v1/chat/list?rom=a", "/v1/chat/list?limit=many", "/v1/chat/list?limit=-1",
      "/v1/chat/list?limit=99999999999999999999", "/v1/node/status?room=a",
      "/v1/chat/list?room=%ff", "/v1/chat/list?room=%f", "/v1/chat/list?room=%zz",
      "/v1/chat/list?room=%",
    ])
  func badQueries(path: String) async throws { try await refused("GET", path, "") }

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
      try check("/v1/node/status", StatusView.self)
      try check("/v1/tables/list", TableList.self)
      try check("/v1/tables/show?table=nothing", Refusal.self)
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
      try client.download("/v1/bundle?room=lobby") { bytes += $0 }
      #expect(bytes == Array("lobbyid".utf8) + [0, 255])
      #expect(throws: ClientFailure.self) {
        try client.download("/v1/bundle?room=nowhere") { bytes += $0 }
      }
      #expect(bytes.count == 9)
      func upload(_ byte: UInt8) throws -> BundleView {
        var left = 40
        return try client.upload(
          "/v1/bundle",
          from: {
            left -= 1
            return left < 0 ? nil : [UInt8](repeating: byte, count: 64 << 10)
          }, as: BundleView.self)
      }
      #expect(try upload(1).taken == 40 * 64 << 10)
      var cards: [UInt8]? = [1, 2, 3]
      let taken = try client.upload(
        "/v1/cards",
        from: {
          defer { cards = nil }
          return cards
        }, as: CardsView.self)
      #expect(taken.message == "3 bytes", "D-59")
      do {
        _ = try upload(0)
        Issue.record("a damaged file was taken")
      } catch ClientFailure.refused(let refusal) {
        #expect(refusal.message == "The file is damaged.")
      }
    }
  }

  @Test("P-35, E-37: bytes are kept for a command, and come back as they are and as nothing else")
  func blobs() async throws {
    try await withServer { (_, home) throws in
      let client = DaemonClient(home: home)
      var pieces: [[UInt8]] = [[0, 255], [13, 10]]
      #expect(try client.keep { pieces.popLast() } == "4")
      var bytes: [UInt8] = []
      try client.download("/v1/blobs/x") { bytes += $0 }
      #expect(bytes == Array("x".utf8) + [0, 255])
      #expect(throws: ClientFailure.self) { try client.download("/v1/blobs/y") { bytes += $0 } }
    }
  }

  @Test("D-61, V-51: a picture of a card comes by name, and is not drawn for who has it already")
  func cardPictures() async throws {
    try await withServer { (_, home) throws in
      func ask(_ query: String, _ fields: [(String, String)] = []) throws -> (
        status: Int, form: String?, text: String
      ) {
        let connection = try RawConnection(home: home)
        let common = [("host", "x"), ("accept", "*/*"), ("connection", "close")]
        let answer = try connection.request(
          "GET", "/v1/card-pictures" + query, fields: common + fields)
        return (answer.status, answer.form, String(decoding: answer.body, as: UTF8.self))
      }
      let name = "?name=Rook%20%2F%2F%20Raven"
      let plain = try ask(name)
      #expect(plain.status == 200 && plain.form == "image/png" && plain.text == "PNG   256")
      let whole = try ask(name + "&set=ABC&number=7a&width=600")
      #expect(whole.text == "PNG ABC 7a 600")
      #expect(try ask(name, [("if-none-match", "\"first-256\"")]).status == 304)
      #expect(try ask(name, [("if-none-match", "\"other-256\"")]).status == 200)
      #expect(try ask(name + "&width=600", [("if-none-match", "\"first-256\"")]).status == 200)
      #expect(try ask("?name=Rook").status == 404 && ask("").status == 404)
      for width in ["0", "1025", "-1", "wide", ""] {
        #expect(try ask(name + "&width=" + width).status == 400, "\(width)")
      }
    }
  }

  @Test("many calls go in as few requests as they fit into, and keep their order")
  func batch() async throws {
    try await withServer { (node, home) throws in
      let client = DaemonClient(home: home)
      let calls = (0..<300).map { number in
        Methods.Chat.post { $0.text = String(repeating: "x", count: 700) + "\(number)" }
      }
      let results = try client.perform(calls)
      #expect(results.count == 300 && results.allSatisfy { (try? $0.get()) is MessageView })
      #expect(node.calls == calls)
      node.refuse(with: Refused(.notNow, "not now"))
      for result in try client.perform([calls[0], calls[1]]) {
        guard case .failure(.refused(let refusal)) = result else {
          Issue.record("not refused")
          continue
        }
        #expect(refusal.message == "not now")
      }
      #expect(node.calls.count == 302)
    }
  }

  @Test("E-04: a list in pieces is whole in the end, refused before the first, or torn")
  func pieces() async throws {
    try await withServer { (_, home) throws in
      let client = DaemonClient(home: home)
      func names(_ room: String) throws -> [String] {
        var names: [String] = []
        try client.call(
          Methods.Events.lines, { $0.room = room },
          inPieces: { (piece: EventLines) in names += piece.lines.map(\.name) })
        return names
      }
      #expect(try names("here") == ["one", "two"])
      #expect(try client.call(Methods.Events.lines).lines.map(\.name) == ["one", "two"])
      do {
        _ = try names("gone")
        Issue.record("not refused")
      } catch ClientFailure.refused(let refusal) {
        #expect(refusal.message == "No room gone.")
      }
      #expect(throws: ClientFailure.self) { try names("damaged") }
      #expect(try names("here") == ["one", "two"], "on a new connection")
      // In JSON the answer is one message.
      let answer = try RawConnection(home: home).request("POST", "/v1/events/lines", "{}")
      #expect(answer.status == 200)
      _ = try JSONMapping.message(EventLines.self, from: answer.body)
    }
  }

  @Test(
    "a batch is refused as a whole where one of its calls cannot be read",
    arguments: [
      #"{"calls":[{"method":"chat/nothing"}]}"#,
      #"{"calls":[{"method":"chat/post","request":{"@type":"type.googleapis.com/parlor.Tap"}}]}"#,
      #"{"calls":[{"method":"chat/post","request":{"@type":"type.googleapis.com/parlor.No"}}]}"#,
      #"{"calls":[\#(Array(repeating: "{}", count: 257).joined(separator: ","))]}"#,
    ])
  func badBatches(body: String) async throws { try await refused("POST", "/v1/batch", body) }

  @Test("a batch in JSON says with each call which message its request is")
  func batchInJSON() async throws {
    try await withServer { (node, home) throws in
      let body = """
        {"calls":[{"method":"chat/post","request":{"@type":"type.googleapis.com/parlor.PostMessage",
        "text":"hello"}},{"method":"node/status"}]}
        """
      let answer = try RawConnection(home: home).request("POST", "/v1/batch", body)
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(
        answer.status == 200 && text.contains(#""@type":"type.googleapis.com/parlor.StatusView""#))
      #expect(node.calls == [Methods.Chat.post { $0.text = "hello" }])
    }
  }

  @Test(arguments: [RefusalCode.notFound, .ambiguous, .notNow, .invalid, .busy, .storage])
  func refusalsArriveWhole(code: RefusalCode) async throws {
    try await withServer { (node, home) throws in
      node.refuse(with: Refused(code, "No: do something else."))
      let client = DaemonClient(home: home)
      let refusal = Refused(code, "No: do something else.").refusal
      #expect(throws: ClientFailure.refused(refusal)) {
        try client.call(Methods.Tables.tap) { $0.table = "ab" }
      }
      node.refuse(with: nil)
      #expect(try client.call(Methods.Node.status).name == "Ada")
    }
  }

  @Test(arguments: [
    "GET /v1/nothing", "GET /v1/tables/show?table=zz", "POST /v1/tables/host {",
    #"POST /v1/tables/host {"descriptoin":"x"}"#, "GET /v1/tables/show?table=%ff",
    "GET /v1/stream?attend=true", "GET /v1/stream?attend=maybe", "GET /v1/stream?table=zz",
  ])
  func badRequestsAreRefusedInWords(request: String) async throws {
    let words = request.split(separator: " ").map(String.init)
    try await refused(words[0], words[1], words.count > 2 ? words[2] : "")
  }

  @Test("P 9: what is wrong with JSON is said in words, not in the names of Swift's errors")
  func malformedBodies() async throws {
    try await withServer { (_, home) throws in
      let connection = try RawConnection(home: home)
      for body in [
        "{", "[]", "7", "x", #"{"key":7}"#, #"{"key":"a","value":"b"}x"#, #"{"nonsense":1}"#,
        #"{"key":null"#, #"{"key":"\u{1}"}"#, #"{key:1}"#, #"{"key":"a""value":"b"}"#, "\"",
        String(repeating: #"{"key":"#, count: 40),
      ] {
        let answer = try connection.request("POST", "/v1/node/set", body)
        guard answer.status != 200 else { continue }
        let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
        #expect(
          answer.status == 400 && refusal.message.contains("cannot be read as ChangeSetting ("))
        let words = refusal.message.replacing("ChangeSetting", with: "")
        #expect(words.firstMatch(of: /[a-z][A-Z]|[Ee]rror/) == nil, "\(refusal.message)")
      }
    }
  }

  private func refused(_ method: String, _ path: String, _ body: String) async throws {
    try await withServer { (node, home) throws in
      let answer = try RawConnection(home: home).request(method, path, body)
      #expect((400..<500).contains(answer.status))
      let refusal = try JSONMapping.message(Refusal.self, from: answer.body)
      #expect(!refusal.message.isEmpty && refusal.code != .unspecified)
      #expect(node.calls.isEmpty)
      #expect(try DaemonClient(home: home).call(Methods.Node.status).name == "Ada")
    }
  }
}
