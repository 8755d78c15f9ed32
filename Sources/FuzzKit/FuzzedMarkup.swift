import Decks
import Markup
import Schema

/// XML, as decks and cards have it.
enum FuzzedMarkup {
  /// One thing found in a document, without the borders of the parts in which text comes.
  private enum Found: Equatable {
    case start(String, [String: String])
    case text(String)
    case end
  }

  /// A document: what is found is whole, and is found again where it is written.
  static func markup(_ bytes: [UInt8]) {
    guard let found = try? found(in: bytes) else { return }
    let written = written(found)
    guard let again = try? Self.found(in: Array(written.utf8)) else {
      fatalError("not read: \(written)")
    }
    FuzzTarget.expect(again == found, "\(found) become \(again)")
  }

  private static func found(in bytes: [UInt8]) throws -> [Found] {
    var found: [Found] = []
    var open: [String] = []
    var last = 1
    try Markup.read(bytes) { event, line in
      FuzzTarget.expect(line >= last && line <= bytes.count + 1, "line \(line) after line \(last)")
      last = line
      switch event {
      case .start(let name, let attributes):
        FuzzTarget.expect(
          !name.isEmpty && (!open.isEmpty || found.isEmpty), "\(name) is a second document")
        open.append(name)
        found.append(.start(name, attributes))
      case .text(let text):
        FuzzTarget.expect(!open.isEmpty, "text outside: \(text)")
        if case .text(let before)? = found.last {
          found[found.count - 1] = .text(before + text)
        } else {
          found.append(.text(text))
        }
      case .end(let name):
        FuzzTarget.expect(open.popLast() == name, "\(name) ends, and does not begin")
        found.append(.end)
      }
    }
    FuzzTarget.expect(open.isEmpty && !found.isEmpty, "\(open) do not end")
    return found
  }

  private static func written(_ found: [Found]) -> String {
    var (text, open): (String, [String]) = ("", [])
    for part in found {
      switch part {
      case .start(let name, let attributes):
        open.append(name)
        text += "<\(name)"
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
          text += " \(name)=\"\(Self.value(value))\""
        }
        text += ">"
      case .text(let part): text += Text.markup(part)
      case .end: text += "</\(open.removeLast())>"
      }
    }
    return text
  }

  /// The value of an attribute, in which ends of lines and tabs would be blanks.
  private static func value(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" ? "&#\(scalar.value);" : Text.markup(String(scalar))
    }.joined()
  }

  /// Documents with all that XML has, and with what is refused.
  static func markupFiles() -> [[UInt8]] {
    let texts = [
      "\u{feff}<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!-- no <b> --><a one=\"1\" two='&lt;&#xe9;&quot;\n'>é &amp; &#228;<x:b xmlns:x=\"urn:x\"/>\r\n<![CDATA[<c> & ]]><?p i?></a>\n",
      "<a>&#13;&#9;&apos;&gt;]]&gt;<b c=''>d</b><b/>\u{10ffff}</a>",
      "<!DOCTYPE a [<!ENTITY l \"ha\"><!ENTITY m \"&l;&l;\">]><a>&m;</a>",
      "<!DOCTYPE a SYSTEM \"a.dtd\"><a/>",
      String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300),
    ]
    return texts.map { Array($0.utf8) } + [Array("<a>".utf8) + [0xed, 0xa0, 0x80], [0xff, 0xfe]]
  }
}
