import Client
import Schema

extension Comparison {
  /// One match that both nodes play by themselves.
  static func auto(_ homes: TwoHomes, _ places: Places) -> Comparison {
    Comparison(
      title: "one match by itself, rounds", unit: .perSecond, isRate: true,
      target: .figure(required: 400, goal: 1000), limit: answers(places, "rate"), turns: 7
    ) { _ in try rounds(homes) }
  }

  /// Rounds a second of one match that both nodes play by themselves.
  static func rounds(_ homes: TwoHomes) throws -> Double {
    let table = try homes.startMatch()
    let start = ContinuousClock.now
    try homes.attend(table, auto: true)
    try homes.wait("the match to end") { try homes.view(table).phase == .finished }
    let taken = (ContinuousClock.now - start).seconds
    return Double(try homes.view(table).roundsDecided) / taken
  }

  /// Fifty matches between two nodes at once; a move is a card turned over or laid by one player.
  ///
  /// Measured from when all go on until ten are over: the last few alone say how long one match takes.
  static func fifty(_ homes: TwoHomes, _ places: Places) -> Comparison {
    Comparison(
      title: "fifty matches at once, moves", unit: .perSecond, isRate: true,
      target: .figure(required: 15_000, goal: 64_000),
      limit: Limit(title: "C, SQLite, 50 a commit") { _ in
        try places.limit("commit", places.scratch, "200", "50").run().figure("rate")
      }, turns: 3
    ) { _ in
      let tables = Set(try (0..<50).map { _ in try homes.startMatch() })
      func moves() throws -> Int {
        try homes.host.client.call(Methods.Tables.list).tables
          .filter { tables.contains($0.id) }
          .reduce(0) { $0 + 2 * Int($1.roundsDecided + $1.wars) }
      }
      func waitUntil(playing count: UInt32) throws {
        try homes.wait("\(50 - count) of fifty matches to end", seconds: 300, every: 5) {
          try homes.host.client.call(Methods.Node.status).tablesPlaying <= count
        }
      }
      for table in tables { try homes.attend(table, auto: true) }
      let (before, start) = (try moves(), ContinuousClock.now)
      try waitUntil(playing: 40)
      let (after, end) = (try moves(), ContinuousClock.now)
      try waitUntil(playing: 0)
      return Double(after - before) / (end - start).seconds
    }
  }

  /// From a tap until both persons' screens have been told the card; durable on both sides.
  static func tap(_ homes: TwoHomes, _ places: Places) -> [Comparison] {
    let taps = Taps(homes)
    return [
      Comparison(
        title: "tap to card, seen by both", unit: .microseconds,
        target: .figure(required: 2000, goal: 1000), limit: answers(places, "p50"), turns: 5
      ) { _ in try taps.playMatch().median },
      Comparison(
        title: "tap to card, 99 %", unit: .microseconds,
        target: .figure(required: 3000, goal: 3000), limit: answers(places, "p99"), turns: 5
      ) { _ in try taps.playMatch().percentile99 },
    ]
  }

  /// A tap while eight people watch from daemons of their own, beside one that nobody watches: at most a tenth more (row G-49).
  static func watchedTap(_ homes: TwoHomes, _ places: Places) throws -> Comparison {
    // Each at an address of its own: a node takes only so many links from one.
    let watchers = try (1...8).map { number in
      let daemon = try DaemonProcess(
        places, name: "watcher\(number)", host: "127.0.0.\(number + 1)")
      let address = try daemon.address()
      try homes.host.client.call(Methods.Peers.add) { $0.address = address }
      return daemon
    }
    try homes.wait("those who watch to be linked with the host") {
      try watchers.allSatisfy { try $0.client.call(Methods.Node.status).peersOnline == 1 }
    }
    let (alone, watched) = (Taps(homes), Taps(homes, watchers: watchers))
    return Comparison(
      title: "tap to card, eight watch", unit: .microseconds,
      target: .ratio(required: 1.1, goal: 1.0),
      limit: Limit(title: "the same, nobody watches") { _ in try alone.playMatch().median },
      turns: 5
    ) { _ in try watched.playMatch().median }
  }

  /// The least that a durable move over TLS can cost.
  static func answers(_ places: Places, _ figure: String) -> Limit {
    Limit(title: "C, TLS and one commit") { _ in
      try places.limit("answer", places.scratch, "1000", "tls-commit").run().figure(figure)
    }
  }
}
