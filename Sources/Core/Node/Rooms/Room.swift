import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A room in memory: a cache of its rows and the syncs with the peers that are here.
struct Room {
  let id: RoomID
  var stored: StoredRoom { didSet { knownDigest = nil } }
  var logs = RoomLogs() { didSet { knownDigest = nil } }
  var syncs: [LinkID: RoomSync] = [:]
  /// The entries stored in this turn, so that they need not be read back to be sent.
  var recent = RecentEntries()
  /// Of logs that had no part in a private room when what cites them came, the lowest sequence that is cited and is not here: once
  /// it comes, the room is made again.
  var unresolvedDependencies: [LogKey: UInt64] = [:]
  /// Whether everything that follows from the logs must be rebuilt.
  var needsRebuild = false
  /// Whether it is made again over many turns, and that has begun.
  var isBeingMade = false
  /// One more with each change of its logs or members, beside new entries.
  var revision = 0
  /// The digest of the logs as they are; nil where nobody has asked for it since they changed.
  private var knownDigest: Bytes32?
  private var knownRosterState: Bytes32?

  /// A room without logs.
  init(id: RoomID, stored: StoredRoom) { (self.id, self.stored) = (id, stored) }

  #if DEBUG
    /// The bug that was planted in its node; nil for none.
    var planted: PlantedBug?

    /// Returns the next sequences to send to a peer that is to get nothing but one log.
    func standing(of peer: RoomSync, butFor own: LogKey) -> [LogKey: UInt64] {
      logs.keys.reduce(into: peer.peerNext) { if $1 != own { $0[$1] = .max } }
    }
  #endif

  /// Loads a room's rows.
  static func load(_ id: RoomID, _ reader: Reader) throws -> Room? {
    guard let (stored, logs) = try reader.roomWithLogs(id) else { return nil }
    var room = Room(id: id, stored: stored)
    room.logs = RoomLogs(logs)
    if stored.kind == .private, room.hasRetractableMembership {
      room.unresolvedDependencies = try reader.unresolvedDependencies(in: id)
    }
    return room
  }

  /// The same room without what is known of peers: a copy that is held while what comes of them is noted.
  var withoutPeers: Room {
    var room = self
    room.syncs = [:]
    return room
  }

  /// Notes that the peer at a link has everything that is here.
  mutating func markInSync(with link: LinkID) {
    var sync = syncs[link] ?? RoomSync()
    _ = sync.receiveDigest(isEqual: true, logs: part.map(\.state), position: stored.position)
    syncs[link] = sync
  }

  /// Adds the signature of an entry that was stored in this turn.
  mutating func sign(_ position: Int64, _ signature: Data) {
    guard let first = recent.first?.position else { return }
    // They are in order, mostly without a gap.
    let place = Int(position - first)
    let isThere = recent.indices.contains(place) && recent[place].position == position
    guard let index = isThere ? place : recent.lastIndex(where: { $0.position == position }) else {
      return
    }
    recent[index].entry.signature = signature
  }

  /// The logs that are known to be forked, in order.
  var forkedLogs: [StoredLog] { logs.forked.compactMap { logs[$0] } }

  /// Whether anybody is known to have written two histories in it.
  var hasForks: Bool { !logs.forked.isEmpty }

  /// Whether what made somebody a member may count no more: a log is forked, or an owner has several, of which it hands over
  /// what it knows.
  var hasRetractableMembership: Bool {
    if let roster = stored.roster { return hasForks || roster.mayHaveLost }
    return hasForks || stored.members?.owners.contains { logs.hasSeveral(of: $0) } == true
  }

  /// Whether an author has a part in the room: in a private one whoever is or was a member by what counts.
  ///
  /// Of others there are entries where what made them members counts no more. Nothing is said of those to anybody, as not
  /// everybody has them.
  func isAdmitted(_ author: Author) -> Bool {
    stored.kind == .private ? stored.people?.knows(author) ?? true : true
  }

  /// The logs of those who have a part in the room, in order.
  var part: [StoredLog] { logs.values.filter { isAdmitted($0.state.key.author) } }

  /// The next sequence that a peer lacks, by log, of what it may be sent.
  ///
  /// Proofs of forks come first. Without any, whoever does not know yet what puts somebody out can take what cites that one only
  /// after what it wrote.
  func lacking(_ sync: RoomSync) -> [LogKey: UInt64] {
    guard hasForks, stored.kind == .private else { return sync.peerNext }
    return logs.keys.reduce(into: sync.peerNext) { if !isAdmitted($1.author) { $0[$1] = .max } }
  }

  /// The logs of which a peer may lack something that was looked at up to a position of the room: those that got entries since, or
  /// all, where logs may have a part again that had none then.
  func logs(lackingAfter cursor: Int64) -> [StoredLog] {
    hasRetractableMembership ? Array(logs.values) : logs.logs(after: cursor)
  }

  /// The digest of the heads as they are now, and of the roster, computed once for each change of them.
  var digest: Bytes32 {
    mutating get {
      if let knownDigest { return knownDigest }
      var digest = RoomDigest.digest(room: id, logs: part.map(\.state))
      if let rosterState { digest = RoomDigest.digest(of: digest, roster: rosterState) }
      knownDigest = digest
      return digest
    }
  }

  /// The hash of the roster and its present term, computed once for each change of it; nil where the room has none.
  var rosterState: Bytes32? {
    mutating get {
      if knownRosterState == nil { knownRosterState = stored.roster?.state }
      return knownRosterState
    }
  }

  /// Takes another roster.
  mutating func set(_ roster: Roster) {
    stored.roster = roster
    knownRosterState = nil
    revision += 1
  }

  /// Makes the digest as it travels; of a private room with what a new member needs to know.
  mutating func digestMessage() -> Digest {
    var message = Digest()
    message.room = id.data
    message.digest = digest.data
    if stored.kind == .private, let nonce = stored.nonce {
      message.opener = stored.opener.data
      message.nonce = nonce
      if let rosterState { message.roster = rosterState.data }
    }
    return message
  }

  /// A bundle without entries yet; of a private room with what a new member needs to know.
  var bundle: Schema.Bundle {
    var bundle = Schema.Bundle()
    bundle.room = id.data
    if stored.kind == .private, let nonce = stored.nonce {
      bundle.opener = stored.opener.data
      bundle.nonce = nonce
    }
    return bundle
  }

  /// The keys of the logs by their rows.
  var logKeys: [Int64: LogKey] { logs.keysByNumber }

  /// The rules for what entries of this room may cite.
  var citationRules: CitationRules {
    CitationRules(
      forks: logs.forked.reduce(into: [:]) { $0[$1] = logs[$1]?.state.forkedFrom },
      mustBeHere: stored.kind != .lobby,
      members: hasRetractableMembership ? stored.people?.known : nil)
  }

  /// Whether an entry counts: it is not in a forked part, and its author belonged to the room.
  func counts(_ log: LogKey, _ sequence: UInt64) -> Bool {
    guard logs[log]?.state.counts(sequence) ?? true else { return false }
    #if DEBUG
      if planted == .forgetsCuts, stored.people?.knows(log.author) == true { return true }
    #endif
    return stored.kind == .private ? stored.people?.counts(log, sequence) ?? false : true
  }

  /// Whether whoever wrote an entry owned the room then.
  ///
  /// - Parameter term: the name of the term that the entry gives.
  func isOwner(_ log: LogKey, _ sequence: UInt64, term: Data) -> Bool {
    switch stored.kind {
    case .private:
      stored.roster?.isOwners(log, sequence, term: term)
        ?? stored.members?.isOwner(log, sequence) ?? false
    case .personal: log.author == stored.opener
    default: false
    }
  }

  /// Whether an entry may be the one that opened a private room: nothing erases that.
  func isOpening(_ log: LogKey, _ sequence: UInt64) -> Bool {
    stored.kind == .private && log.author == stored.opener && sequence == 1
  }

  /// Returns the newest entry that is here of each of an author's logs.
  func newest(of author: Author) -> [LogCut] {
    logs.logs(of: author).filter { $0.state.next > 1 }.map { log in
      LogCut.with {
        $0.incarnation = log.state.key.incarnation
        $0.sequence = log.state.next - 1
      }
    }
  }

  /// Heads of other logs that `own` has not cited yet, in their order, only the newest of them when there are too many.
  func uncited(by own: LogKey) -> (citations: [Citation], order: UInt64) {
    let crowd = Limits.citationsInCrowd
    let isCrowded = stored.kind == .lobby && logs.count >= crowd.logs
    let chosen = logs.uncitedLogs.lazy
      .filter { $0.state.key != own && isAdmitted($0.state.key.author) }
      .prefix(isCrowded ? crowd.citations : Limits.citations)
    let heads = Array(chosen.map(\.state))
    let citations = heads.reversed().map { head in
      Citation.with {
        $0.log = head.key.message
        $0.sequence = head.next - 1
        $0.hash = head.hash.data
      }
    }
    return (citations, heads.first?.order ?? 0)
  }
}

extension Room {
  /// The bytes that entries of it cost on the disk, as they count for shares and rates.
  func cost(of entries: [VerifiedEntry]) -> Int64 {
    // What records say is kept once more, to be found.
    let copies = stored.kind == .table ? 1 : 2
    return entries.reduce(0) {
      $0 + Int64(Limits.shareOfEntry + $1.header.count + ($1.payload?.count ?? 0) * copies)
    }
  }

  /// Whether the host has opened a table without chat, from its first entry.
  func hasNoChat(_ reader: Reader) throws -> Bool {
    guard
      let log = logs.logs(of: stored.opener).first,
      let payload = try reader.entry(of: log, in: id, sequence: 1)?.payload,
      case .step(let step)? = try? Coding.decode(Payload.self, from: payload).operations.first?.kind,
      case .open(let open)? = step.step
    else { return false }
    return open.noChat
  }
}
