import API
import Feature
import Foundation
import NIOCore
import Schema
import SwiftProtobuf
import Synchronization
import Testing
import WholeSchema

@testable import Page

/// The page's server on real loopback connections, over a node of values.
@Suite(.serialized) struct PageServerTests {
  /// The address and the cookie of a browser that was let in.
  private struct Visitor {
    let address: PageAddress
    let cookie: String

    func fields(_ method: String = "GET", type: String? = nil) -> [(String, String)] {
      var fields = [("host", address.authority), ("sec-fetch-site", "same-origin")]
      fields.append(("cookie", "other=1; \(address.cookie)=\(cookie)"))
      if method != "GET" { fields.append(("origin", address.origin)) }
      if let type { fields.append(("content-type", type)) }
      return fields
    }
  }

  private static let navigation = [
    ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"), ("sec-fetch-site", "none"),
  ]

  /// Runs a page over a fake node; `body` gets the server and a visitor, and is told what notices came.
  private func withPage(
    _ body: (FakeNode, PageServer, Visitor, @Sendable () -> [String]) async throws -> Void
  ) async throws {
    try await withHome { home in
      let node = FakeNode()
      let notices = Mutex<[String]>([])
      let page = try PageServer(
        PageServer.Host(
          home: home, folder: nil, now: { Int64(Date().timeIntervalSince1970 * 1_000) },
          beat: { node.publish(Change()) },
          notice: { sentence in notices.withLock { $0.append(sentence) } }))
      await page.start(node, settings: ["colour"], attendance: AttendingScreens(node: node))
      #expect(await page.status.address.isEmpty, "served before anybody asked")
      let visitor = try await enter(page)
      try await body(node, page, visitor) { notices.withLock { $0 } }
      await page.stop()
    }
  }

  private func link(_ page: PageServer) async throws -> (PageAddress, ticket: String) {
    let answer = try await page.perform(Call(Methods.Page.open, OpenPage())) as? PageLink
    let link = try #require(answer?.address)
    let parts = link.split(separator: "/#open=")
    let name = parts[0].dropFirst("http://".count).split(separator: ":")
    let label = String(name[0].split(separator: ".")[0])
    return (PageAddress(label: label, port: Int(name[1])!), String(parts[1]))
  }

  private func enter(_ page: PageServer) async throws -> Visitor {
    let (address, ticket) = try await link(page)
    let fields = Visitor(address: address, cookie: "").fields("POST", type: "application/json")
    let answer = try RawConnection(port: address.port).request(
      "POST", "/session", fields: fields, "{\"ticket\":\"\(ticket)\"}")
    try #require(answer.status == 200)
    // The raw connection reads no fields: a second link shows the cookie.
    return try await Visitor(address: address, cookie: cookie(page, address))
  }

  /// Enters by the sessions themselves, whose cookie a browser would have in its answer.
  private func cookie(_ page: PageServer, _ address: PageAddress) async throws -> String {
    let (_, ticket) = try await link(page)
    guard case .cookie(let cookie) = try await page.browsers.enter(ticket, name: "Test") else {
      throw Refused(.notNow, "not let in")
    }
    return cookie
  }

  @Test("a browser with a session reads and writes; without one it sees the door alone")
  func sessions() async throws {
    try await withPage { node, page, visitor, _ in
      let port = visitor.address.port
      let read = try RawConnection(port: port).request(
        "GET", "/v1/peers/list", fields: visitor.fields())
      #expect(read.status == 200 && String(decoding: read.body, as: UTF8.self).contains("Bob"))
      let write = try RawConnection(port: port).request(
        "POST", "/v1/node/set", fields: visitor.fields("POST", type: "application/json"),
        #"{"key":"colour","value":"red"}"#)
      #expect(write.status == 200 && node.calls.count == 1)
      for cookie in ["", "wrong"] {
        let stranger = Visitor(address: visitor.address, cookie: cookie)
        let refused = try RawConnection(port: port).request(
          "GET", "/v1/peers/list", fields: stranger.fields())
        #expect(refused.status == 401)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("parlor page"))
        let door = try RawConnection(port: port).request(
          "GET", "/", fields: [("host", visitor.address.authority)] + Self.navigation)
        #expect(door.status == 200 && door.form == "text/html; charset=utf-8")
      }
      let left = try RawConnection(port: port).request(
        "DELETE", "/session", fields: visitor.fields("DELETE"))
      #expect(left.status == 200)
      let after = try RawConnection(port: port).request(
        "GET", "/v1/peers/list", fields: visitor.fields())
      #expect(after.status == 401)
    }
  }

  @Test("42.i: 100 half requests give way to a browser")
  func halfRequests() async throws {
    try await withPage { _, _, visitor, _ in
      let port = visitor.address.port
      let halves = try (0..<100).map { number in
        let half = try RawConnection(port: port)
        half.begin(ConnectionPlacesTests.halves[number % ConnectionPlacesTests.halves.count])
        return half
      }
      let read = try RawConnection(port: port).request(
        "GET", "/v1/peers/list", fields: visitor.fields())
      #expect(read.status == 200)
      // As many as there are more connections than places; no more have to.
      let more = halves.count + 1 - PageServer.mostConnections
      #expect(more > 0 && eventually { halves.count { $0.isClosed } >= more })
    }
  }

  @Test("a file is packed for a browser that can unpack it, and is the same")
  func packed() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/parlor-page-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(PageFiles.built.file("style.css"))
    let packed = try #require(file.packed)
    #expect(packed.count * 2 < file.bytes.count)
    try Data(packed).write(to: URL(filePath: folder + "/file.gz"))
    let unpacker = Process()
    unpacker.executableURL = URL(filePath: "/usr/bin/env")
    unpacker.arguments = ["gzip", "-d", folder + "/file.gz"]
    try unpacker.run()
    unpacker.waitUntilExit()
    #expect(FileManager.default.contents(atPath: folder + "/file") == Data(file.bytes))
  }

  @Test("a link that is used twice is refused, and the first browser is told")
  func usedLink() async throws {
    try await withPage { _, page, visitor, notices in
      let (address, ticket) = try await link(page)
      let fields =
        visitor.fields("POST", type: "application/json") + [("user-agent", "X Linux Firefox/153")]
      func use() throws -> Int {
        try RawConnection(port: address.port).request(
          "POST", "/session", fields: fields, "{\"ticket\":\"\(ticket)\"}"
        ).status
      }
      #expect(try use() == 200)
      #expect(notices().isEmpty)
      #expect(try use() == 401)
      #expect(notices().count == 1 && notices()[0].contains("Firefox on Linux"))
      for body in ["", "{", "{}", "[]", "\u{0}", String(repeating: "x", count: 5_000)] {
        let answer = try RawConnection(port: address.port).request(
          "POST", "/session", fields: fields, body)
        #expect((400..<500).contains(answer.status), "\(body.prefix(10))")
      }
    }
  }

  @Test(
    "what is for programs on the socket, and settings that start one, are refused, also in a batch")
  func socketOnly() async throws {
    try await withPage { node, page, visitor, _ in
      let fields = visitor.fields("POST", type: "application/json")
      let paths = Methods.all.filter(\.isSocketOnly).map(\.path)
      #expect(paths.contains("node/stop") && paths.contains("page/open"))
      for path in paths {
        let answer = try RawConnection(port: visitor.address.port).request(
          "POST", "/v1/\(path)", fields: fields)
        #expect(answer.status == 409, "\(path)")
      }
      let setting = #"{"key":"notify-command","value":"evil"}"#
      let set = try RawConnection(port: visitor.address.port).request(
        "POST", "/v1/node/set", fields: fields, setting)
      #expect(set.status == 409)
      let batch = try RawConnection(port: visitor.address.port).request(
        "POST", "/v1/batch", fields: fields,
        #"{"calls":[{"method":"node/stop"},{"method":"node/set","request":{"@type":"type.googleapis.com/parlor.ChangeSetting","key":"notify-command","value":"evil"}},{"method":"node/set","request":{"@type":"type.googleapis.com/parlor.ChangeSetting","key":"colour","value":"red"}}]}"#
      )
      #expect(batch.status == 200)
      let results = try JSONMapping.message(MethodResults.self, from: batch.body).results
      #expect(results.map { $0.refusal.code } == [.notNow, .notNow, .unspecified])
      let backup = try RawConnection(port: visitor.address.port).request(
        "GET", "/v1/backup", fields: visitor.fields())
      #expect(backup.status == 409)
      #expect(node.calls.map(\.path) == ["node/set"])
    }
  }

  @Test("a stream ends with the session of its browser")
  func endedStream() async throws {
    try await withPage { node, page, visitor, _ in
      let connection = try RawConnection(port: visitor.address.port)
      let read = Mutex<String?>(nil)
      // It blocks, and there may be few threads for tasks.
      Thread.detachNewThread {
        let answer = try? connection.request(
          "GET", "/v1/stream?beat=true", fields: visitor.fields())
        read.withLock { $0 = String(decoding: answer?.body ?? [], as: UTF8.self) }
      }
      for _ in 0..<400 where node.readers == 0 { try await Task.sleep(for: .milliseconds(5)) }
      for browser in await page.browsers.all {
        _ = try await page.perform(
          Call(Methods.Page.close, ClosePage.with { $0.browser = browser.id }))
      }
      for _ in 0..<400 where read.withLock({ $0 == nil }) {
        try await Task.sleep(for: .milliseconds(5))
      }
      let body = read.withLock { $0 } ?? ""
      #expect(body.contains("retry: 500") && body.contains("event: ready"))
      let again = try RawConnection(port: visitor.address.port).request(
        "GET", "/v1/stream", fields: visitor.fields())
      #expect(again.status == 401)
    }
  }

  @Test("closing ends every session and the server; opening again keeps the address")
  func closing() async throws {
    try await withPage { _, page, visitor, _ in
      let closed = try await page.perform(Call(Methods.Page.close, ClosePage())) as? PageView
      #expect(closed?.status.address == "" && closed?.browsers.isEmpty == true)
      #expect(throws: (any Error).self) {
        try RawConnection(port: visitor.address.port)
      }
      let (address, _) = try await link(page)
      #expect(address == visitor.address)
      let stale = try RawConnection(port: address.port).request(
        "GET", "/v1/peers/list", fields: visitor.fields())
      #expect(stale.status == 401)
    }
  }

  @Test("a port that another program has is said, with its name; another one can be chosen")
  func takenPort() async throws {
    try await withPage { _, page, visitor, _ in
      _ = try await page.perform(Call(Methods.Page.close, ClosePage()))
      let thief = try Thief(port: visitor.address.port)
      do {
        _ = try await link(page)
        Issue.record("served beside another program")
      } catch let refused as Refused {
        let sentence = refused.refusal.message
        #expect(sentence.contains("Port \(visitor.address.port)") && sentence.contains("process"))
      }
      #expect(await page.status.address.isEmpty)
      // Nothing is left on the other address: nobody may get a part of the page's requests.
      #expect(throws: (any Error).self) { try RawConnection(port: visitor.address.port) }
      thief.stop()
      let free = UInt32(visitor.address.port == 31_999 ? 20_001 : visitor.address.port + 1)
      let answer =
        try await page.perform(
          Call(Methods.Page.open, OpenPage.with { $0.port = free })) as? PageLink
      #expect(answer?.address.contains(":\(free)/") == true)
    }
  }

  @Test("a connection of our own user is known as such, one that is not there is nobody's")
  func users() throws {
    #expect(OwnUser.canAsk)
    let nowhere = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
    #expect(OwnUser.user(of: nowhere, to: nowhere) == nil)
  }
}

/// A program that listens on the IPv6 loopback address alone.
private final class Thief {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = UInt16(port).bigEndian
    address.sin6_addr = in6addr_loopback
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    guard result == 0, listen(descriptor, 1) == 0 else { throw Refused(.notNow, "no port") }
  }

  func stop() { close(descriptor) }
}
