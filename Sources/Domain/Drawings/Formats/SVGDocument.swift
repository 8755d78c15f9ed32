import Markup

/// The elements of an SVG as a tree, with the attributes that a drawing can use.
struct SVGDocument {
  /// An element.
  struct Element {
    /// Without the prefix of its namespace.
    var name: String
    /// The line of the file on which it begins, from 1.
    var line = 0
    var attributes: [(name: String, value: String)] = []
    /// Their places among all elements, in the order of the file.
    var children: [Int] = []

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The id to which it refers; empty for none.
    var target: String { String((self["href"] ?? "").drop { $0 != "#" }.dropFirst()) }

    /// The part of its own units that its canvas shows; nil where it says none.
    var box: (x: Double, y: Double, width: Double, height: Double)? {
      let box = SVGPath.numbers(self["viewBox"] ?? "")
      guard box.count == 4, box.allSatisfy(\.isFinite), box[2] > 0, box[3] > 0 else { return nil }
      return (box[0], box[1], box[2], box[3])
    }
  }

  /// Elements of a file.
  private static let mostElements = 200_000
  /// Elements within each other; what lies deeper is left out.
  private static let deepest = 256
  /// Bytes of a title that are looked at; far less is shown of it.
  private static let mostTitle = 4 << 10

  private(set) var elements: [Element] = []
  /// The places of elements that have an id.
  private(set) var places: [String: Int] = [:]
  /// The texts of all `style` elements.
  private(set) var rules = ""
  /// The text of the first `title`; empty for none.
  private(set) var title = ""
  /// Whether something lies too deep.
  private(set) var isTooDeep = false
  private var open: [Int] = []
  private var depth = 0
  private var text: WritableKeyPath<Self, String>?

  /// Returns the child of a `switch` that is drawn: the first whose conditions hold here (section 5.8).
  func chosen(of element: Element) -> Int? {
    element.children.first { place in
      let child = elements[place]
      let languages = (child["systemLanguage"] ?? "en").lowercased().split(separator: ",")
      return !child.name.contains(":") && (child["requiredExtensions"] ?? "").isEmpty
        && languages.contains { $0.drop(while: \.isWhitespace).hasPrefix("en") }
    }
  }

  /// - Throws: `DrawingProblem` if the bytes are not an SVG.
  init(_ bytes: [UInt8]) throws {
    var document = SVGDocument()
    do {
      try Markup.read(bytes, allowsDocumentType: true) { event, line in
        try document.take(event, line)
      }
    } catch let problem as Markup.Problem {
      throw DrawingProblem.file(
        problem.isDocumentType
          ? "its document type declares entities: save it as a plain SVG."
          : "line \(problem.line) is not whole XML: it may have been cut.")
    }
    guard document.elements.first?.name == "svg" else {
      throw DrawingProblem.file("it is XML of something else, not an SVG.")
    }
    self = document
  }

  private init() {}

  private mutating func take(_ event: Markup.Event, _ line: Int) throws(DrawingProblem) {
    switch event {
    case .start(let name, let attributes): try begin(name, line, attributes)
    case .text(let more):
      if let text, text != \.title || title.utf8.count < Self.mostTitle {
        self[keyPath: text] += more
      }
    case .end:
      depth -= 1
      if open.count > depth { open.removeLast() }
      text = nil
    }
  }

  private mutating func begin(
    _ full: String, _ line: Int, _ attributes: [String: String]
  ) throws(DrawingProblem) {
    guard elements.count < Self.mostElements else {
      throw DrawingProblem.file("it has more than 200,000 elements.")
    }
    depth += 1
    let parts = full.split(separator: ":", maxSplits: 1)
    let isForeign = parts.count > 1 && parts[0] != "svg"
    var element = Element(name: isForeign ? full : String(parts.last ?? ""), line: line)
    for (name, value) in attributes where Self.kept.contains(name) {
      element.attributes.append((name == "xlink:href" ? "href" : name, value))
    }
    elements.append(element)
    let place = elements.count - 1
    guard depth <= Self.deepest else {
      isTooDeep = true
      return
    }
    if let parent = open.last { elements[parent].children.append(place) }
    open.append(place)
    if let id = element["id"], places[id] == nil { places[id] = place }
    switch element.name {
    case "style": text = \.rules
    case "title" where title.isEmpty && depth == 2: text = \.title
    default: text = nil
    }
  }

  /// The attributes that are looked at.
  private static let kept = SVGStyle.names.union([
    "id", "class", "style", "transform", "href", "xlink:href", "viewBox", "width", "height", "x",
    "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d", "points", "to", "attributeName",
    "stop-color", "preserveAspectRatio", "overflow", "systemLanguage", "requiredExtensions",
  ])
}
