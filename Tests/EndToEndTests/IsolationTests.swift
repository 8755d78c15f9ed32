import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// No server, no account, no internet.
  @Suite struct IsolationTests {
    /// Whether this machine lets us make a network of our own.
    static let mayIsolate: Bool = {
      let words = Self.unshare + ["true"]
      let scratch = FileManager.default.temporaryDirectory.path
      guard let program = try? Program(words, streams: .files(scratch), environment: Self.variables)
      else { return false }
      while program.poll() == nil { usleep(1_000) }
      unlink(program.outputPath)
      unlink(program.errorPath)
      return program.poll() == .exit(0)
    }()

    private static let variables = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin"
    ]

    private static let unshare =
      getuid() == 0
      ? ["unshare", "--net", "--"] : ["unshare", "--user", "--map-root-user", "--net", "--"]

    @Test(
      "G-02: a whole match where there is no route anywhere, and nobody tries to reach one",
      .enabled(if: mayIsolate, "SKIPPED: network namespaces are not allowed here"))
    func nothingGoesOut() async throws {
      let keeper = try Home("keeper")
      let inside = try Program(
        Self.unshare + ["sh", "-c", "ip link set lo up && echo ready && exec sleep 600"],
        streams: .files(keeper.scratch), environment: Self.variables)
      try await holds("a network of our own", otherwise: { inside.story }) {
        inside.output.contains("ready")
      }
      let user = getuid() == 0 ? [] : ["--user", "--preserve-credentials"]
      let enter = ["nsenter", "--target", "\(inside.id)", "--net"] + user + ["--"]
      let pair = try await Pair.linked(prefix: enter)
      let host = try Player(pair.ada, "war", "host", "--auto", "--accept-first")
      let joiner = try Player(pair.berta, "war", "join", "--auto", "--wait", "30")
      for player in [host, joiner] {
        #expect(try await player.program.end() == .exit(0), "\(player.program.story)")
      }
      #expect(try await unreachable(enter, keeper) == 0, "packets without a route")
      // The counter does count: whoever tries to get out is seen.
      let attempt = try Program(
        enter + ["bash", "-c", "echo > /dev/tcp/192.0.2.1/9"], streams: .files(keeper.scratch),
        environment: Self.variables)
      #expect(try await attempt.end() != .exit(0))
      #expect(try await unreachable(enter, keeper) > 0)
    }

    /// Counts the packets in that network that no route took, by the kernel's counters.
    private func unreachable(_ enter: [String], _ keeper: Home) async throws -> Int {
      let program = try Program(
        enter + ["cat", "/proc/net/snmp", "/proc/net/snmp6"], streams: .files(keeper.scratch),
        environment: Self.variables)
      try await program.end()
      let lines = program.output.split(separator: "\n").map { $0.split(separator: " ") }
      var count = 0
      let values = lines.filter { $0.first == "Ip:" }
      if values.count == 2, let column = values[0].firstIndex(of: "OutNoRoutes") {
        count += Int(values[1][column]) ?? 0
      }
      for line in lines where line.first == "Ip6OutNoRoutes" {
        count += line.last.flatMap { Int($0) } ?? 0
      }
      return count
    }
  }
}
