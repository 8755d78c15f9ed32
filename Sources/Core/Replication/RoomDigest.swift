import Identifiers
import Schema
import Wire

/// The digest of a room's heads (specification section 6).
public enum RoomDigest {
  /// SHA-256 over the room and its logs in order; two nodes with the same entries have the same.
  ///
  /// A forked log counts by where it forked and by what is before that, because nodes may hold different branches of it; but
  /// whoever lacks something before the fork names what it has, so that the rest still comes.
  public static func digest(room: RoomID, logs: some Sequence<LogState>) -> Bytes32 {
    var bytes: [UInt8] = room.bytes
    for log in logs.sorted(by: { $0.key < $1.key }) where log.next > 1 || log.hasAllThatCounts {
      bytes += log.key.author.bytes + log.key.incarnation.bigEndianBytes
      if let forkedFrom = log.forkedFrom, log.hasAllThatCounts {
        bytes += [1] + forkedFrom.bigEndianBytes + (log.hashBelowFork ?? .zero).bytes
      } else {
        bytes += [0] + (log.next - 1).bigEndianBytes + log.hash.bytes
      }
    }
    return Hashing.digest(.digest, bytes)
  }

  /// SHA-256 over the digest of a room's heads and the state of its roster (specification section 26).
  public static func digest(of heads: Bytes32, roster: Bytes32) -> Bytes32 {
    Hashing.digest(.rosterRoom, heads.bytes, roster.bytes)
  }
}
