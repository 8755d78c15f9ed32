import Identifiers
import Schema
import Wire

/// The values that the shell was told last; only changes are told again. They are the DNS-SD text, the addresses from which links
/// are expected, and the strangers that our person deals with.
struct Advertising {
  /// The content of the DNS-SD text.
  struct Subject: Equatable {
    let name: String
    let isQuiet: Bool
    let table: RoomID?
  }

  /// The reason why DNS-SD does not work; nil while it works.
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

  /// Notes that peers, their addresses or our person's decisions about them have changed.
  mutating func peersHaveChanged() { arePeersNew = true }

  /// Returns the addresses from which links may come; nil if the shell knows them already.
  mutating func expect(_ peers: PeerTable) -> Output? {
    guard arePeersNew else { return nil }
    arePeersNew = false
    let wanted = peers.expectedAddresses
    guard wanted != expected else { return nil }
    expected = wanted
    return .expect(addresses: wanted)
  }

  /// Returns the links to strangers that our person deals with; nil if the shell knows them already.
  mutating func engage(_ strangers: [LinkID]) -> Output? {
    guard strangers != engaged else { return nil }
    engaged = strangers
    return .engage(strangers)
  }
}
