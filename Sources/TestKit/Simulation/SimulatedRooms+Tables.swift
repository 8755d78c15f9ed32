import Identifiers
import Node
import Schema
import Store
import War
import Wire

/// Matches in simulated rooms: nodes play by themselves, beside all else that they do.
extension SimulatedRooms {
  private static let mostTables = 4

  /// A person wants to play; then everybody does what its screen offers.
  func playMatches(_ number: Int) {
    let isOffered = tables(number).contains { $0.phase == .offered }
    if !isOffered, !isBusy(number), tally.tables < Self.mostTables {
      let rules = shortRules()
      if call(number, Methods.Tables.host, { $0.rules = rules }) != nil {
        tally.tables += 1
        trace?("\(network.now) \(number) opens a table")
      }
    }
    for person in 0..<people { goOnAtTables(person) }
  }

  /// Matches that are over before the world is.
  private func shortRules() -> Rules {
    let variant = RulesVariant.all.randomElement(using: &random)?.name ?? "standard"
    var rules = (try? Rules(variant: variant)) ?? .standard
    rules.roundCap = UInt32.random(in: 1...6, using: &random)
    return rules
  }

  func tables(_ number: Int) -> [TableView] { (try? network.nodes[number].tables()) ?? [] }

  private func isBusy(_ number: Int) -> Bool {
    tables(number).contains { table in
      switch table.phase {
      case .open, .asked, .seated, .playing: table.seat != .unspecified
      default: false
      }
    }
  }

  /// Asks, accepts, starts, sits down: whatever comes next at each table.
  ///
  /// - Parameter isBeginning: whether new matches begin as well.
  func goOnAtTables(_ number: Int, isBeginning: Bool = true) {
    guard network.nodes[number].node != nil, pauses[number] == nil else { return }
    for table in tables(number) where isBeginning || table.phase == .playing {
      switch (table.phase, table.seat) {
      case (.offered, _) where !isBusy(number):
        _ = call(number, Methods.Tables.ask) { $0.table = table.id }
      case (.open, _):
        guard let ask = table.asks.first else { continue }
        _ = call(number, Methods.Tables.answer) {
          $0.table = table.id
          $0.asker = ask.author
          $0.accept = true
        }
      case (.seated, .host): _ = call(number, Methods.Tables.start) { $0.table = table.id }
      case (.playing, .host), (.playing, .joiner):
        _ = call(number, Methods.Tables.attend) {
          $0.table = table.id
          $0.attendance = .here
          // A duel has no move that a node could make for its person.
          $0.auto = table.game.isEmpty
        }
      default: break
      }
    }
  }

  // MARK: Hosts that lie

  /// A host's node is stopped in a match; before it starts again, its person signs what is not so.
  func cheat() -> Bool {
    for number in 0..<people where network.nodes[number].node != nil && pauses[number] == nil {
      let playing = tables(number).first {
        $0.phase == .playing && $0.seat == .host && $0.game.isEmpty
      }
      guard let id = playing.flatMap({ Base32.decode($0.id) }).flatMap({ RoomID($0) }) else {
        continue
      }
      crash(number)
      cheats[number] = id
      return true
    }
    return false
  }

  /// Signs a lie that fits to where the match is, when there is one.
  func tellLie(_ number: Int, at id: RoomID) throws {
    let stores = network.nodes.prefix(people).map(\.store)
    let joiner = try stores.enumerated().lazy.filter { $0.offset != number }
      .compactMap { try $0.element.read { try StoredTable(id, $0) } }
      .first { $0.view?.seat == .joiner }
    guard let joiner, try joiner.replayed().phase == .playing else { return }
    for lie in [ScriptStep.Lie.winner, .state, .card].shuffled(using: &random) {
      let forge = ScriptForge(seat: .host, lie: lie)
      let isTold: Void? = try? forge.write(
        in: stores[number], table: id, knowing: joiner.entries)
      guard isTold != nil else { continue }
      crooked.insert(id)
      trace?("\(network.now) \(number) lies about a \(lie) at \(id)")
      return
    }
  }

  // MARK: The ends

  /// Both players of a match see it end, and in the same way; a host that lied has lost by that.
  func compareTables() throws {
    var seats: [String: [Seat: (number: Int, view: TableView)]] = [:]
    for number in 0..<people {
      for table in tables(number) where table.phase == .playing || table.phase == .finished {
        seats[table.id, default: [:]][table.seat] = (number, table)
      }
    }
    for (id, seats) in seats.sorted(by: { $0.key < $1.key }) {
      guard let host = seats[.host], let joiner = seats[.joiner], isFair(host.number, joiner.number)
      else { continue }
      guard host.view.phase == .finished, joiner.view.phase == .finished,
        host.view.result == joiner.view.result, host.view.stateHash == joiner.view.stateHash
      else {
        throw CheckViolation(
          "matches",
          "the table \(id) of \(host.number) and \(joiner.number) does not end alike:\n\(host.view)\n\(joiner.view)"
        )
      }
      tally.matches += 1
      guard let room = Base32.decode(id).flatMap({ RoomID($0) }), crooked.contains(room) else {
        continue
      }
      guard joiner.view.result.ending == .broken, joiner.view.result.winner == .joiner else {
        throw CheckViolation("matches", "a host lied at the table \(id) and was believed")
      }
      tally.caught += 1
    }
  }

  /// Whether two can reach each other, and have played with nothing but what they had.
  func isFair(_ one: Int, _ other: Int) -> Bool {
    !isApart(one, other) && !turnedBack.contains(one) && !turnedBack.contains(other)
  }
}
