import Client
import Duel
import DuelSchema
import Feature
import Features
import Foundation
import Node
import Schema

extension Comparison {
  /// Duels: draws and acts between two daemons, what is hashed, what a step and a view cost, resuming, the audit of a file, and bytes.
  static func duels(_ places: Places) throws -> [Comparison] {
    let played = try DuelAtTable(try TwoHomes(places, name: "duel"))
    return [
      Comparison(
        title: "a draw, durable on both, seen", unit: .microseconds,
        target: .figure(required: 2_000, goal: 1_200), limit: answers(places, "p50"), turns: 5
      ) { _ in try played.draws(40).median },
      Comparison(
        title: "a draw, 99 %", unit: .microseconds,
        target: .figure(required: 9_000, goal: 3_000), limit: answers(places, "p99"), turns: 3
      ) { _ in try played.draws(100).percentile99 },
      Comparison(
        title: "a tap, move or counter, seen there", unit: .microseconds,
        target: .figure(required: 2_000, goal: 1_500), limit: answers(places, "p50"), turns: 5
      ) { _ in try played.acts(60).median },
    ] + (try hashed(places)) + (try shuffled(places)) + (try stepped()) + (try crowdedTable(places))
      + (try files(places))
  }

  /// The hashes of a shuffle of 100 cards, beside which all that is made of one stands.
  private static func shuffling(_ places: Places) -> Limit {
    Limit(title: "C, as many hashes") { _ in
      try places.limit("hashes", "shuffle", "100", "2000").run().figure("p50")
    }
  }

  /// The hashes of a commitment and of a shuffle, in this process.
  private static func hashed(_ places: Places) throws -> [Comparison] {
    guard let list = DuelAtTable.list(of: 100) else { return [] }
    let secret = [UInt8](repeating: 7, count: 32)
    let secrets = DuelSecrets(secret: secret, gameID: secret, seat: 1)
    return [
      Comparison(
        title: "a shuffle of 100 cards, its root", unit: .microseconds,
        target: .ratio(required: 4, goal: 1.5), limit: shuffling(places)
      ) { turn in
        time(500) { number in
          let epoch = UInt32(turn * 1_000 + number + 1)
          return DuelEpoch(epoch, of: Array(0..<100), in: list, secrets).tree.root.count == 32
        }
      },
      Comparison(
        title: "the commitment: two chains", unit: .microseconds,
        target: .ratio(required: 4, goal: 1.5),
        limit: Limit(title: "C, as many hashes") { _ in
          try places.limit("hashes", "chains", "4096", "50").run().figure("p50")
        }
      ) { _ in
        time(10) { DuelPrivate.chains(secret: secret, seat: UInt8($0 % 2 + 1)).count == 2 }
      },
    ]
  }

  /// A match that has begun, in this process.
  private struct Begun {
    var match: Duel
    var own: DuelPrivate
    private var sequence: UInt64 = 0

    /// Begins the first game of the host, with the library whole.
    init(cards: Int) throws {
      guard let list = DuelAtTable.list(of: cards) else {
        throw ProgramError(description: "There is no list of \(cards) cards.")
      }
      let secret = [UInt8](repeating: 7, count: 32)
      let seats = (UInt8(1)...2).map { seat in
        DuelPrivate(secret: secret, list: list, gameID: secret, seat: seat)
      }
      let setups = seats.compactMap { own in
        let key = DuelBoxes.publicKey(of: own.cards.secrets.boxSecret)
        return DuelSeatSetup(tips: own.tips, commitment: own.commitment(boxKey: key))
      }
      let terms = DuelTerms.with { ($0.games, $0.life) = (1, 20) }
      guard let match = Duel(gameID: secret, terms: terms, seats: setups) else {
        throw ProgramError(description: "There is no such duel.")
      }
      (self.match, own) = (match, seats[0])
      try apply(own.begin(in: match))
    }

    /// Lets the host's step take effect on the match, and on the host's cards.
    mutating func apply(_ step: DuelStep) throws {
      sequence += 1
      let place = DuelPlace(sequence: sequence, seen: 0)
      let verdict = match.apply(step, by: 1, at: place)
      guard case .accepted(let events) = verdict else {
        throw ProgramError(description: "A step of the duel is not valid: \(verdict)")
      }
      // None of these steps has a seal.
      own.follow(step, by: 1, at: place, in: match, events)
    }
  }

  /// A whole shuffle of a library of 100 cards, in this process, and the bytes of its step.
  private static func shuffled(_ places: Places) throws -> [Comparison] {
    let begun = try Begun(cards: 100)
    let step: Data = try begun.own.shuffle(in: begun.match).serializedBytes()
    return [
      Comparison(
        title: "a shuffle of 100 cards, made and taken", unit: .microseconds,
        target: .figure(required: 1_000, goal: 250), limit: shuffling(places)
      ) { _ in
        var duel = begun
        let start = ContinuousClock.now
        for _ in 0..<300 { try duel.apply(duel.own.shuffle(in: duel.match)) }
        return (ContinuousClock.now - start).seconds * 1e6 / 300
      },
      Comparison(
        title: "a shuffle of 100 cards, its step", unit: .bytes,
        target: .figure(required: 40, goal: 40), turns: 1
      ) { _ in Double(step.count) },
    ]
  }

  /// One step applied to what everybody sees, with 200 tokens on the table, in this process.
  private static func stepped() throws -> [Comparison] {
    func step(_ fill: (inout DuelStep) -> Void) -> DuelStep {
      .with {
        $0.game = 1
        fill(&$0)
      }
    }
    var begun = try Begun(cards: 60)
    for _ in 0..<200 {
      try begun.apply(
        step {
          ($0.play.token, $0.play.name) = (true, Data("Goblin".utf8))
          $0.play.to.zone = .battlefield
        })
    }
    let steps = (0..<3_000).map { number in
      step {
        // The number of an object is 8 times its count, plus its seat.
        $0.move.object = UInt32(8 * (number % 200 + 1) + 1)
        ($0.move.to.zone, $0.move.tapped) = (.battlefield, number / 200 % 2 == 0)
      }
    }
    return [
      Comparison(
        title: "one step applied, 200 objects", unit: .microseconds,
        target: .figure(required: 20, goal: 5)
      ) { _ in
        var match = begun.match
        let start = ContinuousClock.now
        for (number, step) in steps.enumerated() {
          let place = DuelPlace(sequence: UInt64(number + 1_000), seen: 0)
          guard case .accepted = match.apply(step, by: 1, at: place) else {
            throw ProgramError(description: "A move is not valid.")
          }
        }
        return (ContinuousClock.now - start).seconds * 1e6 / Double(steps.count)
      }
    ]
  }

  /// The view of a table with 200 tokens after a step, and a node that is killed after 1,600 steps there and resumes.
  private static func crowdedTable(_ places: Places) throws -> [Comparison] {
    let duel = try DuelAtTable(try TwoHomes(places, name: "crowded-duel"))
    for _ in 0..<4 {
      try duel.act(0) { ($0.tokens.name, $0.tokens.count) = ("Goblin", 50) }
    }
    try duel.wait(0) { $0.objects.count == 200 }
    // Each of these is 200 steps.
    for number in 0..<7 {
      try duel.act(0) { ($0.tap.all, $0.tap.untap) = (true, number % 2 == 1) }
      try duel.wait(0) { $0.objects.allSatisfy { $0.tapped == (number % 2 == 0) } }
    }
    let (host, table) = (duel.homes.host, duel.table)
    var (life, emptyHomes) = (Int32(20), 0)
    return [
      Comparison(
        title: "a view after a step, 200 objects", unit: .milliseconds,
        target: .figure(required: 2, goal: 0.5)
      ) { _ in
        var samples = Samples()
        for _ in 0..<20 {
          life += 1
          let shown = life
          try duel.act(0) { ($0.counter.name, $0.counter.value) = ("life", shown) }
          try duel.wait(0) { $0.seats[0].life == shown }
          let start = ContinuousClock.now
          _ = try host.client.call(Methods.Tables.show) { $0.table = table }
          samples.record((ContinuousClock.now - start).seconds * 1e3)
        }
        return samples.median
      },
      Comparison(
        title: "a killed node resumes, 1,600 steps", unit: .milliseconds,
        target: .figure(required: 30, goal: 10), turns: 5
      ) { _ in
        // The duel's daemon ends with the first of these, and the home is there for all.
        if emptyHomes == 0 {
          kill(host.process, SIGKILL)
          waitpid(host.process, nil, 0)
        }
        emptyHomes += 1
        let empty = try DaemonProcess(places, name: "no-duel-\(emptyHomes)")
        let start = ContinuousClock.now
        _ = try empty.client.call(Methods.Tables.list)
        let without = empty.millisecondsToReady + (ContinuousClock.now - start).seconds * 1e3
        return try resumed(places, host.home, table) - without
      },
    ]
  }

  /// Milliseconds from the start of a daemon until it shows a table that it had; it is killed afterwards.
  private static func resumed(_ places: Places, _ home: String, _ table: String) throws -> Double {
    let daemon = try DaemonProcess(parlor: places.parlor, home: home)
    let start = ContinuousClock.now
    let view = try daemon.client.call(Methods.Tables.show) { $0.table = table }
    let shown = (ContinuousClock.now - start).seconds * 1e3
    let duel = try DuelView(unpackingAny: view.gameView)
    guard duel.own.hand.count == 7, duel.objects.count == 200 else {
      throw ProgramError(description: "Another table comes back.")
    }
    kill(daemon.process, SIGKILL)
    return daemon.millisecondsToReady + shown
  }

  /// The audit of the file of three games of 15 turns, and the bytes of a duel.
  private static func files(_ places: Places) throws -> [Comparison] {
    let homes = try TwoHomes(places, name: "duel-files")
    let match = try DuelAtTable(homes, games: 3)
    for game in 0..<3 {
      if game > 0 { try match.begin() }
      try match.play(turns: 15)
      try match.concede(game % 2)
    }
    try match.wait(0) { $0.seats.allSatisfy { $0.opened } }
    let file = try match.export(places, to: "match.duel")
    let slices = try Self.slices(of: file)
    let duel = try DuelAtTable(homes, cards: 100)
    try duel.play(turns: 15)
    let played = try duel.export(places, to: "fifteen.duel")
    let entries = try Self.slices(of: played).flatMap(\.entries)
    return [
      Comparison(
        title: "audit of three games of 15 turns", unit: .milliseconds,
        target: .figure(required: 50, goal: 10),
        limit: Limit(title: "C, hashes and signatures") { _ in
          // Each player shuffles once in each game.
          try places.limit(
            "hashes", "audit", "60", "200", "6", "\(slices.flatMap(\.entries).count)",
            "\(slices.count)"
          ).run().figure("p50") / 1e3
        }
      ) { _ in
        let start = ContinuousClock.now
        var check = TranscriptCheck(Registry.parlor.games, keepsEvents: false)
        check.take(file)
        let report = check.finish().report
        guard report.valid else { throw ProgramError(description: report.text) }
        return (ContinuousClock.now - start).seconds * 1e3
      },
      Comparison(
        title: "a duel of 15 turns, all entries", unit: .bytes,
        target: .figure(required: 20_000, goal: 11_000), turns: 1
      ) { _ in Double(entries.reduce(0) { $0 + $1.header.count + $1.payload.count }) },
      Comparison(title: "its file, with signatures", unit: .bytes, target: .none, turns: 1) { _ in
        Double(played.count)
      },
    ]
  }

  /// The signed parts of a match's file.
  private static func slices(of file: [UInt8]) throws -> [Slice] {
    let magic = "parlor.bundle.v1\n".utf8.count
    return try Schema.Bundle(serializedBytes: Array(file.dropFirst(magic).dropLast(32))).slices
  }

  /// Microseconds of one of so many runs.
  private static func time(_ count: Int, _ body: (Int) -> Bool) -> Double {
    let start = ContinuousClock.now
    for number in 0..<count { precondition(body(number), "it is computed") }
    return (ContinuousClock.now - start).seconds * 1e6 / Double(count)
  }
}
