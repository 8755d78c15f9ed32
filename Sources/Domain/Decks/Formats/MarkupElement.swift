import Feature
import Markup
import Schema

/// An element of an XML file with what is in it.
final class MarkupElement {
  let name: String
  let attributes: [String: String]
  /// Its line in the file, from 1 on.
  let line: Int
  fileprivate(set) var children: [MarkupElement] = []
  fileprivate(set) var text = ""

  fileprivate init(_ name: String, _ attributes: [String: String], line: Int) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  /// The first element in it with a name.
  func first(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

  /// Elements within elements; deck files have four.
  static let mostDepth = 16
  /// Elements of a file.
  static let mostElements = 50_000

  /// Reads a file. What declares a document type is refused before anything is read: that is how a small file becomes a large one.
  ///
  /// - Throws: `Refused` with the line.
  static func read(_ text: String) throws -> MarkupElement {
    let small = text.lowercased()
    guard !small.holds("<!doctype"), !small.holds("<!entity") else { throw documentType }
    var builder = MarkupBuilder()
    do {
      try Markup.read(text.utf8) { event, line in try builder.take(event, line) }
    } catch let problem as Markup.Problem {
      throw problem.isDocumentType
        ? documentType : unreadable(problem.line, "It is not whole, or not XML.")
    }
    guard let root = builder.root else { throw unreadable(1, "It is not whole, or not XML.") }
    return root
  }

  private static let documentType = Refused(
    .invalid, "The file declares a document type, which no deck file does: it is not read.")

  fileprivate static func unreadable(_ line: Int, _ reason: String) -> Refused {
    Refused(.invalid, "The file cannot be read at line \(max(1, line)): \(reason)")
  }
}

/// Builds elements of what is found.
private struct MarkupBuilder {
  private(set) var root: MarkupElement?
  private var open: [MarkupElement] = []
  private var count = 0

  mutating func take(_ event: Markup.Event, _ line: Int) throws {
    switch event {
    case .start(let name, let attributes):
      let element = MarkupElement(name, attributes, line: line)
      count += 1
      guard open.count < MarkupElement.mostDepth, count <= MarkupElement.mostElements else {
        throw MarkupElement.unreadable(
          line, "It has more elements within elements, or more in all, than a deck file has.")
      }
      if let parent = open.last { parent.children.append(element) } else { root = element }
      open.append(element)
    case .text(let text): open.last?.text += text
    case .end: open.removeLast()
    }
  }
}
