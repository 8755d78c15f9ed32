import TestKit

extension SeededGenerator {
  /// Text out of every corner of Unicode, rich in what is dangerous.
  mutating func text() -> String {
    let dangerous: [UInt32] = [
      0x1b, 0x9b, 0x07, 0x08, 0x0a, 0x0d, 0x7f, 0x85, 0x200b, 0x200e, 0x202e, 0x2066, 0x2028,
      0x0301, 0x0489, 0xfeff, 0xe0041, 0xfffe, 0xe000, 0x20, 0x5b, 0x6d, 0x41,
    ]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &self) {
      let value =
        Bool.random(using: &self)
        ? dangerous.randomElement(using: &self) ?? 0x41
        : UInt32.random(in: 0...0x10ffff, using: &self)
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}
