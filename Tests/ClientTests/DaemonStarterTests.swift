import Client
import Foundation
import TestKit
import Testing

@Suite struct DaemonStarterTests {
  /// Runs a starter whose daemon is a shell script; returns what it threw.
  private func failure(of script: String) throws -> ClientFailure? {
    let root = FileManager.default.temporaryDirectory.path + "/parlor-start-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let program = root + "/program"
    try ScriptFile.write("#!/bin/sh\n\(script)\n", to: program)
    do {
      _ = try DaemonStarter(home: root + "/home", program: program).client()
      return nil
    } catch let failure as ClientFailure {
      return failure
    }
  }

  @Test func aDaemonThatEndsAtOnceIsQuoted() throws {
    let failure = try failure(of: "echo first; echo 'parlor: The disk is full.' >&2; exit 1")
    #expect(failure == .notStarted("The disk is full."))
  }

  @Test func aDaemonGetsItsHomeAndASessionOfItsOwn() throws {
    let failure = try failure(
      of: #"echo "$1 $2 $(basename "$3") $(ps -o sid= -p $$ | tr -d ' ' | grep -c "^$$\$")""#)
    #expect(failure == .notStarted("daemon --home home 1"))
  }

  @Test func aDaemonThatSaysNothingIsLookedUpInTheLog() throws {
    guard case .notStarted(let text) = try failure(of: "exit 1") else {
      Issue.record("the daemon seems to run")
      return
    }
    #expect(text.contains("daemon.log"))
  }

  @Test("43: a daemon that has much to do before it answers is waited for")
  func aDaemonAtWorkIsWaitedFor() throws {
    let seconds = DaemonStarter.patienceMilliseconds / 1000 + 2
    let failure = try failure(
      of: """
        exec bash -c 'end=$((SECONDS + \(seconds)))
        while [ $SECONDS -lt $end ]; do :; done
        echo "parlor: It took long." >&2
        exit 1'
        """)
    #expect(failure == .notStarted("It took long."))
  }

  @Test func aProgramThatIsNotThereIsSaidSo() {
    let home = FileManager.default.temporaryDirectory.path + "/parlor-none-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(throws: ClientFailure.self) {
      _ = try DaemonStarter(home: home, program: "/nonexistent/parlor").client()
    }
  }

  @Test("A socket that cannot be reached is no absent daemon: none is started beside it")
  func aSocketThatCannotBeReached() throws {
    let home = FileManager.default.temporaryDirectory.path + "/p-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    // A socket of datagrams takes no connection.
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = home + "/" + DaemonSocket.name
    try #require(path.utf8.count <= SocketPath.longest)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    let reason = String(cString: strerror(EPROTOTYPE))
    #expect(
      throws: ClientFailure.notStarted(
        "The daemon in \(home) cannot be reached (\(reason)): try again in a moment.")
    ) {
      _ = try DaemonStarter(home: home, program: "/nonexistent/parlor").client()
    }
  }
}
