import Schema

/// Screens that only wait: the joiner before the start, and both while the match is paused.
public struct WaitingScreen: Sendable {
  /// The form of the advice for a person who waits.
  enum Advice: Sendable {
    /// By the keys of a screen.
    case keys
    /// By the words that a person who reads lines can write.
    case words
    /// Not at all: nobody waits.
    case none
  }

  private let view: TableView
  private let advice: Advice

  /// Shows one view of a table.
  init(_ view: TableView, advice: Advice = .keys) {
    self.view = view
    self.advice = advice
  }

  private var whatToDo: String {
    advice == .none ? "" : Self.whatToDo(view, line: advice == .words)
  }

  /// The lines between title and footer; what is needed now is left out last.
  func lines(_ size: ScreenSize) -> [Line] {
    ScreenBlock.lines(blocks, size)
  }

  private var blocks: [ScreenBlock] {
    switch view.phase {
    case .playing: return paused()
    case .seated: return waiting("\(view.name(.host))'s Game", "to start")
    case .offered, .watchable, .open, .asked, .finished, .closed, .unspecified, .UNRECOGNIZED:
      let words = Line(
        "  Compare aloud: \(view.host.words.plain)  \(PairText.trust(of: view.host))", .faint)
      return waiting("Request Sent", "to answer") + [.gap, .init(.soon, words)]
    }
  }

  /// Returns advice for a person whom the other side keeps waiting.
  ///
  /// - Parameter line: whether the person writes lines; a screen shows its keys.
  static func whatToDo(_ view: TableView, line: Bool) -> String {
    let stop = line ? "write leave to stop waiting" : "q stops waiting"
    let isLinked = view.watching ? view.host.online : view.far.online
    let missing = view.watching ? view.name(.host) : view.farName
    switch view.phase {
    case .playing where view.canClaim:
      return line ? "You may claim the match, or \(stop)." : "You may claim the match below."
    case .playing where isLinked:
      return "The match goes on when both are at the table; \(stop), and nothing is lost."
    case .playing:
      return
        "Waiting for \(missing)'s node to connect: is it running and on this network? `parlor doctor` checks this side; \(stop)."
    case .asked where !isLinked:
      return "The question is sent again when it is back; \(stop)."
    case .seated where !isLinked: return "Waiting until it is back; \(stop)."
    case .watchable:
      return "You see each round once it is decided; \(stop)."
    case .seated, .asked, .offered, .open, .finished, .closed, .unspecified, .UNRECOGNIZED:
      return ""
    }
  }

  /// Waiting for the host: for what, what is wrong, what to do.
  private func waiting(_ title: String, _ what: String) -> [ScreenBlock] {
    var blocks = [
      ScreenBlock(.now, Line("  \(title)", .bold)), .gap,
      ScreenBlock(.now, Line("  Waiting for \(view.name(.host)) \(what) ...")),
    ]
    if !view.host.online {
      blocks.append(.init(.now, Line("  \(view.name(.host))'s node is not connected. \(whatToDo)")))
    }
    if !view.conditions.isEmpty {
      blocks.append(.init(.later, Line("  \(view.conditions.joined(separator: ", ").sentence)")))
    }
    return blocks
  }

  private func paused() -> [ScreenBlock] {
    var blocks = [ScreenBlock(.later, Line("  Waiting for players to rejoin", .bold)), .gap]
    for seat in Seat.chairs {
      let player = view.player(seat)
      var line = Line("    ")
      line.add(
        Columns.fit(view.name(seat), to: 16), .accent(AccentColour(name: player.colour)))
      line.add(player.here ? "here" : player.online ? "away" : "not connected", .faint)
      let held = view.face.held(by: player)
      if !held.isEmpty { line.add("   \(held)", .faint) }
      blocks.append(.init(.soon, line))
    }
    blocks += [.gap, .init(.now, Line("  \(view.paused.plain)"))]
    if !whatToDo.isEmpty { blocks.append(.init(.soon, Line("  \(whatToDo)", .faint))) }
    return blocks
  }
}
