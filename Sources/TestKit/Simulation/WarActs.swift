import ChatSchema
import Identifiers
import Node
import Schema
import War

/// The acts of people around matches in simulated rooms. They watch, send spectators away, concede and take that back, claim when time runs
/// out, and play another match (rows G-49, G-52, G-53, G-56).
final class WarActs: FeatureActs {
  static let counts = [
    opened, watched, stopped, dismissed, conceded, asked, takenBack, claimed, offered, agreed, seen,
  ]
  private static let opened = "tables opened for spectators"
  private static let watched = "matches watched"
  private static let stopped = "matches watched no more"
  private static let dismissed = "spectators sent away"
  private static let conceded = "matches conceded"
  private static let asked = "concessions asked back"
  private static let takenBack = "concessions taken back"
  private static let claimed = "results claimed"
  private static let offered = "rematches offered"
  private static let agreed = "rematches agreed"
  private static let seen = "matches that spectators saw to their end"

  private static let mostTables = 3
  private static let mostRematches = 4

  init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x7461_626c_6573)
    guard random.next() % 6 == 0 else { return nil }
  }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let tables = person.tables
    if random.next() % 3 == 0, person.counted(Self.opened) < Self.mostTables {
      open(person, &random)
    }
    let isBusy = tables.contains {
      $0.seat != .unspecified && $0.phase != .finished && $0.phase != .closed
    }
    for table in tables.shuffled(using: &random).prefix(6) where table.game.isEmpty {
      if table.phase == .offered, !isBusy {
        _ = person.call(Methods.Tables.ask) { $0.table = table.id }
      } else if table.seat == .unspecified {
        look(table, person, &random)
      } else {
        play(table, person, &random)
        goOn(table, person)
      }
    }
  }

  /// Takes the next step at a table. Each card is played by hand, so that there is time to watch, to give up and to take too long.
  private func goOn(_ table: TableView, _ person: ActingPerson) {
    switch (table.phase, table.seat) {
    case (.open, .host):
      guard let ask = table.asks.first else { return }
      _ = person.call(Methods.Tables.answer) {
        $0.table = table.id
        $0.asker = ask.author
        $0.accept = true
      }
    case (.seated, .host): _ = person.call(Methods.Tables.start) { $0.table = table.id }
    case (.playing, _):
      _ = person.call(Methods.Tables.attend) {
        $0.table = table.id
        $0.attendance = .here
      }
      _ = person.call(Methods.Tables.tap) { $0.table = table.id }
    default: break
    }
  }

  private func open(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let variant = ["standard", "shuffled", "lose-if-short"].randomElement(using: &random)
    let policy: SpectatorPolicy = random.next() % 3 == 0 ? .paired : .everybody
    let answer = person.call(Methods.Tables.host) {
      $0.rules = (variant.flatMap { try? Rules(variant: $0) }) ?? .standard
      $0.rules.roundCap = UInt32.random(in: 2...8, using: &random)
      $0.spectators = policy
      $0.spectatorsTalk = random.next() % 2 == 0
      $0.moveSeconds = random.next() % 2 == 0 ? 5 : 0
    }
    guard let answer else { return }
    person.count(Self.opened)
    person.trace("opens \(answer.id) for spectators")
  }

  /// Somebody who has no chair.
  private func look(_ table: TableView, _ person: ActingPerson, _ random: inout SeededGenerator) {
    switch table.phase {
    case .watchable:
      if person.call(Methods.Tables.watch, { $0.table = table.id }) != nil {
        person.count(Self.watched)
        person.trace("watches \(table.id)")
      }
    case .playing where table.watching && random.next() % 12 == 0:
      let answer = person.call(Methods.Tables.watch) {
        $0.table = table.id
        $0.stop = true
      }
      if answer != nil { person.count(Self.stopped) }
    case .playing where table.watching && table.spectatorsTalk && !table.noChat:
      _ = person.call(Methods.Chat.post) {
        $0.room = table.id
        $0.text = "seen round \(table.roundsDecided)"
      }
    default: break
    }
  }

  /// A player.
  private func play(_ table: TableView, _ person: ActingPerson, _ random: inout SeededGenerator) {
    switch table.phase {
    case .playing:
      if table.canClaim, random.next() % 2 == 0 {
        let answer = person.call(Methods.Tables.claim) {
          $0.table = table.id
          $0.kind = .win
        }
        if answer != nil { person.count(Self.claimed) }
      } else if random.next() % 10 == 0 {
        guard person.call(Methods.Tables.giveUp, { $0.table = table.id }) != nil else { return }
        person.count(Self.conceded)
        person.trace("concedes \(table.id)")
      } else if let watcher = table.watchers.first, table.seat == .host, random.next() % 8 == 0 {
        let answer = person.call(Methods.Tables.dismiss) {
          $0.table = table.id
          $0.person = watcher.author
        }
        if answer != nil { person.count(Self.dismissed) }
      }
    case .finished: end(table, person, &random)
    default: break
    }
  }

  /// Offers or accepts what the two may agree on after the match: taking a concession back, or a rematch.
  private func end(_ table: TableView, _ person: ActingPerson, _ random: inout SeededGenerator) {
    let isConceded = table.result.ending == .conceded
    if isConceded, table.takeBack == table.seat.other || table.result.winner != table.seat,
      random.next() % 2 == 0
    {
      let isAnswer = table.takeBack == table.seat.other
      guard person.call(Methods.Tables.takeBack, { $0.table = table.id }) != nil else { return }
      person.count(isAnswer ? Self.takenBack : Self.asked)
      return
    }
    guard table.rematch.isEmpty, person.counted(Self.offered) < Self.mostRematches else { return }
    let isAnswer = table.rematchOffers.contains(table.seat.other)
    let isOwn = table.rematchOffers.contains(table.seat)
    let answer = person.call(Methods.Tables.rematch) {
      $0.table = table.id
      $0.withdraw = isOwn && !isAnswer && random.next() % 3 == 0
    }
    if answer != nil { person.count(isAnswer ? Self.agreed : Self.offered) }
  }

  /// Checks that a person who still watches sees the same end as the host, if the two can reach each other.
  func check(_ world: SimulatedRooms) throws {
    var hosts: [String: (number: Int, view: TableView)] = [:]
    for number in 0..<world.people {
      for table in world.tables(number) where table.seat == .host {
        hosts[table.id] = (number, table)
      }
    }
    for number in 0..<world.people {
      for table in world.tables(number) where table.seat == .unspecified && table.watching {
        guard let host = hosts[table.id], world.isFair(host.number, number),
          host.view.phase == .finished,
          host.view.watchers.contains(where: { $0.author == world.author(number).description })
        else { continue }
        guard table.phase == .finished, table.result == host.view.result,
          table.stateHash == host.view.stateHash
        else {
          throw CheckViolation(
            "spectators",
            "\(number) watches \(table.id) of \(host.number) and does not see its end:\n\(table)\n\(host.view)"
          )
        }
        ActingPerson(world: world, number: number, room: .lobby).count(Self.seen)
      }
    }
  }
}
