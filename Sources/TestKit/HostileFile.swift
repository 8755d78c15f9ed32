/// Files that somebody made to cost much, of every format that is imported: the same for the same seed.
///
/// Each has the beginning and the end of its format, and between them so many bytes of one kind of junk.
public struct HostileFile: Sendable {
  /// The kind of thing that is imported.
  public enum Format: String, CaseIterable, Sendable {
    case svg, drawing, excalidraw, drawpile
    case trf, brackets, tournament, entrants
    case text, dec, arena, mtgo, moxfield, xmage, forge, cod, dek, collection
    case calendar, script
  }

  /// The part between the beginning and the end.
  public enum Junk: String, CaseIterable, Sendable {
    /// One line without an end.
    case line
    /// Lines of one letter.
    case lines
    /// Numbers, and what looks like some.
    case numbers
    /// Brackets that open and are never closed.
    case nesting
    /// Quotation marks that belong to nothing.
    case quotes
    /// Blanks.
    case spaces
    /// Names with values, each another one.
    case attributes
    /// Letters that marks make one character of.
    case marks
    /// Parts of the format, again and again.
    case parts
    /// The same, each with another name.
    case names
    /// Parts of the format, cut anywhere.
    case cuts
  }

  /// The format.
  public let format: Format
  /// The junk.
  public let junk: Junk
  /// Bytes of junk.
  public let size: Int
  /// The seed.
  public let seed: UInt64

  /// Describes a file.
  public init(_ format: Format, _ junk: Junk, size: Int, seed: UInt64 = 1) {
    (self.format, self.junk, self.size, self.seed) = (format, junk, size, seed)
  }

  /// The file.
  public var text: String {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 2_000)
    var number = 0
    while bytes.count < size {
      bytes += unit(number, &random).utf8
      number += 1
    }
    let (head, tail) = frame
    return head + String(decoding: bytes, as: UTF8.self) + tail
  }

  /// One piece of junk.
  private func unit(_ number: Int, _ random: inout SeededGenerator) -> String {
    let value = Int.random(in: 0...9_999, using: &random)
    switch junk {
    case .line: return "x"
    case .lines: return ["x\n", "1\n", "\"\n", "-\r\n"][value % 4]
    case .numbers:
      return ["\(value) ", "-\(value).5e3,", ".\(value)-", "1e999 ", "\(value)\n"][value % 5]
    case .nesting: return opening
    case .quotes: return ["\"", "'", "\"a", "\\\"", "\"\n", "\",\""][value % 6]
    case .spaces: return ["  ", " \t", " \n", "   "][value % 4]
    case .attributes: return " a\(number)=\"\(value)\""
    case .marks: return value % 50 == 0 ? "e" : "\u{301}"
    case .parts: return part(7)
    case .names: return part(number)
    case .cuts: return String(part(value).prefix(value % 40 + 1))
    }
  }

  private var opening: String {
    switch format {
    case .svg, .cod, .dek: "<g>"
    case .drawing, .excalidraw, .brackets, .tournament: ["[", "{\"a\":"][Int(seed % 2)]
    case .drawpile: "1 classicdabs layer=1 x=1 y=1 {\n"
    case .calendar: "BEGIN:VEVENT\n"
    case .script: "- - "
    default: "(["
    }
  }

  /// A part of the format, with a number as its name.
  private func part(_ number: Int) -> String {
    switch format {
    case .svg:
      "<path d=\"M\(number % 900) 1L2 3Q4 5 6 7\" stroke=\"red\" style=\"a:b;c:d\"/><title>a</title>"
    case .drawing: "{\"points\":[[1,2,3,0.5],[3,4,5,0.5]],\"start\":\(number)},"
    case .excalidraw:
      "{\"type\":\"t\(number)\",\"points\":[[0,0],[1,2]]},{\"type\":\"freedraw\",\"points\":[[0,0],[1,2]]},"
    case .drawpile:
      "\(number % 99) classicdabs x=1 y=1 color=#00ff0014 mode=1 {\n\t0 0 9 9 9\n}\n\(number % 99) penup\n\(number % 7) undo\n0 m\(number) a=b\n"
    case .trf: "001 \(number % 9_999)    m    Name \(number)\n\(number % 999) something\n"
    case .brackets, .tournament:
      "{\"id\":\(number),\"name\":\"n\(number)\",\"x\(number)\":[1,[2]]},"
    case .entrants: "Name \(number), 1500, Club\n"
    case .collection: "\(number % 4),\"Card \(number)\",Set,\"a\"\"b\",,English,foil\n"
    case .cod, .dek: "<card number=\"1\" name=\"Card \(number)\" a\(number)=\"b\"/>"
    case .calendar:
      "BEGIN:VEVENT\nUID:\(number)\nDTSTART:20300101T100000Z\nSUMMARY:\(number)\nX-\(number):1\nEND:VEVENT\n"
    case .script: "  - key\(number): {who: host, \(number): x}\n"
    case .forge: "\(number % 4) Card \(number)|M10|[1]\n[s\(number)]\n"
    case .xmage: "\(number % 4) [M10:\(number)] Card \(number)\nLAYOUT MAIN:(1,1)\n"
    case .text, .dec, .arena, .mtgo, .moxfield:
      "\(number % 4) Card \(number) (M10) 1 *F* #tag\n// note\nSB: 1 Card\n\n"
    }
  }

  /// The beginning and the end.
  private var frame: (String, String) {
    let isTag = junk == .attributes
    switch format {
    case .svg:
      return (
        "<svg viewBox=\"0 0 9 9\"><path d=\"M1 1L2 2\" stroke=\"red\"\(isTag ? "" : "/>")",
        "\(isTag ? "/>" : "")</svg>"
      )
    case .drawing:
      return (
        "{\"type\":\"parlor-drawing\",\"version\":1,\"width\":1000,\"height\":1000,\"strokes\":[",
        "{\"points\":[[1,2]]}]}"
      )
    case .excalidraw:
      return (
        "{\"type\":\"excalidraw\",\"elements\":[",
        "{\"type\":\"freedraw\",\"points\":[[0,0],[1,1]]}]}"
      )
    case .drawpile: return ("!version=dp:4.21.2\n1 resize bottom=400 right=400\n", "\n1 penup\n")
    case .trf: return ("012 Cup\n001    1 m    Ada\n", "\n001    2 m    Bob\n")
    case .brackets:
      return (
        "{\"stage\":[{\"id\":1,\"type\":\"round_robin\"}],\"participant\":[",
        "{\"id\":0,\"name\":\"Ada\"}]}"
      )
    case .tournament:
      return ("{\"parlor\":1,\"name\":\"Cup\",\"entrants\":[", "{\"name\":\"Ada\"}]}")
    case .entrants: return ("Ada\n", "\nBob\n")
    case .text, .mtgo: return ("4 Spilled Ember\n", "\n1 Cellar Rat\n")
    case .dec: return ("// NAME : A\n4 [M10] Spilled Ember\n", "\nSB: 1 Cellar Rat\n")
    case .arena: return ("Deck\n4 Spilled Ember (M10) 1\n", "\nSideboard\n1 Cellar Rat\n")
    case .moxfield: return ("4 Spilled Ember (M10) 1 *F* #a\n", "\nSIDEBOARD:\n1 Cellar Rat\n")
    case .xmage: return ("NAME:A\n4 [M10:1] Spilled Ember\n", "\nSB: 1 [M10:2] Cellar Rat\n")
    case .forge:
      return ("[metadata]\nName=A\n[Main]\n4 Spilled Ember|M10\n", "\n[Sideboard]\n1 Cellar Rat\n")
    case .cod:
      return (
        "<cockatrice_deck version=\"1\"><zone name=\"main\"><card number=\"1\" name=\"A\"\(isTag ? "" : "/>")",
        "\(isTag ? "/>" : "")</zone></cockatrice_deck>"
      )
    case .dek:
      return (
        "<Deck><Cards Quantity=\"1\" Name=\"A\"\(isTag ? "" : "/>")", "\(isTag ? "/>" : "")</Deck>"
      )
    case .collection:
      return (
        "Count,Name,Edition,Tags,Condition,Language,Foil\n1,Spilled Ember,,,,,\n",
        "\n1,Cellar Rat,,,,,\n"
      )
    case .calendar:
      return (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20300101T100000Z\nSUMMARY:",
        "\nEND:VEVENT\nEND:VCALENDAR\n"
      )
    case .script: return ("title: a\nsteps:\n", "\n  - open\n")
    }
  }
}
