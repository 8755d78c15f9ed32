import EventSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Reminders that really arrive.
  @Suite struct ReminderTests {
    @Test(
      "E-02, E-53: who has a program for it is told of an event when it comes, and once of one that was missed"
    )
    func program() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      let told = home.path + "/told"
      let script = home.path + "/tell"
      try Data("#!/bin/sh\necho \"$1|$2|$PARLOR_ROOM\" >> '\(told)'\n".utf8)
        .write(to: URL(filePath: script))
      #expect(chmod(script, 0o700) == 0)
      try await home.done("settings", "set", "notify-command", script)
      func lines() -> [String] {
        let text = (try? String(contentsOfFile: told, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
      }
      try await home.done("event", "add", "Tea", "--at", Self.instant(in: 4))
      let supper = Date(timeIntervalSinceNow: 12)
      try await home.done("event", "add", "Supper", "--at", supper.formatted(.iso8601))
      try await home.done("event", "add", "Bed", "--at", "in 3 days")
      _ = try await eventually("the first reminder") { lines().count == 1 ? true : nil }
      #expect(lines()[0].hasPrefix("Parlor: Tea|Is now: 20"))
      // Killed before supper, and up again after it; not in the moment between telling and noting it.
      try await Task.sleep(for: .seconds(1))
      try await end(daemon)
      try await Task.sleep(for: .seconds(max(0, supper.timeIntervalSinceNow) + 1))
      #expect(lines().count == 1)
      let second = try await home.daemon()
      _ = try await eventually("the second reminder", otherwise: { second.program.story }) {
        lines().count == 2 ? true : nil
      }
      #expect(lines()[1].hasPrefix("Parlor: Supper|"))
      try await home.done("stop")
      _ = try await second.program.end()
      let third = try await home.daemon()
      try await Task.sleep(for: .seconds(1))
      #expect(lines().count == 2, "told once: \(lines())")
      #expect(third.program.poll() == nil)
      try await home.done("event", "add", "Breakfast", "--at", "in 4 days")
      try await home.done("settings", "set", "notify-limit", "1")
      let list = try await home.ask("event", "list", as: EventViews.self).events
      #expect(list.filter(\.reminds).map(\.name) == ["Bed"])
      let said = try await home.done("event", "list")
      #expect(
        said.split(separator: "\n").map { $0.hasSuffix("no reminder") } == [
          false, false, false, true,
        ], "what goes on is listed first")
      let refused = try await home.run("settings", "set", "notify-limit", "-1")
      #expect(refused.code != 0)
    }

    @Test(
      "E-53: a notification daemon shows what comes, also after ours was killed and started again",
      .enabled(
        if: Desktop.isHere, "SKIPPED: this needs dunst, Xvfb, dbus-daemon and busctl in PATH"))
    func desktop() async throws {
      let keeper = try Home("keeper")
      let desktop = try await Desktop(keeper.scratch)
      let home = try Home("ada", prefix: ["env"] + desktop.variables)
      let daemon = try await home.daemon()
      try await home.done("event", "add", "Tea <b>now</b>", "--at", Self.instant(in: 3))
      let first = try await desktop.next(otherwise: { daemon.program.story })
      #expect(first.summary == "Parlor: Tea <b>now</b>" && first.body.hasPrefix("Is now: 20"))
      let supper = Date(timeIntervalSinceNow: 3)
      try await home.done("event", "add", "Supper", "--at", supper.formatted(.iso8601))
      try await end(daemon)
      try await Task.sleep(for: .seconds(max(0, supper.timeIntervalSinceNow) + 1))
      let again = try await home.daemon()
      let second = try await desktop.next(otherwise: { again.program.story })
      #expect(second.summary == "Parlor: Supper")
      #expect(again.program.poll() == nil)
    }

    private static func instant(in seconds: Double) -> String {
      Date(timeIntervalSinceNow: seconds).formatted(.iso8601)
    }

    private func end(_ daemon: RunningDaemon) async throws {
      kill(daemon.program.id, SIGKILL)
      _ = try await daemon.program.end()
    }
  }
}

/// A desktop of our own that nobody sees: a bus, a screen and a notification daemon.
private final class Desktop {
  /// A notification that the daemon showed.
  struct Shown {
    let summary: String
    let body: String
  }

  static let isHere = ["dunst", "dunstctl", "Xvfb", "dbus-daemon", "busctl"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }

  /// The variables that lead a program to it.
  let variables: [String]
  private let scratch: String
  private let programs: [Program]
  private var seen = 0

  init(_ scratch: String) async throws {
    self.scratch = scratch
    let path = "PATH=" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    let address = "unix:path=\(scratch)/bus"
    func start(_ words: [String]) throws -> Program {
      try Program(
        ["env", "-i", path, "HOME=\(scratch)", "DBUS_SESSION_BUS_ADDRESS=\(address)"] + words,
        streams: .files(scratch), environment: [:])
    }
    variables = ["DBUS_SESSION_BUS_ADDRESS=\(address)"]
    let bus = try start(["dbus-daemon", "--session", "--nofork", "--address=\(address)"])
    let screen = try start(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"])
    let number = try await eventually("a screen", otherwise: { screen.story }) {
      screen.output.hasSuffix("\n") ? screen.output.split(separator: "\n").first : nil
    }
    _ = try await eventually("a bus", otherwise: { bus.story }) {
      access("\(scratch)/bus", F_OK) == 0 ? true : nil
    }
    let dunst = try start(["env", "DISPLAY=:\(number)", "dunst", "-conf", "/dev/null"])
    programs = [bus, screen, dunst]
    try await eventually("a notification daemon", otherwise: { dunst.story }) {
      let list = try await self.said(["busctl", "--user", "list", "--no-legend"])
      return list.contains("org.freedesktop.Notifications") ? () : nil
    }
  }

  /// Waits for the next notification, and closes it.
  func next(otherwise story: @escaping () -> String) async throws -> Shown {
    seen += 1
    return try await eventually("notification \(seen)", otherwise: story) {
      _ = try await self.said(["dunstctl", "close-all"])
      let history = Data(try await self.said(["dunstctl", "history"]).utf8)
      let all = try JSONSerialization.jsonObject(with: history) as? [String: Any]
      let shown = (all?["data"] as? [[[String: Any]]])?.first ?? []
      guard shown.count >= self.seen, let last = shown.first else { return nil }
      func text(_ key: String) -> String { (last[key] as? [String: Any])?["data"] as? String ?? "" }
      return Shown(summary: text("summary"), body: text("body"))
    }
  }

  private func said(_ words: [String]) async throws -> String {
    let program = try Program(
      ["env"] + variables + words, streams: .files(scratch),
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    program.closeInput()
    _ = try await program.end()
    return program.output
  }
}
