import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// The writes of one command. A handler fills it in; the core then writes all of it in one turn, or nothing.
public struct Draft {
  /// The time of the command. It decides nothing that others check.
  public let now: Moment
  /// Our account: the author of everything that is made.
  public let me: Author
  /// The records to make and to change, in order.
  public private(set) var writes: [Write] = []
  /// The records to delete after that, each with what belongs to it.
  public private(set) var deletes: [Record] = []
  /// Bytes to keep that the new records point at.
  public private(set) var contents: [Data] = []
  /// Messages for those who look at rooms now; they are shown and not kept.
  public private(set) var ephemerals: [Ephemeral] = []
  /// The uses that the command takes from our person's allowances.
  public private(set) var spent: [Allowance] = []
  /// The source of new ids.
  public private(set) var random: RandomSource
  /// The file of the command, where it was read before the turn.
  public private(set) var file: (any Sendable)?
  private let reference: (Data) -> BlobReference
  private let uploads: (String) -> Data?
  private let handler: (String) -> Handler?
  private var depth = 0
  /// So deep commands may call commands.
  private static let mostDepth = 8

  /// Begins an empty draft.
  ///
  /// - Parameters:
  ///   - uploads: the bytes that were kept for a command, by their id in base32.
  ///   - handler: what performs the method with a path.
  ///   - file: the file of the command, where it was read before.
  ///   - reference: how records point at some bytes.
  public init(
    now: Moment, me: Author, random: RandomSource, uploads: @escaping (String) -> Data?,
    handler: @escaping (String) -> Handler? = { _ in nil }, file: (any Sendable)? = nil,
    reference: @escaping (Data) -> BlobReference
  ) {
    self.now = now
    self.me = me
    self.random = random
    self.handler = handler
    self.file = file
    self.reference = reference
    self.uploads = uploads
  }

  /// Performs a method that writes, of whatever feature, as a part of this command.
  ///
  /// It reads the same snapshot, which does not show what this command has written so far.
  ///
  /// - Returns: what would be its answer; a record is there once the whole command is carried out.
  /// - Throws: `Refused` where no feature performs it, or commands call each other without end; what the method throws.
  @discardableResult
  public mutating func call(_ call: Call, _ home: any Snapshot) throws -> Handler.Answer {
    guard depth < Self.mostDepth, case .command(let perform)? = handler(call.path)?.work else {
      throw Refused(.invalid, "No feature performs \(call.path) here.")
    }
    // The file is that of the command which calls.
    let own = file
    file = call.file
    depth += 1
    defer {
      depth -= 1
      file = own
    }
    return try perform(call.request, home, &self)
  }

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - parent: the record of the same room that it belongs to.
  ///   - about: the item that it is about, in whatever room that is.
  ///   - writers: who may change it; nil for what its kind says first.
  ///   - item: the item of our person that this is, where it was made before; the old record is not deleted by this.
  ///   - nonce: follows from other ids, where the record must be made once only; nil for a random one.
  /// - Returns: the id that it will have. With a derived nonce the record may be there already: then nothing is written.
  /// - Throws: what SwiftProtobuf throws for a text that is not UTF-8.
  @discardableResult
  public mutating func make<Body>(
    _ kind: Kind<Body>, in room: RoomID, parent: RecordID? = nil, about: ItemID? = nil,
    writers: Writers? = nil, as item: ItemID? = nil, named nonce: DerivedNonce? = nil, _ body: Body
  ) throws -> RecordID {
    let making = Write.Making(
      nonce: nonce?.bytes ?? randomBytes(16), kind: kind.erased.number, parent: parent,
      about: about, writers: writers, item: item, isDerived: nonce != nil,
      body: try kind.carried(body).serializedData())
    writes.append(Write(room: room, what: .make(making)))
    return RecordID(by: me, nonce: making.nonce)
  }

  /// Random bytes.
  public mutating func randomBytes(_ count: Int) -> Data {
    Data(random.bytes(count))
  }

  /// Changes what a closure changes in a record's body: only the fields that differ afterwards are written.
  ///
  /// - Parameter unseen: numbers of fields that a program changed without having seen what they are now: both values stay until
  ///   somebody chooses.
  /// - Throws: what the closure throws.
  public mutating func change<Body>(
    _ record: Record, _ kind: Kind<Body>, unseen: [UInt32] = [],
    _ change: (inout Body) throws -> Void
  ) throws {
    let before = kind.carried(record.body)
    var body = kind.decode(record.body)
    try change(&body)
    let after = kind.carried(body, before: before)
    writes.append(
      Write(
        room: record.room,
        what: .change(
          record, from: try before.serializedData(), to: try after.serializedData(),
          unseen: Set(unseen))))
  }

  /// Deletes a record with what belongs to it, and with what our person keeps about it in the personal room.
  public mutating func delete(_ record: Record) { deletes.append(record) }

  /// Keeps bytes of our person, at least one.
  ///
  /// - Returns: how records point at them.
  public mutating func keep(_ content: Data) -> BlobReference {
    contents.append(content)
    return reference(content)
  }

  /// The bytes that our person has sent for this command.
  ///
  /// - Parameter blob: their id in base32.
  /// - Throws: `Refused` where they are not kept, or no longer.
  public func uploaded(_ blob: String) throws -> Data {
    guard let content = uploads(blob) else {
      throw Refused(
        .notFound,
        "There are no bytes \(blob): send them with PUT /v1/blobs first, at most ten minutes before."
      )
    }
    return content
  }

  /// Shows something to the members of a room who look at it now (`EphemeralView`): nothing of it is kept, and it may not arrive.
  ///
  /// - Parameters:
  ///   - body: at most 1 KiB as bytes; more is not sent.
  ///   - kind: the kind of records that it is about.
  /// - Throws: what SwiftProtobuf throws for a text that is not UTF-8.
  public mutating func show(_ body: some Message, as kind: RecordKind, in room: RoomID) throws {
    var ephemeral = Ephemeral()
    ephemeral.room = room.data
    ephemeral.author = me.data
    ephemeral.kind = kind.rawValue
    ephemeral.body = try body.serializedData()
    ephemerals.append(ephemeral)
  }

  /// Takes one from an allowance; the command is refused when nothing is left of it.
  public mutating func spend(_ allowance: Allowance) { spent.append(allowance) }
}

/// One record to make or to change.
public struct Write: Sendable {
  /// A record to make.
  public struct Making: Sendable {
    /// 16 bytes from which its id follows.
    public let nonce: Data
    /// Its kind.
    public let kind: RecordKind
    /// The record that it belongs to.
    public let parent: RecordID?
    /// The item that it is about.
    public let about: ItemID?
    /// The people who may change it; nil for the first that its kind allows.
    public let writers: Writers?
    /// The item that it is, where it was made before.
    public let item: ItemID?
    /// Whether the nonce follows from other ids: the record is made once.
    public let isDerived: Bool
    /// The message that its fields make.
    public let body: Data
  }

  /// The write itself.
  public enum What: Sendable {
    /// Make a record.
    case make(Making)
    /// Write the fields of a record in which two bodies differ.
    case change(Record, from: Data, to: Data, unseen: Set<UInt32>)
  }

  /// The room.
  public let room: RoomID
  /// The write that is done there.
  public let what: What
}

/// A nonce that follows from other ids, so that the same record is made once, whatever happens between.
public struct DerivedNonce: Sendable {
  let bytes: Data

  /// Derives a nonce.
  ///
  /// - Parameters:
  ///   - purpose: tells it from others that follow from the same ids.
  ///   - ids: of records or items.
  public init(_ purpose: String, _ ids: Bytes16...) {
    let parts = [[UInt8](purpose.utf8), [0]] + ids.map(\.bytes)
    bytes = Hashing.digest(.derived, parts.flatMap(\.self)).data.prefix(16)
  }
}

extension RecordID {
  /// The id of the record that an author makes with a derived nonce.
  public init(by author: Author, named nonce: DerivedNonce) {
    self.init(by: author, nonce: nonce.bytes)
  }
}

/// A limit on how often our own person may do something: so many times at once, and once more after each interval.
public struct Allowance: Sendable {
  /// The name of the count: allowances with one name share it.
  public let name: String
  /// The most uses at once.
  public let burst: Int
  /// The time after which one use comes back.
  public let everyMilliseconds: Int64
  /// The refusal, a sentence for people, once no use is left.
  public let refusal: String

  /// Describes an allowance.
  public init(name: String, burst: Int, everyMilliseconds: Int64, refusal: String) {
    self.name = name
    self.burst = burst
    self.everyMilliseconds = everyMilliseconds
    self.refusal = refusal
  }
}
