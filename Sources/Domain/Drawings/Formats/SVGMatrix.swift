import Glibc

/// A place of an SVG, in the units of its paper or of an element.
struct SVGPoint: Equatable {
  var x: Double
  var y: Double
}

/// A transform (SVG 1.1, section 7).
struct SVGMatrix: Equatable {
  var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  static func moved(_ x: Double, _ y: Double) -> Self {
    var matrix = Self()
    (matrix.e, matrix.f) = (x, y)
    return matrix
  }

  static func scaled(_ x: Double, _ y: Double) -> Self {
    var matrix = Self()
    (matrix.a, matrix.d) = (x, y)
    return matrix
  }

  /// Returns the transform that fits a box into a room as `preserveAspectRatio` says (section 7.8).
  static func fitting(
    _ box: (width: Double, height: Double), into room: SVGPoint, _ words: String
  ) -> Self {
    let (x, y) = (room.x / box.width, room.y / box.height)
    let fit = words.hasSuffix("slice") ? max(x, y) : min(x, y)
    if words.hasPrefix("none") { return .scaled(x, y) }
    func share(_ axis: String) -> Double {
      words.contains(axis + "Min") ? 0 : words.contains(axis + "Max") ? 1 : 0.5
    }
    return .moved((room.x - box.width * fit) * share("x"), (room.y - box.height * fit) * share("Y"))
      * .scaled(fit, fit)
  }

  /// The second transform, and then the first one.
  static func * (left: Self, right: Self) -> Self {
    var result = Self()
    result.a = left.a * right.a + left.c * right.b
    result.b = left.b * right.a + left.d * right.b
    result.c = left.a * right.c + left.c * right.d
    result.d = left.b * right.c + left.d * right.d
    result.e = left.a * right.e + left.c * right.f + left.e
    result.f = left.b * right.e + left.d * right.f + left.f
    return result
  }

  func callAsFunction(_ point: SVGPoint) -> SVGPoint {
    SVGPoint(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
  }

  /// The factor by which a line becomes wider.
  var scale: Double { abs(a * d - b * c).squareRoot() }

  /// Reads the value of `transform`; nil where it is not understood.
  init?(_ text: String) {
    self.init()
    for part in text.split(separator: ")") {
      let words = part.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 1, words[0].allSatisfy({ $0.isWhitespace || $0 == "," }) { continue }
      guard words.count == 2 else { return nil }
      let name = words[0].filter { !$0.isWhitespace && $0 != "," }
      let numbers = SVGPath.numbers(String(words[1]))
      guard let matrix = Self.named(name, numbers) else { return nil }
      self = self * matrix
    }
  }

  init() {}

  private static func named(_ name: String, _ numbers: [Double]) -> Self? {
    switch (name, numbers.count) {
    case ("matrix", 6):
      var matrix = Self()
      (matrix.a, matrix.b, matrix.c) = (numbers[0], numbers[1], numbers[2])
      (matrix.d, matrix.e, matrix.f) = (numbers[3], numbers[4], numbers[5])
      return matrix
    case ("translate", 1...2): return moved(numbers[0], numbers.count > 1 ? numbers[1] : 0)
    case ("scale", 1...2): return scaled(numbers[0], numbers.last ?? 1)
    case ("rotate", 1), ("rotate", 3):
      let angle = numbers[0] * .pi / 180
      var matrix = Self()
      (matrix.a, matrix.b, matrix.c, matrix.d) = (cos(angle), sin(angle), -sin(angle), cos(angle))
      guard numbers.count == 3 else { return matrix }
      return moved(numbers[1], numbers[2]) * matrix * moved(-numbers[1], -numbers[2])
    case ("skewX", 1), ("skewY", 1):
      var matrix = Self()
      let slope = tan(numbers[0] * .pi / 180)
      if name == "skewX" { matrix.c = slope } else { matrix.b = slope }
      return matrix
    default: return nil
    }
  }
}
