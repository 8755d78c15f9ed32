import Foundation

extension Comparison {
  /// Records to a daemon beside the rates of other programs in the same run, of those that are installed.
  static func besides(_ sink: RecordSink, _ places: Places) -> [Comparison] {
    func beside(
      _ title: String, _ program: String, _ words: [String], needs tool: String, called: String,
      _ parlor: @escaping () throws -> Double
    ) -> Comparison? {
      guard let python = Self.path(of: "python3"), Self.path(of: tool) != nil else { return nil }
      let limit = Limit(title: called) { turn in
        let folder = "\(places.scratch)/\(program)-\(words.joined(separator: "-"))-\(turn)"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let arguments = ["\(places.peers)/\(program).py", folder] + words
        return try Program(path: python, arguments: arguments).run().figure("rate")
      }
      return Comparison(
        title: title, unit: .perSecond, isRate: true, target: .none, limit: limit, turns: 3
      ) { _ in try parlor() }
    }
    let many = { try sink.rate(entries: 100_000, records: 1) }
    return [
      beside(
        "the same beside Redis", "redis", ["100000", "4000"], needs: "redis-server",
        called: "XADD, fsync always", many),
      beside(
        "one after the other", "redis", ["2000", "1"], needs: "redis-server",
        called: "Redis XADD, fsync always"
      ) { try sink.rate(entries: 2_000, records: 1, oneByOne: true) },
      beside(
        "the same beside NATS", "nats", ["100000", "4000"], needs: "nats-server",
        called: "JetStream, no fsync", many),
      beside("10,000 entries", "git", ["10000"], needs: "git", called: "git push of commits") {
        try sink.rate(entries: 10_000, records: 1)
      },
    ].compactMap { $0 }
  }

  /// Returns the path of an installed program; nil where it is not installed.
  private static func path(of program: String) -> String? {
    // Servers are often outside of what people without rights search.
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin"]).map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
