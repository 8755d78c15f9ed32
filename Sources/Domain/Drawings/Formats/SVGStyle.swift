import Schema

/// The paint of an element: inherited, and of its own (SVG 1.1, sections 6 and 11).
struct SVGStyle {
  var fill = SVGColour.Paint.colour(0)
  var stroke = SVGColour.Paint.none
  /// In units of the element.
  var width = 1.0
  /// That of `color`.
  var colour: UInt32 = 0
  var isEvenOdd = false
  var isVisible = true
  /// Of what is filled, of what is stroked, and of all of it: 0 for nothing, 1 for all.
  var (fillOpacity, strokeOpacity, opacity) = (1.0, 1.0, 1.0)
  /// It is not there, with all that is in it.
  var isGone = false
  /// Its width is that on the canvas, whatever the transform.
  var hasFixedWidth = false
  /// The ends of its lines and their corners are round.
  var (hasRoundEnds, hasRoundCorners) = (false, false)

  /// The attributes that are properties of CSS as well.
  static let names: Set<String> = [
    "fill", "stroke", "stroke-width", "color", "fill-rule", "visibility", "fill-opacity",
    "stroke-opacity", "opacity", "display", "stroke-dasharray", "filter", "mask", "clip-path",
    "marker-start", "marker-mid", "marker-end", "marker", "vector-effect", "stroke-linecap",
    "stroke-linejoin", "paint-order", "mix-blend-mode",
  ]

  /// The part that is inherited.
  var inherited: SVGStyle {
    var style = self
    (style.isGone, style.hasFixedWidth) = (false, false)
    return style
  }

  /// Takes what an element says, in the order in which later words count more.
  ///
  /// - Parameters:
  ///   - percent: of what lengths in per cent are.
  ///   - lost: takes what a drawing has not, and what comes of it.
  mutating func take(
    _ name: String, _ value: String, percent: Double, lost: (String, String) -> Void
  ) {
    let word = value.lowercased()
    guard word != "inherit" else { return }
    switch name {
    case "fill": fill = paint(value, fill, lost)
    case "stroke": stroke = paint(value, stroke, lost)
    case "stroke-width": if let length = SVGLength.units(value, of: percent) { width = length }
    case "color": if case .colour(let found) = SVGColour.paint(value) { colour = found }
    case "fill-rule": isEvenOdd = word == "evenodd"
    case "visibility": isVisible = word == "visible"
    case "display": isGone = word == "none"
    case "fill-opacity": fillOpacity = Self.share(word) ?? fillOpacity
    case "stroke-opacity": strokeOpacity = Self.share(word) ?? strokeOpacity
    case "opacity": opacity *= Self.share(word) ?? 1
    case "stroke-dasharray": if word != "none" { lost("dashes", "The line is whole.") }
    case "mask": if word != "none" { lost("mask", "What an eraser took away is there again.") }
    case "filter": if word != "none" { lost("filter", "It is drawn without it.") }
    case "clip-path": if word != "none" { lost("clipping", "What it hides is there again.") }
    case "vector-effect": hasFixedWidth = word == "non-scaling-stroke"
    case "stroke-linecap": hasRoundEnds = word == "round"
    case "stroke-linejoin": hasRoundCorners = word == "round"
    case "paint-order":
      let first = word.split(separator: " ").first { $0 == "fill" || $0 == "stroke" }
      if first == "stroke" { lost("order of paint", "The line covers the area.") }
    case "mix-blend-mode": if word != "normal" { lost("blending", "It covers what is below.") }
    case "transform":
      if word != "none" { lost("transform in a style", "The element is where it was before.") }
    case "marker", "marker-start", "marker-mid", "marker-end":
      if word != "none" { lost("marker", "The line has none.") }
    default: break
    }
  }

  private func paint(
    _ value: String, _ before: SVGColour.Paint, _ lost: (String, String) -> Void
  ) -> SVGColour.Paint {
    let paint = SVGColour.paint(value)
    if case .colour = paint, let alpha = SVGColour.alpha(value), alpha < 1 {
      lost("transparency", Self.isOpaque)
    }
    guard paint == .unknown else { return paint }
    lost(
      Text.preview(value, characters: 40),
      "The colour is not known: it has that of its surroundings.")
    return before
  }

  /// The remark on whatever lets light through.
  static let isOpaque = "Here it covers what is below."

  private static func share(_ word: String) -> Double? {
    let number = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
    return number.map { max(0, min(1, $0)) }
  }
}

/// Lengths of SVG (section 7.10): a pixel is a unit.
enum SVGLength {
  private static let units: [(name: String, pixels: Double)] = [
    ("px", 1), ("pt", 4.0 / 3), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
    ("rem", 16), ("em", 16), ("ex", 8),
  ]

  /// - Parameter whole: of what per cents are.
  /// - Returns: nil for what is no length.
  static func units(_ text: String, of whole: Double) -> Double? {
    let word = text.filter { !$0.isWhitespace }.lowercased()
    if word.hasSuffix("%") { return Double(word.dropLast()).map { $0 * whole / 100 } }
    for unit in units where word.hasSuffix(unit.name) {
      if let number = Double(word.dropLast(unit.name.count)) { return number * unit.pixels }
    }
    return Double(word)
  }
}

/// The rules of the `style` elements of an SVG: those for a class, a kind of element, an id, or everything.
struct SVGRules {
  /// The words of a rule.
  private struct Rule {
    /// By how much it counts: that of an id before that of a class, before that of a kind, and then by its place.
    var weight: Int
    var words: [(name: String, value: String)]
  }

  private var rules: [String: [Rule]] = [:]
  /// Rules whose selector is not understood.
  private(set) var unknown = 0
  /// Rules of a file.
  private static let most = 100_000
  private var count = 0

  init(_ text: String) {
    var rest = Self.withoutComments(text)[...]
    while let open = rest.firstIndex(of: "{") {
      let selectors = rest[..<open].split(separator: ";").last ?? ""
      rest = rest[rest.index(after: open)...]
      guard !selectors.contains("@") else {
        // What is within another one, as in @media, is for other screens.
        skip(&rest)
        continue
      }
      let end = rest.firstIndex(of: "}") ?? rest.endIndex
      add(selectors, Self.words(String(rest[..<end])))
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
    }
  }

  private static func withoutComments(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.utf8.firstRange(of: "/*".utf8) {
      result += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      guard let close = rest.utf8.firstRange(of: "*/".utf8) else { return result }
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private mutating func skip(_ rest: inout Substring) {
    unknown += 1
    var depth = 1
    while depth > 0, let place = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      depth += rest[place] == "{" ? 1 : -1
      rest = rest[rest.index(after: place)...]
    }
    if depth > 0 { rest = "" }
  }

  private mutating func add(_ selectors: Substring, _ words: [(name: String, value: String)]) {
    for selector in selectors.split(separator: ",") {
      let key = selector.filter { !$0.isWhitespace }
      guard !key.isEmpty else { continue }
      let isOne = key.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
      let first = key.first ?? " "
      guard isOne, first.isLetter || "#.*_".contains(first), count < Self.most,
        selector.split(whereSeparator: \.isWhitespace).count == 1
      else {
        unknown += 1
        continue
      }
      count += 1
      let weight = first == "#" ? 3 : first == "." ? 2 : first == "*" ? 0 : 1
      rules[key, default: []].append(Rule(weight: weight * Self.most + count, words: words))
    }
  }

  /// Properties with their values: "fill: red; stroke: none".
  static func words(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: ";").compactMap { part -> (name: String, value: String)? in
      let words = part.split(separator: ":", maxSplits: 1)
      guard words.count == 2 else { return nil }
      let value = words[1].split(separator: "!", maxSplits: 1).first ?? ""
      return (
        String(words[0]).filter { !$0.isWhitespace }.lowercased(),
        value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      )
    }
  }

  /// The words for an element, in the order in which later ones count more.
  func words(of element: SVGDocument.Element) -> [(name: String, value: String)] {
    guard !rules.isEmpty else { return [] }
    var keys = ["*", element.name]
    keys += (element["class"] ?? "").split(whereSeparator: \.isWhitespace).map { "." + $0 }
    if let id = element["id"] { keys.append("#" + id) }
    let found = keys.compactMap { rules[$0] }.flatMap { $0 }
    return found.sorted { $0.weight < $1.weight }.flatMap(\.words)
  }
}
