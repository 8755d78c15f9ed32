import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The form of a room's file (specification section 11): pieces with a checksum each, so that neither side holds
/// more than one of them.
enum RoomFile {
  static let magic = Array("parlor.bundles.v1\n".utf8)
  /// The beginning of another kind of file: that of a match.
  static let matchMagic = Array("parlor.bundle.v1\n".utf8)
  /// The longest piece, in bytes: what passes on a link to a paired peer.
  static let longestPiece = Limits.framePaired

  /// The sum behind a piece; it covers all pieces before.
  static func sum(after previous: Bytes32, _ piece: [UInt8]) -> Bytes32 {
    Hashing.digest(.pieces, previous.bytes, piece)
  }

  static func lengthBytes(_ length: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
  }

  /// Makes the refusal for a file that is not as it was written.
  static func damaged(_ piece: Int, _ what: String) -> Refused {
    Refused(
      .invalid,
      "The file is damaged in piece \(piece) (\(what)): nothing was taken; export it again.")
  }
}

/// Writes a room's file from snapshots of a store, piece by piece.
///
/// Entries that come while it is written are in it, too.
public struct RoomFileWriter: Sendable {
  private let id: RoomID
  private var position: Int64 = 0
  private var nexts: [LogKey: UInt64] = [:]
  private var forks: [ForkProof]?
  private var blobs: [StoredBlob]?
  private var chunk = 0
  private var sum = Hashing.digest(.pieces)
  private var hasBegun = false
  private var hasRoster = false
  private var hasEnded = false

  /// Begins the file of a room.
  public init(_ id: RoomID) { self.id = id }

  /// The next bytes of the file; nil after the last.
  ///
  /// - Throws: `StoreError`; `Refused` where there is nothing to write.
  public mutating func next(_ reader: Reader) throws -> [UInt8]? {
    guard !hasEnded else { return nil }
    guard let room = try Room.load(id, reader), room.stored.position > 0 else {
      throw Refused(.notNow, "Nothing has happened in that room yet: there is nothing to export.")
    }
    var bytes = hasBegun ? [] : RoomFile.magic
    hasBegun = true
    if let piece = try piece(of: room, reader) {
      let encoded = try Coding.encode(piece)
      sum = RoomFile.sum(after: sum, encoded)
      return bytes + RoomFile.lengthBytes(encoded.count) + encoded + sum.bytes
    }
    hasEnded = true
    bytes += RoomFile.lengthBytes(0) + RoomFile.sum(after: sum, []).bytes
    return bytes
  }

  private mutating func piece(of room: Room, _ reader: Reader) throws -> Schema.Bundle? {
    var bundle = room.bundle
    if !hasRoster, let roster = room.stored.roster {
      hasRoster = true
      bundle.roster = try RosterSync.everything(in: roster, frame: Limits.batchPaired)
        .map { Data(try Coding.encode($0)) }
      return bundle
    }
    if forks == nil {
      var builder = BatchBuilder(position: position, peerNext: nexts, limit: Limits.batchPaired)
      try reader.entries(in: id, of: Array(room.logs.values), from: nexts) { place, entry in
        builder.add(entry, at: place)
      }
      position = builder.position
      nexts.merge(builder.nexts) { max($0, $1) }
      bundle.slices = builder.slices
      if !bundle.slices.isEmpty { return bundle }
      // Behind the entries, so that what came before the fork is taken as well.
      forks = room.forkedLogs.compactMap(\.forkProof)
    }
    if forks?.isEmpty == false, let proof = forks?.removeFirst() {
      bundle.forks = [proof]
      return bundle
    }
    guard let chunks = try chunks(of: room, reader) else { return nil }
    bundle.blobs = [chunks]
    return bundle
  }

  /// The next chunks of what the room's records point at, as far as it is here.
  private mutating func chunks(of room: Room, _ reader: Reader) throws -> BlobChunks? {
    if blobs == nil {
      blobs = try reader.blobs(of: room.stored.records).filter { $0.state == .whole }
    }
    while let blob = blobs?.first {
      var chunks = BlobChunks()
      chunks.blob = blob.id.data
      chunks.size = blob.size
      chunks.hashes = blob.hashes
      chunks.first = UInt32(chunk)
      chunks.chunks = try reader.chunks(
        of: blob.number, from: chunk, count: Limits.blobChunksPaired)
      chunk += chunks.chunks.count
      if !chunks.chunks.isEmpty { return chunks }
      blobs?.removeFirst()
      chunk = 0
    }
    return nil
  }
}

/// Reads a room's file out of bytes in portions of any size; checks the sums, not what the pieces say.
public struct RoomFileReader {
  private var buffer: [UInt8] = []
  private var offset = 0
  private var sum = Hashing.digest(.pieces)
  private var count = 0
  private var hasMagic = false
  private var hasEnded = false

  /// Starts before the first byte.
  public init() {}

  /// Takes the next bytes and returns the pieces that are whole now, each the bytes of a `Bundle`.
  ///
  /// - Throws: `Refused` for damage, and for a file of another kind.
  public mutating func take(_ bytes: some Sequence<UInt8>) throws -> [Data] {
    buffer += bytes
    var pieces: [Data] = []
    if !hasMagic {
      let start = buffer.prefix(RoomFile.magic.count)
      guard RoomFile.magic.starts(with: start) else { throw Self.foreign(buffer) }
      guard start.count == RoomFile.magic.count else { return [] }
      hasMagic = true
      offset = start.count
    }
    while let piece = try next() { pieces.append(piece) }
    buffer.removeFirst(offset)
    offset = 0
    return pieces
  }

  /// Says that no more bytes follow.
  ///
  /// - Throws: `Refused` when the end of the file has not come.
  public func finish() throws {
    guard hasEnded else { throw RoomFile.damaged(count + 1, "the file ends before its end") }
  }

  private mutating func next() throws -> Data? {
    let available = buffer.count - offset
    guard !hasEnded else {
      guard available == 0 else { throw RoomFile.damaged(count, "something follows its end") }
      return nil
    }
    guard available >= 4 else { return nil }
    let length = buffer[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= RoomFile.longestPiece else {
      throw RoomFile.damaged(count + 1, "it says that it is \(length) bytes long")
    }
    guard available >= 4 + length + 32 else { return nil }
    let piece = Array(buffer[offset + 4..<offset + 4 + length])
    let found = buffer[offset + 4 + length..<offset + 4 + length + 32]
    sum = RoomFile.sum(after: sum, piece)
    guard sum.bytes.elementsEqual(found) else {
      throw RoomFile.damaged(count + 1, "its checksum does not fit")
    }
    offset += 4 + length + 32
    guard length > 0 else {
      hasEnded = true
      return try next()
    }
    count += 1
    return Data(piece)
  }

  private static func foreign(_ bytes: [UInt8]) -> Refused {
    if bytes.starts(with: RoomFile.matchMagic) {
      return Refused(
        .invalid,
        "This is the file of a match, which cannot be imported.", .verifyMatch
      )
    }
    return Refused(
      .invalid, "This is no file of a room that Parlor has written.", .chooseRoomFile)
  }
}

/// Looks through a room's file before anything of it is taken: whether it holds together, and whether its room
/// is one that our account belongs to.
public struct RoomFileCheck {
  private let own: Author
  private var id: RoomID?
  private var direct = false
  private var members: Members?
  private var roster: Roster?
  private var rosterSync = RosterSync()
  private var count = 0

  /// Checks for an account.
  public init(own: Author) { self.own = own }

  /// Looks at the next piece.
  ///
  /// - Throws: `Refused` for a piece that is none, or of another room.
  public mutating func take(_ piece: Data) throws {
    count += 1
    guard let bundle = try? Coding.decode(Schema.Bundle.self, from: piece),
      let room = RoomID(bundle.room)
    else { throw RoomFile.damaged(count, "it cannot be read") }
    guard id == nil || id == room else { throw RoomFile.damaged(count, "it is of another room") }
    id = room
    for part in bundle.roster { try readRoster(part, in: room) }
    let opener = Author(bundle.opener)
    for slice in bundle.slices {
      guard let log = LogKey(slice.log) else { continue }
      if RoomID(direct: own, log.author) == room { direct = true }
      if let opener, RoomID(privateOf: opener, nonce: bundle.nonce) == room {
        readMembership(slice, of: log, in: room)
      }
    }
  }

  private mutating func readRoster(_ part: Data, in room: RoomID) throws {
    var roster = self.roster ?? Roster(room: room)
    guard let part = try? Coding.decode(RosterExchange.self, from: part),
      let reaction = try? rosterSync.receive(part, &roster), !reaction.isFalse
    else { throw RoomFile.damaged(count, "its roster does not hold") }
    self.roster = roster
  }

  /// Reads the members that the file names; signatures are checked when the file is taken.
  private mutating func readMembership(_ slice: Slice, of log: LogKey, in room: RoomID) {
    for (index, entry) in slice.entries.enumerated() {
      guard let payload = try? Coding.decode(Payload.self, from: entry.payload) else { continue }
      for operation in payload.operations.compactMap(\.kind) {
        _ = Members.apply(
          operation, to: &members, of: room, log: log, sequence: slice.first &+ UInt64(index)
        ) { _ in [] }
      }
    }
  }

  /// The room, once all pieces were seen.
  ///
  /// - Throws: `Refused` when our account does not belong to it; `StoreError`.
  public func verdict(_ reader: Reader) throws -> RoomID {
    guard let id else { throw Refused(.invalid, "There is nothing in the file.") }
    let isOurs =
      id == .lobby || id == RoomID(personal: own) || direct
      || members?.isMember(own) == true || roster?.isMember(own) == true
    guard try isOurs || reader.isMember(own, of: id) else {
      throw Refused(
        .notNow,
        "The file holds a room that you do not belong to: whoever owns the room can add you, and export it again."
      )
    }
    return id
  }
}
