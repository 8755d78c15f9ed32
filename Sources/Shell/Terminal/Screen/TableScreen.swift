import Schema

/// The whole screen of a table: title, what its phase calls for, and a footer with messages and keys.
public struct TableScreen: Sendable {
  /// The footer, beside the table itself.
  public struct Footer: Equatable, Sendable {
    /// The last error or event; one line.
    public var message = ""
    /// The last messages at the table, oldest first.
    public var said: [String] = []
    /// The question that is open, instead of the keys.
    public var question = ""
    /// The reason why the daemon cannot be reached now; empty while it can.
    public var lost = ""
    /// Whether the node plays by itself.
    public var auto = false
    /// Whether a guest at this screen plays the other chair.
    public var hasGuest = false
    /// Whether the other player sits beside the person, or is the machine: another match begins at once.
    public var beginsAgain = false
    /// Whether we were declined at a table that is still open: we may ask again.
    public var mayAskAgain = false

    /// Nothing beside the table.
    public init() {}
  }

  private let view: TableView
  private let status: StatusView
  private let footer: Footer
  private let style: Style
  private let face: any GameFace
  private var advice = WaitingScreen.Advice.keys

  /// Shows one view of a table.
  ///
  /// - Parameter face: the game with what is selected and typed; left out where nothing is.
  public init(
    _ view: TableView, status: StatusView, footer: Footer, style: Style,
    face: (any GameFace)? = nil
  ) {
    self.face = face ?? view.face
    self.view = view
    self.status = status
    self.footer = footer
    self.style = style
  }

  /// Exactly as many lines as the screen has, or fewer; the footer is at the bottom.
  public func lines(_ size: ScreenSize) -> [Line] {
    let bottom = footerLines(size)
    guard size.rows > bottom.count else { return Array(bottom.suffix(size.rows)) }
    let room = size.rows - bottom.count
    let title = room >= 12 ? [titleLine(size), Line()] : [titleLine(size)]
    var body = Array(
      (title + bodyLines(ScreenSize(columns: size.columns, rows: max(1, room - title.count))))
        .prefix(room))
    while body.count < room { body.append(Line()) }
    return body + bottom
  }

  /// The table without keys, for output that is not a screen.
  ///
  /// - Parameter isWaiting: whether somebody waits at the table and writes lines.
  public func summary(isWaiting: Bool) -> [Line] {
    let size = ScreenSize(columns: 80, rows: 24)
    var screen = self
    screen.advice = isWaiting ? .words : .none
    let isPlayed = view.phase == .playing && view.paused.isEmpty
    var lines = [titleLine(size)] + (isPlayed ? [] : screen.bodyLines(size))
    if view.phase == .playing && (isPlayed || view.isPlaying) {
      lines += face.summary(view, style)
    }
    lines += notices
    return lines
  }

  /// The lines that a person should read beside the cards.
  private var notices: [Line] {
    let texts = view.claimTexts + view.watcherTexts + view.afterTexts + [view.notice.plain]
    return texts.filter { !$0.isEmpty }.map { Line(" \($0)") }
  }

  private func titleLine(_ size: ScreenSize) -> Line {
    var line = Line(" Parlor", .accent(AccentColour(name: view.near.colour)))
    line.add("  \(view.title(style))")
    let heading = view.phase == .playing ? face.heading(view) : ""
    let trust = "  \(PairText.trust(of: view.far))"
    // Where there is room for both.
    if view.phase != .open, !view.isLookedAt, !view.far.author.isEmpty,
      line.width + Columns.width(trust) + Columns.width(heading) + 3 <= size.columns
    {
      line.add(trust, .faint)
    }
    guard !heading.isEmpty else { return line }
    line.fill(to: max(line.width + 2, size.columns - Columns.width(heading) - 1))
    line.add(heading, .bold)
    return line
  }

  private func bodyLines(_ size: ScreenSize) -> [Line] {
    switch view.phase {
    case .open: return HostLobbyScreen(view, status: status).lines(size)
    case .seated where view.seat == .host: return HostLobbyScreen(view, status: status).lines(size)
    case .playing where view.paused.isEmpty:
      return face.lines(view, size, style)
    case .finished:
      var lines = [Line("  \(view.verdict)", .bold)]
      if !view.result.text.isEmpty { lines.append(Line("  \(view.result.text.plain)")) }
      lines.append(Line())
      let room = ScreenSize(columns: size.columns, rows: max(1, size.rows - lines.count))
      return lines + face.lines(view, room, style)
    case .closed:
      let reason = view.closedSentence
      guard footer.mayAskAgain else {
        return whole([Line("  This table is closed. \(reason)")], size)
      }
      return whole(
        [Line("  \(reason)"), Line(), Line("  The table is still open: you can ask again.")], size)
    case .playing, .seated, .offered, .watchable, .asked, .unspecified, .UNRECOGNIZED:
      return WaitingScreen(view, advice: advice).lines(size)
    }
  }

  /// Sentences in full: those wider than the screen continue in the next line.
  private func whole(_ lines: [Line], _ size: ScreenSize) -> [Line] {
    lines.flatMap { $0.wrapped(to: size.columns, indent: 2) }
  }

  /// Messages and keys, in at most half of the screen: what is needed now is left out last.
  private func footerLines(_ size: ScreenSize) -> [Line] {
    let line = { (text: String) in Line(" \(text)") }
    var blocks: [ScreenBlock] = []
    if !footer.lost.isEmpty { blocks.append(.init(.now, Line(" \(footer.lost.plain)", .bold))) }
    blocks += view.claimTexts.map { .init(.soon, line($0)) }
    blocks += view.watcherTexts.map { .init(.spare, line($0)) }
    blocks += view.afterTexts.map { .init(.soon, line($0)) }
    if !view.notice.isEmpty { blocks.append(.init(.soon, line(view.notice.plain))) }
    blocks += footer.said.map {
      .init(.later, Line(" \($0.plain)", .accent(AccentColour(name: view.far.colour))))
    }
    if !footer.message.isEmpty { blocks.append(.init(.soon, line(footer.message.plain))) }
    let question =
      footer.question.isEmpty && view.phase == .playing ? face.question : footer.question
    let keys = question.isEmpty ? self.keys() : [question.plain]
    blocks.append(.init(.now, KeyLines.lines(keys, columns: size.columns, style)))
    let most = ScreenSize(columns: size.columns, rows: max(3, size.rows / 2))
    let lines = ScreenBlock.lines(blocks, most)
    return lines.count <= size.rows ? lines : Array(lines.suffix(size.rows))
  }

  private func keys() -> [String] {
    switch view.phase {
    case .open:
      return view.asks.isEmpty
        ? ["q cancels"] : ["number accepts", "d declines", "q cancels"]
    case .seated where view.seat == .host:
      return ["Return starts", "x removes \(view.name(.joiner))", "q cancels"] + talk
    case .seated: return ["q leaves"] + talk
    case .asked, .offered: return ["q takes the request back"]
    case .watchable: return ["q stops waiting"]
    case .playing where view.seat == .unspecified && view.watching: return ["q goes"] + talk
    case .playing: return playingKeys()
    case .closed where footer.mayAskAgain:
      return ["a asks again", "Return goes on"]
        + (view.needsPassword ? ["p asks with another password"] : [])
    case .finished: return ["Return goes on"] + afterKeys() + talk
    case .closed, .unspecified, .UNRECOGNIZED: return ["Return goes on"] + talk
    }
  }

  private func playingKeys() -> [String] {
    if face.takesLetters { return face.keys(view) + wordKeys + ["q leaves"] + talk }
    var keys: [String] = []
    if view.canClaim { keys = ["w claims the win", "d claims a draw", "k keeps waiting"] }
    if view.canTakeHosting { keys.append("h makes your node decide the rounds") }
    if view.farClaim != nil { keys.append("a accepts the claim") }
    if footer.auto {
      keys.append("plays by itself")
    } else if view.canPlay && view.paused.isEmpty {
      let plays = face.keys(view).joined(separator: ", ")
      if !plays.isEmpty {
        keys.append(view.farClaim == nil ? plays : "\(plays) and undoes the claim")
      }
    } else if view.paused.isEmpty && view.near.played {
      keys.append(
        footer.hasGuest ? "\(view.farName)'s turn" : "waiting for \(view.farName) to play")
    }
    if footer.hasGuest, view.paused.isEmpty, !view.far.played {
      keys.append("g plays for \(view.farName)")
    }
    return keys + ["q leaves", "c concedes"] + talk
  }

  /// Returns the words for what a table has beside a game that takes the letters.
  private var wordKeys: [String] {
    var keys: [String] = []
    if view.canClaim { keys.append(":claim claims the win") }
    if view.farClaim != nil { keys.append(":accept-claim accepts the claim") }
    return keys
  }

  /// Returns the keys for everything that the two may still agree on after the end.
  private func afterKeys() -> [String] {
    guard view.seat != .unspecified else { return [] }
    var keys = face.lastMove(view).map { ["\($0.key) \($0.help)"] } ?? []
    if view.takeBack != .unspecified, view.takeBack != view.seat {
      keys.append("b lets \(view.farName) take the concession back")
    } else if view.mayAskTakeBack {
      keys.append("b asks to take your concession back")
    }
    if footer.beginsAgain {
      keys.append("r begins another match")
    } else if view.hasFarRematch {
      keys.append("r accepts the rematch")
    } else if view.rematch.isEmpty {
      keys.append(view.hasOwnRematch ? "rematch offered" : "r offers a rematch")
    } else {
      keys.append("r goes to the rematch")
    }
    return keys
  }

  private var talk: [String] {
    guard view.mayTalk else { return [] }
    return view.phase == .playing && face.takesLetters ? ["/ talks"] : ["t talks"]
  }
}
