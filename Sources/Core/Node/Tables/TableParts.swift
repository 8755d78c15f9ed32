import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// The logs of a table that count, and the entries of the other log that each has seen.
struct TableLogs {
  /// By seat, the log that counts: the first incarnation that wrote.
  private var counted: [Seat: LogKey] = [:]
  /// By author, the first entry that a proof of a fork has made void, until the author is known to have a chair.
  var forks: [Author: UInt64] = [:]
  /// By seat, the highest sequence of each other log that its log has cited.
  private var seen: [Seat: [Seat: UInt64]] = [:]

  /// The log that counts for a seat; nil before it wrote.
  subscript(seat: Seat) -> LogKey? { counted[seat] }

  /// An entry of a seat has come.
  ///
  /// - Returns: whether it counts.
  mutating func take(_ log: LogKey, by seat: Seat) -> Bool {
    if counted[seat] == nil { counted[seat] = log }
    return counted[seat] == log
  }

  /// An entry of a seat has cited one of a log.
  ///
  /// - Parameter owner: the seat of that log's author.
  mutating func cite(_ log: LogKey, of owner: Seat, _ sequence: UInt64, by seat: Seat) {
    guard owner != seat, counted[owner] == log else { return }
    seen[seat, default: [:]][owner] = max(seen[seat]?[owner] ?? 0, sequence)
  }

  /// A seat writes in a log.
  ///
  /// - Parameter position: the place of its step, with what it has seen of the other logs.
  mutating func propose(in log: LogKey, at position: SessionPosition, by seat: Seat) {
    counted[seat] = log
    seen[seat] = position.seen
  }

  /// Returns the position of an entry of a seat.
  func position(_ sequence: UInt64, of seat: Seat) -> SessionPosition {
    SessionPosition(sequence: sequence, seen: seen[seat] ?? [:])
  }

  /// Returns the position of the next entry of a seat, which cites everything that is known of the other logs.
  ///
  /// - Parameter next: the number of the next entry of a log; nil for a log that is not known.
  func nextPosition(
    _ sequence: UInt64, of seat: Seat, next: (LogKey) -> UInt64?
  ) -> SessionPosition {
    var seen: [Seat: UInt64] = [:]
    for (owner, log) in counted where owner != seat {
      if let next = next(log), next > 1 { seen[owner] = next - 1 }
    }
    return SessionPosition(sequence: sequence, seen: seen)
  }
}

/// The game that is played at a table, which its first step names once and for all.
struct TableGame {
  /// The name of the game; empty for War.
  private(set) var name = ""
  private let games: Games
  /// The host has said which game it is.
  private var isKnown = false
  /// The terms that `terms` has found.
  private var known: HostTable?

  init(_ games: Games) { self.games = games }

  /// Returns the terms on which the host has opened the table.
  mutating func terms(of match: any Session) -> HostTable {
    if let known { return known }
    var terms = match.terms
    terms.game = name
    if isKnown { known = terms }
    return terms
  }

  /// Forgets what the logs said.
  ///
  /// - Returns: the match before its first step.
  mutating func clear(hostKey: [UInt8]) -> any Session {
    self = TableGame(games)
    return games.begin(name, hostKey: hostKey)
  }

  /// A step of the host has come.
  ///
  /// - Returns: the match of the game that it names; nil where that goes on already.
  mutating func begin(with step: TableStep, hostKey: [UInt8]) -> (any Session)? {
    guard !isKnown else { return nil }
    isKnown = true
    guard case .open(let open)? = step.step, open.game != name else { return nil }
    name = open.game
    return games.begin(name, hostKey: hostKey)
  }
}

/// The match of a table, and what each turn asks of every table: a match is much to copy, also to read one word of it.
struct PlayedMatch {
  /// By the rules of its game.
  var session: any Session {
    didSet { (phase, guests) = Self.glance(at: session) }
  }
  /// The phase of the match.
  private(set) var phase: SessionPhase
  /// The chairs that were given to others than the host, in the order of play.
  private(set) var guests: [Guest]

  /// An author in a chair.
  struct Guest {
    var seat: Seat
    var author: Author
  }

  init(_ session: any Session) {
    self.session = session
    (phase, guests) = Self.glance(at: session)
  }

  private static func glance(at session: any Session) -> (SessionPhase, [Guest]) {
    let guests = session.seats.compactMap { seat in
      seat == .host
        ? nil : session.key(of: seat).flatMap { Author($0) }.map { Guest(seat: seat, author: $0) }
    }
    return (session.phase, guests)
  }
}

/// The admission to our table: password, limits, open requests.
struct TableDoor {
  /// Somebody who wants to join.
  struct Asker {
    var link: LinkID
    var node: NodeID
    var name: String
  }

  /// Those whom our person declined for good; the stored view keeps them.
  var declinedForGood: Set<Author> = []
  /// Only paired people may join; the stored view keeps this.
  var isPairedOnly = false
  /// The key with which proofs of the table's password are checked; nil for no password. The stored view keeps it.
  var passwordKey: Data?
  /// The people who ask to join, while linked.
  var askers: [Author: Asker] = [:]

  /// Whether somebody who asks knows the password, where there is one.
  func opens(to proof: Data, of asker: Author, at table: RoomID) -> Bool {
    guard let passwordKey else { return true }
    return Array(proof)
      == TablePassword.proof(Array(passwordKey), table: table.bytes, asker: asker.bytes)
  }

  /// Whether one more person may ask.
  func hasPlace(for author: Author) -> Bool {
    askers[author] != nil || askers.count < Limits.asksPerTable
  }
}

/// The people at a table now; they end with the process.
struct TableAttendance {
  /// Our person is at the table.
  var isHere = false
  /// The other person is, as far as its node said.
  var isOtherHere = false
  /// State of the players at a table that we watch, by seat, as its host told it.
  var seen: [Seat: PlayerState] = [:]
  /// Our person watched and does so no more: the step that says so is not served to us.
  var isSentAway = false
  /// Our node taps by itself.
  var isAuto = false
  /// Since when we owe a card that the host has set a time for (steady milliseconds); nil while we do not.
  private(set) var owesSince: Int64?

  /// Notes whether we owe such a card.
  mutating func owe(_ isOwing: Bool, at now: Moment) {
    owesSince = isOwing ? owesSince ?? now.steady : nil
  }
}

/// A player as the host of a match tells it to spectators, before the round is decided.
struct PlayerState: Equatable {
  /// Whether the player is at the table.
  var isHere: Bool
  /// The claim of the player that stands now.
  var claim: PlayerClaim?
}
