import DeckSchema
import Schema

/// The screen on which a library is managed.
struct ManageScreen {
  private let session: ManageSession
  private let style: Style

  init(_ session: ManageSession, style: Style) { (self.session, self.style) = (session, style) }

  /// The Card Box above, the library below; the last line says what the keys do.
  func lines(_ size: ScreenSize) -> [Line] {
    let footer = footer(size)
    // Two titles, a line between, and the keys.
    let room = max(2, size.rows - 3 - footer.count)
    let upper = room - room / 2
    var lines = [title(session.box.hasCount ? session.box : .with { $0.name = "Card Box" }, .box)]
    lines += part(.box, rows: upper)
    lines += [Line(), title(session.library, .library)]
    lines += part(.library, rows: room / 2)
    return KeyLines.screen(lines, above: footer, size)
  }

  private func title(_ view: LibraryView, _ pane: ManageSession.Pane) -> Line {
    var line = Line(" " + view.name.plain, session.pane == pane ? .bold : .normal)
    line.add("  " + CollectionText.cards(view.count, view.sideboard), .faint)
    if pane == .box, session.mode == .searching || !session.search.isEmpty {
      line.add("  /" + session.search.plain)
    }
    if view.draft, let save = view.actions.first(where: { $0.name == "save" }) {
      line.add("  " + save.reason.plain, .faint)
    }
    return line
  }

  private func part(_ pane: ManageSession.Pane, rows: Int) -> [Line] {
    let all = session.rows(pane)
    let place = session.place(pane)
    // The chosen line stays in the middle where there are more than fit.
    let first = max(0, min(place - rows / 2, all.count - rows))
    var lines = all.indices.dropFirst(first).prefix(rows).map { index in
      let isChosen = index == place && session.pane == pane
      let mark = isChosen ? (style.unicode ? "›" : ">") : " "
      return Line("\(mark)\(CollectionText.card(all[index]))", isChosen ? .bold : .normal)
    }
    if all.isEmpty { lines = [Line("      nothing here", .faint)] }
    return lines + [Line](repeating: Line(), count: max(0, rows - lines.count))
  }

  private func footer(_ size: ScreenSize) -> [Line] {
    func keys(_ keys: [String]) -> [Line] {
      KeyLines.lines(keys, columns: size.columns, style)
    }
    func sentence(_ text: String) -> [Line] {
      Line(" " + text).wrapped(to: size.columns, indent: 1)
    }
    switch session.mode {
    case .searching: return keys(["Return keeps it", "Escape shows all", "type to search"])
    case .lands(let fields): return lands(fields).wrapped(to: size.columns, indent: 1)
    case .asking(.cancel):
      return sentence("Take back everything since you began? y does it, any other key goes on.")
    case .asking(.draft):
      return sentence("It has too few cards. Save it as a draft? y does it, any other key goes on.")
    case .browsing: break
    }
    if !session.notice.isEmpty { return sentence(session.notice) }
    return keys([
      "s saves", "q cancels", "Return moves", style.unicode ? "↑↓←→ choose" : "arrows choose",
      "/ searches", "u undoes", "l lands",
    ])
  }

  private func lands(_ fields: LandFields) -> Line {
    var line = Line()
    for (place, (type, text)) in zip(LandFields.types, fields.texts).enumerated() {
      line.add(" \(type) ", .faint)
      line.add(place == fields.place ? "[\(text.plain)]" : text.plain, .bold)
    }
    line.add(fields.reason.isEmpty ? "  Return: Add Lands" : "  \(fields.reason.plain)", .faint)
    return line
  }
}
