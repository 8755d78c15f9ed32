import Features
import FoundationEssentials
import Identifiers
import Node
import Schema
import TournamentSchema

/// Tournaments that people set up and score in simulated rooms, also against each other while the network is cut
/// (rows T-44, T-52).
final class TournamentActs: FeatureActs {
  static let counts = [made, started, scored, ruled, withdrawn, disputed, finished]
  private static let made = "tournaments made"
  private static let started = "tournaments started"
  private static let scored = "scores reported"
  private static let ruled = "matches decided"
  private static let withdrawn = "entrants withdrawn"
  private static let disputed = "matches reported differently"
  private static let finished = "tournaments finished"

  private static let formats = ["groups", "league", "knockout", "double", "swiss"]

  init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x746f_7572_6e)
    guard random.next() % 6 == 0 else { return nil }
  }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let list = person.read {
      try $0.read(Methods.Tournaments.list) { $0.room = person.room.description }
    }
    let there = (list?.tournaments ?? []).filter { !$0.deleted }
    guard let line = there.randomElement(using: &random), random.next() % 8 > 0 else {
      return make(person, &random)
    }
    guard
      let view = person.read({ try $0.read(Methods.Tournaments.show) { $0.tournament = line.id } })
    else { return }
    if view.phase == .draft {
      if view.mayEdit { setUp(view, person) }
    } else {
      play(view, person, &random)
    }
  }

  private func make(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let count = Int.random(in: 2...9, using: &random)
    let format = Self.formats.randomElement(using: &random) ?? ""
    let answer = person.call(Methods.Tournaments.make) {
      $0.name = "Cup \(random.next() % 1_000)"
      $0.format = format
      $0.entrants = (0..<count).map { "Entrant \($0)" }.joined(separator: "\n")
      $0.room = person.room.description
    }
    guard let answer else { return }
    person.count(Self.made)
    _ = person.call(Methods.Tournaments.edit) {
      $0.tournament = answer.id
      $0.scorers = "everybody"
      $0.confirm = random.next() % 3 == 0
    }
  }

  /// The next step of the set-up.
  private func setUp(_ view: TournamentView, _ person: ActingPerson) {
    if view.style.traits.playsGroups, view.groups.isEmpty {
      _ = person.call(Methods.Tournaments.setGroups) { $0.tournament = view.id }
    } else if !view.toDo.isEmpty {
      _ = person.call(Methods.Tournaments.setKnockout) { $0.tournament = view.id }
    } else if person.call(Methods.Tournaments.start, { $0.tournament = view.id }) != nil {
      person.count(Self.started)
    }
  }

  private func play(
    _ view: TournamentView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let all = view.matches + view.bracket.flatMap(\.matches)
    if view.mayRule, let match = all.first(where: { $0.state == .disputed }) {
      return report(Methods.Tournaments.rule, Self.ruled, match, view, person, &random)
    }
    if view.mayEdit, view.style.traits.pairsRounds,
      all.allSatisfy({ [.decided, .bye].contains($0.state) })
    {
      _ = person.call(Methods.Tournaments.setRound) {
        $0.tournament = view.id
        $0.pair = true
      }
      return
    }
    if view.mayRule, random.next() % 20 == 0,
      let entrant = view.entrants.randomElement(using: &random)
    {
      let answer = person.call(Methods.Tournaments.withdraw) {
        $0.tournament = view.id
        $0.entrant = EntrantPlace.text(of: Int(entrant.number))
      }
      if answer != nil { person.count(Self.withdrawn) }
      return
    }
    let open = all.filter { [.due, .reported].contains($0.state) || random.next() % 12 == 0 }
    for match in open.prefix(Int.random(in: 1...3, using: &random)) {
      report(Methods.Tournaments.score, Self.scored, match, view, person, &random)
    }
  }

  private func report(
    _ method: Method<ScoreMatch, TournamentView>, _ count: String, _ match: MatchView,
    _ view: TournamentView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    // Most people saw the same; some did not.
    let isSure = random.next() % 4 > 0
    let home = isSure ? UInt64(match.name.utf8.count) : random.next() % 4
    let away = isSure ? home + 1 : random.next() % 4
    let answer = person.call(method) {
      $0.tournament = view.id
      $0.match = match.name
      $0.score = home == away ? "\(home):\(away) (1:0)" : "\(home):\(away)"
      $0.reason = "seen"
    }
    if answer != nil { person.count(count) }
  }

  func shown(_ views: RoomViews) throws -> [String] {
    try views.read(Methods.Tournaments.list) { $0.room = views.id.description }.tournaments
      .filter { !$0.deleted }.map { line in
        let view = try views.read(Methods.Tournaments.show) { $0.tournament = line.id }
        let open = view.matches.filter { $0.state == .disputed }.map(\.name)
        return "\(line.id) \(view.hash) \(view.played) of \(view.total) \(open)"
      }
  }

  func check(_ world: SimulatedRooms) throws {
    for number in world.network.nodes.indices {
      for room in world.rooms(number) {
        let person = ActingPerson(world: world, number: number, room: room)
        let list = person.read {
          try $0.read(Methods.Tournaments.list) { $0.room = room.description }
        }
        for line in list?.tournaments ?? [] where line.phase == .finished {
          person.count(Self.finished)
        }
        for line in list?.tournaments ?? [] where !line.deleted {
          let view = person.read {
            try $0.read(Methods.Tournaments.show) { $0.tournament = line.id }
          }
          for match in view?.matches ?? [] where match.state == .disputed {
            person.count(Self.disputed)
          }
        }
      }
    }
  }
}
