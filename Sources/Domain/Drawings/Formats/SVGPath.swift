import FoundationEssentials
import Glibc

/// A part of an outline.
enum SVGSegment: Equatable {
  case line(SVGPoint)
  /// A curve of Bézier, pulled by the first two.
  case curve(SVGPoint, SVGPoint, SVGPoint)

  var end: SVGPoint {
    switch self {
    case .line(let end), .curve(_, _, let end): end
    }
  }
}

/// A line from a point on, without lifting the pen.
struct SVGRun: Equatable {
  var start: SVGPoint
  var segments: [SVGSegment] = []
  var isClosed = false

  /// The same after a transform.
  func transformed(_ matrix: SVGMatrix) -> SVGRun {
    var run = SVGRun(start: matrix(start), isClosed: isClosed)
    run.segments = segments.map { segment in
      switch segment {
      case .line(let end): .line(matrix(end))
      case .curve(let first, let second, let end):
        .curve(matrix(first), matrix(second), matrix(end))
      }
    }
    return run
  }
}

/// The data of a path (SVG 1.1, section 8.3). It is read up to the first thing that is wrong, as that section asks for.
struct SVGPath {
  private(set) var runs: [SVGRun] = []
  /// Something in it is wrong: what comes after that is left out.
  private(set) var isBroken = false

  private var rest: ArraySlice<UInt8>
  private var at = SVGPoint(x: 0, y: 0)
  /// The point that pulled the last curve at its end, and the kind of that curve.
  private var pull: (point: SVGPoint, kind: UInt8)?
  private let most: Int
  private var count = 0

  /// - Parameter most: parts that it may have.
  /// - Throws: `DrawingProblem` where it has more.
  init(_ text: String, most: Int) throws(DrawingProblem) {
    rest = Array(text.utf8)[...]
    self.most = most
    var command: UInt8 = 0
    while true {
      skipBlanks()
      guard let next = rest.first else { return }
      if next | 0x20 >= UInt8(ascii: "a"), next | 0x20 <= UInt8(ascii: "z") {
        command = next
        rest.removeFirst()
      } else if command | 0x20 == UInt8(ascii: "z") || command == 0 {
        break
      }
      guard try take(command) else { break }
      // What follows a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
    isBroken = true
  }

  // MARK: Commands

  /// Carries out a command once.
  ///
  /// - Returns: false where something is wrong.
  private mutating func take(_ letter: UInt8) throws(DrawingProblem) -> Bool {
    let kind = letter | 0x20
    let base = letter == kind ? at : SVGPoint(x: 0, y: 0)
    func place(_ x: Double, _ y: Double) -> SVGPoint { SVGPoint(x: base.x + x, y: base.y + y) }
    guard kind != UInt8(ascii: "z") else { return close() }
    guard !runs.isEmpty || kind == UInt8(ascii: "m") else { return false }
    if kind == UInt8(ascii: "a") { return try arc(base) }
    let counts: [UInt8: Int] = [
      UInt8(ascii: "m"): 2, UInt8(ascii: "l"): 2, UInt8(ascii: "h"): 1, UInt8(ascii: "v"): 1,
      UInt8(ascii: "c"): 6, UInt8(ascii: "s"): 4, UInt8(ascii: "q"): 4, UInt8(ascii: "t"): 2,
    ]
    guard let count = counts[kind], let n = numbers(count) else { return false }
    switch kind {
    case UInt8(ascii: "m"):
      at = place(n[0], n[1])
      runs.append(SVGRun(start: at))
      pull = nil
    case UInt8(ascii: "l"): try add(.line(place(n[0], n[1])))
    case UInt8(ascii: "h"): try add(.line(SVGPoint(x: base.x + n[0], y: at.y)))
    case UInt8(ascii: "v"): try add(.line(SVGPoint(x: at.x, y: base.y + n[0])))
    case UInt8(ascii: "c"): try curve(place(n[0], n[1]), place(n[2], n[3]), place(n[4], n[5]))
    case UInt8(ascii: "s"):
      try curve(reflected(UInt8(ascii: "c")), place(n[0], n[1]), place(n[2], n[3]))
    case UInt8(ascii: "q"): try quadratic(place(n[0], n[1]), place(n[2], n[3]))
    default: try quadratic(reflected(UInt8(ascii: "q")), place(n[0], n[1]))
    }
    return true
  }

  private mutating func close() -> Bool {
    guard let last = runs.indices.last else { return false }
    if at != runs[last].start { runs[last].segments.append(.line(runs[last].start)) }
    runs[last].isClosed = true
    at = runs[last].start
    pull = nil
    return true
  }

  private mutating func add(_ segment: SVGSegment) throws(DrawingProblem) {
    count += 1
    guard count <= most else { throw DrawingProblem.tooManyPointsInFile }
    // What follows a closed part without a move begins where that began.
    if runs[runs.count - 1].isClosed { runs.append(SVGRun(start: at)) }
    runs[runs.count - 1].segments.append(segment)
    at = segment.end
    pull = nil
  }

  private mutating func curve(
    _ first: SVGPoint, _ second: SVGPoint, _ end: SVGPoint
  ) throws(DrawingProblem) {
    try add(.curve(first, second, end))
    pull = (second, UInt8(ascii: "c"))
  }

  private mutating func quadratic(_ by: SVGPoint, _ end: SVGPoint) throws(DrawingProblem) {
    func third(_ point: SVGPoint) -> SVGPoint {
      SVGPoint(x: point.x + 2 / 3 * (by.x - point.x), y: point.y + 2 / 3 * (by.y - point.y))
    }
    try add(.curve(third(at), third(end), end))
    pull = (by, UInt8(ascii: "q"))
  }

  /// The point that pulls a smooth curve at its beginning.
  private func reflected(_ kind: UInt8) -> SVGPoint {
    guard let pull, pull.kind == kind else { return at }
    return SVGPoint(x: 2 * at.x - pull.point.x, y: 2 * at.y - pull.point.y)
  }

  private mutating func arc(_ base: SVGPoint) throws(DrawingProblem) -> Bool {
    guard let radii = numbers(3), let isLarge = flag(), let isSweep = flag(), let end = numbers(2)
    else { return false }
    let to = SVGPoint(x: base.x + end[0], y: base.y + end[1])
    for segment in Self.arc(
      from: at, to: to, radii: (radii[0], radii[1]), turn: radii[2], isLarge: isLarge,
      isSweep: isSweep)
    {
      try add(segment)
    }
    return true
  }

  /// A part of an ellipse as curves (SVG 1.1, appendix F.6).
  static func arc(
    from: SVGPoint, to: SVGPoint, radii: (Double, Double), turn: Double, isLarge: Bool,
    isSweep: Bool
  ) -> [SVGSegment] {
    var (rx, ry) = (abs(radii.0), abs(radii.1))
    guard from != to else { return [] }
    guard rx > 0, ry > 0 else { return [.line(to)] }
    let angle = turn * .pi / 180
    let (cosine, sine) = (cos(angle), sin(angle))
    let (halfX, halfY) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
    let (x, y) = (cosine * halfX + sine * halfY, cosine * halfY - sine * halfX)
    let stretch = x * x / (rx * rx) + y * y / (ry * ry)
    if stretch > 1 { (rx, ry) = (rx * stretch.squareRoot(), ry * stretch.squareRoot()) }
    let product = rx * rx * ry * ry
    let part = rx * rx * y * y + ry * ry * x * x
    var factor = part > 0 ? max(0, (product - part) / part).squareRoot() : 0
    if isLarge == isSweep { factor = -factor }
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let begin = atan2((y - cy) / ry, (x - cx) / rx)
    var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - begin
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite else { return [.line(to)] }
    let center = SVGPoint(
      x: cosine * cx - sine * cy + (from.x + to.x) / 2,
      y: sine * cx + cosine * cy + (from.y + to.y) / 2)
    let parts = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
    let step = sweep / Double(parts)
    let length = 4 / 3 * tan(step / 4)
    func place(_ x: Double, _ y: Double) -> SVGPoint {
      SVGPoint(
        x: center.x + cosine * rx * x - sine * ry * y, y: center.y + sine * rx * x + cosine * ry * y
      )
    }
    return (0..<parts).map { number in
      let (one, two) = (begin + Double(number) * step, begin + Double(number + 1) * step)
      return .curve(
        place(cos(one) - length * sin(one), sin(one) + length * cos(one)),
        place(cos(two) + length * sin(two), sin(two) - length * cos(two)),
        number == parts - 1 ? to : place(cos(two), sin(two)))
    }
  }

  // MARK: Numbers

  private mutating func skipBlanks() {
    while let byte = rest.first, byte == 0x20 || byte == 0x2c || (0x09...0x0d).contains(byte) {
      rest.removeFirst()
    }
  }

  private mutating func numbers(_ count: Int) -> [Double]? {
    var numbers: [Double] = []
    for _ in 0..<count {
      skipBlanks()
      guard startsNumber, let number = Self.next(&rest), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private var startsNumber: Bool {
    var word = rest.prefix(3)
    if let sign = word.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      word = word.dropFirst()
    }
    if word.first == UInt8(ascii: ".") { word = word.dropFirst() }
    return word.first.map { (0x30...0x39).contains($0) } ?? false
  }

  /// One digit, which need not be parted from what follows.
  private mutating func flag() -> Bool? {
    skipBlanks()
    guard let byte = rest.first, byte == 0x30 || byte == 0x31 else { return nil }
    rest.removeFirst()
    return byte == 0x31
  }

  /// The same of a text.
  static func numbers(_ text: String) -> [Double] { numbers(Array(text.utf8)[...]) }

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
}
