import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Makes the next entry of one of our own logs.
public enum EntryWriter {
  /// Chains one entry; its signature follows with those of the whole turn.
  ///
  /// - Parameters:
  ///   - state: where the log stands.
  ///   - dependencies: heads of other logs, seen and not yet cited.
  ///   - dependencyOrder: the highest causal order among them; 0 without any.
  ///   - wallMilliseconds: a label for people.
  ///   - term: the name of our own term, where we own a room with a roster; empty elsewhere.
  /// - Throws: `WireError` when the payload is over its limit.
  public static func write(
    _ payload: Payload, room: RoomID, state: LogState, dependencies: [Citation],
    dependencyOrder: UInt64, wallMilliseconds: UInt64, term: Data = Data()
  ) throws -> VerifiedEntry {
    let payloadBytes = Data(try Coding.encode(payload))
    guard payloadBytes.count <= Limits.payload, payload.operations.count <= Limits.operations else {
      throw WireError.limit("an entry of \(payloadBytes.count) bytes")
    }
    var header = EntryHeader()
    header.dependencies = dependencies
    header.wallMilliseconds = wallMilliseconds
    header.payloadSize = UInt64(payloadBytes.count)
    header.term = term
    let headerBytes = Data(try Coding.encode(header))
    let place = LogPlace(room: room, log: state.key, sequence: state.next)
    let payloadHash = Hashing.payload(payloadBytes)
    let hash = Hashing.entry(
      place, previous: state.hash, payloadHash: payloadHash, header: headerBytes)
    return VerifiedEntry(
      place: place, hash: hash, order: 1 + max(state.order, dependencyOrder), header: headerBytes,
      payload: payloadBytes, payloadHash: payloadHash, dependencies: dependencies,
      wallMilliseconds: wallMilliseconds, signature: nil)
  }
}
