import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The cards and libraries of our person, as one snapshot has them.
///
/// A copy says which library it is in, so it is in one place whatever happens. One that names no library, or one that is gone, is
/// in the Card Box (rows D-22, D-25).
struct Collection {
  /// One copy in its place.
  struct Copy {
    let record: Record
    let card: CardCopy
    /// Its library; nil in the Card Box, and where a trade holds it.
    let library: Record?

    /// Whether it is in the Card Box: in no library, and no trade holds it.
    var isInBox: Bool { library == nil && card.held.isEmpty }
    /// Whether our person may give it away or remove it.
    var isFree: Bool { isInBox && card.borrowed.isEmpty }
  }

  let home: any Snapshot
  /// The libraries by name.
  let libraries: [Record]
  private let byItem: [Data: Record]
  private let backs = BackFaces()
  private let known: KnownNames

  /// Looks at the libraries; cards are looked at when they are asked for.
  init(_ home: any Snapshot) throws {
    self.home = home
    known = KnownNames(home)
    libraries = try home.records(
      of: [.library], in: home.personalRoom, limit: DeckRules.mostLibraries
    )
    .map { (DeckRules.folded(DeckKinds.library.decode($0.body).name), $0) }
    .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    byItem = Dictionary(libraries.map { ($0.item.data, $0) }) { first, _ in first }
  }

  // MARK: Libraries

  /// The library that somebody means by a name or an id, or the beginning of one.
  ///
  /// - Throws: `Refused` where there is none, or more than one, or the Card Box is meant.
  func library(_ text: String) throws -> Record {
    guard !text.isEmpty, !DeckRules.isReserved(text) else {
      throw Refused(
        .invalid,
        "The Card Box is no library: it can be neither managed nor deleted. Name a library.")
    }
    return try home.find(text, [.library], in: [home.personalRoom])
  }

  /// The library that has a name, whatever its case and its spaces; nil where there is none (row D-08).
  func library(named name: String) throws -> Record? {
    let folded = DeckRules.folded(name)
    return libraries.first { DeckRules.folded(DeckKinds.library.decode($0.body).name) == folded }
  }

  /// The library with an id, as copies name it; nil where it is gone.
  func library(_ item: Data) -> Record? { byItem[item] }

  // MARK: Copies

  /// All copies of a card, in libraries as well, in the order in which they came.
  ///
  /// A whole name goes before a half: where a card is called `Wear`, the copies of `Wear // Tear Off` are not meant by that.
  func copies(named name: String) throws -> [Copy] {
    let wanted = CardName.faces(name).first ?? ""
    guard !wanted.isEmpty else { return [] }
    let folded = CardName.fold(name)
    var found = try CardName.meant(name, among: copies(beginning: wanted)) { $0.card.name }
    // The back of a card is not what the index begins with.
    if found.first.map({ CardName.fold($0.card.name) != folded }) ?? true {
      let fronts = try backs.fronts(of: wanted, in: self)
        .filter { !$0.hasPrefix(wanted) }.sorted()
      found += try CardName.meant(name, among: fronts.flatMap { try copies(beginning: $0) }) {
        $0.card.name
      }
    }
    if let other = found.first, CardName.fold(other.card.name) != folded,
      let known = try known.card(name), CardName.fold(known.name) == folded
    {
      return []
    }
    return found.sorted { ($0.record.order, $0.record.id) < ($1.record.order, $1.record.id) }
  }

  private func copies(beginning name: String) throws -> [Copy] {
    try home.records(
      of: .cardCopy, nameBeginning: name, in: home.personalRoom, limit: DeckRules.mostCopies
    ).map(copy)
  }

  /// All copies that are in a library, in the order in which they came.
  func copies(in library: Record) throws -> [Copy] {
    let place = DeckKinds.sortKey(library: library.item.data)
    let query = SortQuery(
      [.cardCopy], in: home.personalRoom, range: place...place, limit: DeckRules.mostCopies)
    return try home.records(query).map(copy).filter { $0.library?.id == library.id }
      .sorted { ($0.record.order, $0.record.id) < ($1.record.order, $1.record.id) }
  }

  /// A record as a copy in its place.
  func copy(_ record: Record) -> Copy {
    let card = DeckKinds.copy.decode(record.body)
    return Copy(
      record: record, card: card, library: card.held.isEmpty ? byItem[card.library] : nil)
  }

  /// A copy by its id or the beginning of one.
  ///
  /// - Throws: `Refused` where there is none, or more than one.
  func copy(id: String) throws -> Copy {
    copy(try home.find(id, [.cardCopy], in: [home.personalRoom]))
  }

  /// Visits all cards, those that are the same in every field at once.
  ///
  /// - Parameter visit: takes a card, its library (nil for the Card Box and for what a trade holds), how many there are and the id of one.
  func visit(
    _ visit: (_ card: CardCopy, _ library: Record?, _ count: UInt32, _ item: ItemID) throws -> Void
  ) throws {
    var groups: [Data: Int] = [:]
    var found: [(body: Data, count: UInt32, item: ItemID)] = []
    var last = 0
    try home.visit(.cardCopy, in: home.personalRoom, limit: DeckRules.mostCopies) { listed in
      // Those that came together stand together: most need no look into the table.
      if !found.isEmpty, found[last].body == listed.body {
        found[last].count += 1
      } else if let known = groups[listed.body] {
        found[known].count += 1
        last = known
      } else {
        last = found.count
        groups[listed.body] = last
        found.append((listed.body, 1, listed.item))
      }
    }
    for (body, count, item) in found {
      let card = DeckKinds.copy.decode(body)
      try visit(card, card.held.isEmpty ? byItem[card.library] : nil, count, item)
    }
  }

  /// Returns the number of all cards.
  func count() throws -> Int {
    var count = 0
    try home.visit(.cardCopy, in: home.personalRoom, limit: DeckRules.mostCopies) { _ in count += 1
    }
    return count
  }

  /// A library with its cards and its lands as a list, by zone and name.
  func list(of library: Record) throws -> DeckList {
    list(of: library, try copies(in: library))
  }

  /// The list of a library that a text names, for others to see.
  ///
  /// - Throws: `Refused` for an empty library, and for what no library is called.
  func shownList(of text: String) throws -> DeckList {
    let list = try list(of: library(text))
    guard !list.lines.isEmpty else {
      throw Refused(.notNow, "There is no card in \(list.name): add one first.")
    }
    return list
  }

  /// The same with the copies that are in it.
  func list(of library: Record, _ copies: [Copy]) -> DeckList {
    let body = DeckKinds.library.decode(library.body)
    var lines: [DeckLine: UInt32] = [:]
    for copy in copies {
      lines[DeckLine(copy.card), default: 0] += 1
    }
    for land in body.lands where land.count > 0 {
      lines[DeckLine(land), default: 0] += min(land.count, UInt32(DeckRules.mostLands))
    }
    return .with {
      $0.name = body.name
      $0.format = body.format
      $0.notes = body.notes
      $0.tags = body.tags
      $0.lines = DeckLine.list(lines)
    }
  }
}

/// The cards of our person that have more than one face, looked for once.
private final class BackFaces {
  private var fronts: [String: Set<String>]?

  /// The front faces of the cards with a face of some name, folded.
  func fronts(of face: String, in collection: Collection) throws -> Set<String> {
    if let fronts { return fronts[face] ?? [] }
    var found: [String: Set<String>] = [:]
    try collection.visit { card, _, _, _ in
      guard card.name.contains("/") else { return }
      let faces = CardName.faces(card.name)
      for back in faces.dropFirst() { found[back, default: []].insert(faces[0]) }
    }
    fronts = found
    return found[face] ?? []
  }
}

extension DeckLine {
  /// Makes a line for a copy, without a number of copies.
  init(_ card: CardCopy) {
    self = .with {
      $0.name = card.name
      $0.set = card.set
      $0.number = card.number
      $0.finish = card.finish
      $0.zone = card.zone
    }
  }

  /// A basic land, without a number of them.
  init(_ land: LandCount) {
    self = .with {
      $0.name = land.name
      $0.zone = land.zone
    }
  }

  /// Counted cards as a list, by zone, name, set, number and finish.
  static func list(_ counts: [DeckLine: UInt32]) -> [DeckLine] {
    counts.map { line, count in
      var line = line
      line.count = count
      return (line.place, line)
    }
    .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  private var place: [String] {
    ["\(zone.rawValue)", CardName.fold(name), name, set, number, "\(finish.rawValue)"]
  }

  /// Whether two lines may mean one card: the same name, and no set, number or finish in which they differ.
  func agrees(with other: DeckLine) -> Bool {
    func agree(_ one: String, _ two: String) -> Bool {
      one.isEmpty || two.isEmpty || one.lowercased() == two.lowercased()
    }
    let isSameFinish =
      finish == .unspecified || other.finish == .unspecified || finish == other.finish
    return CardName.isSame(name, other.name) && agree(set, other.set)
      && agree(number, other.number) && isSameFinish
  }

  /// Whether a copy is what this line asks for; what it does not say does not matter.
  func fits(_ card: CardCopy) -> Bool {
    CardName.isSame(name, card.name)
      && (set.isEmpty || set.lowercased() == card.set.lowercased())
      && (number.isEmpty || number.lowercased() == card.number.lowercased())
      && (finish == .unspecified || finish == card.finish)
  }
}
