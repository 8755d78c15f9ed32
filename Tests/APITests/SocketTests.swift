import API
import Client
import Feature
import Foundation
import Node
import Schema
import Testing

@Suite struct SocketTests {
  @Test("P-18: only the person may open the socket") func onlyThePersonMayOpenIt() async throws {
    try await withServer { (_, home) throws in
      let attributes = try FileManager.default.attributesOfItem(atPath: home + "/api.sock")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func aSecondDaemonIsRefused() async throws {
    try await withHome { home in
      let server = APIServer(node: FakeNode(), home: home, logger: quietLogger())
      let second = APIServer(node: FakeNode(), home: home, logger: quietLogger())
      let (answers, sink) = AsyncStream.makeStream(of: RefusalCode?.self)
      let trial = Task {
        for await _ in answers { break }
        do {
          try await second.run {}
          return RefusalCode?.none
        } catch let refused as Refused {
          return refused.refusal.code
        }
      }
      try await withRunning(server) { () throws in
        sink.yield(nil)
        usleep(300_000)
        #expect(
          try DaemonClient(home: home).call(Methods.Node.status).name == "Ada")
      }
      trial.cancel()
      #expect(try await trial.value == .busy)
    }
  }

  @Test func aDeadDaemonsSocketIsReplaced() async throws {
    try await withHome { home in
      try leaveSocket(in: home)
      #expect(FileManager.default.fileExists(atPath: home + "/api.sock"))
      try await answers(in: home)
    }
  }

  @Test func aHomeMayBeDeep() async throws {
    try await withHome { home in
      let path = home + "/" + String(repeating: "deep/", count: 40) + "home"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try await answers(in: path)
    }
  }

  private func answers(in home: String) async throws {
    let server = APIServer(node: FakeNode(), home: home, logger: quietLogger())
    try await withRunning(server) { () throws in
      #expect(
        try DaemonClient(home: home).call(Methods.Node.status).name == "Ada")
    }
    #expect(!FileManager.default.fileExists(atPath: home + "/api.sock"))
  }

  @Test func aClientOutlivesTheDaemon() async throws {
    try await withHome { home in
      let client = KeptClient(home: home)
      for _ in 0..<3 {
        let server = APIServer(node: FakeNode(), home: home, logger: quietLogger())
        try await withRunning(server) { try client.perform() }
      }
    }
  }

  /// A client that is handed from thread to thread, one at a time.
  private final class KeptClient: @unchecked Sendable {
    private let client: DaemonClient

    init(home: String) { client = DaemonClient(home: home) }

    func perform() throws { try client.call(Methods.Tables.giveUp) { $0.table = "ab" } }
  }

  @Test func nobodyThereIsSaidSo() throws {
    #expect(throws: ClientFailure.self) {
      try DaemonClient(home: "/nonexistent").call(Methods.Node.status)
    }
  }

  /// Binds a socket and closes it without removing the file, as a killed process does.
  private func leaveSocket(in home: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (home + "/api.sock").utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
  }
}
