extension Comparison {
  /// Measures the time in which a host answers a joiner's move over TLS, once it is on the host's disk.
  static func durableAnswer(_ places: Places) throws -> [Comparison] {
    let host = try DaemonProcess(places, name: "answer-host")
    let joiner = try AnsweredJoiner(home: "\(places.scratch)/answer-joiner", host: host)
    return [
      Comparison(
        title: "the host's durable answer", unit: .microseconds,
        target: .ratio(required: 3, goal: 1.5), limit: answers(places, "p50"), turns: 9
      ) { _ in try joiner.playMatch(host).median },
      Comparison(
        title: "the host's durable answer, 99 %", unit: .microseconds,
        target: .ratio(required: 3, goal: 1.5), limit: answers(places, "p99"), turns: 9
      ) { _ in try joiner.playMatch(host).percentile99 },
    ]
  }
}
