import Feature
import Foundation
import Schema

#if canImport(FoundationXML)
  import FoundationXML
#endif

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
    let isDeclared = ["<!DOCTYPE", "<!ENTITY"].contains {
      text.range(of: $0, options: .caseInsensitive) != nil
    }
    guard !isDeclared else {
      throw Refused(
        .invalid, "The file declares a document type, which no deck file does: it is not read.")
    }
    let parser = XMLParser(data: Data(text.utf8))
    let reader = MarkupReader()
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    guard parser.parse(), reader.problem == nil, reader.isClosed, let root = reader.root else {
      let reason = reader.problem ?? "It is not whole, or not XML."
      throw Refused(
        .invalid, "The file cannot be read at line \(max(1, parser.lineNumber)): \(reason)")
    }
    return root
  }
}

/// Builds elements of what the parser finds.
private final class MarkupReader: NSObject, XMLParserDelegate {
  private(set) var root: MarkupElement?
  private(set) var problem: String?
  private var open: [MarkupElement] = []
  private var count = 0

  /// Every element that began has ended.
  var isClosed: Bool { open.isEmpty }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = MarkupElement(name, attributes, line: parser.lineNumber)
    count += 1
    guard open.count < MarkupElement.mostDepth, count <= MarkupElement.mostElements else {
      problem = "It has more elements within elements, or more in all, than a deck file has."
      parser.abortParsing()
      return
    }
    if let parent = open.last { parent.children.append(element) } else { root = root ?? element }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    _ = open.popLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    open.last?.text += String(decoding: block, as: UTF8.self)
  }
}
