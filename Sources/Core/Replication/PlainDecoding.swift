import FoundationEssentials
import Schema
import Wire

/// Decodes an entry of the common form without the general decoder. Its header cites nothing, and its payload puts records.
///
/// All other bytes, unknown fields as well, are left to the general decoder: the values are the same.
public enum PlainDecoding {
  /// The header of an entry.
  ///
  /// - Throws: `WireError.malformed` for bytes that are no header.
  public static func header(_ bytes: Data) throws -> EntryHeader {
    if let header = try? bytes.withUnsafeBytes(plainHeader) { return header }
    return try Coding.decode(EntryHeader.self, from: bytes)
  }

  /// The operations of a payload; what they put may share its bytes.
  ///
  /// - Throws: `WireError.malformed` for bytes that are no payload.
  public static func operations(_ payload: Data) throws -> [Schema.Operation] {
    let puts = try? payload.withUnsafeBytes { try plainPuts(payload, $0) }
    guard let puts else { return try Coding.decode(Payload.self, from: payload).operations }
    return puts.map { put in
      var operation = Schema.Operation()
      operation.put = put
      return operation
    }
  }

  private static func plainHeader(_ bytes: UnsafeRawBufferPointer) throws -> EntryHeader? {
    var header = EntryHeader()
    var reader = FieldReader(bytes)
    var last: UInt32 = 0
    while let field = try reader.next() {
      guard field.number > last, field.isShort else { return nil }
      last = field.number
      switch (field.number, field.type) {
      case (2, 0): header.wallMilliseconds = field.value
      case (3, 0): header.payloadSize = field.value
      default: return nil
      }
    }
    return header
  }

  private static func plainPuts(
    _ payload: Data, _ bytes: UnsafeRawBufferPointer
  ) throws -> [PutRecord]? {
    var puts: [PutRecord] = []
    var operations = FieldReader(bytes)
    while let operation = try operations.next() {
      guard operation.number == 1, operation.type == 2, operation.isShort else { return nil }
      var kinds = FieldReader(bytes, in: operation.content)
      guard let kind = try kinds.next(), kind.number == 1, kind.type == 2, kind.isShort,
        try kinds.next() == nil, let put = try plainPut(payload, bytes, kind.content)
      else { return nil }
      puts.append(put)
    }
    return puts
  }

  private static func plainPut(
    _ payload: Data, _ bytes: UnsafeRawBufferPointer, _ place: Range<Int>
  ) throws -> PutRecord? {
    var put = PutRecord()
    var reader = FieldReader(bytes, in: place)
    var last: UInt32 = 0
    while let field = try reader.next() {
      guard field.number > last, field.isShort else { return nil }
      last = field.number
      let start = payload.startIndex
      let range = start + field.content.lowerBound..<start + field.content.upperBound
      switch (field.number, field.type) {
      case (1, 2): put.nonce = payload[range]
      case (3, 0):
        guard let kind = UInt32(exactly: field.value) else { return nil }
        put.kind = kind
      case (4, 2): put.parent = payload[range]
      case (5, 2): put.body = payload[range]
      default: return nil
      }
    }
    return put
  }
}
