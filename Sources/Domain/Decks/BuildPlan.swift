import DeckSchema
import Feature
import Identifiers
import Schema

/// The plan for building a library: the copies that it takes, and the cards that are missing (row D-54).
struct BuildPlan {
  /// The copies to take, and where in the library they go.
  private(set) var moves: [(copy: Collection.Copy, zone: DeckZone)] = []
  /// The cards that the Card Box lacks.
  private(set) var missing: [DeckLine] = []
  /// The cards of which the library would have too many, with the number that is left out.
  private(set) var tooMany: [ImportNote] = []
  /// The parts of its cards that a library cannot keep.
  private(set) var unkept: [ImportNote] = []
  private let list: DeckList
  /// The place of each line of the list in a file; empty for a list that is of none.
  private let numbers: [Int]
  private let collection: Collection

  var missingCount: Int { missing.reduce(0) { $0 + Int($1.count) } }

  init(list: DeckList, at numbers: [Int], _ collection: Collection) {
    (self.list, self.numbers, self.collection) = (list, numbers, collection)
  }

  /// Looks for the copies, and gives the library its lands.
  mutating func fill(_ library: inout Library) throws {
    let (rules, known) = (DeckFormatRules(list.format), KnownNames(collection.home))
    var counts: [String: Int] = [:]
    var pool = CopyPool(collection, where: \.isInBox)
    for (index, line) in list.lines.enumerated() {
      let number = index < numbers.count ? numbers[index] : 0
      if let land = DeckRules.basicLand(line.name) {
        add(line, land, at: number, to: &library)
        continue
      }
      var wanted = Int(line.count)
      let key = DeckCheck.key(line.name, collection.home.cards)
      let most = known.most(line.name, rules)
      let room = most - min(most, counts[key] ?? 0)
      if wanted > room {
        leave(line, at: number, most: most, out: wanted - max(0, room))
        wanted = max(0, room)
      }
      counts[key, default: 0] += wanted
      let copies = try pool.take(line, most: wanted)
      moves += copies.map { ($0, line.zone) }
      if copies.contains(where: { !Set(line.tags).isSubset(of: $0.card.tags) }) {
        note(
          line, at: number, "Cards that you have keep their own tags, and get none from the file.")
      }
      if copies.count < wanted {
        var line = line
        line.count = UInt32(wanted - copies.count)
        missing.append(line)
      }
    }
  }

  /// Counts basic lands.
  private mutating func add(
    _ line: DeckLine, _ land: String, at number: Int, to library: inout Library
  ) {
    if !(line.set + line.number).isEmpty || line.finish != .unspecified || !line.tags.isEmpty {
      note(
        line, at: number,
        "Basic lands are counted without their sets, numbers, finishes and tags.")
    }
    let now = library.lands.first { $0.name == land && $0.zone == line.zone }?.count ?? 0
    let count = min(now + line.count, UInt32(DeckRules.mostLands))
    library.setLands(land, count, line.zone)
    let out = Int(now + line.count - count)
    if out > 0 { leave(line, at: number, most: DeckRules.mostLands, out: out) }
  }

  private mutating func note(_ line: DeckLine, at number: Int, _ reason: String) {
    unkept.append(ImportNote(line: number, "\(line.count) \(line.name)", reason, isPart: true))
  }

  private mutating func leave(_ line: DeckLine, at number: Int, most: Int, out: Int) {
    tooMany.append(
      ImportNote(
        line: number, "\(line.count) \(line.name)",
        "At most \(most) may be in a deck: \(Count.of(out, "is", "are")) left out.", count: out))
  }
}
