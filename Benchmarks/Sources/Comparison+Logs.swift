extension Comparison {
  /// A message that is changed in a room of 5,000 logs, until it is seen there, beside the same in a room of ten.
  static func logs(_ places: Places) throws -> Comparison {
    let (few, many) = (
      try messages(logs: 10, places, name: "few-logs"),
      try messages(logs: 5_000, places, name: "many-logs")
    )
    return Comparison(
      title: "a message changed, 5,000 logs", unit: .microseconds,
      target: .ratio(required: 2, goal: 1.2),
      limit: Limit(title: "the same with ten logs") { _ in try few.measure(100).median }, turns: 3
    ) { _ in try many.measure(100).median }
  }

  private static func messages(logs: Int, _ places: Places, name: String) throws -> Changes {
    var room = ""
    let homes = try TwoHomes(places, name: name) { homes in
      let written = try ManyLogs(logs: logs, in: homes)
      for home in homes { try written.put(into: home) }
      room = written.id.description
    }
    return try Changes.ofMessage(homes, in: room)
  }
}
