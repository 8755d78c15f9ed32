import Schema

/// The host's table before the start: who asks, and who has the other chair.
public struct HostLobbyScreen: Sendable {
  private let view: TableView
  private let status: StatusView

  /// Shows one view of a table to its host.
  public init(_ view: TableView, status: StatusView) {
    self.view = view
    self.status = status
  }

  /// The lines between title and footer.
  public func lines() -> [Line] {
    var lines: [Line] = []
    var who = Line("  You are ")
    who.add(view.host.name.plain, .accent(AccentColour(name: view.host.colour)))
    who.add("  \(view.host.words.plain)", .faint)
    lines.append(who)
    var place = Line("  Table \(ShortID.text(view.id))", .faint)
    if status.port > 0 { place.add(", port \(status.port)", .faint) }
    lines.append(place)
    lines += reach
    if !view.description_p.isEmpty { lines.append(Line("  \(view.description_p.plain)")) }
    if !view.terms.isEmpty {
      lines.append(Line("  \(view.terms.joined(separator: ", ").sentence)"))
    }
    lines.append(Line())
    let added = view.phase == .seated
    if view.asks.isEmpty && !added {
      lines.append(Line("  Waiting for players ..."))
      lines.append(Line("  Somebody has to ask for the other chair with: parlor war join", .faint))
      return lines
    }
    lines.append(Line("  Requesting to Join", .bold))
    if view.asks.isEmpty { lines.append(Line("    nobody", .faint)) }
    for (index, ask) in view.asks.enumerated() {
      var line = Line("  \(index + 1)  ")
      line.add(Columns.fit(ask.name.plain, to: 20), .bold)
      let trust = PairText.trust(paired: ask.paired, nameIsTaken: ask.nameIsTaken)
      line.add("  \(ask.words.plain)  \(trust)", .faint)
      if !ask.online { line.add("  not connected", .faint) }
      lines.append(line)
    }
    lines.append(Line())
    lines.append(Line("  Added to Game", .bold))
    if added {
      var line = Line("     ")
      line.add(view.name(.joiner), .accent(AccentColour(name: view.joiner.colour)))
      line.add("  \(view.joiner.words.plain)  \(PairText.trust(of: view.joiner))", .faint)
      lines.append(line)
      if !view.joiner.online {
        lines.append(
          Line(
            "     \(view.name(.joiner))'s node is not connected: wait for it, or remove the player."
          ))
      }
    } else {
      lines.append(Line("    nobody", .faint))
    }
    return lines
  }

  /// How others find this table: by themselves, or by an address that they are told.
  private var reach: [Line] {
    var lines: [Line] = []
    if !status.discovery {
      let why = status.discoveryProblem.plain.sentence
      lines.append(Line("  Others do not see this table by themselves. \(why)"))
    }
    if let address = status.addresses.first {
      let who = status.discovery ? "If somebody does not see this table, they type" : "They type"
      lines.append(Line("  \(who): parlor peer add \(address.plain)", .faint))
    }
    return lines
  }
}
