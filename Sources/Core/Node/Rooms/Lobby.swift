import Feature
import Identifiers
import Replication
import Store
import Wire

/// The quotas of strangers in the lobby and their use since this process began, beside what the store says (specification section 13).
struct Lobby {
  /// The state before an input, restored if the input fails. A rate that it has used stays used.
  struct Input {
    fileprivate let bytes: [Author: Int]
    fileprivate let places: LobbyPlaces
  }

  /// The logs of strangers that are here, and the links that brought them.
  var places = LobbyPlaces()
  /// The schedule for rebuilding the lobby after late entries.
  var order = LobbyOrder()
  /// Bytes kept of each author, once they were counted. An author who sent too much has the most that is allowed.
  private var bytes: [Author: Int] = [:]
  /// Entries that each author may still send.
  private var rates: [Author: TokenBucket] = [:]

  /// The state before an input.
  var input: Input { Input(bytes: bytes, places: places) }

  /// Takes an input back.
  mutating func undo(_ input: Input) {
    (bytes, places) = (input.bytes, input.places)
    places.isStale = true
  }

  /// Whether no more of an author is kept.
  func isFull(_ author: Author) -> Bool { bytes[author] ?? 0 >= Limits.strangerBytes }

  /// Counts bytes of an author.
  ///
  /// - Parameter count: how many are here already; asked once.
  /// - Returns: false where they are too many: then no more of it is kept.
  mutating func keep(_ size: Int, of author: Author, _ count: () throws -> Int) rethrows -> Bool {
    let kept = try bytes[author] ?? count()
    bytes[author] = min(kept + size, Limits.strangerBytes)
    return kept + size <= Limits.strangerBytes
  }

  /// All that an author wrote was given up.
  mutating func forget(_ author: Author) { bytes[author] = nil }

  /// Counts entries that a stranger sends in its own name.
  ///
  /// - Returns: false when they are too many.
  mutating func spend(_ entries: Int, of author: Author, at now: Moment) -> Bool {
    let perMinute = Limits.strangerEntriesPerMinute
    // What a stranger had written before we met comes at once; from then on it has its rate.
    let new = TokenBucket(
      burst: perMinute, everyMilliseconds: 60_000 / Int64(perMinute),
      first: Int(Limits.strangerEntries), at: now.steady)
    return rates[author, default: new].spend(entries, at: now.steady)
  }
}
