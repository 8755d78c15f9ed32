import Schema

/// Screens that only wait: the joiner before the start, and both while the match is paused.
public struct WaitingScreen: Sendable {
  private let view: TableView

  /// Shows one view of a table.
  public init(_ view: TableView) { self.view = view }

  /// The lines between title and footer.
  public func lines() -> [Line] {
    switch view.phase {
    case .playing: return paused()
    case .seated:
      return [
        Line("  \(view.name(.host))'s Game", .bold), Line(),
        Line("  Waiting for \(view.name(.host)) to start ..."),
      ]
    case .offered, .open, .asked, .finished, .closed, .unspecified, .UNRECOGNIZED:
      return [
        Line("  Request Sent", .bold), Line(),
        Line("  Waiting for \(view.name(.host)) to answer ..."), Line(),
        Line("  Compare aloud: \(view.host.words.plain)  \(PairText.trust(of: view.host))", .faint),
      ]
    }
  }

  private func paused() -> [Line] {
    var lines = [Line("  Waiting for players to rejoin", .bold), Line()]
    for seat in [Seat.host, .joiner] {
      let player = view.player(seat)
      var line = Line("    ")
      line.add(
        Columns.fit(view.name(seat), to: 24), .accent(AccentColour(name: player.colour)))
      line.add(player.here ? "here" : player.online ? "away" : "not connected", .faint)
      line.add("   \(player.cards) cards", .faint)
      lines.append(line)
    }
    lines.append(Line())
    lines.append(Line("  \(view.paused.plain)"))
    return lines
  }
}
