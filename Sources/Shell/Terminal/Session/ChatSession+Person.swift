import ChatSchema
import Schema

/// The acts of the person: keys, and lines that begin with a slash.
extension ChatSession {
  mutating func press(_ key: Key) -> [SessionDirective] {
    if let id = deleting { return answerDelete(id, key) }
    switch key {
    case .interrupt: return end(SessionEnd.done, "")
    case .close:
      guard !editor.isEmpty else { return end(SessionEnd.done, "") }
      _ = editor.take(.delete)
    case .enter: return submit()
    case .pageUp:
      // The newest page may have gone unanswered.
      guard isComplete else { return [newest] }
      scrollback.pageUp()
      return older()
    case .pageDown: scrollback.pageDown()
    case .escape:
      notes.panel = []
      notes.message = ""
      scrollback.showNewest()
    case .pasted(let paste):
      if let sentence = editor.refusal(of: paste) { return refuse(sentence) }
      if editor.take(key) { numberMessages() }
    default:
      if editor.take(key) { numberMessages() }
      if editor.lost > 0 {
        let more = Count.of(editor.lost, "character more was", "characters more were")
        return refuse("The line is full: \(more) not taken.")
      }
    }
    return []
  }

  private mutating func submit() -> [SessionDirective] {
    // Row C-03: nothing is posted, nothing is complained about.
    guard !editor.isBlank else {
      isAfterQuestion = false
      return []
    }
    guard sent == nil, asked == nil else { return [] }
    if isAfterQuestion {
      isAfterQuestion = false
      // A command is no rest of an answer.
      guard editor.text.hasPrefix("/") else {
        return refuse("Not sent, as it follows an answer: Return sends it, Ctrl-U removes it.")
      }
    }
    notes.message = ""
    line = editor.text
    guard line.hasPrefix("/") else { return post(line) }
    // Two slashes say that one is meant.
    if line.hasPrefix("//") { return post(String(line.dropFirst())) }
    let parts = line.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let rest = parts.count > 1 ? parts[1].drop(while: \.isWhitespace) : ""
    return run(parts.first.map { $0.lowercased() } ?? "", String(rest))
  }

  private mutating func run(_ word: String, _ rest: String) -> [SessionDirective] {
    switch word {
    case "help", "?": show(Self.help, title: "What you can type")
    case "quit", "exit", "q": return end(SessionEnd.done, "")
    case "who": showMembers(rest)
    case "rooms": return ask(.rooms, .rooms)
    case "room": return rest.isEmpty ? ask(.rooms, .rooms) : ask(.room, .room(rest))
    case "search" where !rest.isEmpty:
      return ask(.search(rest), .search(room: room.id, text: rest))
    case "edit": return edit(rest)
    case "delete": return delete()
    case "reply": return reply(rest)
    case "mute" where !rest.isEmpty: return mute(rest, true)
    case "unmute" where !rest.isEmpty: return mute(rest, false)
    case "mute", "unmute": return refuse("Say who: /\(word) NAME.")
    case "search": return refuse("Say what to look for: /search TEXT.")
    default: return refuse("There is no command /\(word.plain): /help shows those there are.")
    }
    return []
  }

  private static let help = [
    ("/who", "who is in the room; /who NAME finds one of many"),
    ("/room NAME", "go to another room; /rooms lists them"),
    ("/edit TEXT", "say something else in your last message"),
    ("/delete", "delete your last message, everywhere"),
    ("/reply N TEXT", "answer message N; the numbers show while you type it"),
    ("/search TEXT", "find what was said"),
    ("/mute NAME", "hide what somebody writes; /unmute NAME shows it again"),
    ("//TEXT", "say something that begins with a slash"), ("/quit", "leave; Ctrl-C does too"),
  ].map { name, meaning in
    var line = Line(Columns.fit(name, to: 14), .bold)
    line.add(" \(meaning)")
    return line
  }

  private mutating func refuse(_ text: String) -> [SessionDirective] {
    notes.message = text
    return []
  }

  private mutating func ask(_ what: Asked, _ fetch: Fetch) -> [SessionDirective] {
    asked = what
    return [.fetch(fetch)]
  }

  private mutating func send(_ what: Sent, _ call: Call) -> [SessionDirective] {
    sent = what
    return [.send(call)]
  }

  private mutating func post(_ text: String, reply: String = "") -> [SessionDirective] {
    let room = room.id
    return send(
      .post,
      Methods.Chat.post {
        $0.room = room
        $0.text = text
        $0.replyTo = reply
      })
  }

  private mutating func mute(_ person: String, _ isMuted: Bool) -> [SessionDirective] {
    send(
      .mute(person, isMuted),
      Methods.Rooms.mute {
        $0.person = person
        $0.muted = isMuted
      })
  }

  // MARK: Our own messages

  private var lastOwn: MessageView? { scrollback.messages.last { $0.own && !$0.deleted } }

  private mutating func edit(_ text: String) -> [SessionDirective] {
    guard let message = lastOwn else { return refuse("You have said nothing here yet.") }
    guard !text.isEmpty else {
      editor.set("/edit \(message.text)")
      return []
    }
    return send(
      .edit,
      Methods.Chat.edit {
        $0.room = message.room
        $0.message = message.id
        $0.text = text
      })
  }

  private mutating func delete() -> [SessionDirective] {
    guard let message = lastOwn else { return refuse("You have said nothing here yet.") }
    deleting = message.id
    notes.message =
      "Delete \"\(Columns.clip(message.text.plain, to: 30))\"? y deletes it, n keeps it."
    return []
  }

  /// Takes one key for an answer. Another key keeps the message, and is typed as if there were no question.
  private mutating func answerDelete(_ id: String, _ key: Key) -> [SessionDirective] {
    deleting = nil
    accept()
    switch key {
    case .character("y"), .character("Y"):
      isAfterQuestion = true
      let room = room.id
      return send(
        .delete,
        Methods.Chat.delete {
          $0.room = room
          $0.message = id
        })
    case .character("n"), .character("N"):
      isAfterQuestion = true
      return []
    case .enter, .escape, .interrupt, .close: return []
    default: return press(key)
    }
  }

  // MARK: Answers

  private mutating func reply(_ rest: String) -> [SessionDirective] {
    let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let text = parts.count > 1 ? parts[1].drop(while: \.isWhitespace) : ""
    guard let name = parts.first, !text.isEmpty else {
      return refuse("Say what to answer: /reply N TEXT, with the number of a message or its id.")
    }
    if let number = Int(name), let id = numbers.first(where: { $0.value == "\(number)" })?.key {
      return post(String(text), reply: id)
    }
    guard Int(name) == nil || name.count > 3 else {
      return refuse("No message on the screen has the number \(name): 1 is the lowest.")
    }
    return post(String(text), reply: String(name))
  }

  /// While an answer is typed, the messages on the screen have numbers; what arrives meanwhile gets none, so
  /// that a number never comes to mean another message.
  private mutating func numberMessages() {
    guard editor.begins(with: "/reply") else { return numbers = [:] }
    guard numbers.isEmpty else { return }
    for (index, message) in scrollback.onScreen().enumerated() {
      numbers[message.id] = "\(index + 1)"
    }
  }
}
