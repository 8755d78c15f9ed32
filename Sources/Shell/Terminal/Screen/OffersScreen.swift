import Schema

/// The tables that others offer, to pick one by its number.
public struct OffersScreen: Sendable {
  private let offers: [TableView]
  private let message: String
  private let waiting: [String]
  private let typing: String?

  /// Shows the tables in the order given; the first is number 1.
  ///
  /// - Parameters:
  ///   - waiting: lines for an empty list: what it waits for, what is wrong, what to do.
  ///   - typing: the part of a host's address that is typed; nil where none is.
  public init(
    _ offers: [TableView], message: String, waiting: [String] = [], typing: String? = nil
  ) {
    self.typing = typing
    self.offers = offers
    self.message = message
    self.waiting = waiting
  }

  /// The whole screen.
  public func lines(_ size: ScreenSize, style: Style) -> [Line] {
    var lines = [Line(" Parlor  War", .bold), Line()]
    let keys =
      typing != nil
      ? ["Return connects", "Escape does not"]
      : (offers.isEmpty ? [] : ["number asks to join"]) + ["a types an address", "q quits"]
    var bottom: [ScreenBlock] = []
    if let typing {
      let room = max(1, size.columns - 24)
      bottom.append(.init(.now, Line(" Address (HOST:PORT): \(typing.plain.suffix(room))_")))
    }
    if !message.isEmpty { bottom.append(.init(.soon, Line(" \(message.plain)"))) }
    bottom.append(.init(.now, KeyLines.lines(keys, columns: size.columns, style)))
    let footer = ScreenBlock.lines(
      bottom, ScreenSize(columns: size.columns, rows: max(1, size.rows / 2)))
    if offers.isEmpty {
      // The key for an address stands below; the reason why nobody is found is needed least.
      let blocks = waiting.enumerated().map { index, text in
        ScreenBlock(index == 0 ? .now : .later, Line("  \(text.plain)"))
      }
      let rows = max(1, size.rows - lines.count - footer.count)
      lines += ScreenBlock.lines(blocks, ScreenSize(columns: size.columns, rows: rows))
    } else {
      lines.append(Line("  Tables offered", .bold))
      let room = max(1, size.rows - lines.count - footer.count - (offers.count > 1 ? 1 : 0))
      for (index, table) in offers.prefix(room).enumerated() {
        var line = Line("  \(index + 1)  ")
        line.add(
          Columns.fit(table.name(.host), to: 20), .accent(AccentColour(name: table.host.colour)))
        if table.needsPassword { line.add("  password", .faint) }
        line.add(
          "  \(table.host.words.plain)  \(PairText.trust(of: table.host))", .faint)
        line.add("  \(ShortID.text(table.id))", .faint)
        // What a person agrees to comes first: a description may be as long as the line.
        let notes = (table.conditions + [table.description_p.plain]).filter { !$0.isEmpty }
        if !notes.isEmpty { line.add("  \(notes.joined(separator: ", "))", .faint) }
        lines.append(line)
      }
      if offers.count > room {
        let hint = "`\(offers[0].command) join NAME` asks one of them."
        lines.append(Line("  and \(offers.count - room) more: \(hint)", .faint))
      }
    }
    while lines.count < size.rows - footer.count { lines.append(Line()) }
    return Array((lines + footer).suffix(size.rows))
  }
}
