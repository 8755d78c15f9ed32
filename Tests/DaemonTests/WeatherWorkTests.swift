import Feature
import Foundation
import Identifiers
import Schema
import SwiftProtobuf
import Synchronization
import Testing

@testable import Features

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The weather on the cards (rows G-26 to G-28), with a server of our own in place of OpenWeatherMap.
@Suite struct WeatherWorkTests {
  /// Answers every request with the same bytes, and keeps what was asked.
  private final class StandIn: Sendable {
    let port: UInt16
    private let socket: Int32
    private let answer: String
    private let asked = Mutex<[String]>([])
    var requests: [String] { asked.withLock { $0 } }

    init(_ answer: String) throws {
      self.answer = answer
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> UInt16? in
          guard bind(socket, generic, length) == 0, listen(socket, 8) == 0,
            getsockname(socket, generic, &length) == 0
          else { return nil }
          return UInt16(bigEndian: pointer.pointee.sin_port)
        }
      }
      self.socket = socket
      self.port = try #require(port)
    }

    func serve() {
      Thread.detachNewThread { [self] in
        while true {
          let client = accept(socket, nil, nil)
          guard client >= 0 else { return }
          var bytes = [UInt8](repeating: 0, count: 4096)
          let count = read(client, &bytes, bytes.count)
          let request = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
          asked.withLock { $0.append(request) }
          _ = Array(answer.utf8).withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
          close(client)
        }
      }
    }

    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private final class Home: Sendable {
    private let settings: Mutex<[String: String]>
    private let performed = Mutex<[String]>([])
    var backs: [String] { performed.withLock { $0 } }

    init(_ settings: [String: String]) { self.settings = Mutex(settings) }

    func host() -> OutsideHost {
      OutsideHost(
        home: "/nowhere", account: .zero,
        setting: { key in self.settings.withLock { $0[key] ?? "" } }, visitRooms: { _ in },
        perform: { calls in
          for call in calls {
            guard let change = call.request as? ChangeSetting else { continue }
            self.performed.withLock { $0.append("\(change.key)=\(change.value)") }
            self.settings.withLock { $0[change.key] = change.value }
          }
          return []
        }, now: { 0 })
    }
  }

  private static func table(_ id: String, _ phase: TablePhase) -> Change {
    .with {
      $0.table.id = id
      $0.table.phase = phase
    }
  }

  private static func answered(_ json: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(json.utf8.count)\r\nConnection: close\r\n\r\n\(json)"
  }

  private static let snow = answered(#"{"weather":[{"id":601,"icon":"13n"}]}"#)

  /// Waits without a thread: what is waited for needs one.
  private func wait(until isDone: () -> Bool) async throws {
    for _ in 0..<1_000 where !isDone() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test(
    "G-26 the weather is asked for once for each table that is opened or asked for, and sets the back"
  )
  func asksOnce() async throws {
    let server = try StandIn(Self.snow)
    server.serve()
    defer { server.stop() }
    let home = Home([
      "weather-url": "http://127.0.0.1:\(server.port)/weather", "weather-key": "sesame",
      "weather-place": "52.5,13.4",
    ])
    let work = WeatherWork(home.host())
    work.note(Self.table("a", .playing))
    work.note(Self.table("a", .offered))
    work.note(Self.table("b", .open))
    try await wait { home.backs.count == 1 }
    #expect(home.backs == ["card-back=snow-night"])
    for _ in 0..<5 { work.note(Self.table("b", .open)) }
    work.note(Self.table("c", .asked))
    try await wait { server.requests.count == 2 }
    #expect(server.requests.count == 2)
    #expect(server.requests[0].hasPrefix("GET /weather?lat=52.5&lon=13.4&appid=sesame HTTP/1.1"))
    #expect(home.backs.count == 1, "the same back is not set again")
    work.stop()
  }

  @Test("G-26 nobody is asked before both address and key are set", arguments: [0, 1])
  func off(_ missing: Int) async throws {
    let server = try StandIn(Self.snow)
    server.serve()
    defer { server.stop() }
    let both = ["weather-url": "http://127.0.0.1:\(server.port)/", "weather-key": "k"]
    let home = Home(both.filter { $0.key != ["weather-url", "weather-key"][missing] })
    let work = WeatherWork(home.host())
    work.note(Self.table("a", .open))
    // A second work on a home with both: once it was answered, the first would have been, too.
    let second = Home(both)
    let other = WeatherWork(second.host())
    other.note(Self.table("a", .open))
    try await wait { second.backs.count == 1 }
    #expect(server.requests.count == 1 && home.backs.isEmpty)
  }

  @Test("G-28 a service that fails, lies or is not there changes nothing and says nothing")
  func failures() async throws {
    let long = #"{"weather":[{"id":800}],"x":""# + String(repeating: "x", count: 70_000) + "\"}"
    let answers = [
      Self.answered(#"{"cod":401}"#, status: "401 Unauthorized"), Self.answered("<html>"), "",
      Self.answered(long), Self.answered(#"{"weather":[{"id":-1}]}"#),
    ]
    for answer in answers {
      let server = try StandIn(answer)
      server.serve()
      let home = Home(["weather-url": "http://127.0.0.1:\(server.port)/", "weather-key": "k"])
      let work = WeatherWork(home.host())
      work.note(Self.table("a", .open))
      try await wait { !server.requests.isEmpty }
      #expect(server.requests.count == 1)
      server.stop()
      // Nobody listens any more.
      work.note(Self.table("b", .open))
      work.finish()
      #expect(home.backs.isEmpty)
    }
  }
}
