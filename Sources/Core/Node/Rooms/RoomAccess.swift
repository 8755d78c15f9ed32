import Feature
import Identifiers
import Replication
import Schema
import Wire

/// Access to the room of a table: who may read and write there, and up to where.
///
/// A table pushes down what it knows, after each change. Rooms and records read it, and never the table.
final class RoomAccess {
  /// The person who has opened the table.
  let host: Author
  /// The people in the other chairs; an empty chair is left out.
  var guests: [Author] = []
  /// Whether our person has a chair.
  var isSeated = false
  /// Those who watch or have watched.
  var spectators: [Spectator] = []
  /// The last position that spectators are sent.
  var served: Int64 = 0
  /// Whether spectators may write.
  var spectatorsTalk = false
  /// Whether nobody may write.
  var hasNoChat = false
  /// Set when the table must be replayed before it is used again.
  var needsReload = false
  /// The phase of the view that the store has; nil when that is not known.
  var storedPhase: TablePhase?

  init(host: Author) { self.host = host }

  /// Whether an author has one of the chairs.
  func concerns(_ author: Author) -> Bool { author == host || guests.contains(author) }

  /// The spectator of a key, also one that was sent away.
  func spectator(_ author: Author) -> Spectator? {
    let key = author.bytes
    return spectators.first { $0.key == key }
  }

  /// Whether an author watches now.
  func watches(_ author: Author) -> Bool { spectator(author)?.isRemoved == false }

  /// Whether what an author says in an entry of the table counts.
  func lets(_ author: Author, say entry: VerifiedEntry) -> Bool {
    if concerns(author) { return true }
    guard spectatorsTalk, let spectator = spectator(author) else { return false }
    return spectator.counts(entry.place.sequence, incarnation: entry.place.log.incarnation)
  }
}
