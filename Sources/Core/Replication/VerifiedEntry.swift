import FoundationEssentials
import Identifiers
import Schema
import Wire

/// An entry whose hash chain and signature hold; what the store keeps.
public struct VerifiedEntry: Equatable, Sendable {
  /// The log and number of the entry.
  public var place: LogPlace
  /// The entry hash.
  public var hash: EntryHash
  /// 1 + the highest order among the predecessor and the dependencies.
  public var order: UInt64
  /// The header as received.
  public var header: Data
  /// The payload as received; nil when it was erased.
  public var payload: Data?
  /// SHA-256 of the payload.
  public var payloadHash: Bytes32
  /// The entries of other logs that the author had seen.
  public var dependencies: [Citation]
  /// The time on the author's clock, in milliseconds since 1970; a label for people.
  public var wallMilliseconds: UInt64
  /// The author's word over this entry's hash, where the author signed just here.
  public var signature: Data?

  /// Puts an entry together from parts that were verified.
  public init(
    place: LogPlace, hash: EntryHash, order: UInt64, header: Data, payload: Data?,
    payloadHash: Bytes32, dependencies: [Citation], wallMilliseconds: UInt64, signature: Data?
  ) {
    self.place = place
    self.hash = hash
    self.order = order
    self.header = header
    self.payload = payload
    self.payloadHash = payloadHash
    self.dependencies = dependencies
    self.wallMilliseconds = wallMilliseconds
    self.signature = signature
  }

  /// The name of the term in which its author says that it owned the room; empty where it says nothing.
  public var term: Data { (try? PlainDecoding.header(header).term) ?? Data() }

  /// The entry as it travels.
  public var message: Entry {
    var message = Entry()
    message.header = header
    if let payload { message.payload = payload } else { message.payloadHash = payloadHash.data }
    return message
  }

  /// Bytes that the entry takes in a batch, roughly.
  public var cost: Int { header.count + (payload?.count ?? 32) + 16 }
}
