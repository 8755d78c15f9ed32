import Foundation
import Node
import Programs
import Testing

@testable import Discovery

/// Lines that a fake program says.
private let working = #"echo '{"event":"working"}'"#
private func found(_ name: String) -> String {
  #"echo '{"event":"found","instance":"\#(name)","port":7,"addresses":["10.0.0.7"],"txt":{}}'"#
}
private let listen = "while read -r line; do echo \"$line\" >>\"$here/heard\"; done"

@Suite("Discovery outlives whatever its program does")
struct SupervisorTests {
  @Test("what is found and lost reaches the node, and a stop ends the program without a zombie")
  func plain() async throws {
    let lost = #"echo '{"event":"lost","instance":"Ada"}'"#
    try await withDiscovery("\(working); \(found("Ada")); \(lost); \(listen); echo >$here/ended") {
      discovery, program, delivered in
      #expect(await eventually { delivered.all == ["ok", "+Ada 10.0.0.7:7", "-Ada"] })
      #expect(program.lines("arguments") == ["_parlor._tcp|Me|4711|v=1|id=me|"])
      discovery.stop()
      #expect(program.lines("starts").count == 1)
      #expect(program.remaining() == [])
      #expect(FileManager.default.fileExists(atPath: program.directory.path + "/ended"))
      discovery.stop()
    }
  }

  @Test("another name or other pairs are said to the running program, once")
  func update() async throws {
    try await withDiscovery("\(working); \(listen)") { discovery, program, delivered in
      #expect(await eventually { delivered.all == ["ok"] })
      let ada = Advertisement(name: "Ada\nname x", text: ["v": "1", "id": "me"])
      discovery.update(ada)
      #expect(await eventually { program.lines("heard") == ["name Adaname x"] })
      discovery.update(ada)
      discovery.update(Advertisement(name: "Adaname x", text: ["v": "1", "id": "two"]))
      #expect(
        await eventually { program.lines("heard") == ["name Adaname x", "text v=1\tid=two"] })
    }
  }

  @Test("a program that dies is started again after growing waits, and the problem is told once")
  func dying() async throws {
    try await withDiscovery("exit 1") { discovery, program, delivered in
      let clock = ContinuousClock()
      let begin = clock.now
      #expect(await eventually { program.lines("starts").count >= 5 })
      // 20 + 40 + 80 + 80 ms lie between five starts.
      #expect(clock.now - begin >= .milliseconds(220))
      #expect(delivered.all.count == 1)
      #expect(delivered.all.first?.contains("stopped unexpectedly") == true)
      discovery.stop()
      #expect(program.remaining() == [])
    }
  }

  @Test("P-02: a death loses no instance that comes back, and after a while those that do not")
  func interruption() async throws {
    let body = """
      \(working); \(found("Ada"))
      if [ $(wc -l <"$here/starts") = 1 ]; then \(found("Bo")); sleep 0.3; exit 1; fi
      \(listen)
      """
    try await withDiscovery(body) { _, program, delivered in
      #expect(await eventually { delivered.all.contains("-Bo") })
      #expect(delivered.all == ["ok", "+Ada 10.0.0.7:7", "+Bo 10.0.0.7:7", "-Bo"])
      #expect(program.lines("starts").count == 2)
    }
  }

  @Test("a problem keeps what is known, also when it lasts")
  func problem() async throws {
    let body = """
      \(working); \(found("Ada")); echo '{"event":"problem","reason":"No Avahi."}'
      echo '{"event":"problem","reason":"No Avahi."}'; sleep 0.8; \(working); \(listen)
      """
    try await withDiscovery(body) { _, _, delivered in
      #expect(await eventually { delivered.all.count >= 3 })
      try await Task.sleep(for: .milliseconds(500))
      #expect(delivered.all.prefix(3) == ["ok", "+Ada 10.0.0.7:7", "!No Avahi."])
      #expect(await eventually { delivered.all.suffix(2) == ["ok", "-Ada"] })
    }
  }

  @Test("a program that hangs is killed with all that it started, and another one is started")
  func hanging() async throws {
    var timing = Timing.quick
    timing.checkInterval = .milliseconds(50)
    timing.checkPatience = .milliseconds(100)
    let body = "trap '' TERM; \(working); sleep 1000 & echo $! >>$here/starts; wait; sleep 1000"
    try await withDiscovery(body, timing: timing) { discovery, program, delivered in
      #expect(await eventually { program.lines("starts").count >= 4 })
      #expect(delivered.all.first == "ok")
      discovery.stop()
      #expect(await eventually { program.remaining() == [] })
    }
  }

  @Test("a program that answers the check is left alone")
  func answering() async throws {
    var timing = Timing.quick
    timing.checkInterval = .milliseconds(50)
    timing.checkPatience = .milliseconds(300)
    let body = "while read -r line; do echo '{\"event\":\"alive\"}'; done"
    try await withDiscovery(body, timing: timing) { _, program, delivered in
      try await Task.sleep(for: .milliseconds(900))
      #expect(program.lines("starts").count == 1)
      #expect(delivered.all == [])
    }
  }

  @Test("garbage among the lines is passed over; nothing but garbage gets the program replaced")
  func garbage() async throws {
    let body = """
      echo '*** WARNING ***'; head -c 20000 /dev/zero | tr '\\0' x; echo; \(working); \(found("Ada"))
      if [ $(wc -l <"$here/starts") = 1 ]; then yes rubbish; fi
      \(listen)
      """
    try await withDiscovery(body) { _, program, delivered in
      #expect(await eventually { program.lines("starts").count == 2 })
      #expect(await eventually { delivered.all == ["ok", "+Ada 10.0.0.7:7"] })
    }
  }

  @Test("a flood of good lines is read at a bounded pace")
  func flood() async throws {
    let program = try FakeProgram("yes '{\"event\":\"alive\"}'")
    defer { program.remove() }
    let start = ContinuousClock.now
    let run = Run(try Child(program.path, arguments: []), now: start, timing: Timing())
    var count = 0
    for _ in 0..<1000 where run.interest.fd >= 0 {
      count += run.exchange().count
      try await Task.sleep(for: .milliseconds(1))
    }
    let inOneRead = 16 * 1024 / #"{"event":"alive"}"#.utf8.count
    #expect(count >= Limits.linesPerSecond && count < Limits.linesPerSecond + inOneRead)
    #expect(run.interest.fd == -1)
    #expect(run.exchange() == [])
    #expect(run.deadline == start + .seconds(1))
    #expect(run.advance(now: start + .seconds(1)) == nil)
    #expect(run.interest.fd >= 0)
  }

  @Test("a program that is not there is a problem told once, and tried again")
  func missing() async throws {
    let delivered = Delivered()
    let discovery = Discovery(
      program: "/nowhere/parlor-discovery", localPort: 0, timing: .quick, deliver: delivered.take)
    discovery.start(advertisement: Advertisement(name: "Me", text: [:]), at: .init(port: 1))
    #expect(await eventually { !delivered.all.isEmpty })
    try await Task.sleep(for: .milliseconds(200))
    #expect(delivered.all.count == 1)
    #expect(delivered.all[0].contains("cannot be started (No such file or directory)"))
    #expect(delivered.all[0].contains("parlor peer add HOST:PORT"))
    discovery.stop()
  }

  @Test("stopping what never started returns at once, and starting it then does nothing")
  func neverStarted() async throws {
    let program = try FakeProgram(listen)
    defer { program.remove() }
    let discovery = Discovery(program: program.path, localPort: 0, timing: .quick) { _ in }
    discovery.stop()
    discovery.start(advertisement: Advertisement(name: "Me", text: [:]), at: .init(port: 1))
    try await Task.sleep(for: .milliseconds(100))
    #expect(program.lines("starts") == [])
  }

  @Test("a discovery that is dropped takes its program along")
  func dropped() async throws {
    let program = try FakeProgram("\(working); \(listen)")
    defer { program.remove() }
    let delivered = Delivered()
    do {
      let discovery = Discovery(
        program: program.path, localPort: 0, timing: .quick, deliver: delivered.take)
      discovery.start(advertisement: Advertisement(name: "Me", text: [:]), at: .init(port: 1))
      #expect(await eventually { delivered.all == ["ok"] })
    }
    #expect(await eventually { program.remaining() == [] })
  }
}

@Suite("Waits between starts")
struct RestartTests {
  @Test("they double up to the limit and begin anew after a steady run")
  func doubling() {
    let begin = ContinuousClock.now
    var restart = Restart(timing: Timing(), now: begin)
    #expect(restart.startAt == begin)
    var waits: [Duration] = []
    for _ in 0..<7 {
      restart.failed(now: begin, ranFor: .seconds(1))
      waits.append(restart.startAt - begin)
    }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    restart.failed(now: begin, ranFor: .seconds(31))
    #expect(restart.startAt == begin + .seconds(1))
    #expect(restart.failures == 1)
  }
}
