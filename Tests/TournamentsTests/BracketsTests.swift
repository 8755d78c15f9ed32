import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Files of brackets-model: all that they say is taken, and all that Parlor writes is read again.
@Suite struct BracketsTests {
  // MARK: Files of brackets-manager

  @Test(
    "43 T-14: double eliminations of brackets-manager are taken as the file says: orders, byes against byes, third place, first round left out"
  )
  func manager() throws {
    for seed in UInt64(0)..<600 {
      var random = SeededGenerator(seed: seed)
      let size = 1 << Int(1 + random.next() % 5)
      let orders = (0...5).map { _ in BracketsModel.orders[Int(random.next() % 6)] }
      var model = BracketsModel(size: size, orders: orders, seed: seed)
      model.isSkipped = size > 2 && random.next() % 4 == 0
      model.hasThird = size > 2 && !model.isSkipped && random.next() % 2 == 0
      model.final = ["none", "simple", "double"][Int(random.next() % 3)]
      model.played = random.next() % 2 == 0 ? 100 : 70
      let count = 2 + Int(random.next() % UInt64(size - 1))
      let seeding = ((0..<count).map { Int?($0) } + Array(repeating: nil, count: size - count))
        .shuffled(using: &random)
      let text = try model.text(seeding)
      let read = try BracketsReader.read(text)
      let lost = read.told.filter { !$0.hasPrefix("The numbers of the seeds") }
      #expect(lost.isEmpty && read.results.count == model.results, "seed \(seed): \(lost)")
      let course = Course(read.competition)
      if case .entrant(let winner) = model.winner, model.played == 100 {
        #expect(course.phase == .finished, "seed \(seed)")
        #expect(
          course.ranks.first.map { read.entrants[$0.entrant].name } == "Team \(winner)",
          "seed \(seed)")
      }
      // Written and read again, it is the same.
      let written = try BracketsWriter(read).text
      let again = try BracketsReader.read(written)
      #expect(again.told.isEmpty, "seed \(seed): \(again.told)")
      #expect(try BracketsWriter(again).text == written, "seed \(seed)")
      let own = try OwnFile.read(OwnFile.write(read))
      #expect(
        Course(own.competition).hash(own.competition) == course.hash(read.competition),
        "seed \(seed)")
    }
  }

  @Test(
    "43 T-14: what somebody has played on from is archived, and so is the last match; what waits for the next is completed"
  )
  func archived() throws {
    func statuses(_ text: String) throws -> [[Int]] {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let matches = try #require(object["match"] as? [[String: Any]])
      return Dictionary(grouping: matches) { $0["group_id"] as? Int ?? -1 }.sorted {
        $0.key < $1.key
      }
      .map { $0.value.map { $0["status"] as? Int ?? -1 } }
    }
    var seen: Set<[[Int]]> = []
    for seed in UInt64(0)..<40 {
      var model = BracketsModel(size: 4, orders: ["inner_outer", "natural"], seed: seed)
      model.hasThird = true
      let read = try BracketsReader.read(try model.text([0, 1, 2, 3]))
      seen.insert(try statuses(try BracketsWriter(read).text))
    }
    // The first final is archived where it is played again; without that the model waits for the second one.
    #expect(seen == [[[5, 5, 5], [5, 5], [5, 5, 5]], [[5, 5, 5], [5, 5], [4, 0, 5]]])
    // One half is played, and nobody can play on.
    var model = BracketsModel(size: 4, orders: ["inner_outer", "natural"], seed: 1)
    var read = try BracketsReader.read(try model.text([0, 1, 2, 3]))
    read.results = Array(read.results.prefix(1))
    #expect(try statuses(try BracketsWriter(read).text).first == [4, 2, 1])
  }

  @Test("43 T-14: a first round in which nobody is yet is taken as a set-up")
  func nobodyYet() throws {
    var model = BracketsModel(size: 4, orders: ["natural", "natural"], seed: 1)
    let text = try model.text([0, 1, 2, 3])
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var open = object
    open["match"] = (object["match"] as? [[String: Any]])?.map { match in
      match.merging(["opponent1": ["id": NSNull()], "opponent2": ["id": NSNull()]]) { $1 }
    }
    let read = try BracketsReader.read(
      String(decoding: JSONSerialization.data(withJSONObject: open), as: UTF8.self))
    #expect(!read.body.started && read.slots.isEmpty && read.entrants.count == 4)
    #expect(read.told.contains { $0.contains("has nobody") }, "\(read.told)")
  }

  @Test(
    "43 T-14: a winner with the lower score keeps the match, and fields that nobody knows are named once"
  )
  func oddResults() throws {
    var model = BracketsModel(size: 2, orders: ["natural"], seed: 3)
    let text = try model.text([0, 1])
    var object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    object["match"] = (object["match"] as? [[String: Any]])?.map { match in
      match.merging([
        "opponent1": ["id": 0, "score": 1, "result": "win", "note": "odd"],
        "opponent2": ["id": 1, "score": 2, "note": "odd"], "court": 5,
      ]) { $1 }
    }
    func read() throws -> TournamentFile {
      try BracketsReader.read(
        String(decoding: JSONSerialization.data(withJSONObject: object), as: UTF8.self))
    }
    let taken = try read()
    #expect(taken.results.map(\.report.winner) == [.home] && taken.results[0].report.games.isEmpty)
    #expect(
      taken.told.count { $0.contains("1:2 is not kept: it does not say") } == 1, "\(taken.told)")
    #expect(taken.told.count { $0.contains("opponent.note is not known here, in 2 places") } == 1)
    #expect(taken.told.count { $0.contains("match.court is not known here.") } == 1)
    object["match"] = (object["match"] as? [[String: Any]])?.map { match in
      match.merging(["opponent2": ["id": 1, "result": "win"]]) { $1 }
    }
    #expect(throws: Refused.self) { try read() }
  }

  @Test(
    "43 T-51: a result that is no word of the model or contradicts itself is refused, and who plays nowhere is named"
  )
  func contradictions() throws {
    var model = BracketsModel(size: 2, orders: ["natural"], seed: 3)
    let text = try model.text([0, 1])
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    func read(_ one: [String: Any], _ two: [String: Any]) throws -> TournamentFile {
      var changed = object
      changed["match"] = (object["match"] as? [[String: Any]])?.map { match in
        match.merging([
          "opponent1": one.merging(["id": 0]) { $1 }, "opponent2": two.merging(["id": 1]) { $1 },
        ]) { $1 }
      }
      let known = object["participant"] as? [[String: Any]] ?? []
      changed["participant"] = known + [["id": 7, "tournament_id": 0, "name": "Idle"]]
      return try BracketsReader.read(
        String(decoding: JSONSerialization.data(withJSONObject: changed), as: UTF8.self))
    }
    let wrong: [([String: Any], [String: Any])] = [
      (["result": "won"], [:]), (["result": "win"], ["result": "draw"]),
      (["result": "loss"], ["result": "loss"]), (["result": "win", "forfeit": true], [:]),
      (["forfeit": true], ["result": "loss"]), (["forfeit": true], ["result": "draw"]),
      (["forfeit": true, "result": "win"], ["forfeit": true]),
    ]
    for (one, two) in wrong {
      #expect(throws: Refused.self, "\(one) \(two)") { try read(one, two) }
    }
    let right: [([String: Any], [String: Any], MatchWinner)] = [
      (["result": "win"], [:], .home), ([:], ["result": "win"], .away),
      (["result": "loss"], [:], .away), (["forfeit": true], ["result": "win"], .away),
      (["forfeit": true, "result": "loss"], [:], .away),
      (["forfeit": true, "result": "loss"], ["forfeit": true, "result": "loss"], .neither),
    ]
    for (one, two, winner) in right {
      let file = try read(one, two)
      #expect(file.results.first?.report.winner == winner, "\(one) \(two): \(file.told)")
      #expect(file.told.contains { $0.contains("1 participant plays in no match: Idle.") })
    }
  }

  @Test("43 T-14: groups without a knockout are groups, and a league in other rounds says so")
  func groupsAlone() throws {
    for seed in UInt64(0)..<40 {
      var file = Self.random(seed, .groups)
      file.slots = []
      let read = try BracketsReader.read(BracketsWriter(file).text)
      #expect(read.told.isEmpty && read.results.count == Self.placed(file), "\(read.told)")
      if file.groups.count > 1 {
        #expect(read.body.format == .groups)
        #expect(read.groups == file.groups.map { $0.filter { $0 != nil } })
        let course = Course(read.competition)
        if course.phase == .finished { #expect(course.ranks.count == read.entrants.count) }
      }
    }
  }

  @Test("43 T-14, T-59: a league with another schedule has its rounds, or says that it has not")
  func otherRounds() throws {
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed)
      var file = Self.random(seed, .league)
      file.results = []
      let names = Course(file.competition).matches.map(\.name)
      file.body.swaps = [
        .with { ($0.one, $0.two) = (names[0], names.randomElement(using: &random) ?? "") }
      ]
      guard file.competition.lastSwapCounts else { continue }
      let read = try BracketsReader.read(BracketsWriter(file).text)
      func rounds(_ file: TournamentFile) -> [Int: Set<Set<String>>] {
        Course(file.competition).matches.reduce(into: [:]) { rounds, match in
          let names = [match.home.number, match.away.number].compactMap { $0 }
            .map { file.entrants[$0].name }
          rounds[Course.round(match.name), default: []].insert(Set(names))
        }
      }
      let isNamed = read.told.contains { $0.hasPrefix("The rounds of the league") }
      #expect(isNamed != (rounds(read) == rounds(file)), "seed \(seed): \(read.told)")
    }
  }

  // MARK: Parlor's own

  /// Whether a fixture has a result of two.
  private static func placed(_ file: TournamentFile) -> Int {
    Course(file.competition).all.count {
      $0.state == .decided && $0.home.number != nil && $0.away.number != nil
    }
  }

  /// A tournament of any kind that the model has, played up to a point that a generator chooses.
  private static func random(_ seed: UInt64, _ format: TournamentFormat) -> TournamentFile {
    var random = SeededGenerator(seed: seed &* 31 &+ UInt64(format.rawValue))
    func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
    var file = TournamentFile()
    let count = 2 + Int(random.next() % 17)
    file.body.name = "Cup \(seed)"
    file.body.format = format
    file.body.started = true
    file.body.legs = chance(30) ? 2 : 1
    file.body.noThirdPlace = chance(50)
    file.body.losersThird = chance(50)
    file.body.skipFirst = chance(30)
    file.body.bestOf = chance(30) ? 3 : 0
    file.body.final = [DoubleFinal.none, .single, .reset][Int(random.next() % 3)]
    file.entrants = (0..<count).map { number in .with { $0.name = "Player \(number)" } }
    switch format {
    case .groups:
      file.groups = GroupDeal.groups(
        (0..<count).shuffled(using: &random), into: GroupDeal.count(count), byPots: false,
        clubs: nil)
      file.slots = KnockoutProposal.slots(groups: file.groups.count, qualifiers: 2)
        .shuffled(using: &random)
    case .knockout, .double:
      file.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
        .shuffled(using: &random)
      if format == .double, chance(70) {
        file.body.losers = (0..<LosersOrders.count(slots: file.slots.count)).map { _ in
          LosersOrders.names[Int(random.next() % 6)].value
        }
      }
    default: break
    }
    let share: UInt64 = chance(50) ? 100 : 80
    var passed: Set<String> = []
    for _ in 0..<20 {
      for fixture in Course(file.competition).all where fixture.state == .due {
        guard let home = fixture.home.number, let away = fixture.away.number,
          passed.insert(fixture.name).inserted, chance(share)
        else { continue }
        var report = ScoreReport()
        if chance(10) {
          report.forfeit = true
          report.winner = [MatchWinner.home, .away, .neither][Int(random.next() % 3)]
        } else if chance(10) {
          report.winner = chance(50) ? .home : .away
        } else {
          let games = file.body.bestOf > 1 ? 2 : 1
          report.games = (0..<games).map { _ in
            GameScore(Score(home: Int64(random.next() % 9) * 500, away: 4_500))
          }
          if format == .league, chance(20), games == 1 {
            report.games = [GameScore(Score(home: 0, away: 0))]
          }
          report.winner = TournamentState.ending(report).winner
          if chance(50) { report = report.turned }
        }
        file.results.append(
          TournamentFile.Result(match: fixture.name, home: home, away: away, report: report))
      }
    }
    return file
  }

  @Test(
    "43 T-14: what is written for brackets-manager is read as it was, whatever was played",
    arguments: [TournamentFormat.groups, .league, .knockout, .double])
  func identity(format: TournamentFormat) throws {
    for seed in UInt64(0)..<250 {
      let file = Self.random(seed, format)
      let text = try BracketsWriter(file).text
      let read = try BracketsReader.read(text)
      #expect(read.told.isEmpty, "\(format), seed \(seed): \(read.told)")
      #expect(read.results.count == Self.placed(file), "\(format), seed \(seed)")
      #expect(try BracketsWriter(read).text == text, "\(format), seed \(seed)")
      let (before, after) = (Course(file.competition), Course(read.competition))
      #expect(before.ranks == after.ranks, "\(format), seed \(seed)")
    }
  }

  // MARK: Rematches

  /// Counts the rematches in the losers' bracket of one random tournament.
  ///
  /// - Parameter better: in how many of four matches the better seed wins.
  private static func rematches(
    _ size: Int, _ orders: [[Int]], better: UInt64, _ random: inout SeededGenerator,
    _ met: inout [Bool]
  ) -> Int {
    var found = 0
    let seeds = KnockoutProposal.places(size)
    for place in met.indices { met[place] = false }
    func play(_ one: Int, _ other: Int) -> (winner: Int, loser: Int) {
      let pair = min(one, other) * size + max(one, other)
      if met[pair] { found += 1 }
      met[pair] = true
      let isBetter = random.next() % 4 < better
      return isBetter == (seeds[one] < seeds[other]) ? (one, other) : (other, one)
    }
    var alive = Array(0..<size)
    var coming: [[Int]] = []
    while alive.count > 1 {
      var (next, out) = ([Int](), [Int]())
      for place in stride(from: 0, to: alive.count, by: 2) {
        let ended = play(alive[place], alive[place + 1])
        next.append(ended.winner)
        out.append(ended.loser)
      }
      coming.append(
        orders.indices.contains(coming.count) ? orders[coming.count].map { out[$0] } : out)
      alive = next
    }
    alive = coming[0]
    for round in 0..<coming.count {
      if round > 0 {
        for place in alive.indices {
          alive[place] = play(alive[place], coming[round][place]).winner
        }
      }
      guard alive.count > 1 else { continue }
      alive = stride(from: 0, to: alive.count, by: 2).map {
        play(alive[$0], alive[$0 + 1]).winner
      }
    }
    return found
  }

  @Test(
    "43 T-14: fewer meet again in the losers' bracket than in that of brackets-manager, over 10,000 random tournaments",
    arguments: [
      (8, ["natural", "reverse"]), (16, ["natural", "reverse_half_shift", "reverse"]),
      (32, ["natural", "reverse", "half_shift", "natural"]),
      (64, ["natural", "reverse", "half_shift", "reverse", "natural"]),
    ])
  func rematches(size: Int, manager: [String]) {
    func places(_ orders: [(Int) -> [Int]]) -> [[Int]] {
      orders.enumerated().map { round, order in order((size / 2) >> round) }
    }
    let own = places(
      LosersOrders.proposed(slots: size).map { order in { LosersOrders.places($0, order) } })
    let other = places(
      manager.map { name in { BracketsModel.ordered(Array(0..<$0), name) } })
    var counts = [0, 0]
    var met = Array(repeating: false, count: size * size)
    for (place, orders) in [own, other].enumerated() {
      var random = SeededGenerator(seed: UInt64(size))
      for number in UInt64(0)..<10_000 {
        // In every other tournament all are alike; in the others the better seed wins three of four.
        counts[place] += Self.rematches(size, orders, better: 2 + number % 2, &random, &met)
      }
    }
    #expect(counts[0] <= counts[1], "\(counts[0]) of Parlor, \(counts[1]) of brackets-manager")
    #expect(size == 8 || counts[0] < counts[1], "\(counts)")
  }

  @Test("43 T-14: a tournament that has begun without orders keeps those that it had")
  func before() {
    #expect(LosersOrders.unsaid(slots: 32) == [.natural, .reverse, .halfShift, .reverse])
    var competition = Competition()
    competition.format = .double
    competition.entrants = EngineTests.entrants(16)
    competition.slots = KnockoutProposal.seeded((0..<16).map { .entrant($0) })
    func second() -> [Side] {
      DoubleBracket(
        competition,
        competition.slots.map { slot in
          guard case .entrant(let number) = slot else { return .bye }
          return .entrant(number)
        }, isOpen: true
      ).losers[3].matches.map(\.away)
    }
    #expect(second() == [2, 1].map { .waiting("loser of WB3.\($0)") })
    competition.started = false
    #expect(second() == [1, 2].map { .waiting("loser of WB3.\($0)") })
    competition.losers = [.natural, .natural, .reverse]
    #expect(second() == [2, 1].map { .waiting("loser of WB3.\($0)") })
  }
}
