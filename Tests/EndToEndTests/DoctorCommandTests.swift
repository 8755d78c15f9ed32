import Foundation
import Glibc
import Schema
import Store
import Testing

extension EndToEndTests {
  /// `parlor doctor` on this machine, whatever is wrong with it: each test looks at the checks that it spoils.
  @Suite struct DoctorCommandTests {
    /// The prefix of a command that must not reach the Avahi of this machine.
    static let noBus = ["env", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere/bus"]

    /// Runs the doctor in a home, and returns its findings with its exit code.
    func report(_ home: Home) async throws -> (code: Int32, checks: [String: DoctorCheck]) {
      let said = try await home.run("doctor", "--json")
      let report = try JSONMapping.message(DoctorReport.self, from: Array(said.output.utf8))
      #expect(said.complaints.isEmpty, "\(said)")
      #expect((said.code == 1) == report.checks.contains { $0.state == .problem }, "\(said)")
      #expect(report.checks.allSatisfy { !$0.text.isEmpty && $0.state != .unspecified }, "\(said)")
      return (said.code, Dictionary(report.checks.map { ($0.name, $0) }) { first, _ in first })
    }

    /// The time that a look may take: a second, and two in which a busy machine starts and ends programs. It was 6.1 s once.
    static let second = Duration.seconds(3)

    /// Looks until a look was quick, five times at most: a busy machine makes some of them late, and none of them quicker.
    private func quickReport(
      _ home: Home
    ) async throws -> (code: Int32, checks: [String: DoctorCheck]) {
      for _ in 0..<5 {
        let begin = ContinuousClock.now
        let said = try await report(home)
        if ContinuousClock.now - begin < Self.second { return said }
      }
      throw Late(description: "each of five looks took more than \(Self.second)")
    }

    /// Pastes a command, with the programs of the tests in PATH.
    func paste(_ command: String, in home: Home) async throws {
      var environment = home.environment
      environment["PATH"] = Home.binaries + ":" + (environment["PATH"] ?? "")
      let shell = try Program(
        ["sh", "-c", command], streams: .files(home.scratch), environment: environment)
      shell.closeInput()
      #expect(try await shell.end() == .exit(0), "\(shell.story)")
    }

    @Test("without a daemon it looks at the rest, starts none and makes nothing")
    func withoutDaemon() async throws {
      let home = try Home("ada", prefix: Self.noBus)
      let (_, checks) = try await report(home)
      #expect(checks["files"]?.state == .notChecked)
      #expect(checks["daemon"]?.state == .notChecked)
      #expect(checks["clock"]?.state == .ok)
      #expect(checks["firewall"] != nil && checks["network"] != nil)
      #expect(access(home.path, F_OK) != 0)
      #expect(Processes.naming(home.path).isEmpty)
    }

    @Test("P-15: wrong modes are told, and mended by the command that is shown")
    func modes() async throws {
      let home = try Home("ada and friends", prefix: Self.noBus)
      let daemon = try await home.daemon()
      #expect(try await report(home).checks["files"]?.state == .ok)
      chmod(home.path, 0o755)
      chmod(home.path + "/node-key.pem", 0o644)
      let spoilt = try await report(home)
      let check = try #require(spoilt.checks["files"])
      #expect(spoilt.code == 1 && check.state == .problem)
      let shown = try await home.run("doctor").output
      #expect(shown.contains("problem      files"), "\(shown)")
      #expect(shown.contains("\n             $ \(check.fix)\n"), "\(shown)")
      try await paste(check.fix, in: home)
      #expect(try await report(home).checks["files"]?.state == .ok)
      daemon.program.signal(SIGTERM)
    }

    @Test(
      "P-15: a full disk is told, and so is one with room again",
      .enabled(if: MountNamespace.isAllowed, "SKIPPED: no mount namespaces here"))
    func fullDisk() async throws {
      let disk = try await FullDiskTests.SmallDisk("ada", megabytes: 48)
      let daemon = try await disk.home.daemon()
      #expect(try await report(disk.home).checks["disk"]?.state == .ok)
      try await disk.fill()
      let check = try #require(try await report(disk.home).checks["disk"])
      #expect(check.state == .problem && check.text.contains("is full"), "\(check)")
      try await disk.empty()
      #expect(try await report(disk.home).checks["disk"]?.state == .ok)
      try await daemon.program.destroy()
      try await disk.fill()
      #expect(try await report(disk.home).checks["disk"]?.state == .problem, "without a daemon too")
    }

    @Test("P-15: no D-Bus, and D-Bus without Avahi, are told apart")
    func noAvahi() async throws {
      let deaf = try Home("ada", prefix: Self.noBus)
      let without = try await report(deaf)
      #expect(without.code == 1)
      let causes = ["dbus", "avahi", "loopback", "discovery"].compactMap { without.checks[$0] }
        .filter { $0.state == .problem }
      #expect(causes.count == 1 && causes.first?.fix != "", "\(without)")
      #expect(without.checks["loopback"]?.state == .notChecked)

      let bus = "unix:path=\(deaf.scratch)/bus"
      let daemon = try? Program(
        ["dbus-daemon", "--session", "--nofork", "--address=\(bus)"], streams: .files(deaf.scratch),
        environment: deaf.environment)
      guard let daemon else { return }
      try await holds("a bus of our own", otherwise: { daemon.story }) {
        access(deaf.scratch + "/bus", F_OK) == 0
      }
      let home = try Home("berta", prefix: ["env", "DBUS_SYSTEM_BUS_ADDRESS=\(bus)"])
      let (code, checks) = try await quickReport(home)
      #expect(code == 1)
      #expect(checks["dbus"]?.state == .ok)
      #expect(checks["avahi"]?.state == .problem, "\(checks)")
      #expect(checks["avahi"]?.fix.contains("avahi") == true)
      #expect(checks["loopback"]?.state == .notChecked)
    }

    @Test("a daemon that hangs is told of and not waited for")
    func hanging() async throws {
      let home = try Home("ada", prefix: Self.noBus)
      let daemon = try await home.daemon()
      daemon.program.signal(SIGSTOP)
      defer { daemon.program.signal(SIGCONT) }
      let check = try #require(try await quickReport(home).checks["daemon"])
      #expect(check.state == .problem && check.fix.hasSuffix(" stop"), "\(check)")
    }

    @Test(
      "P-15: an address where nobody is ever reached is told, and forgotten by the command shown")
    func peer() async throws {
      let home = try Home("ada", prefix: Self.noBus)
      let daemon = try await home.daemon()
      try await home.done("peer", "add", "127.0.0.33:9")
      let check = try #require(try await report(home).checks["peer"])
      #expect(check.state == .problem && check.text.contains("Connection refused"), "\(check)")
      try await paste(check.fix, in: home)
      #expect(try await report(home).checks["peer"] == nil)
      daemon.program.signal(SIGTERM)
    }

    @Test("a database of a newer program is told before anything tries to open it")
    func newerDatabase() async throws {
      let home = try Home("ada", prefix: Self.noBus)
      let daemon = try await home.daemon()
      daemon.program.signal(SIGTERM)
      try await daemon.program.end()
      #expect(try await report(home).checks["database"]?.state == .ok)
      let database = try Database(home.path + "/parlor.sqlite")
      try database.execute(sql: "PRAGMA user_version = 99")
      try database.checkpoint()
      try database.close()
      let check = try #require(try await report(home).checks["database"])
      #expect(check.state == .problem && check.text.contains("version 99"), "\(check)")
    }

    @Test(
      "P-15: a firewall that keeps others out is told with the commands that open it",
      .enabled(if: getuid() == 0, "SKIPPED: ufw shows its rules to root only"))
    func firewall() async throws {
      let scratch = try Home("tools").scratch
      let tools = scratch + "-tools"
      mkdir(tools, 0o700)
      defer { try? FileManager.default.removeItem(atPath: tools) }
      let status = "Status: active\nDefault: deny (incoming)\n22/tcp  ALLOW IN  Anywhere\n"
      try "#!/bin/sh\ncat <<END\n\(status)END\n".write(
        toFile: tools + "/ufw", atomically: true, encoding: .utf8)
      chmod(tools + "/ufw", 0o755)
      let path = tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      let home = try Home("ada", prefix: Self.noBus + ["PATH=\(path)"])
      let daemon = try await home.daemon()
      let check = try #require(try await report(home).checks["firewall"])
      #expect(check.state == .problem, "\(check)")
      #expect(check.fix.hasSuffix("ufw allow \(daemon.port)/tcp"), "\(check)")
      daemon.program.signal(SIGTERM)
    }

    /// The prefix of a command on a machine of its own, with one cable and the rules in a file.
    private static func machine(_ rules: String) -> [String] {
      let script = """
        ip link add lan0 type veth peer name lan1 && ip addr add 10.78.0.1/24 dev lan0 &&
          ip link set lo up && ip link set lan0 up && ip link set lan1 up && nft -f "$0" && exec "$@"
        """
      return ["unshare", "--net", "sh", "-c", script, rules] + noBus
    }

    @Test(
      "45.4: multicast DNS that nftables drops is told, with the rule and the command that lets it in",
      .enabled("SKIPPED: no network namespaces with nft here") {
        guard getuid() == 0, let home = try? Home("trial") else { return false }
        let trial = try Program(
          machine("/dev/null") + ["true"], streams: .files(home.scratch),
          environment: home.environment)
        trial.closeInput()
        return try await trial.end() == .exit(0)
      })
    func nftables() async throws {
      let scratch = try Home("rules")
      let rules = scratch.scratch + "/rules.nft"
      func check(_ text: String) async throws -> DoctorCheck {
        try text.write(toFile: rules, atomically: true, encoding: .utf8)
        let found = try await report(try Home("ada", prefix: Self.machine(rules)))
        return try #require(found.checks["firewall"])
      }
      let chain = "type filter hook input priority 0; policy accept;"
      let closed = try await check(
        "table inet f {\nchain i {\n\(chain)\nudp dport 5353 drop\n}\n}\n")
      #expect(closed.state == .problem, "\(closed)")
      #expect(
        closed.text.contains(
          "nftables drops 5353/udp that comes in (inet f, chain i: `udp dport 5353 drop`)"),
        "\(closed)")
      #expect(closed.fix == "nft insert rule inet f i udp dport 5353 accept", "\(closed)")
      let unread = try await check("table inet f {\nchain i {\n\(chain)\nmeta mark 7 drop\n}\n}\n")
      #expect(unread.state == .notChecked && unread.text.contains("cannot read"), "\(unread)")
      let open = try await check("table inet f {\nchain i {\n\(chain)\nudp dport 53 drop\n}\n}\n")
      #expect(open.state == .ok, "\(open)")
    }
  }
}
