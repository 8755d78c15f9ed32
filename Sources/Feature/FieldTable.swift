import Schema

/// The rows of a table as text (RFC 4180): a separator between fields, and quotation marks around those with one in them.
///
/// It is the one reader and writer of such tables, whatever they hold. Lines that say nothing are no rows.
public struct FieldTable: Sendable {
  /// A row and its place in the file.
  public struct Row: Sendable {
    /// The number of its first line, from 1 on.
    public let line: Int
    /// Its text, with a line feed for each end of line in it.
    public let text: String
    /// Its fields; for a row with a flaw those of its first line, with the quotation marks as they stand there.
    public let fields: [String]
    /// The reason why its fields are not certain.
    public let flaw: Flaw?
  }

  /// Something about the quotation marks of a row that leaves its meaning open.
  public enum Flaw: Sendable {
    /// The row is longer than `mostRowBytes`, or a field is not closed on its line and never behind it as it should be.
    case endless
    /// The marks of a field do not belong together: it is not quoted as a whole, or a single mark is in it.
    case marks
  }

  /// Bytes of a row.
  public static let mostRowBytes = 16 << 10

  /// The separators that are looked for; the first one where two make as many fields.
  private static let separators: [Unicode.Scalar] = [",", ";", "\t"]

  private let lines: [(number: Int, text: Substring)]
  private var place = 0
  /// The sign between fields, an ASCII one.
  public var separator: Unicode.Scalar = ","
  /// Whether the file itself names the separator, as some programs let it do in its first line.
  public private(set) var isDeclared = false

  /// Finds the separator: the one that the file names, or the one that makes the most fields of the first row, its titles.
  public init(_ text: String) {
    lines = FileLines.of(text)
    let first = (lines.first.map { String($0.text) } ?? "").filter { $0 != "\"" && $0 != " " }
    if first.unicodeScalars.count == 5, first.lowercased().hasPrefix("sep="),
      let sign = first.unicodeScalars.last, sign.isASCII
    {
      (separator, isDeclared, place) = (sign, true, 1)
      return
    }
    func fields(_ separator: Unicode.Scalar) -> Int {
      var table = self
      table.separator = separator
      return table.next().map { $0.flaw == nil ? $0.fields.count : 0 } ?? 0
    }
    separator = Self.separators.max { fields($0) < fields($1) } ?? ","
  }

  /// Reads the next row. Behind one with a flaw its second line is the next one, as what its marks hold may be rows of their own.
  ///
  /// - Returns: nil at the end.
  public mutating func next() -> Row? {
    while place < lines.count, saysNothing(lines[place].text) { place += 1 }
    guard place < lines.count else { return nil }
    let (number, first) = lines[place]
    guard first.utf8.contains(UInt8(ascii: "\"")) else {
      place += 1
      let fields = first.utf8.split(
        separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      return Row(
        line: number, text: String(first), fields: fields.map { String(Substring($0)) },
        flaw: first.utf8.count > Self.mostRowBytes ? .endless : nil)
    }
    return marked(number, first)
  }

  /// Whether a line is empty, or has nothing between its separators, as spreadsheets write empty rows.
  private func saysNothing(_ line: Substring) -> Bool {
    line.allSatisfy { $0.isWhitespace || $0.unicodeScalars.first == separator }
  }

  /// Reads a row with quotation marks.
  private mutating func marked(_ number: Int, _ first: Substring) -> Row {
    var line = FieldReader(UInt8(ascii: separator))
    line.read(first)
    var (reader, bytes, end) = (line, first.utf8.count, place + 1)
    while reader.isOpen, end < lines.count, bytes <= Self.mostRowBytes {
      reader.read("\n")
      reader.read(lines[end].text)
      bytes += 1 + lines[end].text.utf8.count
      end += 1
    }
    let text = lines[place..<end].map(\.text)
    let isEndless =
      reader.isOpen || bytes > Self.mostRowBytes || reader.isStray && text.count > 1
    place = isEndless ? place + 1 : end
    return Row(
      line: number, text: isEndless ? String(first) : text.joined(separator: "\n"),
      fields: isEndless ? line.literal : reader.ended,
      flaw: isEndless ? .endless : reader.isStray ? .marks : nil)
  }

  // MARK: Writing

  /// A row, without an end of line.
  public static func row(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",")
  }

  /// A field, in quotation marks where any reader of tables may need them.
  private static func quoted(_ field: String) -> String {
    let scalars = field.unicodeScalars
    let isPlain =
      !scalars.contains { ",;\"\n\r\t".unicodeScalars.contains($0) }
      && scalars.first?.properties.isWhitespace != true
      && scalars.last?.properties.isWhitespace != true
    guard !isPlain else { return field }
    // A mark may be one character with an accent behind it.
    let doubled = scalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
  }

  /// The signs at the beginning of a text that a spreadsheet takes for a formula, and would compute.
  private static let formulas: [Unicode.Scalar] = ["=", "+", "-", "@", "\t"]

  /// Whether a text is such a formula behind its apostrophes.
  private static func isFormula(_ text: String) -> Bool {
    text.unicodeScalars.first { $0 != "'" }.map(formulas.contains) == true
  }

  /// A text of somebody else as no spreadsheet computes it: with an apostrophe before it where it looks like a formula.
  public static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

  /// The text that `guarded` was given.
  public static func unguarded(_ text: String) -> String {
    guard text.unicodeScalars.first == "'", isFormula(text) else { return text }
    return String(text.unicodeScalars.dropFirst())
  }
}

/// The fields of one row, read byte by byte.
private struct FieldReader {
  private enum State {
    /// Before a field that may begin with a quotation mark.
    case before
    /// In a field without quotation marks around it.
    case plain
    /// In a field with quotation marks around it.
    case quoted
    /// Behind a quotation mark in such a field, which ends it unless another one follows.
    case mark
    /// Behind such a field.
    case closed
  }

  private static let mark = UInt8(ascii: "\"")
  private static let blanks: [UInt8] = [0x20, 0x09]

  private let separator: UInt8
  private var fields: [String] = []
  private var state = State.before
  /// The field as it stands in the file.
  private var raw: [UInt8] = []
  /// The field within its quotation marks.
  private var value: [UInt8] = []
  /// Quotation marks of a plain field.
  private var marks = 0
  /// Whether the quotation marks of an ended field do not belong together.
  private var hadStray = false

  init(_ separator: UInt8) { self.separator = separator }

  /// Whether the field goes on behind the end of the line.
  var isOpen: Bool { state == .quoted }

  /// Whether the quotation marks of a field do not belong together.
  var isStray: Bool { hadStray || marks % 2 == 1 }

  /// The fields with the last one.
  var ended: [String] { fields + [field] }

  /// The fields with the last one as it stands in the file.
  var literal: [String] { fields + [String(decoding: raw, as: UTF8.self)] }

  private var field: String {
    String(decoding: state == .mark || state == .closed ? value : raw, as: UTF8.self)
  }

  mutating func read(_ text: Substring) {
    for byte in text.utf8 { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    if byte == separator, state != .quoted { return end() }
    raw.append(byte)
    let isMark = byte == Self.mark
    switch state {
    case .before where isMark: state = .quoted
    case .before: if !Self.blanks.contains(byte) { state = .plain }
    case .plain: if isMark { marks += 1 }
    case .quoted where isMark: state = .mark
    case .quoted: value.append(byte)
    case .mark where isMark:
      value.append(byte)
      state = .quoted
    case .mark, .closed:
      let isBlank = Self.blanks.contains(byte)
      state = isBlank ? .closed : .plain
      if !isBlank { hadStray = true }
    }
  }

  private mutating func end() {
    hadStray = isStray
    fields.append(field)
    raw.removeAll(keepingCapacity: true)
    value.removeAll(keepingCapacity: true)
    (state, marks) = (.before, 0)
  }
}
