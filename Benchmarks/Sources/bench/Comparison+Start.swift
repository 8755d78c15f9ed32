extension Comparison {
  /// How long a command takes that needs no daemon.
  static func version(_ places: Places) -> Comparison {
    Comparison(
      title: "parlor --version", unit: .milliseconds,
      target: .time(required: 10, goal: 3), limitTitle: "C, prints one line",
      parlor: { _ in
        try Program(path: places.parlor, arguments: ["--version"]).run().milliseconds
      },
      limit: { _ in try places.limit("start").run().milliseconds })
  }
}
