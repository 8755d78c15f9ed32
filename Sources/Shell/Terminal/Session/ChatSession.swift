import ChatSchema
import Schema

/// A person in a room, at a terminal (rows C-01 to C-08): reads, types, scrolls back.
///
/// A typed line stays until the node has taken it, whatever arrives or goes wrong meanwhile.
public struct ChatSession: Session {
  /// A command that was sent and is not answered yet.
  enum Sent: Equatable, Sendable {
    case post, edit, delete
    case mute(String, Bool)
  }

  /// A read for the person that is not answered yet.
  enum Asked: Equatable, Sendable { case room, rooms, search(String) }

  let style: Style
  var room: RoomView
  var scrollback = Scrollback()
  var editor = LineEditor()
  var notes = ChatScreen.Notes()
  var sent: Sent?
  var asked: Asked?
  /// The line that `sent` or `asked` is about.
  var line = ""
  /// The message that the next key may delete.
  var deleting: String?
  /// Whether a question was answered: the next line may have been typed as a part of that answer.
  var isAfterQuestion = false
  /// The numbers by which messages can be answered now, by their ids.
  var numbers: [String: String] = [:]
  private var bell = false
  /// Whether the newest messages are loaded, so that any further one is new.
  private(set) var isComplete = false
  /// Whether the loaded messages no longer hold.
  private var mustReplace = false
  private var size = ScreenSize(columns: 80, rows: 24)

  /// Enters a room that the node knows.
  public init(_ room: RoomView, style: Style) {
    self.room = room
    self.style = style
  }

  /// This room, attended: others see that our person is here.
  public var query: String { "?room=\(room.id)&attend=true" }

  /// True: a line that is typed takes a paste at once.
  public var takesPastes: Bool { true }

  /// False: a chat waits for nothing.
  public var isWaiting: Bool { false }

  /// The screen of the room.
  public func lines(_ size: ScreenSize) -> [Line] { screen.lines(size) }

  /// The cursor stands in the line being typed.
  public func cursor(_ size: ScreenSize) -> (row: Int, column: Int)? { screen.cursor(size) }

  private var screen: ChatScreen {
    ChatScreen(room, scrollback: scrollback, editor: editor, notes: notes, style: style)
  }

  /// Takes one input; ends with `end`.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    let directives = respond(to: input)
    if editor.isEmpty { numbers = [:] }
    scrollback.numbers = numbers
    scrollback.resize(
      columns: size.columns, rows: ChatScreen.messageRows(size, notes: notes))
    return directives
  }

  private mutating func respond(to input: SessionInput) -> [SessionDirective] {
    switch input {
    case .change(let change): return take(change)
    case .ready, .gap: return [newest]
    case .size(let size):
      self.size = size
      return []
    case .lost(let reason):
      notes.lost = "The daemon is gone (\(reason)): starting it again ..."
      (sent, asked, deleting) = (nil, nil, nil)
      isComplete = false
      return []
    case .stopping:
      return end(SessionEnd.noDaemon, "The daemon was stopped: start it again with `parlor chat`.")
    case .refused(let refusal):
      (sent, asked) = (nil, nil)
      notes.message = refusal.message
      return []
    case .unanswered:
      (sent, asked) = (nil, nil)
      notes.message = "The daemon did not answer: look whether it is there before you say it again."
      return []
    case .done(let answer): return done(answer)
    case .fetched(let fetched): return take(fetched)
    case .key(let key): return press(key)
    case .missed, .line, .endOfInput, .timeUp, .time: return []
    }
  }

  /// The newest page of the room.
  var newest: SessionDirective { .fetch(.messages(room: room.id, before: "")) }

  // MARK: What the node tells

  private mutating func take(_ change: Change) -> [SessionDirective] {
    notes.lost = ""
    switch change.what {
    case .record where change.shown(MessageView.self)?.room == room.id:
      guard let message = change.shown(MessageView.self) else { break }
      let isNew = scrollback.take(message)
      if isNew && isComplete && bell && message.mentionsUs { return [.bell] }
    case .room(let view) where view.id == room.id: room = view
    case .roomChanged(let id) where id == room.id:
      // Anything may look otherwise now.
      mustReplace = true
      return [newest]
    case .roomGone(let id) where id == room.id:
      return end(SessionEnd.refused, "You are no longer in \(room.name.plain).")
    case .settings(let settings): bell = settings.bell
    case .notice(let text): notes.message = text
    case .pairing, .record: notes.message = PairText.question(in: change) ?? notes.message
    default: break
    }
    return []
  }

  private mutating func take(_ fetched: Fetched) -> [SessionDirective] {
    switch fetched {
    case .messages(let list, let before) where before.isEmpty:
      if mustReplace {
        scrollback.replace(list)
      } else {
        scrollback.takeNewest(list)
      }
      mustReplace = false
      isComplete = true
      return older()
    case .messages(let list, let before):
      scrollback.takeOlder(list, before: before)
      return older()
    case .room(let view): return enter(view)
    case .rooms(let list):
      show(list.rooms.map(MessageText.line(of:)), title: "Rooms: /room NAME goes there")
    case .found(let list):
      guard case .search(let text) = asked else { return [] }
      var day: String?
      let found = MessageText.lines(of: list.messages, withID: true, after: &day)
      if found.isEmpty {
        accept()
        notes.message = "Nobody has said \(text.plain) here."
      } else {
        show(found, title: "Found: Escape closes")
      }
    case .event: break
    }
    return []
  }

  /// Asks for older messages where the screen has room for them.
  func older() -> [SessionDirective] {
    guard scrollback.needsOlder else { return [] }
    return [.fetch(.messages(room: room.id, before: scrollback.before))]
  }

  private mutating func enter(_ view: RoomView) -> [SessionDirective] {
    guard asked == .room else { return [] }
    accept()
    guard view.id != room.id else { return [] }
    room = view
    scrollback = Scrollback()
    notes = ChatScreen.Notes()
    isComplete = false
    return [.follow(query)]
  }

  /// Shows lines between the messages and the line being typed, until the next line or Escape.
  mutating func show(_ lines: [Line], title: String) {
    accept()
    notes.panel = [Line(" \(title)", .faint)] + wrapped(lines)
  }

  /// Shows those who are in the room, as many as there is room for.
  mutating func showMembers(_ find: String) {
    let rows = ChatScreen.mostPanelRows(size) - 1
    for most in (1...PeopleChoice.few).reversed() {
      let choice = PeopleChoice(find: find, most: most, hint: "/who NAME finds one.")
      let lines = MessageText.members(of: room, choice)
      guard wrapped(lines).count <= rows || most == 1 else { continue }
      return show(lines, title: "In \(room.name.plain)")
    }
  }

  private func wrapped(_ lines: [Line]) -> [Line] {
    lines.flatMap { line in
      var indented = Line(" ")
      indented.add(line)
      return indented.wrapped(to: size.columns, indent: 3)
    }
  }

  private mutating func done(_ reply: Reply) -> [SessionDirective] {
    guard let sent else { return [] }
    accept()
    switch sent {
    case .post:
      guard let message = reply.shown(MessageView.self) else { return [] }
      take(message)
      scrollback.showNewest()
      notes.message = message.undelivered
    case .edit, .delete:
      guard let message = reply.shown(MessageView.self) else { return [] }
      take(message)
    case .mute(let name, let isMuted):
      notes.message =
        isMuted
        ? "You no longer see what \(name.plain) writes; /unmute takes it back."
        : "You now see again what \(name.plain) writes."
    }
    return []
  }

  private mutating func take(_ message: MessageView) {
    if message.room == room.id { scrollback.take(message) }
  }

  /// The line was used: the next one can be typed.
  mutating func accept() {
    if !line.isEmpty { editor.finish(line) }
    (sent, asked) = (nil, nil)
    line = ""
    notes.message = ""
    notes.panel = []
  }

  func end(_ code: Int32, _ text: String) -> [SessionDirective] {
    [.end(SessionEnd(code: code, text: text))]
  }
}
