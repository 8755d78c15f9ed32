import Feature
import Foundation
import Schema
import Synchronization
import Testing

@testable import Page

@Suite struct BrowsersTests {
  /// A clock that a test moves.
  private final class TestClock: Sendable {
    private let time = Mutex<Int64>(1_000_000)
    var now: Int64 { time.withLock { $0 } }
    func pass(seconds: Int64) { time.withLock { $0 += seconds * 1_000 } }
  }

  private func cookie(_ entrance: Browsers.Entrance) throws -> String {
    guard case .cookie(let cookie) = entrance else { throw Refused(.notNow, "\(entrance)") }
    return cookie
  }

  @Test("a link works once, for a minute; who uses it again is told who was first")
  func links() async throws {
    try await withHome { home in
      let clock = TestClock()
      let browsers = try Browsers(home: home, now: { clock.now })
      let link = browsers.makeLink()
      #expect(browsers.openLinks == 1)
      let cookie = try cookie(browsers.enter(link, name: "Firefox on Linux"))
      #expect(browsers.knows(cookie) && browsers.openLinks == 0)
      guard case .used("Firefox on Linux") = try browsers.enter(link, name: "Chrome") else {
        Issue.record("a link worked twice")
        return
      }
      let second = browsers.makeLink()
      clock.pass(seconds: 61)
      guard case .late = try browsers.enter(second, name: "Chrome") else {
        Issue.record("a link worked after a minute")
        return
      }
      guard case .late = try browsers.enter("guessed", name: "Chrome") else {
        Issue.record("a link that never was worked")
        return
      }
      #expect(browsers.all.map(\.name) == ["Firefox on Linux"])
    }
  }

  @Test(
    "sessions survive a start of the daemon, the file holds no cookie, and nobody else may read it")
  func kept() async throws {
    try await withHome { home in
      let clock = TestClock()
      let first = try Browsers(home: home, now: { clock.now })
      try first.open(port: 23_456)
      let cookie = try cookie(first.enter(first.makeLink(), name: "Firefox"))
      let again = try Browsers(home: home, now: { clock.now })
      #expect(again.knows(cookie) && again.isOpen && again.address == first.address)
      let path = home + "/page.json"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains(cookie))
      let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(rights as? Int == 0o600)
      try again.close()
      let third = try Browsers(home: home, now: { clock.now })
      #expect(!third.knows(cookie) && !third.isOpen && third.address == first.address)
    }
  }

  @Test(
    "one session ends by the beginning of its id; the seventeenth browser takes the place of the one not used for longest"
  )
  func ending() async throws {
    try await withHome { home in
      let clock = TestClock()
      let browsers = try Browsers(home: home, now: { clock.now })
      var cookies: [String] = []
      for number in 0..<17 {
        clock.pass(seconds: 1)
        cookies.append(try cookie(browsers.enter(browsers.makeLink(), name: "Browser \(number)")))
        clock.pass(seconds: 70)
        #expect(browsers.knows(cookies[0]))
      }
      #expect(browsers.all.count == 16 && browsers.knows(cookies[0]) && !browsers.knows(cookies[1]))
      let last = try #require(browsers.all.first { $0.name == "Browser 16" })
      try browsers.end(String(last.id.prefix(6)))
      #expect(!browsers.knows(cookies[16]))
      #expect(throws: Refused.self) { try browsers.end("nobody") }
      #expect(throws: Refused.self) { try browsers.end("") }
      try browsers.end(cookie: cookies[0])
      #expect(!browsers.knows(cookies[0]))
    }
  }

  @Test("a file that cannot be read or written is said, with its path")
  func damage() async throws {
    try await withHome { home in
      let path = home + "/page.json"
      try "{".write(toFile: path, atomically: true, encoding: .utf8)
      do {
        _ = try Browsers(home: home, now: { 0 })
        Issue.record("a damaged file was taken")
      } catch let refused as Refused {
        #expect(refused.refusal.message.contains(path) && refused.refusal.code == .storage)
      }
    }
  }
}
