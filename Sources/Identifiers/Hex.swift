extension Sequence<UInt8> {
  /// The bytes in hex, two small digits for each.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(underestimatedCount * 2)
    for byte in self { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Array<UInt8> {
  /// The bytes of a text in hex; nil for anything else.
  public init?(hex text: String) {
    var bytes: [UInt8] = []
    var first: UInt8?
    for character in text {
      guard character.isASCII, let value = character.hexDigitValue else { return nil }
      guard let high = first else {
        first = UInt8(value)
        continue
      }
      bytes.append(high << 4 | UInt8(value))
      first = nil
    }
    guard first == nil else { return nil }
    self = bytes
  }
}
