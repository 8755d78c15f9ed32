import Foundation
import Testing

@testable import Client

/// The wait for a silent daemon: as long as it is at work, and no longer.
@Suite struct PatienceTests {
  /// Runs a script while a body looks at its process.
  private func with(_ script: String, _ body: (pid_t) throws -> Void) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    try process.run()
    defer {
      // With its child: it has a group of its own. A test may ignore SIGTERM, which its children then do as well.
      kill(-process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try body(process.processIdentifier)
  }

  private static let loop = "while :; do :; done"
  private static let within = "sh -c 'while :; do :; done' & wait"

  @Test(
    "43: a process at work is told from one that sleeps, was stopped or has ended",
    arguments: [
      (Self.loop, true), (Self.within, true), ("exec sleep 60", false),
      ("kill -STOP $$; sleep 60", false),
    ])
  func work(_ script: String, _ isAtWork: Bool) throws {
    try with(script) { process in
      usleep(200_000)
      var work = try #require(DaemonWork(process: process))
      usleep(1_000_000)
      #expect(work.goesOn() == isAtWork)
    }
    #expect(DaemonWork(process: getpid()) == nil, "nobody waits for himself")
    #expect(DaemonWork(process: 0) == nil)
  }

  @Test("43: a process that has ended does not go on")
  func ended() throws {
    var work: DaemonWork?
    try with(Self.loop) { work = DaemonWork(process: $0) }
    #expect(work?.goesOn() == false)
  }

  @Test(
    "43: an answer is waited for beyond the time while the daemon is at work, and not when it hangs"
  )
  func reading() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (ours, theirs) = (SocketStream(descriptor: ends[0]), ends[1])
    defer { close(theirs) }
    try with(Self.loop) { process in
      var told = 0
      func patience() -> Patience {
        Patience(
          span: 1_000, look: { _ in DaemonWork(process: process) }, tell: { told += 1 })
      }
      let writer = Thread {
        usleep(2_500_000)
        _ = send(theirs, "x", 1, Int32(MSG_NOSIGNAL))
      }
      writer.start()
      let answer = try ours.read(patience())
      #expect(answer == Array("x".utf8))
      #expect(told == 1, "a person is told once")
      kill(process, SIGSTOP)
      usleep(100_000)
      let began = Date()
      #expect(throws: ClientFailure.timedOut) { try ours.read(patience()) }
      #expect(Date().timeIntervalSince(began) < 10)
      #expect(told == 1)
      kill(process, SIGCONT)
      #expect(throws: ClientFailure.timedOut, "a client that does not wait") {
        try ours.read(Patience(span: 300))
      }
    }
  }
}
