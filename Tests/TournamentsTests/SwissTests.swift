import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Pairings of Swiss tournaments: random ones, and published ones.
///
/// `scripts/tournaments` runs 10,000 random tournaments of up to 200 players; without it there is a short slice.
@Suite struct SwissTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["PARLOR_SEEDS"].flatMap { UInt64($0) } ?? 120
  private static let most = seeds > 1_000 ? 200 : 24

  /// A tournament whose rounds so far are played.
  private struct Played {
    var competition: Competition
    var results: [[Int]: MatchWinner] = [:]

    var fixtures: [Fixture] { Course(decided).matches }

    private var decided: Competition {
      var competition = competition
      let results = results
      competition.decide = { _, home, away in
        guard let winner = results[[home, away]] else { return Decision() }
        return Decision(state: .decided, ending: Ending(winner: winner))
      }
      return competition
    }

    mutating func play(_ pairings: [Competition.Pairing], _ random: inout SeededGenerator) {
      competition.rounds.append(pairings)
      for pairing in pairings {
        guard let away = pairing.away else { continue }
        let favourite = pairing.home < away ? MatchWinner.home : .away
        let other = favourite == .home ? MatchWinner.away : .home
        let winner: MatchWinner =
          switch random.next() % 10 {
          case 0..<5: favourite
          case 5..<8: .neither
          default: other
          }
        results[[pairing.home, away]] = winner
      }
    }

    func next(colours: Bool = true) -> [Competition.Pairing] {
      SwissPairing(decided, fixtures, colours: colours, clubsApart: false).pairings()
    }
  }

  /// Whether all of them can be paired without anybody meeting the same one again or having a second bye.
  private static func isPossible(
    _ players: [Int], met: Set<Set<Int>>, hadBye: Set<Int>
  ) -> Bool {
    let all = players.map(Optional.some) + (players.count % 2 == 1 ? [nil] : [])
    let partners = Matching<SIMD2<Int64>>.pairs(all.count) { one, two in
      guard let player = all[one] ?? all[two] else { return nil }
      guard let first = all[one], let second = all[two] else {
        return hadBye.contains(player) ? nil : [1, 0]
      }
      return met.contains([first, second]) ? nil : [1, 0]
    }
    return !partners.contains { $0 == nil }
  }

  @Test(
    "T-39: nobody meets the same one twice or has a second bye, where that can be avoided",
    arguments: 0..<seeds)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...Self.most, using: &random)
    var played = Played(competition: Competition())
    played.competition.format = .swiss
    played.competition.points = Points(win: 1_000, tie: 500, loss: 0)
    played.competition.tieBreaks = TieBreaks.swiss
    played.competition.entrants = EngineTests.entrants(count)
    var met: Set<Set<Int>> = []
    var hadBye: Set<Int> = []
    let rounds = min(count, played.competition.swissRoundCount + Int(random.next() % 3))
    for round in 0..<rounds {
      if random.next() % 12 == 0 {
        played.competition.entrants[Int(random.next() % UInt64(count))].isOut = true
      }
      let alive = (0..<count).filter { !played.competition.entrants[$0].isOut }
      guard alive.count > 1 else { return }
      let pairings = played.next()
      let players = pairings.flatMap { [$0.home, $0.away].compactMap { $0 } }
      #expect(players.sorted() == alive, "seed \(seed), round \(round): everybody plays once")
      let again = pairings.contains { pairing in
        pairing.away.map { met.contains([pairing.home, $0]) } ?? hadBye.contains(pairing.home)
      }
      if again {
        #expect(
          !Self.isPossible(alive, met: met, hadBye: hadBye),
          "seed \(seed), round \(round): a rematch or a second bye could be avoided")
      }
      for pairing in pairings {
        if let away = pairing.away { met.insert([pairing.home, away]) }
        if pairing.away == nil { hadBye.insert(pairing.home) }
      }
      played.play(pairings, &random)
    }
  }

  // MARK: Published pairings

  /// The next round of a report file, as starting ranks, the first-named with white; 0 stands for the bye.
  ///
  /// - Parameter round: the one to pair; the one behind the last without it. Who is in it, as the file says.
  private static func next(
    _ file: TournamentFile, round: Int? = nil, absent someone: Int? = nil
  ) -> [[Int]] {
    var file = file
    file.settle()
    var absent: Set<Int> = Set(someone.map { [$0 - 1] } ?? [])
    if let round, file.rounds.count >= round {
      let there = file.rounds[round - 1].filter { !$0.isHalf }.flatMap {
        [$0.home, $0.away].compactMap { $0 }
      }
      absent = Set(file.entrants.indices).subtracting(there)
      file.rounds = Array(file.rounds.prefix(round - 1))
      file.results.removeAll { Course.round($0.match) >= round }
    }
    var competition = file.competition
    for number in absent { competition.entrants[number].isOut = true }
    let fixtures = Course(file.competition).matches
    return SwissPairing(competition, fixtures, colours: true, clubsApart: false).pairings().map {
      [$0.home + 1, ($0.away ?? -1) + 1]
    }
  }

  /// The pairs of a round of a file, in the order that `next` has.
  private static func published(_ file: TournamentFile, round: Int) -> Set<[Int]> {
    Set(file.rounds[round - 1].filter { !$0.isHalf }.map { [$0.home + 1, ($0.away ?? -1) + 1] })
  }

  @Test("T-39: published rounds are paired as there", arguments: PublishedRounds.all)
  func publishedRounds(example: PublishedRounds) throws {
    let file = try RoundFileReader.read(example.report)
    try #require(
      file.rounds.count == (example.players.map { $0.split(separator: " ").count }.max()))
    // Of many players, only the first and the last rounds: tests are built without optimisation. `scripts/tournaments` looks at all.
    let count = file.rounds.count
    let isShort = file.entrants.count > 20 && Self.seeds < 1_000
    for round in isShort ? [1, count] : Array(1...count) {
      // Who has white on the first board is drawn by lot.
      let found = Set(Self.next(file, round: round).map { round == 1 ? $0.sorted() : $0 })
      let there = Set(Self.published(file, round: round).map { round == 1 ? $0.sorted() : $0 })
      #expect(found == there, "\(example.title), round \(round)")
    }
    if !example.next.isEmpty {
      #expect(Self.next(file, absent: example.absent) == example.next, "\(example.title)")
    }
  }

  // MARK: Another program

  /// The path of bbpPairings; `scripts/tournaments dutch` sets it.
  private static let program = ProcessInfo.processInfo.environment["PARLOR_BBPPAIRINGS"]

  @Test(
    "T-39: random tournaments that bbpPairings has made are paired as it does, with byes, forfeits and players who leave",
    .enabled(if: program != nil), arguments: 0..<seeds)
  func asAnother(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 4...60, using: &random)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dutch-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rounds = Int.random(in: 2...min(11, count - 2), using: &random)
    let rates = (0..<3).map { _ in Int.random(in: 20...400, using: &random) }
    let model = """
      PlayersNumber=\(count)
      RoundsNumber=\(rounds)
      DrawPercentage=\(Int.random(in: 0...70, using: &random))
      ForfeitRate=\(rates[0])
      RetiredRate=\(rates[1])
      HalfPointByeRate=\(rates[2])

      """
    let (configuration, made) = (
      folder.appendingPathComponent("model"), folder.appendingPathComponent("made.trf")
    )
    try Data(model.utf8).write(to: configuration)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = ["--dutch", "-g", configuration.path, "-o", made.path, "-s", "\(seed)"]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // It ends where the rules allow no pairing.
    guard process.terminationStatus == 0 else { return }
    var file = try RoundFileReader.read(
      String(decoding: try Data(contentsOf: made), as: UTF8.self))
    file.body.swissRounds = UInt32(rounds)
    for round in 1...max(1, file.rounds.count) where file.rounds.count >= round {
      let found = Set(Self.next(file, round: round).map { round == 1 ? $0.sorted() : $0 })
      let there = Set(Self.published(file, round: round).map { round == 1 ? $0.sorted() : $0 })
      #expect(found == there, "seed \(seed), \(count) players, round \(round)")
    }
  }
}
