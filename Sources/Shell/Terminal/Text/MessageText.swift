import ChatSchema
import Schema

/// Messages and rooms as lines of text. What others wrote is data: nothing of it reaches the terminal as anything
/// but letters (rows C-05, C-18, C-19, C-21).
public enum MessageText {
  /// A message: time, author, text; one line for each line of the text.
  public static func lines(of message: MessageView, withID: Bool = false) -> [Line] {
    var head = Line()
    head.add(ClockText.hour(milliseconds: message.wallMilliseconds) + " ", .faint)
    if withID { head.add(ShortID.text(message.id) + " ", .faint) }
    head.add(name(message), .accent(AccentColour(name: message.colour)))
    head.add(trust(message), .faint)
    head.add("  ")
    if !message.replyTo.isEmpty {
      head.add("[re: \(message.replyMuted ? "(ignored)" : message.replyText.plain)] ", .faint)
    }
    let text = text(message)
    head.add(text.first ?? "", message.mentionsUs ? .bold : .normal)
    if message.edited && !message.muted { head.add(" (edited)", .faint) }
    if let doubt = ClockText.doubt(milliseconds: message.wallMilliseconds) {
      head.add(" (\(doubt))", .faint)
    }
    var lines = [head]
    lines += text.dropFirst().map { Line("      " + $0) }
    if message.hasItem { lines.append(item(message.item)) }
    return lines
  }

  /// Messages in their order, with the day before the first and wherever it changes.
  ///
  /// - Parameter day: the day that is shown already, if any; afterwards that of the last message.
  public static func lines(
    of messages: [MessageView], withID: Bool = false, after day: inout String?
  ) -> [Line] {
    messages.flatMap { message in
      let written = Self.day(of: message)
      defer { day = written }
      return (written == day ? [] : [Line("  \(written)", .faint)])
        + lines(of: message, withID: withID)
    }
  }

  /// The day on which a message was written, as its author says.
  public static func day(of message: MessageView) -> String {
    ClockText.day(milliseconds: message.wallMilliseconds)
  }

  /// More characters than any message has.
  private static let longest = 8 << 10

  private static func text(_ message: MessageView) -> [String] {
    if message.deleted { return ["(deleted)"] }
    if message.muted { return ["(ignored)"] }
    return message.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      PlainText(String($0), longest: longest).description
    }
  }

  /// Returns the lines of one version of a message: number, time, writer, text.
  public static func lines(of version: VersionView) -> [Line] {
    var head = Line("  ")
    head.add(Columns.fit("\(version.number)", to: 4), .bold)
    head.add("\(ClockText.dateTime(milliseconds: version.wallMilliseconds))  ", .faint)
    head.add("\(version.name.plain)  ")
    let whole = version.text.isEmpty ? version.title : version.text
    let text = whole.split(separator: "\n", omittingEmptySubsequences: false).map {
      PlainText(String($0), longest: longest).description
    }
    head.add(text.first ?? "")
    return [head] + text.dropFirst().map { Line("      " + $0) }
  }

  private static func name(_ message: MessageView) -> String { message.name.plain }

  /// A mark for the writer: none for ourselves, paired people, and members of a private room.
  private static func trust(_ message: MessageView) -> String {
    trust(
      in: message.name, isTaken: message.nameIsTaken,
      isKnown: message.paired || message.own || message.added)
  }

  /// Returns the mark behind the name of a stranger, or of somebody whose name another one has.
  static func trust(in name: String, isTaken: Bool, isKnown: Bool) -> String {
    if isTaken { return " (another \(name.plain))" }
    return isKnown ? "" : " (stranger)"
  }

  private static func item(_ item: ItemView) -> Line {
    var line = Line("      ▸ \(item.title.plain)")
    line.add("  \(ShortID.text(item.id))\(item.available ? "" : ", not here")", .faint)
    return line
  }

  /// A room: its name, its topic, its members.
  public static func line(of room: RoomView) -> Line {
    var line = Line("  ")
    line.add(Columns.fit(room.name.plain, to: 20), .bold)
    line.add(
      "  \(Columns.fit(ShortID.text(room.id), to: 8))  \(Columns.fit(kind(room.kind), to: 8))")
    line.add("  \(people(room))", .faint)
    if !room.topic.isEmpty { line.add("  \(room.topic.plain)") }
    if !room.waiting.isEmpty { line.add("  \(room.waiting.plain)", .faint) }
    if !room.notice.isEmpty { line.add("  \(room.notice.plain)") }
    return line
  }

  /// A room: its name, the number of unread messages, the time of the last one, who looks at it.
  public static func activity(in room: RoomView) -> Line {
    var line = Line("  ")
    line.add(Columns.fit(room.name.plain, to: 20), room.unread > 0 ? .bold : .normal)
    let unread = room.unread >= 1000 ? "999+ unread" : "\(room.unread) unread"
    line.add("  \(Columns.fit(room.unread > 0 ? unread : "", to: 11))", .bold)
    let last =
      room.lastMilliseconds > 0
      ? "last message \(ClockText.dateTime(milliseconds: room.lastMilliseconds))"
      : "nothing said yet"
    line.add("  \(last)", .faint)
    let here = room.members.filter { $0.here && !$0.own }.map(\.name.plain)
    if !here.isEmpty { line.add("  here: \(PeopleChoice.names(here))") }
    if !room.waiting.isEmpty { line.add("  \(room.waiting.plain)", .faint) }
    if !room.notice.isEmpty { line.add("  \(room.notice.plain)") }
    return line
  }

  /// Returns the members of a room, one a line.
  public static func members(of room: RoomView, _ choice: PeopleChoice = .everybody) -> [Line] {
    choice.lines(
      room.members.map { member in
        PeopleChoice.Person(
          names: [member.name, member.words, member.author], rank: rank(of: member),
          line: line(of: member))
      })
  }

  /// We come first, then those who are paired, then those who are here.
  private static func rank(of member: MemberView) -> Int {
    if member.own { return 0 }
    if member.paired { return member.online ? 1 : 2 }
    return member.here ? 3 : member.online ? 4 : 5
  }

  private static func line(of member: MemberView) -> Line {
    var line = Line("  ")
    line.add(Columns.fit(member.name.plain, to: 20), .accent(AccentColour(name: member.colour)))
    let state = member.here ? "here" : member.online ? "online" : "away"
    line.add("  \(Columns.fit(state, to: 6))  \(Columns.fit(ShortID.text(member.author), to: 8))")
    var notes = [member.words.plain]
    if member.owner { notes.append("owner") }
    if member.heir { notes.append("heir") }
    if member.own {
      notes.append("you")
    } else if !member.paired {
      notes.append(standing(of: member))
    }
    if member.nameIsTaken { notes.append("somebody else has this name") }
    line.add("  \(notes.joined(separator: ", "))", .faint)
    return line
  }

  /// Writes a line for each owner of a room that was given away more than once; nothing for other rooms.
  public static func rivals(of room: RoomView) -> [String] {
    guard !room.rivals.isEmpty else { return [] }
    let heading =
      "  It was given away more than once. If it is not whose you say, run `parlor room choose`:"
    return [heading]
      + room.rivals.map { term in
        let sayers = term.sayers.map(\.plain).joined(separator: ", ")
        let notes = [
          sayers.isEmpty ? "nobody says so" : "say \(sayers)", term.followed ? "so it is here" : "",
          term.chosen ? term.followed ? "you chose it" : "you chose it, and it is on its way" : "",
        ].filter { !$0.isEmpty }
        return
          "  \(ShortID.text(term.id))  \(term.owner.plain) owns it: \(notes.joined(separator: "; "))"
      }
  }

  /// The person or rule that answers for somebody who is not paired.
  private static func standing(of member: MemberView) -> String {
    if !member.addedBy.isEmpty { return "added by \(member.addedBy.plain)" }
    return member.owner ? "not paired" : "stranger"
  }

  private static func people(_ room: RoomView) -> String {
    let online = room.members.filter(\.online).count
    return "\(room.members.count) in it, \(online) online"
  }

  private static func kind(_ kind: RoomKind) -> String {
    switch kind {
    case .lobby: "lobby"
    case .personal: "personal"
    case .direct: "direct"
    case .private: "private"
    case .table: "table"
    case .unspecified, .UNRECOGNIZED: "room"
    }
  }
}
