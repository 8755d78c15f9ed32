import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of blobs, which are too long for entries and are fetched from peers (specification section 17). It also fetches payloads
/// that did not come with their entries.
final class BlobExchange: Engine {
  let context: NodeContext
  let links: Links
  let rooms: Rooms
  /// The questions over each established link; restored when a turn cannot be committed.
  var state: [LinkID: LinkBlobs] = [:]
  /// The rooms in which payloads have come since all rooms were compared last: others may have asked for them in vain.
  var roomsWithNewPayloads: Set<RoomID> = []

  init(_ rooms: Rooms) {
    self.rooms = rooms
    (context, links) = (rooms.context, rooms.links)
  }

  /// The questions over an established link; what changes of them is changed in place.
  subscript(link: LinkID) -> LinkBlobs? {
    get { state[link] }
    _modify { yield &state[link] }
  }

  /// A link is established.
  func open(_ link: LinkID) { state[link] = LinkBlobs() }

  /// A link is gone: what was asked for over it others may have.
  func part(from link: LinkID) {
    guard let gone = state.removeValue(forKey: link), gone.fetch != nil else { return }
    wakeFetches()
  }

  // MARK: What is fetched

  /// Decides which of the blobs that are pointed at since this turn are fetched, and lets go of those that
  /// nothing points at any more.
  func settle(_ transaction: Transaction) throws {
    var weighsAll = turn.changes.weighsBlobs
    #if DEBUG
      if planted == .keepsLooseBlobs { turn.changes.hasUnreferencedBlobs = false }
    #endif
    if turn.changes.hasUnreferencedBlobs, try transaction.collectBlobs() {
      weighsAll = true
      rooms.quotas.ledger.recount()
    }
    if weighsAll { try rooms.reviewShares(transaction) }
    let uses =
      weighsAll
      ? try transaction.reader.uses(of: .left)
      : turn.changes.newBlobs.sorted { ($0.blob, $0.log) < ($1.blob, $1.log) }
    (turn.changes.newBlobs, turn.changes.hasUnreferencedBlobs, turn.changes.weighsBlobs) = (
      [], false, false
    )
    var room = BlobRoom(transaction.reader)
    for use in uses {
      guard use.kind != .lobby || !rooms.lobby.isStranger(use.author),
        let blob = try transaction.reader.blob(use.blob), blob.state == .left,
        try room.holds(blob)
      else { continue }
      let node = try rooms.quotas.holder(of: use, transaction.reader)
      if let node {
        guard try room.holdsOne(of: node), try fits(blob, of: node, transaction) else {
          continue
        }
      }
      try room.take(blob, of: node)
      try transaction.setBlob(use.blob, .wanted, of: node)
      wakeFetches()
    }
  }

  /// The room that there is for blobs, counted once for all that are weighed together.
  private struct BlobRoom {
    private let reader: Reader
    private var bytes: UInt64?
    private var counts: [NodeID: Int] = [:]

    init(_ reader: Reader) { self.reader = reader }

    /// Whether there is room for a blob among all of them.
    mutating func holds(_ blob: StoredBlob) throws -> Bool {
      let all = try bytes ?? reader.blobTotals().bytes
      bytes = all
      return all + blob.size <= UInt64(Limits.blobBytes)
    }

    /// Whether there is room for one more blob of a node.
    mutating func holdsOne(of node: NodeID) throws -> Bool {
      let count = try counts[node] ?? reader.blobCount(of: node)
      counts[node] = count
      return count < Limits.blobsPerNode
    }

    /// Takes the room of a blob.
    ///
    /// - Parameter node: the one against which it counts; nil for none.
    mutating func take(_ blob: StoredBlob, of node: NodeID?) throws {
      bytes = (bytes ?? 0) + blob.size
      if let node { counts[node, default: 0] += 1 }
    }
  }

  /// Whether a file fits into the share of a node; it counts from then on.
  private func fits(
    _ blob: StoredBlob, of node: NodeID, _ transaction: Transaction
  ) throws -> Bool {
    guard try rooms.quotas.hasShare(blob.size, node, transaction.reader) else {
      // Each link is told only once.
      if let session = links.session(to: node),
        let id = try roomToAsk(for: blob, session, transaction.reader),
        rooms.quotas.tellShare(on: session.id)
      {
        try rooms.sayShare(in: id, on: session.id, transaction)
      }
      return false
    }
    rooms.quotas.ledger.add(file: blob.size, of: node)
    return true
  }

  // MARK: Asking

  /// All peers may have something that we want now.
  func wakeFetches() {
    for link in links.ids { self[link]?.wake() }
  }

  /// A peer that was asked for a blob has not given it: it is not asked for it again for a while, others are.
  private func give(up blob: BlobID, on link: LinkID) {
    self[link]?.giveUp(blob)
    for other in links.ids where self[other]?.lacks(blob) == false { self[other]?.wake() }
  }

  /// Asks on every link that waits for nothing for the next blob that its peer may have.
  func fetch(_ transaction: Transaction) throws {
    guard turn.writing != .diskFull else { return }
    for link in links.ids {
      if rooms[link]?.hasNewRooms == true {
        rooms[link]?.hasNewRooms = false
        self[link]?.wake()
      }
      guard let session = links[link], session.state == .established, self[link]?.isReady == true,
        !session.budget.pace.rests(at: now.steady)
      else { continue }
      self[link]?.rest()
      try transaction.reader.blobs(.wanted) { blob in
        guard self[link]?.lacks(blob.id) == false,
          !state.values.contains(where: { $0.fetch?.blob == blob.number }),
          let room = try roomToAsk(for: blob, session, transaction.reader)
        else { return true }
        try ask(for: blob, in: room, on: link)
        return false
      }
    }
  }

  /// A room that we share with a peer and where a blob is pointed at.
  private func roomToAsk(
    for blob: StoredBlob, _ session: LinkSession, _ reader: Reader
  ) throws -> RoomID? {
    try reader.room(pointingAt: blob.number) { try rooms.shares($0, with: session, reader) }
  }

  private func ask(for blob: StoredBlob, in room: RoomID, on link: LinkID) throws {
    self[link]?.ask(
      BlobFetch(
        id: blob.id, blob: blob.number, room: room, first: blob.received,
        until: now.steady + Limits.blobMilliseconds))
    var ask = BlobAsk()
    ask.room = room.data
    ask.blob = blob.id.data
    ask.first = UInt32(blob.received)
    ask.hashes = blob.hashes.isEmpty
    try links.send(.blobAsk(ask), on: link)
  }

  func receive(
    _ chunks: BlobChunks, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard
      let fetch = self[session.id]?.answered(BlobID(chunks.blob), from: Int(chunks.first))
    else { return penalize(session.id) }
    // Nothing may point at it any more, or a file may have brought it.
    guard let blob = try transaction.reader.blob(fetch.blob), blob.state == .wanted,
      blob.received == fetch.first
    else { return }
    guard let hashes = hashes(of: blob, chunks) else {
      give(up: blob.id, on: session.id)
      return penalize(session.id)
    }
    let size = chunks.chunks.reduce(0) { $0 + $1.count }
    links.paceAnswer(size, by: rooms.writer(of: fetch.room, session), on: session.id)
    guard let blob = try keep(chunks.chunks, of: blob, hashes: hashes, transaction),
      blob.state != .whole, try rooms.shares(fetch.room, with: session, transaction.reader),
      links[session.id]?.budget.pace.rests(at: now.steady) == false
    else { return }
    // The same peer goes on with the same blob.
    try ask(for: blob, in: fetch.room, on: session.id)
  }

  /// Keeps chunks that were checked, and tells of the blob once all of it is here.
  ///
  /// - Returns: the blob with them.
  func keep(
    _ chunks: [Data], of blob: StoredBlob, hashes: Data, _ transaction: Transaction
  ) throws -> StoredBlob? {
    try transaction.addChunks(chunks, to: blob, hashes: hashes)
    let blob = try transaction.reader.blob(blob.number)
    if let blob, blob.state == .whole { try tellWhole(blob, transaction) }
    return blob
  }

  /// Takes chunks that came in a file, as far as they are wanted and not here.
  ///
  /// - Returns: whether the blob is whole with them.
  /// - Throws: `WireError` for what is not of the blob that they name.
  func take(_ chunks: BlobChunks, _ transaction: Transaction) throws -> Bool {
    guard let id = BlobID(chunks.blob),
      let blob = try transaction.reader.blob(id, size: chunks.size), blob.state == .wanted
    else { return false }
    let known = blob.received - Int(chunks.first)
    guard known >= 0, known < chunks.chunks.count else { return false }
    var rest = chunks
    rest.chunks.removeFirst(known)
    guard let hashes = hashes(of: blob, rest) else {
      throw WireError.unproven("chunks of another file")
    }
    return try keep(rest.chunks, of: blob, hashes: hashes, transaction)?.state == .whole
  }

  /// The hashes of all chunks, once the new ones were checked against them and they against the blob's id.
  ///
  /// - Returns: nil for what is not of this blob.
  private func hashes(of blob: StoredBlob, _ chunks: BlobChunks) -> Data? {
    let hashes = blob.hashes.isEmpty ? chunks.hashes : blob.hashes
    guard !chunks.chunks.isEmpty, BlobID(blobOf: blob.size, hashes: hashes) == blob.id else {
      return nil
    }
    #if DEBUG
      if planted == .trustsChunks { return hashes }
    #endif
    let areRight = chunks.chunks.enumerated().allSatisfy { index, bytes in
      BlobChunking.isChunk(
        bytes, number: blob.received + index, size: blob.size, hashes: hashes)
    }
    return areRight ? hashes : nil
  }

  private func penalize(_ link: LinkID) {
    links.countViolation(on: link, "too many chunks of no use")
  }

  /// Tells those who asked, and our people, that a blob is here.
  private func tellWhole(_ blob: StoredBlob, _ transaction: Transaction) throws {
    turn.changes.wholeBlobs.insert(blob.number)
    for link in links.ids {
      guard self[link]?.keepPromise(blob.id) == true, let session = links[link],
        try roomToAsk(for: blob, session, transaction.reader) != nil
      else { continue }
      try say(blob.id, isHere: true, on: link)
    }
  }

  private func say(_ blob: BlobID, isHere: Bool, on link: LinkID) throws {
    var here = BlobHere()
    here.blob = blob.data
    here.here = isHere
    try links.send(.blobHere(here), on: link)
  }

  func receive(_ here: BlobHere, _ session: LinkSession) throws {
    guard let id = BlobID(here.blob) else {
      throw WireError.malformed("a blob id of \(here.blob.count) bytes")
    }
    if here.here {
      self[session.id]?.has(id)
    } else if self[session.id]?.fetch?.id == id {
      give(up: id, on: session.id)
    } else {
      return penalize(session.id)
    }
  }

  // MARK: Answering

  func receive(_ ask: BlobAsk, _ session: LinkSession, _ transaction: Transaction) throws {
    guard let id = BlobID(ask.blob) else {
      throw WireError.malformed("a blob id of \(ask.blob.count) bytes")
    }
    guard let room = try rooms.sharedRoom(ask.room, session, transaction) else { return }
    // Who waits for each answer, as it should, never comes near this.
    guard turn.spendAnswer(to: session.id) else { return penalize(session.id) }
    guard let blob = try transaction.reader.wholeBlob(id),
      try transaction.reader.isPointedAt(blob.number, in: room.stored.records)
    else {
      self[session.id]?.promise(id)
      return try say(id, isHere: false, on: session.id)
    }
    var chunks = BlobChunks()
    chunks.blob = ask.blob
    chunks.size = blob.size
    chunks.first = ask.first
    if ask.hashes { chunks.hashes = blob.hashes }
    chunks.chunks = try transaction.reader.chunks(
      of: blob.number, from: Int(ask.first),
      count: session.longestFrame == Limits.framePaired ? Limits.blobChunksPaired : 1)
    guard !chunks.chunks.isEmpty else { return penalize(session.id) }
    try links.send(.blobChunks(chunks), on: session.id)
  }

  // MARK: Time

  /// The time from which the next answer is too late (steady milliseconds); nil while none is awaited.
  var nextWake: Int64? { state.values.compactMap(\.fetch?.until).min() }

  /// From time to time all peers are asked again for what they did not have, and told of payloads that have come.
  func askAgain() {
    for link in links.ids { self[link]?.askAgain() }
    for room in roomsWithNewPayloads { rooms.compareAgain(room) }
    roomsWithNewPayloads = []
  }

  /// Gives up what was asked and not answered.
  func tick() {
    for link in links.ids {
      guard let fetch = self[link]?.fetch, now.steady >= fetch.until else { continue }
      give(up: fetch.id, on: link)
    }
  }

  /// Stores the bytes of a file of our own person that are missing here.
  func keep(_ own: OwnBlob, _ transaction: Transaction) throws {
    guard let blob = try transaction.reader.blob(own.id, size: own.size), blob.state != .whole
    else { return }
    guard blob.state == .wanted else {
      throw Refused(
        .storage,
        "All files in this home together may have \(Limits.blobBytes >> 20) MiB: delete some first."
      )
    }
    _ = try keep(
      Array(own.chunks.dropFirst(blob.received)), of: blob, hashes: own.hashes, transaction)
  }
}
