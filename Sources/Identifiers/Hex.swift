extension Collection<UInt8> {
  /// The bytes in hex, two small digits for each.
  public var hex: String {
    String(unsafeUninitializedCapacity: 2 * count) { text in
      var end = 0
      for byte in self {
        (text[end], text[end + 1]) = (hexDigit(byte >> 4), hexDigit(byte & 15))
        end += 2
      }
      return end
    }
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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
