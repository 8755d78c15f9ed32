import DeckSchema
import Feature
import Schema

/// A deck as a page for print that a player hands in: the number of each card, by name, in each part of the deck.
struct RegistrationSheet {
  /// One part of the deck.
  private struct Part {
    var title: String
    var cards: [(name: String, count: Int)]

    var count: Int { cards.reduce(0) { $0 + $1.count } }
    /// The title with the number of cards.
    var heading: String { "\(title) (\(count))" }
  }

  let title: String
  private let parts: [Part]
  private let fields: [(name: String, value: String)]
  private let hash: String

  init(_ list: DeckList, _ request: PrintDeck, _ cards: CardDatabase? = nil) {
    func clean(_ text: String) -> String { Text.clean(text, limit: 200) }
    title = clean(list.name)
    hash = DeckHash.text(of: list, cards)
    fields = [
      ("Player", clean(request.player)), ("Event", clean(request.event)),
      ("Date", clean(request.date)), ("Format", clean(list.format)), ("Signature", ""),
    ]
    let titles: [(DeckZone, String)] = [
      (.commander, "Commander"), (.companion, "Companion"), (.main, "Main deck"),
      (.sideboard, "Sideboard"),
    ]
    parts = titles.compactMap { zone, title in
      // Printings do not matter to who reads the sheet.
      var counts: [String: Int] = [:]
      for line in list.lines where line.zone == zone {
        counts[clean(line.name), default: 0] += Int(line.count)
      }
      let cards = counts.map { (name: $0.key, count: $0.value) }.sorted {
        ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name)
      }
      return cards.isEmpty ? nil : Part(title: title, cards: cards)
    }
  }

  // MARK: As HTML

  /// The sheet as a page of its own.
  var html: String {
    let escaped = Text.markup
    let rows = fields.map {
      "<tr><th scope=\"row\">\(escaped($0.name))</th><td>\(escaped($0.value))</td></tr>"
    }
    let sections = parts.map { part in
      let lines = part.cards.map { "<tr><td>\($0.count)</td><td>\(escaped($0.name))</td></tr>" }
      return
        "<section>\n<h2>\(escaped(part.heading))</h2>\n<table>\n\(lines.joined(separator: "\n"))\n</table>\n</section>"
    }
    return
      ([
        "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
        "<title>\(escaped(title))</title>", "<style>\(Self.style)</style>", "</head>", "<body>",
        "<h1>\(escaped(title))</h1>", "<table class=\"fields\">",
      ] + rows + ["</table>", "<div class=\"parts\">"] + sections + [
        "</div>", "<p>Hash \(escaped(hash))</p>", "</body>", "</html>",
      ]).joined(separator: "\n") + "\n"
  }

  private static let style = """
    @page{size:A4;margin:15mm}body{font:13px sans-serif;margin:2em}h1{font-size:1.4em}\
    h2{font-size:1em;margin:.8em 0 .2em;break-after:avoid}table{border-collapse:collapse}\
    td,th{text-align:left;padding:.15em .5em .15em 0;vertical-align:top}\
    .fields{width:100%}.fields td{border-bottom:1px solid #888;width:85%}\
    .parts{columns:2;column-gap:2em}section td:first-child{text-align:right;min-width:2em}\
    tr{break-inside:avoid}@media print{body{margin:0}}
    """

  // MARK: As a picture

  /// A4 in points.
  private static let (width, page) = (595, 842)
  private static let (margin, step, columns) = (45, 14, 2)

  /// The sheet in pages of A4, in two columns.
  var picture: PictureSheet {
    var marks: [PictureSheet.Mark] = [
      .text(
        Text.preview(title, characters: 50), x: Self.margin, base: Self.margin + 20, size: 20,
        bold: true),
      .text(
        "hash \(hash)", x: Self.width - Self.margin, base: Self.margin + 20, size: 10, faint: true,
        right: true),
    ]
    var base = Self.margin + 48
    for field in fields {
      marks.append(.text(field.name, x: Self.margin, base: base, size: 10, faint: true))
      let value = Text.preview(field.value, characters: 60)
      if !value.isEmpty { marks.append(.text(value, x: Self.margin + 70, base: base, size: 11)) }
      marks.append(.path([(Self.margin + 70, base + 3), (Self.width - Self.margin, base + 3)]))
      base += 22
    }
    var place = Place(top: base + 10)
    for part in parts {
      // A heading does not stand alone at the end of a column.
      place.keep(3)
      place.take { marks.append(.text(part.heading, x: $0, base: $1, size: 11, bold: true)) }
      for card in part.cards {
        place.take { x, base in
          marks.append(.text("\(card.count)", x: x + 22, base: base, size: 10, right: true))
          marks.append(
            .text(Text.preview(card.name, characters: 42), x: x + 30, base: base, size: 10))
        }
      }
      place.skip()
    }
    return PictureSheet(
      title: title, width: Self.width, height: place.pages * Self.page, page: Self.page,
      marks: marks)
  }

  /// The place of the next line.
  private struct Place {
    private(set) var pages = 1
    private var (column, top) = (0, 0)
    private var base: Int

    init(top: Int) { (self.top, base) = (top, top) }

    private var bottom: Int { pages * RegistrationSheet.page - RegistrationSheet.margin }

    /// Begins the next column where fewer lines have room.
    mutating func keep(_ lines: Int) {
      guard base + lines * RegistrationSheet.step > bottom else { return }
      column += 1
      if column == RegistrationSheet.columns {
        (column, pages) = (0, pages + 1)
        top = (pages - 1) * RegistrationSheet.page + RegistrationSheet.margin
      }
      base = top
    }

    /// Uses one line: `body` gets where it begins, and the line that words stand on.
    mutating func take(_ body: (Int, Int) -> Void) {
      keep(1)
      base += RegistrationSheet.step
      let width =
        (RegistrationSheet.width - 2 * RegistrationSheet.margin) / RegistrationSheet.columns
      body(RegistrationSheet.margin + column * width, base)
    }

    /// Leaves half a line free.
    mutating func skip() { base += RegistrationSheet.step / 2 }
  }
}
