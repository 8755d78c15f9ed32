import Replication
import Wire

/// The entries that a room got in this turn, in their order.
///
/// They stand in pieces: while somebody holds a copy of the room, another entry costs a copy of the last piece, and not of all of them.
struct RecentEntries: RandomAccessCollection, MutableCollection {
  typealias Element = (position: Int64, entry: VerifiedEntry)

  /// Entries of one piece.
  private static let size = 128

  private var pieces: [[Element]] = []
  private(set) var count = 0

  init() {}

  init(_ entries: some Sequence<Element>) {
    for entry in entries { append(entry) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(place: Int) -> Element {
    get { pieces[place / Self.size][place % Self.size] }
    _modify { yield &pieces[place / Self.size][place % Self.size] }
  }

  mutating func append(_ entry: Element) {
    if count % Self.size == 0 { pieces.append([]) }
    pieces[count / Self.size].append(entry)
    count += 1
  }
}
