import FoundationEssentials

/// The data of paths as points, counted over a whole file.
struct SVGPath {
  /// A curve becomes so many straight lines.
  private static let steps = 8

  private var points = 0
  private var runs: [[ForeignLine.Point]] = []
  private var (x, y) = (0.0, 0.0)

  /// Counts points before they are made.
  ///
  /// - Throws: `DrawingProblem` where the file has too many.
  mutating func count(_ more: Int) throws(DrawingProblem) {
    points += more
    guard points <= DrawingRules.mostPointsInAll else {
      throw DrawingProblem.tooManyPointsInFile
    }
  }

  /// The numbers of a text, whatever stands between them.
  static func numbers(_ text: ArraySlice<UInt8>) -> [Double] {
    var numbers: [Double] = []
    var rest = text
    while let number = next(&rest) { numbers.append(number) }
    return numbers
  }

  /// The next number of a text; what is none is skipped.
  private static func next(_ rest: inout ArraySlice<UInt8>) -> Double? {
    func isDigit(_ place: Int) -> Bool {
      place < rest.endIndex && 0x30...0x39 ~= rest[place]
    }
    while let first = rest.first {
      let start = rest.startIndex
      var place = start
      if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { place += 1 }
      let digits = place
      while isDigit(place) { place += 1 }
      let hasWhole = place > digits
      if place < rest.endIndex, rest[place] == UInt8(ascii: "."), hasWhole || isDigit(place + 1) {
        place += 1
        while isDigit(place) { place += 1 }
      }
      guard place > digits else {
        rest = rest[(start + 1)...]
        continue
      }
      if place < rest.endIndex, rest[place] | 0x20 == UInt8(ascii: "e") {
        var power = place + 1
        if power < rest.endIndex, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(rest[power]) {
          power += 1
        }
        if isDigit(power) {
          while isDigit(power) { power += 1 }
          place = power
        }
      }
      var text = String(decoding: rest[start..<place].prefix(60), as: UTF8.self)
      if text.last == "." { text.removeLast() }
      rest = rest[place...]
      return Double(text) ?? .nan
    }
    return nil
  }

  /// The runs of a path; a new one begins where the pen is lifted.
  ///
  /// - Throws: `DrawingProblem` where the file has too many points.
  mutating func runs(_ text: ArraySlice<UInt8>) throws -> [[ForeignLine.Point]] {
    runs = []
    (x, y) = (0, 0)
    var rest = text
    while let start = rest.firstIndex(where: Self.isCommand) {
      let part = rest[(start + 1)...].prefix { !Self.isCommand($0) }
      try take(rest[start], Self.numbers(part))
      rest = rest[part.endIndex...]
    }
    defer { runs = [] }
    return runs
  }

  /// A letter is a command, but for the e within a number.
  private static func isCommand(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= small && small != UInt8(ascii: "e")
  }

  private static let widths: [Character: Int] = [
    "m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "q": 4, "s": 4, "c": 6, "a": 7,
  ]

  private mutating func take(_ letter: UInt8, _ numbers: [Double]) throws {
    let command = Character(Unicode.Scalar(letter | 0x20))
    guard let width = Self.widths[command] else {
      if command == "z", let first = runs.last?.first { try corner(first.x, first.y) }
      return
    }
    let isRelative = letter & 0x20 != 0
    for start in stride(from: 0, through: numbers.count - width, by: width) {
      let (baseX, baseY) = isRelative ? (x, y) : (0, 0)
      let values = numbers[start..<(start + width)]
      func value(_ place: Int) -> Double { values[start + place] }
      switch command {
      case "h": try corner(baseX + value(0), y)
      case "v": try corner(x, baseY + value(0))
      case "l": try corner(baseX + value(0), baseY + value(1))
      case "m":
        if start == 0 { runs.append([]) }
        try put(baseX + value(0), baseY + value(1))
      case "q", "c", "s":
        let pulls = stride(from: 0, to: width, by: 2).map {
          (baseX + value($0), baseY + value($0 + 1))
        }
        try curve([(x, y)] + pulls)
      default: try put(baseX + value(width - 2), baseY + value(width - 1))
      }
    }
  }

  private mutating func put(_ toX: Double, _ toY: Double) throws {
    try count(1)
    (x, y) = (toX, toY)
    if runs.isEmpty { runs.append([]) }
    runs[runs.count - 1].append(.init(x: x, y: y))
  }

  /// A smooth line goes through a point that is there twice.
  private mutating func corner(_ toX: Double, _ toY: Double) throws {
    try put(toX, toY)
    try put(toX, toY)
  }

  /// A curve from the first point to the last one, pulled by those between them.
  private mutating func curve(_ ends: [(Double, Double)]) throws {
    for step in 1...Self.steps {
      let share = Double(step) / Double(Self.steps)
      var points = ends
      for last in stride(from: points.count - 1, to: 0, by: -1) {
        for place in 0..<last {
          points[place].0 += (points[place + 1].0 - points[place].0) * share
          points[place].1 += (points[place + 1].1 - points[place].1) * share
        }
      }
      try put(points[0].0, points[0].1)
    }
  }
}
