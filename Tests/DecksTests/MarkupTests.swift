import Markup
import Schema
import Testing

@testable import Decks

/// Reading XML: what is found in it, and what is refused.
@Suite struct MarkupTests {
  /// Returns the contents of a document, a line each, with parts of text put together.
  private func read(_ text: String) throws -> [String] {
    try read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) throws -> [String] {
    var found: [String] = []
    var isText = false
    try Markup.read(bytes) { event, line in
      switch event {
      case .start(let name, let attributes):
        let all = attributes.sorted { $0.key < $1.key }.map { " \($0)=\($1)" }.joined()
        found.append("\(line) <\(name)\(all)")
      case .text(let text):
        if isText { found[found.count - 1] += text } else { found.append(text) }
      case .end(let name): found.append(">\(name)")
      }
      if case .text = event { isText = true } else { isText = false }
    }
    return found
  }

  private func problem(_ bytes: [UInt8]) throws -> Markup.Problem {
    try #require(throws: Markup.Problem.self) { _ = try read(bytes) }
  }

  @Test("elements, attributes, text, character references, CDATA, comments and namespaces")
  func events() throws {
    let text = """
      \u{feff}<?xml version="1.0" encoding="ISO-8859-1"?>
      <!-- no <b> --><a one="1" two='&lt;&#xe9;&quot;'>é &amp; &#228;<x:b xmlns:x="urn:x"/>
      <![CDATA[<c> & ]]></a>
      """
    #expect(
      try read(text) == [
        "2 <a one=1 two=<é\"", "é & ä", "2 <x:b xmlns:x=urn:x", ">x:b", "\n<c> & ", ">a",
      ])
  }

  @Test("D-41: a document that is larger than what is read at once is read as a whole")
  func large() throws {
    let part = "<card name=\"Émigré\">some text</card>\n"
    let text = "<all>" + String(repeating: part, count: 80_000) + "</all>"
    var (elements, bytes) = (0, 0)
    try Markup.read(text.utf8) { event, _ in
      switch event {
      case .start: elements += 1
      case .text(let text): bytes += text.utf8.count
      case .end: break
      }
    }
    #expect(elements == 80_001 && bytes == 80_000 * 10)
  }

  @Test("what is no XML, or not whole, is refused with its line")
  func refused() throws {
    let wrong: [(String, Int)] = [
      ("", 1), ("<a>", 1), ("<a>\n<b></a>", 2), ("<a/>\n<b/>", 2), ("<a>&unknown;</a>", 1),
      ("<a>\n\n&#0;</a>", 3), ("<a b='1' b='2'/>", 1), ("x", 1), (" <?xml version='1.0'?><a/>", 1),
      ("<a>\u{1}</a>", 1), ("<a>\n<b", 2),
    ]
    for (text, line) in wrong {
      let problem = try problem(Array(text.utf8))
      #expect(problem.line == line && !problem.isDocumentType, "\(text) \(problem)")
    }
    for bytes: [UInt8] in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80]] {
      #expect(try problem(Array("<a>".utf8) + bytes + Array("</a>".utf8)).line == 1, "\(bytes)")
    }
  }

  @Test("D-48: a document type is refused where it begins, so no entity grows and none is loaded")
  func documentTypes() throws {
    let laughs = (1...20).map {
      "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">"
    }
    let billion = "<!DOCTYPE a [<!ENTITY l0 \"ha\">\(laughs.joined())]>\n<a>&l20;</a>"
    let file = "\n<!DOCTYPE a [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><a>&f;</a>"
    for text in [billion, file, "<!DOCTYPE a SYSTEM \"a.dtd\"><a/>", "<!DOCTYPE a><a/>"] {
      #expect(try problem(Array(text.utf8)).isDocumentType)
      #expect(refusal { _ = try MarkupElement.read(text) }.contains("document type"))
    }
  }

  @Test("D-48: elements may nest without end; the reader of a format stops them")
  func deep() throws {
    let depth = 200_000
    let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    #expect(try read(text).count == 2 * depth)
    #expect(refusal { _ = try MarkupElement.read(text) }.contains("line 1: It has more elements"))
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      try Markup.read(text.utf8) { _, _ in
        count += 1
        if count == 100 { throw Enough() }
      }
    }
    #expect(count == 100)
  }

  @Test("D-48: half a document, and one with wrong bytes, is read or refused")
  func halves() throws {
    let whole = Array(
      "<?xml version='1.0'?><a b='&amp;é'><!-- c --><d>x<![CDATA[y]]></d><e/>&#233;</a>".utf8)
    for length in 0..<whole.count {
      _ = try problem(Array(whole.prefix(length)))
      for byte: UInt8 in [0, 0x3c, 0x3e, 0x26, 0xff, 0x80] {
        var changed = whole
        changed[length] = byte
        do { _ = try read(changed) } catch is Markup.Problem {}
      }
    }
  }
}
