import DuelSchema
import Schema

/// A duel as one person sees it: its lists of cards, and what stands beside them.
struct DuelBoard: Sendable {
  let view: TableView
  let duel: DuelView

  /// Reads one view of a table.
  init(_ view: TableView) {
    self.view = view
    duel = view.duel
  }

  /// The seat at the bottom of the screen.
  var near: Seat { view.nearSeat }

  /// The seat at the top.
  var far: Seat { near == .host ? .joiner : .host }

  /// The other player's name.
  var other: String { view.name(far) }

  /// The owner of the lists at the bottom, in a sentence: "your", or a name where a person watches.
  private var own: String { view.seat == .unspecified ? "\(view.name(near))'s" : "your" }

  /// Returns the title of a list: "Your hand".
  func title(_ pile: DuelListing) -> String { pile.title(other, own: own) }

  /// Returns the place of a list in a sentence: "in your hand".
  func place(_ pile: DuelListing) -> String { pile.place(other, own: own) }

  /// Returns a player; an empty one before the first game.
  func player(_ seat: Seat) -> DuelSeatView {
    duel.seats.first { $0.seat == seat } ?? DuelSeatView()
  }

  /// The current phase; empty for none.
  var phase: String {
    let index = Int(duel.phase)
    return duel.phases.indices.contains(index) ? duel.phases[index].plain : ""
  }

  /// Whether our first hand of a game that began by itself is still to be drawn.
  var needsHand: Bool {
    let player = player(near)
    return duel.hasOwn && duel.gameOver.isEmpty && player.game > 0 && player.hand == 0
      && player.library > 0 && duel.turn <= 1 && !duel.objects.contains { $0.owner == near }
  }

  /// Returns the cards of a list, in the order in which they are shown and counted.
  func items(_ pile: DuelListing) -> [DuelItem] {
    switch pile {
    case .farField: field(far)
    case .field: field(near)
    case .stack: objects { $0.zone == .stack }
    case .graveyard: objects { $0.zone == .graveyard && $0.controller == near }
    case .exile: objects { $0.zone == .exile && $0.controller == near }
    case .command: objects { $0.zone == .command && $0.controller == near }
    case .farGraveyard: objects { $0.zone == .graveyard && $0.controller == far }
    case .farExile: objects { $0.zone == .exile && $0.controller == far }
    case .farCommand: objects { $0.zone == .command && $0.controller == far }
    case .hand: hidden(duel.own.hand, duel.own.picked) + opened
    case .looked: hidden(duel.own.looked, [])
    case .library: counted(duel.own.cards) { .library($0) }
    case .side: counted(duel.own.mayBegin ? duel.own.nextSide : duel.own.side) { .side($0) }
    case .search:
      duel.own.search.cards.sorted { ($0.name, $0.label) < ($1.name, $1.label) }
        .map { DuelItem(.label($0.label), $0.name) }
    case .shown: duel.own.shown.flatMap(\.names).enumerated().map { DuelItem(.text($0), $1) }
    }
  }

  /// The cards of the hand of a player who has opened the match, where ours is not known.
  private var opened: [DuelItem] {
    guard !duel.hasOwn else { return [] }
    return player(near).openedHand.enumerated().map { DuelItem(.text($0), $1) }
  }

  /// The cards on a player's part of the table: rows from the middle, columns from the left.
  private func field(_ seat: Seat) -> [DuelItem] {
    let found = duel.objects.filter { $0.zone == .battlefield && $0.controller == seat }
    // The order in which they came decides between cards of one place.
    let sorted = found.enumerated().sorted {
      ($0.element.y, $0.element.x, $0.offset) < ($1.element.y, $1.element.x, $1.offset)
    }
    return sorted.map { item($0.element) }
  }

  private func objects(_ fits: (DuelObjectView) -> Bool) -> [DuelItem] {
    duel.objects.filter(fits).map(item)
  }

  private func hidden(_ cards: [DuelCardView], _ picked: [DuelCardView]) -> [DuelItem] {
    cards.map { card in
      var item = DuelItem(.handle(card.handle), card.name)
      if card.public { item.notes.append("known to all") }
      if picked.contains(where: { $0.handle == card.handle }) { item.notes.append("picked") }
      return item
    }
  }

  private func counted(
    _ cards: [DuelCountView], _ key: (String) -> DuelItem.Key
  ) -> [DuelItem] {
    cards.map { card in
      var item = DuelItem(key(card.name), card.name)
      item.count = Int(card.count)
      if card.count > 1 { item.notes.append("\(card.count) of them") }
      return item
    }
  }

  /// Returns an object as an item.
  private func item(_ object: DuelObjectView) -> DuelItem {
    let own = duel.own.faceDown.first { $0.object == object.number }
    var item = DuelItem(.object(object.number), object.name.isEmpty ? own?.name ?? "" : object.name)
    if object.name.isEmpty || object.down {
      item.title = item.name.isEmpty ? "a face-down card" : "\(item.name), face down"
    }
    item.notes = notes(object)
    return item
  }

  private func notes(_ object: DuelObjectView) -> [String] {
    var notes: [String] = []
    if object.zone == .stack { notes.append("of \(view.name(object.controller))") }
    if object.owner != object.controller { notes.append("owned by \(view.name(object.owner))") }
    if object.token { notes.append("token") }
    if duel.own.pickedObjects.contains(object.number) { notes.append("picked") }
    if object.zone == .command, let tax = tax(of: object) { notes.append("tax \(tax)") }
    if object.tapped { notes.append("tapped") }
    if object.staysTapped { notes.append("stays tapped") }
    if object.flipped { notes.append("other face") }
    let counters = Dictionary(
      object.counters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    if let power = counters["power"], let toughness = counters["toughness"] {
      notes.append("\(power)/\(toughness)")
    }
    notes += object.counters.filter { !["power", "toughness"].contains($0.name) && $0.value != 0 }
      .map { "\($0.value) \($0.name.plain)" }
    if object.attachedTo != 0, let host = self.object(object.attachedTo) {
      notes.append("attached to \(name(of: host))")
    }
    if !object.note.isEmpty { notes.append("note: \(object.note.plain)") }
    for arrow in duel.arrows where arrow.from == object.number {
      notes.append("arrow to \(name(ofTarget: arrow.to))")
    }
    return notes
  }

  /// Returns an object by its number.
  func object(_ number: UInt32) -> DuelObjectView? {
    duel.objects.first { $0.number == number }
  }

  /// The tax of a card that was played from the command zone before; nil for none.
  private func tax(of object: DuelObjectView) -> Int32? {
    player(object.owner).counters.first { $0.name == "tax of \(object.name)" && $0.value != 0 }?
      .value
  }

  /// The name of the top card of a library as far as our person knows it; nil where it does not.
  func topCard(of seat: Seat) -> String? {
    let own = seat == near ? duel.own.slots : []
    return (own + player(seat).known).first { $0.place == 0 }?.name.plain
  }

  private func name(of object: DuelObjectView) -> String {
    object.name.isEmpty ? "a face-down card" : object.name.plain
  }

  /// The name of what an arrow points at: an object, or a seat, whose number is less than 8.
  private func name(ofTarget number: UInt32) -> String {
    if number < 8 { return view.name(Seat(rawValue: Int(number)) ?? .unspecified) }
    return object(number).map(name) ?? "a card that is gone"
  }

  /// The first free place in the first row of our part of the table.
  var freeColumn: UInt32 {
    let taken = Set(
      duel.objects.filter { $0.zone == .battlefield && $0.controller == near && $0.y == 0 }.map(\.x)
    )
    return (0...UInt32(taken.count)).first { !taken.contains($0) } ?? 0
  }
}
