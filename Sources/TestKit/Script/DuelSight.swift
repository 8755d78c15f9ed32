import DuelSchema
import Schema

/// Something of a duel that a script can look at.
struct DuelSight: ScriptSight {
  /// The fields of the table as a whole, by their names.
  enum Whole: String, CaseIterable {
    case game, turn, active, step, stack, undo, log
    case gameOver = "game-over"
  }

  /// The fields that only the person who looks has.
  enum Own: String, CaseIterable {
    case hand, looked, side, library, places, shown, search, picked, held, secrets, faults
    case noDraw = "no-draw"
    case mayBegin = "may-begin"
    case askedUndo = "asked-undo"
    case mayOpen = "may-open"
  }

  /// The fields of a player as everybody sees them: their names follow that of the player.
  enum OfSeat: String, CaseIterable {
    case life, wins, hand, looked, library, side, table, graveyard, exile, command, known
    case counters, opened
    case openedHand = "opened-hand"
  }

  private enum Kind {
    case whole(Whole)
    case own(Own)
    case seat(Seat, OfSeat)
  }

  let name: String
  private let kind: Kind

  /// Finds the field of a name; nil where there is none.
  init?(_ name: String) {
    self.name = name
    if let field = Whole(rawValue: name) {
      kind = .whole(field)
    } else if let field = Own(rawValue: name) {
      kind = .own(field)
    } else if let (seat, field) = Self.ofSeat(name) {
      kind = .seat(seat, field)
    } else {
      return nil
    }
  }

  private static func ofSeat(_ name: String) -> (Seat, OfSeat)? {
    for (word, seat) in [("host-", Seat.host), ("joiner-", .joiner)] where name.hasPrefix(word) {
      guard let field = OfSeat(rawValue: String(name.dropFirst(word.count))) else { continue }
      return (seat, field)
    }
    return nil
  }

  /// The fields that everybody sees alike once everything has arrived. Lines stand in the order in which each node took them.
  static let shared: [any ScriptSight] = {
    let whole = Whole.allCases.filter { $0 != .log }.map(\.rawValue)
    let seats = ["host-", "joiner-"].flatMap { word in OfSeat.allCases.map { word + $0.rawValue } }
    return (whole + seats).compactMap { DuelSight($0) }
  }()

  var isText: Bool {
    switch kind {
    case .whole(let field): field == .log || field == .gameOver
    case .own(let field): [.held, .noDraw, .faults].contains(field)
    case .seat: false
    }
  }

  func isOpen(_ wanted: String, in view: TableView) -> Bool { false }

  func value(in view: TableView) -> String? {
    let duel = view.duel
    switch kind {
    case .whole(let field): return Self.value(of: field, duel)
    case .own(let field): return Self.value(of: field, duel.own)
    case .seat(let seat, let field):
      let player = duel.seats.first { $0.seat == seat } ?? DuelSeatView()
      return Self.value(of: field, player, duel)
    }
  }

  private static func value(of field: Whole, _ duel: DuelView) -> String {
    switch field {
    case .game: "\(duel.game)"
    case .turn: "\(duel.turn)"
    case .active: words(duel.active)
    case .step: duel.phases.indices.contains(Int(duel.phase)) ? duel.phases[Int(duel.phase)] : ""
    case .stack: duel.objects.filter { $0.zone == .stack }.map(words).joined(separator: ", ")
    case .undo: words(duel.undo.seat)
    case .log: duel.log.map { $0.undone ? "\($0.text) (undone)" : $0.text }.joined(separator: "\n")
    case .gameOver: duel.gameOver
    }
  }

  private static func value(of field: Own, _ own: DuelOwnView) -> String {
    switch field {
    case .hand: list(own.hand.map(\.name))
    case .looked: list(own.looked.map(\.name))
    case .side: list(own.side.map(words))
    case .library: list(own.cards.map(words))
    case .places: own.slots.map { "\($0.place) \($0.name)" }.joined(separator: ", ")
    case .shown: list(own.shown.last?.names ?? [])
    case .search: list(own.search.cards.map(\.name))
    case .picked: list(own.picked.map(\.name))
    case .held: own.held
    case .secrets: list(own.secrets.map(\.text))
    case .faults: own.faults.map(\.text).joined(separator: " ")
    case .noDraw: own.noDraw
    case .mayBegin: "\(own.mayBegin)"
    case .askedUndo: "\(own.askedUndo)"
    case .mayOpen: "\(own.mayOpen)"
    }
  }

  private static func value(
    of field: OfSeat, _ player: DuelSeatView, _ duel: DuelView
  ) -> String {
    switch field {
    case .life: "\(player.life)"
    case .wins: "\(player.wins)"
    case .hand: "\(player.hand)"
    case .looked: "\(player.looked)"
    case .library: "\(player.library)"
    case .side: "\(player.side)"
    case .table: cards(of: player.seat, in: .battlefield, duel)
    case .graveyard: cards(of: player.seat, in: .graveyard, duel)
    case .exile: cards(of: player.seat, in: .exile, duel)
    case .command: cards(of: player.seat, in: .command, duel)
    case .known: player.known.map { "\($0.place) \($0.name)" }.joined(separator: ", ")
    case .counters: list(player.counters.map { "\($0.value) \($0.name)" })
    case .opened: "\(player.opened)"
    case .openedHand: list(player.openedHand)
    }
  }

  /// Names the cards that somebody controls in a zone, in the order of their words.
  private static func cards(of seat: Seat, in zone: DuelStep.Zone, _ duel: DuelView) -> String {
    list(duel.objects.filter { $0.zone == zone && $0.controller == seat }.map(words))
  }

  private static func list(_ texts: [String]) -> String { texts.sorted().joined(separator: ", ") }

  private static func words(_ card: DuelCountView) -> String { "\(card.count) \(card.name)" }

  private static func words(_ object: DuelObjectView) -> String {
    let counters = object.counters.map { "\($0.value) \($0.name)" }
    let parts = [object.name.isEmpty ? "face-down" : object.name] + counters
    return (parts + (object.tapped ? ["tapped"] : [])).joined(separator: " ")
  }

  private static func words(_ seat: Seat) -> String {
    switch seat {
    case .host: "host"
    case .joiner: "joiner"
    default: "nobody"
    }
  }
}
