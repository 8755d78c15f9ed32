import Identifiers
import Schema
import Wire

/// What the shell was told last: what DNS-SD should say, from where links are expected, and with which strangers our person
/// deals. It is told again only what has changed.
struct Advertising {
  /// What DNS-SD speaks of.
  struct Subject: Equatable {
    let name: String
    let isQuiet: Bool
    let table: RoomID?
  }

  /// Why DNS-SD does not work; nil while it does.
  var discoveryProblem: String? = StatusView.discoveryStarts
  /// Our tables that peers were told of.
  private var announced: Set<RoomID> = []
  private var advertised: Subject?
  /// The addresses from which links were said to be expected, and whether peers have changed since.
  private var expected: [String] = []
  private var arePeersNew = true
  /// The links to strangers that our person deals with.
  private var engaged: [LinkID] = []

  /// Notes whether a table of ours is open to others.
  ///
  /// - Returns: whether peers are to be told.
  mutating func announce(_ table: RoomID, isOffered: Bool) -> Bool {
    if isOffered { return announced.insert(table).inserted }
    return announced.remove(table) != nil
  }

  /// The open table that DNS-SD names.
  var table: RoomID? { announced.min() }

  /// Notes what DNS-SD should speak of; true where it does not yet.
  mutating func isNew(_ subject: Subject) -> Bool {
    defer { advertised = subject }
    return subject != advertised
  }

  /// Who is known, where, or what our person thinks of it has changed.
  mutating func peersHaveChanged() { arePeersNew = true }

  /// From where links may come; nil where the shell knows that already.
  mutating func expect(_ peers: PeerTable) -> Output? {
    guard arePeersNew else { return nil }
    arePeersNew = false
    let wanted = peers.expectedAddresses
    guard wanted != expected else { return nil }
    expected = wanted
    return .expect(addresses: wanted)
  }

  /// With which strangers our person deals; nil where the shell knows that already.
  mutating func engage(_ strangers: [LinkID]) -> Output? {
    guard strangers != engaged else { return nil }
    engaged = strangers
    return .engage(strangers)
  }
}
