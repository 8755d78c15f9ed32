import ChatSchema
import Schema
import WarSchema

/// A person at one table, from the lobby to the end of the match, on either side.
public struct TableSession: Session {
  /// The options with which the person sits there.
  public struct Options: Equatable, Sendable {
    /// The way to talk to the person.
    public var mode: SessionMode
    /// Whether the node plays by itself.
    public var auto = false
    /// Whether the first who asks is accepted and the match started.
    public var acceptFirst = false
    /// Whether somebody else plays the other chair at the same screen, from a node of its own.
    public var hasGuest = false
    /// Whether the other player is the machine or a guest beside the person, and begins another match at once.
    public var beginsAgain = false
    /// Whether the command has opened what it waits for, so that this ends with its stream.
    public var holds = false
    /// The password of the table, as the person gave it; empty where none was needed.
    public var password = ""
    /// Whether nobody sits in the other chair, and nothing is kept when the session ends.
    public var isAlone = false
    /// The choice that the person plays with, in the game's encoding; empty in a game without one.
    public var choice: [UInt8] = []

    /// Sits by hand.
    public init(mode: SessionMode) {
      self.mode = mode
    }
  }

  let table: String
  let options: Options
  let status: StatusView
  let style: Style
  var view: TableView
  var footer = TableScreen.Footer()
  /// Whether the bell is on, by the setting.
  private var bell = false
  /// Whether the stream that is open counts as the person's presence.
  private var attending = false
  /// Askers accepted by `acceptFirst`.
  private var accepted: Set<String> = []
  /// Whether the host wants to start; the joiner's node may still have to answer.
  private var wantsStart = false
  /// The game as the person sees it, with what is selected and typed.
  var face: any GameFace
  /// The lines and moves of a script that are still to be done, in order.
  var wanted: ArraySlice<Wanted> = []
  /// The round and battle of the newest such move.
  var lastPlay: (round: UInt32, battle: UInt32) = (0, 0)
  /// The move that is on its way to the node; nil for none.
  var sentMove: GameMove?
  /// The answer to the newest move, until the view shows it as well; nil for none.
  var answer: TableView?
  /// Whether a start is on its way to the node.
  private var startIsSent = false
  private var begun = false
  /// The number of the newest event seen.
  private var lastEvent: UInt64 = 0
  /// The events of that number; one step may bring several.
  private var newest: [TableEvent] = []
  /// Whether an event was caught up before the stream brought it: views that came between are older than what was told, so a
  /// script needs the next one.
  private var owesView = false
  /// Whether the stream that comes next may begin after events that were not told.
  private var mayMiss = false
  /// The question that the next digit or letter answers.
  var question = Question.none

  enum Question: Equatable, Sendable {
    case none, concede, acceptClaim, decline, say, password, word
  }
  /// The text that the person is typing: to the other player, a password, or a word of the game.
  var saying = LineEditor()
  /// Whether a question for the chair is on its way to the node again.
  var asksAgain = false
  /// The password that the table was asked with last.
  var password: String

  /// Sits down at a table that the node knows.
  public init(_ view: TableView, status: StatusView, options: Options, style: Style) {
    table = view.id
    self.view = view
    self.status = status
    self.options = options
    self.style = style
    face = view.face
    face.follow(view)
    footer.auto = options.auto
    footer.hasGuest = options.hasGuest
    footer.beginsAgain = options.beginsAgain
    password = options.password
    attending = view.phase == .playing
  }

  /// The id of the table.
  public var tableID: String { table }

  /// This table, attended as soon as the match has begun.
  public var query: String {
    let scope = "?table=\(table)" + (options.holds ? "&hold=true" : "")
    return attending ? scope + "&attend=true&auto=\(options.auto)" : scope
  }

  /// True: a line that is typed takes a paste at once.
  public var takesPastes: Bool { true }

  /// Whether waiting ends when both have been at the table once.
  public var isWaiting: Bool { !begun }

  /// The screen of the table.
  public func lines(_ size: ScreenSize) -> [Line] {
    TableScreen(view, status: status, footer: footer, style: style, face: face).lines(size)
  }

  /// Takes one input; ends with `end`.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    switch input {
    case .change(let change): return take(change)
    case .missed(let event): return tell(event, .with { $0.tableEvent = event })
    case .ready:
      defer { mayMiss = false }
      return mayMiss && lastEvent > 0 ? [.catchUp(from: lastEvent)] : []
    case .gap:
      answer = nil
      return lastEvent > 0 ? [.catchUp(from: lastEvent)] : []
    case .lost(let reason):
      let first = footer.lost.isEmpty
      footer.lost = "The daemon is gone (\(reason)): starting it again ..."
      mayMiss = true
      (lastPlay, answer) = ((0, 0), nil)
      return first ? say(footer.lost) : []
    case .stopping:
      return end(
        SessionEnd.noDaemon,
        "The daemon was stopped: start it and continue with `\(view.command) resume \(shortID)`.")
    case .refused(let refusal): return refused(refusal)
    case .key(let key): return press(key)
    case .line(let line): return read(line)
    case .endOfInput:
      // Other commands may play; `leave` as the last line ends it.
      return []
    case .timeUp: return giveUpWaiting()
    case .done(let answer):
      asksAgain = false
      let next = answer.shown(TableView.self)
      // The player who was accepted is removed: we go on at the new table.
      if let next, !next.id.isEmpty, next.id != table { return [.sit(next)] }
      return moveIsMade(next)
    case .unanswered:
      sentMove = nil
      return []
    case .fetched, .size, .time: return []
    }
  }

  var shortID: String { ShortID.text(table) }

  /// Starts the match now, or as soon as the joiner's node is ready.
  mutating func start() -> [SessionDirective] {
    wantsStart = true
    startIsSent = true
    return [.send(Methods.Tables.start { $0.table = table })]
  }

  private mutating func refused(_ refusal: Refusal) -> [SessionDirective] {
    moveIsRefused(refusal)
    if startIsSent {
      startIsSent = false
      if refusal.code == .notNow && view.phase == .seated {
        footer.message = "The match begins as soon as \(view.farName) is ready ..."
        return []
      }
      wantsStart = false
    }
    if asksAgain {
      // It was not sent, so it can be asked again.
      asksAgain = false
      footer.mayAskAgain = refusal.code != .notFound
    }
    footer.message = refusal.message
    return say(refusal.message) + (face.movesOnceARound ? [] : playNext())
  }

  // MARK: What the node tells

  private mutating func take(_ change: Change) -> [SessionDirective] {
    footer.lost = ""
    switch change.what {
    case .table(let new) where new.id == table: return take(answered(new), change)
    case .record(let record) where record.room == table:
      if let message = change.shown(MessageView.self) { return hear(message, change) }
    case .tableEvent(let event) where event.table == table: return tell(event, change)
    case .settings(let settings): bell = settings.bell
    case .notice(let text):
      footer.message = text
      return say(text)
    case .pairing, .record:
      guard let text = PairText.question(in: change) else { break }
      footer.message = text
      return say(text)
    case .tableGone(let id) where id == table && footer.mayAskAgain:
      footer.mayAskAgain = false
    case .tableGone(let id) where id == table && !view.isOver:
      if view.phase == .asked || view.phase == .offered {
        return end(SessionEnd.refused, "The table is gone: its host closed it or went away.")
      }
    default: break
    }
    return []
  }

  /// Shows a message of somebody at the table (row C-13).
  private mutating func hear(_ message: MessageView, _ change: Change) -> [SessionDirective] {
    guard !message.edited, !message.deleted, !message.muted else { return [] }
    let text = "\(message.name.plain): \(message.text.plain)"
    footer.said = footer.said.suffix(1) + [text]
    switch options.mode {
    case .screen: return bell && !message.own ? [.bell] : []
    case .json: return [.json(change)]
    case .lines: return [.print(text)]
    }
  }

  /// A table that we asked for is closed for us once it is only offered again.
  private mutating func answered(_ new: TableView) -> TableView {
    guard new.phase == .offered, view.phase != .offered else { return new }
    footer.mayAskAgain = true
    var closed = new
    closed.phase = .closed
    return closed
  }

  private mutating func take(_ new: TableView, _ change: Change) -> [SessionDirective] {
    let old = view
    view = new
    face.follow(new)
    if let answer, face.shows(new, atLeast: answer) { self.answer = nil }
    if new.isPlaying && new.paused.isEmpty { begun = true }
    if old.round != new.round || old.phase != new.phase { footer.message = "" }
    var directives: [SessionDirective] = []
    let matters = Self.matters(old, new) || face.hasChanged(from: old, to: new)
    if options.mode == .json && (owesView || matters) { directives.append(.json(change)) }
    owesView = false
    if new.phase == .playing && !attending {
      attending = true
      // It may have begun before this stream was opened: it is told from its first event.
      mayMiss = true
      lastEvent = max(1, lastEvent)
      directives.append(.follow(query))
    }
    if bell && options.mode == .screen && new.far.played && !old.far.played && !new.near.played {
      directives.append(.bell)
    }
    if options.acceptFirst { directives += receive() }
    directives += startAgain() + playNext() + tellChanges(old, new)
    if new.isOver && options.mode != .screen { directives += finish() }
    return directives
  }

  /// Whether a script needs to know beyond what the events say.
  private static func matters(_ old: TableView, _ new: TableView) -> Bool {
    old.phase != new.phase || old.asks != new.asks || old.paused != new.paused
      || old.canClaim != new.canClaim || old.notice != new.notice
      || old.offeredHosting != new.offeredHosting || old.deciding != new.deciding
      || old.claims != new.claims
  }

  /// Accepts the first who asks, and starts with whoever sits.
  private mutating func receive() -> [SessionDirective] {
    if view.phase == .open, accepted.isEmpty, let ask = view.asks.first {
      accepted.insert(ask.author)
      let answer = AnswerAsk.with {
        $0.table = table
        $0.asker = ask.author
        $0.accept = true
      }
      return [.send(Call(Methods.Tables.answer, answer))]
    }
    if view.phase == .open && view.asks.isEmpty { accepted = [] }
    return view.phase == .seated && view.seat == .host && !wantsStart ? start() : []
  }

  /// The start that was too early, now that something has happened.
  private mutating func startAgain() -> [SessionDirective] {
    if view.phase != .seated {
      (wantsStart, startIsSent) = (false, false)
      return []
    }
    return wantsStart && !startIsSent ? start() : []
  }

  private mutating func tell(_ event: TableEvent, _ change: Change) -> [SessionDirective] {
    if event.number > 0 {
      guard event.number >= lastEvent, !newest.contains(event) else {
        owesView = true
        return []
      }
      if event.number > lastEvent { newest = [] }
      lastEvent = event.number
      newest.append(event)
    }
    switch options.mode {
    case .screen: return startAgain()
    case .json: return [.json(change)] + startAgain()
    case .lines: return [.print(EventText(event, names: view).text(style))] + startAgain()
    }
  }

  // MARK: Ends

  mutating func finish() -> [SessionDirective] {
    if view.phase == .finished {
      if view.watching && view.result.text.isEmpty { return end(SessionEnd.done, "") }
      let text = [view.verdict, view.result.text.plain].filter { !$0.isEmpty }
      return end(SessionEnd.done, text.joined(separator: " "))
    }
    let reason = view.closedSentence
    guard footer.mayAskAgain else {
      return end(SessionEnd.refused, "The table is closed. \(reason)")
    }
    let password = view.needsPassword ? " --password WORD" : ""
    return end(
      SessionEnd.refused,
      "\(reason) The table is still open: ask again with `\(view.command) join \(shortID)\(password)`."
    )
  }

  func end(_ code: Int32, _ text: String) -> [SessionDirective] {
    [.end(SessionEnd(code: code, text: text))]
  }

  private mutating func giveUpWaiting() -> [SessionDirective] {
    let text = "Nobody came in time: try again with a longer --wait."
    switch view.phase {
    case .open, .seated, .asked, .offered: return withdraw() + end(SessionEnd.timedOut, text)
    case .watchable: return end(SessionEnd.timedOut, "The host did not answer in time.")
    case .playing:
      return leave().dropLast()
        + end(SessionEnd.timedOut, "\(view.farName) did not come in time: the match stays paused.")
    case .finished, .closed, .unspecified, .UNRECOGNIZED: return finish()
    }
  }

  func say(_ text: String) -> [SessionDirective] {
    switch options.mode {
    case .screen: []
    case .lines: [.print(text.plain)]
    case .json: [.json(Change.with { $0.notice = text })]
    }
  }
}
