import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A table in memory: the match replayed from the logs, and what ends with the process.
///
/// One object that is changed in place: a match is much to copy. An input that is undone leaves it to be replayed.
final class Table {
  let id: RoomID
  let host: Author
  /// The time at which its host made it, as people read it.
  private(set) var created: Int64
  private var played: PlayedMatch
  /// The part of it that its room needs.
  let access: RoomAccess
  /// Our account; nil where a table is only checked.
  let person: Author?
  /// Our chair; unspecified while we have none.
  var seat: Seat { didSet { access.isSeated = seat != .unspecified } }
  /// The logs that count, and the entries of the other log that each has seen.
  var logs = TableLogs()
  private var rules: TableGame
  /// The number of steps of the transcript that were applied, for numbering events.
  var steps: UInt64 = 0
  /// The number of steps after which features were told last that the match is over; nil before that.
  var reactedOpenings: Int?

  /// The admission to this table: password, limits, open requests.
  var door = TableDoor()
  /// The secret from which our cards follow.
  var secret = TableSecret()
  /// The people who are here now.
  var attendance = TableAttendance()
  /// The entries that spectators may have, up to a position of the room.
  var audience = Audience()
  /// The reason why the table is closed for us although its log does not say so (declined, withdrawn).
  var closedReason: String?

  /// - Parameter person: our account; nil where the table is only checked.
  init(id: RoomID, host: Author, created: Int64, person: Author?, _ games: Games) {
    self.id = id
    self.host = host
    self.created = created
    self.person = person
    seat = person == host ? .host : .unspecified
    access = RoomAccess(host: host)
    access.isSeated = seat != .unspecified
    rules = TableGame(games)
    played = PlayedMatch(games.begin("", hostKey: host.bytes))
  }

  /// The match that follows from the logs, by the rules of the game for which the host has opened the table.
  var match: any Session {
    get { played.session }
    _modify { yield &played.session }
  }

  /// Set when the match must be replayed before it is used again.
  var needsReload: Bool {
    get { access.needsReload }
    set { access.needsReload = newValue }
  }

  /// The phase of the view that the store has; nil when that is not known.
  var storedPhase: TablePhase? {
    get { access.storedPhase }
    set { access.storedPhase = newValue }
  }

  /// Pushes down to the room what the match says now.
  func updateAccess() {
    access.guests = played.guests.map(\.author)
    access.spectators = match.spectators
    access.spectatorsTalk = match.spectatorsTalk
    access.hasNoChat = match.hasNoChat
  }

  /// The phase of the match.
  var phase: SessionPhase { played.phase }

  /// The author in the chair that is not the host's; nil until it is given.
  var joiner: Author? { played.guests.first?.author }

  /// The chairs that are not ours, in the order of play.
  var otherSeats: [Seat] { match.seats.filter { $0 != seat } }

  /// The chair opposite us, of which sentences for people speak.
  var opposite: Seat { otherSeats.first ?? .unspecified }

  /// The author opposite us; nil until the chair is given.
  var other: Author? { seat == .host ? joiner : host }

  /// The name of the game that is played here; empty for War.
  var game: String { rules.name }

  /// The terms on which the host has opened the table, so that another one can be opened like it.
  var terms: HostTable { rules.terms(of: match) }

  /// Forgets what the logs said, to be replayed; who is here stays.
  func clear() {
    match = rules.clear(hostKey: host.bytes)
    logs = TableLogs()
    steps = 0
    reactedOpenings = nil
    secret.begin(nil)
  }

  /// Hands a step to the match; the first one of the host says which game it is.
  func take(_ step: TableStep, by seat: Seat, at position: SessionPosition) -> SessionVerdict {
    if seat == .host, let begun = rules.begin(with: step, hostKey: host.bytes) { match = begun }
    defer { applyForks() }
    let verdict = match.take(step, by: seat, at: position)
    if case .accepted = verdict, let person, secret.keep != nil {
      secret.follow(step, by: seat, at: position, in: match, as: self.seat(of: person))
    }
    return verdict
  }

  /// Ends the match by a proof that an author signed two entries with one sequence. Nothing of a spectator's log counts for the
  /// match, whatever is proven of it.
  func applyFork(by author: Author, from sequence: UInt64) {
    logs.forks[author] = min(logs.forks[author] ?? sequence, sequence)
    applyForks()
  }

  /// Lets the forks count whose authors have a chair by now. The host's first step says which game it is, and a later one who sits
  /// in the other chair.
  private func applyForks() {
    guard !logs.forks.isEmpty, phase != .unopened else { return }
    for (author, sequence) in logs.forks {
      let seat = seat(of: author)
      guard seat != .unspecified else { continue }
      logs.forks[author] = nil
      match.applyFork(by: seat, from: sequence)
    }
  }

  /// Applies one stored entry to the match.
  ///
  /// - Parameter tell: receives the verdict of each step before the next one is taken.
  func replay(_ entry: VerifiedEntry, _ tell: (SessionVerdict) -> Void) {
    let log = entry.place.log
    let seat = seat(of: log.author)
    guard seat != .unspecified, logs.take(log, by: seat) else { return }
    for citation in entry.dependencies {
      guard let cited = LogKey(citation.log) else { continue }
      logs.cite(cited, of: self.seat(of: cited.author), citation.sequence, by: seat)
    }
    guard let payload = entry.payload,
      let operations = try? Coding.decode(Payload.self, from: payload).operations
    else { return }
    let position = logs.position(entry.place.sequence, of: seat)
    let wasUnopened = phase == .unopened
    defer {
      if wasUnopened, phase != .unopened {
        created = NamedTime.milliseconds(entry.wallMilliseconds) ?? created
      }
    }
    for operation in operations {
      if case .step(let step)? = operation.kind { tell(take(step, by: seat, at: position)) }
    }
  }

  /// Our person watches and plays no part.
  func isWatched(by author: Author) -> Bool {
    seat == .unspecified && !attendance.isSentAway && match.watches(author.bytes)
  }

  /// Whether the author has one of the chairs, as its room sees it.
  func concerns(_ author: Author) -> Bool { access.concerns(author) }

  /// Whether the author has one of the chairs, or asks for one.
  func involves(_ author: Author) -> Bool {
    concerns(author) || door.askers[author] != nil
  }

  /// The chair of an author; unspecified for anybody else.
  func seat(of author: Author) -> Seat {
    if author == host { return .host }
    return played.guests.first { $0.author == author }?.seat ?? .unspecified
  }

  /// Our table, waiting for somebody to join.
  var isOpen: Bool { seat == .host && phase == .open && closedReason == nil }

  /// Both chairs are taken, and the other side knows: whoever is there may be told of.
  var isTaken: Bool { seat == .host ? hasGuests : seat != .unspecified }

  /// Whether everybody but the host has taken the chair.
  var hasGuests: Bool { match.seats.allSatisfy { $0 == .host || match.hasJoined($0) } }

  /// The match goes on.
  var isPlaying: Bool { phase == .playing }

  /// The other side's link is gone.
  func lostLink(of authors: [Author], at now: Moment) {
    if let other, authors.contains(other) { attendance.isOtherHere = false }
    if authors.contains(host) { attendance.seen = [:] }
    for author in authors { door.askers[author] = nil }
  }
}

/// The other side owes an answer and cannot be waited for in good faith.
struct Wait {
  /// Steady milliseconds.
  var since: Int64
  /// The time until a claim may be made.
  var milliseconds: Int64
  /// The other player is here and uses the time that the host has set for each card.
  var isTimed: Bool
  /// Whether that was long enough for a claim.
  var mayClaim = false
}

/// The progress of serving spectators (specification section 8): they get no round before it is decided. `RoomAccess.served` is the
/// last position that they are sent.
struct Audience {
  /// The last one that they may have.
  var mayHave: Int64 = 0
  /// Whether the match was over when something happened last.
  var wasOver = false
  /// Rounds decided up to there.
  var rounds: UInt32 = 0
  /// The time at which they are served next (steady milliseconds); nil while there is nothing.
  var serveAt: Int64?
  /// The state of the players as spectators were told it last; nil before that.
  var told: [Seat: PlayerState]?
  /// The time at which they are told next (steady milliseconds); nil while there is nothing to tell.
  var tellAt: Int64?
  /// The time at which they were told last (steady milliseconds).
  var toldAt: Int64 = 0
}

/// A table that a peer offers.
struct Offer {
  var link: LinkID
  var node: NodeID
  var host: Author
  var view: TableView
}

/// A question of ours that has no answer yet.
struct OwnAsk {
  var host: Author
  var node: NodeID
  /// Shows that we know the table's password.
  var proof = Data()
  /// As `Table.seed`.
  var seed: UInt64?
  /// The chair was agreed on beforehand, or is asked for in a file, so that other questions need not wait for it.
  var isAgreed = false

  /// The questions of the store.
  static func loadAll(_ reader: Reader) throws -> [RoomID: OwnAsk] {
    var asks: [RoomID: OwnAsk] = [:]
    let rematches = Set(try reader.tables(.finished).map(\.rematch))
    for ask in try reader.asks() {
      var own = OwnAsk(host: ask.host, node: ask.node)
      own.isAgreed = rematches.contains(ask.room.description) || ask.node == .carried
      asks[ask.room] = own
    }
    return asks
  }
}
