/// Finds what can be decoded already of an encoded list that still comes.
enum WholeFields {
  /// Returns the number of bytes from the beginning that are whole fields with counted bytes, as the parts of a list are.
  static func count(in bytes: [UInt8]) -> Int {
    var (whole, place) = (0, 0)
    func number() -> Int? {
      var value = 0
      for shift in stride(from: 0, to: 35, by: 7) where place < bytes.count {
        let byte = Int(bytes[place])
        place += 1
        value |= (byte & 0x7f) << shift
        if byte < 0x80 { return value }
      }
      return nil
    }
    while let tag = number(), tag & 7 == 2, let count = number(), count <= bytes.count - place {
      place += count
      whole = place
    }
    return whole
  }
}
