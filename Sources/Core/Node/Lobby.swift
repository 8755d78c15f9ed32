import Feature
import Identifiers
import Replication
import Store
import Wire

/// What strangers have written into the lobby since this process began, beside what the store says (specification section 13).
struct Lobby {
  /// What an input found, to be put back where it fails. What it has spent stays spent.
  struct Input {
    fileprivate let bytes: [Author: Int]
    fileprivate let places: LobbyPlaces
  }

  /// Whose logs are here, and who brought them.
  var places = LobbyPlaces()
  /// When the lobby is made again because of what came late.
  var order = LobbyOrder()
  /// How many bytes of an author are kept, once they were counted. An author who sent too much has the most that is allowed.
  private var bytes: [Author: Int] = [:]
  /// What an author may still send, in entries.
  private var rates: [Author: TokenBucket] = [:]

  /// What an input finds.
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
