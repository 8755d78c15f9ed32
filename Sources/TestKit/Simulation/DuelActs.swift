import DuelSchema
import FoundationEssentials
import Identifiers
import Node
import Schema

/// The acts of people at duels in simulated rooms: they draw, play, search, show, take back and concede, while nodes end and links break.
///
/// In the end each match is over and opened, both players see the same, each card is where its owner's private state has it, and the
/// files hold by honest rules.
class DuelActs: FeatureActs {
  static let counts = DuelMoves.counts + [opened, conceded, finished]
  private static let opened = "duels opened"
  private static let conceded = "duels conceded"
  private static let finished = "duels whose hands were seen at their end"

  private static let mostTables = 2
  private static let movesAtOnce = 4

  private let checker = DuelChecker()
  /// The first thing that was not so.
  private var problem: (any Error)?

  required init?(seed: UInt64) {
    guard Self.isPlayed(seed: seed) else { return nil }
  }

  /// Whether people play duels in the world of a seed.
  class func isPlayed(seed: UInt64) -> Bool {
    var random = SeededGenerator(seed: seed &+ 0x6475_656c_0014)
    return random.next() % 6 == 0
  }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let tables = person.tables
    let isBusy = tables.contains {
      $0.seat != .unspecified && $0.phase != .finished && $0.phase != .closed
    }
    if !isBusy, person.counted(Self.opened) < Self.mostTables { open(person, &random) }
    for table in tables.shuffled(using: &random).prefix(6) where table.game == ScriptedDuel.name {
      switch (table.phase, table.seat) {
      case (.offered, _) where !isBusy:
        let choice = Self.choice(&random)
        _ = person.call(Methods.Tables.ask) {
          $0.table = table.id
          $0.choice = choice
        }
      case (.open, .host):
        guard let ask = table.asks.first else { continue }
        _ = person.call(Methods.Tables.answer) {
          $0.table = table.id
          $0.asker = ask.author
          $0.accept = true
        }
      case (.seated, .host): _ = person.call(Methods.Tables.start) { $0.table = table.id }
      case (.playing, .host), (.playing, .joiner): play(table, person, &random)
      default: break
      }
    }
  }

  private func open(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let choice = Self.choice(&random)
    let games: UInt32 = random.next() % 2 == 0 ? 1 : 3
    let terms: Data? = try? DuelTerms.with { ($0.games, $0.life) = (games, 20) }.serializedBytes()
    let answer = person.call(Methods.Tables.host) {
      $0.game = ScriptedDuel.name
      $0.terms = terms ?? Data()
      $0.choice = choice
    }
    guard let answer else { return }
    person.count(Self.opened)
    person.trace("opens \(answer.id) for a duel")
  }

  /// Makes the choice of a list in which some names are there several times.
  private static func choice(_ random: inout SeededGenerator) -> Data {
    let main = ["Forest", "Island", "Wolf", "Bear", "Heron"].map { name in
      (UInt32(random.below(4) + 1), name)
    }
    return (try? ScriptedDuel.choice(main: main, side: [(1, "Phoenix")])) ?? Data()
  }

  private func play(
    _ table: TableView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    Self.attend(table, person)
    for _ in 0..<Self.movesAtOnce {
      guard person.isRunning, let view = person.tables.first(where: { $0.id == table.id }),
        view.phase == .playing, let (move, word) = DuelMoves(view).next(&random),
        let tap = try? Tap.duel(move, at: view.id)
      else { return }
      guard person.call(Methods.Tables.tap, { $0 = tap }) != nil else { continue }
      person.count(word)
      person.trace("\(word) at \(view.id)")
    }
    if random.below(8) == 0 { compare(person, isEachStep: false) }
    guard random.below(40) == 0 else { return }
    if person.call(Methods.Tables.giveUp, { $0.table = table.id }) != nil {
      person.count(Self.conceded)
    }
  }

  private static func attend(_ table: TableView, _ person: ActingPerson) {
    _ = person.call(Methods.Tables.attend) {
      $0.table = table.id
      $0.attendance = .here
    }
  }

  /// Compares what somebody's node keeps, as long as the match is not opened and its secret is there.
  private func compare(_ person: ActingPerson, isEachStep: Bool) {
    let world = person.world
    guard problem == nil, person.isRunning, !world.turnedBack.contains(person.number) else {
      return
    }
    do {
      try checker.compare(person.number, in: world.network, isEachStep: isEachStep)
    } catch {
      problem = error
    }
  }

  /// Gives up what goes on: nobody would end a match by themselves.
  func finish(_ person: ActingPerson) {
    compare(person, isEachStep: true)
    for table in person.tables
    where table.game == ScriptedDuel.name && table.seat.isChair && table.phase == .playing {
      Self.attend(table, person)
      _ = person.call(Methods.Tables.giveUp) { $0.table = table.id }
    }
  }

  /// Checks the duels of people who can reach each other and have only what they had.
  func check(_ world: SimulatedRooms) throws {
    if let problem { throw problem }
    var players: [String: [Int]] = [:]
    for number in 0..<world.people {
      for table in world.tables(number)
      where table.game == ScriptedDuel.name && table.seat.isChair
        && [.playing, .finished].contains(table.phase)
      {
        players[table.id, default: []].append(number)
      }
    }
    let fair = players.filter { $0.value.count == 2 && world.isFair($0.value[0], $0.value[1]) }
    try checker.finish(Array(0..<world.people), in: world.network) { fair[$0.description] != nil }
    for (id, numbers) in fair.sorted(by: { $0.key < $1.key }) {
      for number in numbers {
        guard let view = world.tables(number).first(where: { $0.id == id }) else { continue }
        guard view.phase == .finished, view.result.ending != .broken,
          view.duel.seats.allSatisfy(\.opened)
        else {
          throw CheckViolation(
            "duels",
            "nobody lied, and \(number) sees \(id) end so: \(view.phase), "
              + "\(view.result.text) opened: \(view.duel.seats.map(\.opened))")
        }
      }
      ActingPerson(world: world, number: numbers[0], room: .lobby).count(Self.finished)
    }
  }
}

/// Duels in every world.
final class EagerDuelActs: DuelActs {
  override class func isPlayed(seed: UInt64) -> Bool { true }
}
