import Feature
import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf
import Wire

extension Schema.Operation {
  /// Whether it may change who belongs to a room: it is about no record.
  var concernsMembers: Bool { kind?.concernsMembers ?? true }

  /// Makes a record.
  ///
  /// - Parameter nonce: 16 bytes, from which with the author the record's id follows.
  static func making(
    _ kind: RecordKind, nonce: Data, parent: RecordID? = nil, about: ItemID? = nil,
    writers: Writers? = nil, _ body: some SwiftProtobuf.Message
  ) throws -> Schema.Operation {
    var put = PutRecord()
    put.nonce = nonce
    put.kind = kind.rawValue
    put.parent = parent?.data ?? Data()
    put.about = about?.data ?? Data()
    put.writers = UInt32(writers?.rawValue ?? 0)
    put.body = Data(try Coding.encode(body))
    return .with { $0.put = put }
  }

  /// Changes the fields of a record that have a value in `body`, and takes theirs from those in `cleared`.
  static func changing(
    _ record: RecordID, _ body: some SwiftProtobuf.Message, cleared: [UInt32] = []
  ) throws -> Schema.Operation {
    var put = PutRecord()
    put.record = record.data
    put.body = Data(try Coding.encode(body))
    put.cleared = cleared
    return .with { $0.put = put }
  }
}

extension Schema.Operation.OneOf_Kind {
  /// Whether it is about the room and who belongs to it, and not about records.
  var concernsMembers: Bool {
    switch self {
    case .put, .delete: false
    default: true
    }
  }
}
