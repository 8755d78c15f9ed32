import FoundationEssentials

/// The places of the newest writes to the changed fields of a record. They are kept in the record's row.
///
/// A field that is not named was last written by the record's making.
public struct RecordRegisters: Equatable, Sendable {
  /// The place of one write.
  public struct Place: Equatable, Sendable {
    /// The causal order of the write.
    public var order: UInt64
    /// The row of its log.
    public var log: Int64

    /// A place.
    public init(order: UInt64, log: Int64) {
      self.order = order
      self.log = log
    }
  }

  private var places: [UInt32: Place] = [:]

  /// No field was changed.
  public init() {}

  /// The newest write of a field; nil where only the making wrote it.
  public subscript(field: UInt32) -> Place? {
    get { places[field] }
    set { places[field] = newValue }
  }

  /// The numbers of the fields that were changed, in order.
  public var fields: [UInt32] { places.keys.sorted() }

  /// The newest writes of all fields that were changed, in no order.
  public var newest: some Collection<Place> { places.values }

  // MARK: As it is stored: for each field its number in 4 bytes, the order in 8, the log's row in 8, in order

  private static let size = 20

  /// Reads what `data` made.
  ///
  /// - Throws: `StoreError.damaged` for anything else.
  init(_ data: Data) throws {
    guard data.count.isMultiple(of: Self.size) else { throw StoreError.ofAnotherForm }
    let bytes = [UInt8](data)
    for start in stride(from: 0, to: bytes.count, by: Self.size) {
      let number = { (range: Range<Int>) in
        bytes[(start + range.lowerBound)..<(start + range.upperBound)].reduce(UInt64(0)) {
          $0 << 8 | UInt64($1)
        }
      }
      places[UInt32(number(0..<4))] = Place(
        order: number(4..<12), log: Int64(bitPattern: number(12..<20)))
    }
  }

  /// As it is stored; nil where no field was changed.
  var data: Data? {
    guard !places.isEmpty else { return nil }
    var data = Data(capacity: places.count * Self.size)
    for (field, place) in places.sorted(by: { $0.key < $1.key }) {
      withUnsafeBytes(of: field.bigEndian) { data.append(contentsOf: $0) }
      data.append(contentsOf: place.order.bigEndianBytes)
      data.append(contentsOf: UInt64(bitPattern: place.log).bigEndianBytes)
    }
    return data
  }
}
