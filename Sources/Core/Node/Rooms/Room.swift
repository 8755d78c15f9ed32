import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A room in memory: a cache of its rows and the syncs with the peers that are here.
struct Room {
  let id: RoomID
  var stored: StoredRoom
  var logs: [LogKey: StoredLog] = [:]
  var syncs: [LinkID: RoomSync] = [:]
  /// The entries stored in this turn, so that they need not be read back to be sent.
  var recent = RecentEntries()
  /// By log, the highest sequence that our own log has cited.
  var cited: [LogKey: UInt64] = [:]
  /// Of logs that had no part in a private room when what cites them came, the lowest sequence that is cited and is not here: once
  /// it comes, the room is made again.
  var unresolvedDependencies: [LogKey: UInt64] = [:]
  /// Whether everything that follows from the logs must be rebuilt.
  var needsRebuild = false
  /// Whether it is made again over many turns, and that has begun.
  var isBeingMade = false
  /// One more with each change of its logs or members, beside new entries.
  var revision = 0

  #if DEBUG
    /// The bug that was planted in its node; nil for none.
    var planted: PlantedBug?

    /// Returns the next sequences to send to a peer that is to get nothing but one log.
    func standing(of peer: RoomSync, butFor own: LogKey) -> [LogKey: UInt64] {
      logs.reduce(into: peer.peerNext) { if $1.key != own { $0[$1.key] = .max } }
    }
  #endif

  /// Loads a room's rows.
  static func load(_ id: RoomID, _ reader: Reader) throws -> Room? {
    guard let stored = try reader.room(id) else { return nil }
    var room = Room(id: id, stored: stored)
    for log in try reader.logs(stored) { room.logs[log.state.key] = log }
    if stored.kind == .private, room.hasRetractableMembership {
      room.unresolvedDependencies = try reader.unresolvedDependencies(in: id)
    }
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

  /// Whether anybody is known to have written two histories in it.
  var hasForks: Bool { logs.values.contains(where: \.isForked) }

  /// Whether what made somebody a member may count no more: a log is forked, or an owner has several, of which it hands over
  /// what it knows.
  var hasRetractableMembership: Bool {
    hasForks
      || stored.members?.owners.contains { owner in logs.keys.count { $0.author == owner } > 1 }
        == true
  }

  /// Whether an author has a part in the room: in a private one whoever is or was a member by what counts.
  ///
  /// Of others there are entries where what made them members counts no more. Nothing is said of those to anybody, as not
  /// everybody has them.
  func isAdmitted(_ author: Author) -> Bool {
    stored.kind == .private ? stored.members?.knows(author) ?? true : true
  }

  /// The logs of those who have a part in the room.
  var part: [StoredLog] { logs.values.filter { isAdmitted($0.state.key.author) } }

  /// The next sequence that a peer lacks, by log, of what it may be sent.
  ///
  /// Proofs of forks come first. Without any, whoever does not know yet what puts somebody out can take what cites that one only
  /// after what it wrote.
  func lacking(_ sync: RoomSync) -> [LogKey: UInt64] {
    guard hasForks else { return sync.peerNext }
    return logs.keys.reduce(into: sync.peerNext) { if !isAdmitted($1.author) { $0[$1] = .max } }
  }

  /// The digest of the heads as they are now.
  var digest: Bytes32 { RoomDigest.digest(room: id, logs: part.map(\.state)) }

  /// The digest as it travels; of a private room with what a new member needs to know.
  var digestMessage: Digest {
    var message = Digest()
    message.room = id.data
    message.digest = digest.data
    if stored.kind == .private, let nonce = stored.nonce {
      message.opener = stored.opener.data
      message.nonce = nonce
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
  var logKeys: [Int64: LogKey] {
    logs.values.reduce(into: [:]) { $0[$1.number] = $1.state.key }
  }

  /// The rules for what entries of this room may cite.
  var citationRules: CitationRules {
    CitationRules(
      forks: logs.compactMapValues(\.state.forkedFrom), mustBeHere: stored.kind != .lobby,
      members: hasRetractableMembership ? stored.members?.known : nil)
  }

  /// Whether an entry counts: it is not in a forked part, and its author belonged to the room.
  func counts(_ log: LogKey, _ sequence: UInt64) -> Bool {
    guard logs[log]?.state.counts(sequence) ?? true else { return false }
    #if DEBUG
      if planted == .forgetsCuts, stored.members?.knows(log.author) == true { return true }
    #endif
    return stored.kind == .private ? stored.members?.counts(log, sequence) ?? false : true
  }

  /// Whether whoever wrote an entry owned the room then.
  func isOwner(_ log: LogKey, _ sequence: UInt64) -> Bool {
    switch stored.kind {
    case .private: stored.members?.isOwner(log, sequence) ?? false
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
    logs.values.filter { $0.state.key.author == author && $0.state.next > 1 }
      .sorted { $0.state.key < $1.state.key }
      .map { log in
        LogCut.with {
          $0.incarnation = log.state.key.incarnation
          $0.sequence = log.state.next - 1
        }
      }
  }

  /// Heads of other logs that `own` has not cited yet, the oldest first when there are too many.
  func uncited(by own: LogKey) -> (citations: [Citation], order: UInt64) {
    var uncited: [(log: StoredLog, citation: Citation)] = []
    for (key, log) in logs where key != own {
      let newest = log.state.next - 1
      guard newest > cited[key] ?? 0, !log.isForked, isAdmitted(key.author) else {
        continue
      }
      var citation = Citation()
      citation.log = key.message
      citation.sequence = newest
      citation.hash = log.state.hash.data
      uncited.append((log, citation))
    }
    uncited.sort {
      ($0.log.state.order, $0.log.state.key) < ($1.log.state.order, $1.log.state.key)
    }
    let chosen = uncited.suffix(Limits.citations)
    return (chosen.map(\.citation), chosen.map(\.log.state.order).max() ?? 0)
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
      let log = logs.values.filter({ $0.state.key.author == stored.opener })
        .min(by: { $0.state.key < $1.state.key }),
      let payload = try reader.entry(of: log, in: id, sequence: 1)?.payload,
      case .step(let step)? = try? Coding.decode(Payload.self, from: payload).operations.first?.kind,
      case .open(let open)? = step.step
    else { return false }
    return open.noChat
  }
}
