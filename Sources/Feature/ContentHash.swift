import FoundationEssentials
import Identifiers

/// The hash by which one record names what another one says (specification section 14).
///
/// A permanent record can be made twice in two logs of its author, and then the first in the total order counts. A hash binds who
/// names it to one of the two, whatever the author writes later.
enum ContentHash {
  static func of(
    room: RoomID, id: RecordID, kind: RecordKind, parent: RecordID?, body: Data
  ) -> Data {
    let number = withUnsafeBytes(of: UInt64(kind.rawValue).bigEndian) { [UInt8]($0) }
    return Hashing.digest(
      .content, room.bytes, id.bytes, number, parent?.bytes ?? [UInt8](repeating: 0, count: 16),
      [UInt8](body)
    ).data
  }
}

extension Record {
  /// Names the present content of the record; of a permanent one, its first content.
  public var contentHash: Data {
    ContentHash.of(room: room, id: id, kind: kind, parent: parent, body: body)
  }
}

extension ProvenRecord {
  /// Names what the record says.
  public var contentHash: Data {
    ContentHash.of(room: room, id: id, kind: kind, parent: parent, body: body)
  }
}
