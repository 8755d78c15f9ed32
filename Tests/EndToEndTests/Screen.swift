/// The screen of a terminal after the bytes that were written to it, with the sequences that Parlor uses.
struct Screen {
  /// The rows, from the top, without trailing spaces.
  private(set) var rows: [String] = []
  /// Whether the second screen is open, which leaves the person's own untouched.
  private(set) var isSecond = false
  private(set) var isCursorHidden = false
  /// The text that was written while the person's own screen was shown.
  private(set) var plain = ""
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []

  /// All rows, one a line.
  var text: String { rows.joined(separator: "\n") }

  /// Takes what a program wrote.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while !pending.isEmpty {
      if pending[0] == 0x1b {
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) })
        else {
          return
        }
        let body = String(decoding: pending[2..<end], as: UTF8.self)
        control(body, Character(UnicodeScalar(pending[end])))
        pending.removeSubrange(...end)
      } else {
        let end = pending.firstIndex(of: 0x1b) ?? pending.endIndex
        write(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(..<end)
      }
    }
  }

  private mutating func write(_ text: String) {
    guard isSecond else {
      plain += text
      return
    }
    while rows.count <= row { rows.append("") }
    let line = Array(rows[row])
    let before = line.prefix(column) + Array(repeating: " ", count: max(0, column - line.count))
    let after = line.dropFirst(column + text.count)
    rows[row] = String(before + Array(text) + after)
    column += text.count
  }

  private mutating func control(_ body: String, _ kind: Character) {
    switch (kind, body) {
    case ("H", _):
      let places = body.split(separator: ";").map { (Int($0) ?? 1) - 1 }
      row = places.first ?? 0
      column = places.count > 1 ? places[1] : 0
    case ("K", _): if row < rows.count { rows[row] = String(rows[row].prefix(column)) }
    case ("J", _): rows = []
    case ("h", "?1049"): isSecond = true
    case ("l", "?1049"): isSecond = false
    case ("l", "?25"): isCursorHidden = true
    case ("h", "?25"): isCursorHidden = false
    default: break
    }
  }
}
