import ChatSchema
import Schema
import Terminal
import TestKit
import Testing

@Suite struct ChatSessionTests {
  private func post(_ text: String, reply: String = "") -> [SessionDirective] {
    [
      .send(
        Methods.Chat.post {
          $0.room = ChatExamples.room.id
          $0.text = text
          $0.replyTo = reply
        })
    ]
  }

  private func refusal(_ text: String) -> SessionInput {
    .refused(
      .with {
        $0.code = .busy
        $0.message = text
      })
  }

  @Test("C-01, C-02, C-03: what is typed is posted, then the line is empty") func posting() {
    var session = ChatExamples.session()
    #expect(session.enter("Who plays?") == post("Who plays?"))
    #expect(session.typed == "Who plays?", "not before the node has it")
    let message = ChatExamples.message(1, "Who plays?", by: "Ada")
    #expect(session.handle(.done(Reply(message))) == [])
    #expect(session.typed.isEmpty)
    #expect(session.shows("Ada  Who plays?"))
    // It comes by the stream as well, and is there once.
    _ = session.hear(message)
    #expect(session.shown.count { $0.contains("Who plays?") } == 1)
  }

  @Test("C-03: nothing happens on an empty line", arguments: ["", "   ", "\n \n"])
  func emptyLine(text: String) {
    var session = ChatExamples.session()
    for character in text { _ = session.handle(.key(character == "\n" ? .newline : .space)) }
    let before = session.shown
    #expect(session.handle(.key(.enter)) == [])
    #expect(session.shown == before)
  }

  @Test("C-01: what is typed survives what arrives, with its cursor") func typingWhileReading() {
    var session = ChatExamples.session()
    session.type("helo")
    _ = session.handle(.key(.left))
    for number in 1...30 { _ = session.hear(ChatExamples.message(number, "noise \(number)")) }
    _ = session.handle(.change(.with { $0.room = ChatExamples.room }))
    session.type("l")
    #expect(session.typed == "hello")
    #expect(session.cursor(ChatExamples.size)?.column == 3 + 4)
    #expect(session.shows("noise 30"))
  }

  @Test("C-20, C-21: a refused message stays typed, and the reason is shown") func refused() {
    var session = ChatExamples.session()
    _ = session.enter("again")
    #expect(session.handle(refusal("That are too many: wait a moment.")) == [])
    #expect(session.typed == "again" && session.shows("wait a moment"))
    #expect(session.handle(.key(.enter)) == post("again"), "it can be tried again as it is")
    #expect(!session.shows("wait a moment"))
  }

  @Test("a daemon that dies takes nothing of what is typed, and the room goes on") func lost() {
    var session = ChatExamples.session(ChatExamples.page(1...3))
    _ = session.enter("half sent")
    _ = session.handle(.lost("it closed the connection"))
    #expect(session.shows("starting it again") && session.typed == "half sent")
    _ = session.handle(.change(.with { $0.room = ChatExamples.room }))
    #expect(!session.shows("starting it again"))
    let fetch = SessionDirective.fetch(.messages(room: ChatExamples.room.id, before: ""))
    #expect(session.handle(.ready) == [fetch])
    _ = session.handle(.fetched(.messages(ChatExamples.page(1...5), before: "")))
    #expect(session.shows("number 5 said") && session.shows("number 1 said"))
    #expect(session.handle(.key(.enter)) == post("half sent"))
  }

  @Test("what the daemon does not answer stays typed, and can be tried again") func unanswered() {
    var session = ChatExamples.session()
    for text in ["hello", "/room picnic"] {
      let directives = session.enter(text)
      #expect(session.handle(.unanswered) == [])
      #expect(session.typed == text && session.shows("did not answer"))
      #expect(session.handle(.key(.enter)) == directives)
      _ = session.handle(.unanswered)
      _ = session.handle(.key(.eraseLine))
    }
    session = ChatSession(ChatExamples.room, style: ChatExamples.style)
    _ = session.handle(.ready)
    _ = session.handle(.unanswered)
    let fetch = SessionDirective.fetch(.messages(room: ChatExamples.room.id, before: ""))
    #expect(session.handle(.key(.pageUp)) == [fetch])
  }

  @Test("C-08: /quit, Ctrl-C, and Ctrl-D on an empty line leave") func leaving() {
    var session = ChatExamples.session()
    #expect(ChatSession.end(session.enter("/quit"))?.code == 0)
    session = ChatExamples.session()
    session.type("unsaid")
    #expect(ChatSession.end(session.handle(.key(.close))) == nil, "it deletes, as in a shell")
    #expect(ChatSession.end(session.handle(.key(.interrupt)))?.code == 0)
    session = ChatExamples.session()
    #expect(ChatSession.end(session.handle(.key(.close)))?.code == 0)
  }

  @Test("C-16: a mention rings, unless the bell is off, it is old, or nobody is meant")
  func bell() {
    var session = ChatExamples.session(
      .with { $0.messages = [ChatExamples.message(1, "@Ada old", mentionsUs: true)] })
    #expect(session.hear(ChatExamples.message(2, "@Ada hi", mentionsUs: true)) == [.bell])
    #expect(session.hear(ChatExamples.message(2, "@Ada hi!", mentionsUs: true)) == [], "an edit")
    #expect(session.hear(ChatExamples.message(3, "nobody")) == [])
    _ = session.handle(.change(.with { $0.settings.bell = false }))
    #expect(session.hear(ChatExamples.message(4, "@Ada hi", mentionsUs: true)) == [])
    let line = session.lines(ChatExamples.size).first { $0.text.contains("@Ada hi!") }
    let colours = Style(colours: true, unicode: true)
    #expect(line?.render(colours, columns: 60).contains("\u{1b}[1m@Ada hi!") == true)
  }

  @Test("C-05, C-25: who is here is said, by name") func presence() {
    var session = ChatExamples.session()
    #expect(session.shown[0].contains("here: Bob"))
    _ = session.handle(
      .change(
        .with {
          $0.room = .with {
            $0.id = ChatExamples.room.id; $0.name = "lobby"
          }
        }))
    #expect(session.shown[0].contains("nobody else here"))
    _ = session.handle(.change(.with { $0.room = ChatExamples.room }))
    _ = session.enter("/who")
    #expect(session.shows("In lobby") && session.shows("bobaaaa"))
    _ = session.handle(.key(.escape))
    #expect(!session.shows("In lobby") && !session.shows("bobaaaa"))
  }

  @Test("C-21: nothing that others write reaches the terminal as anything but letters")
  func hostileText() {
    let evil = "a\u{1b}[2Jb\u{202e}c\u{200f}d\u{7}e\u{9b}31mf\u{2066}g\rh"
    var room = ChatExamples.room
    room.name = evil
    room.topic = evil
    room.members.append(
      .with {
        $0.name = evil
        $0.words = evil
        $0.here = true
      })
    var session = ChatSession(room, style: ChatExamples.style)
    _ = session.handle(.size(ChatExamples.size))
    var message = ChatExamples.message(1, evil + "\n" + evil, by: evil)
    message.replyTo = "x"
    message.replyText = evil
    message.item.title = evil
    _ = session.handle(.fetched(.messages(.with { $0.messages = [message] }, before: "")))
    for text in ["", "/who", "/nothing\(evil)", "/rooms"] {
      if !text.isEmpty { _ = session.enter(text) }
      _ = session.handle(.fetched(.rooms(.with { $0.rooms = [room] })))
      for line in session.lines(ChatExamples.size) {
        let printed = line.render(ChatExamples.style, columns: 60)
        let bad = printed.unicodeScalars.filter {
          [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(bad.isEmpty, "\(printed.debugDescription)")
      }
    }
    // What our own person pastes is shown as safely.
    session.type(evil)
    #expect(session.typed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
  }

  /// A room in which the person is asked whether to delete a message.
  private func asked() -> ChatSession {
    var page = ChatExamples.page(1...3)
    page.messages[1].own = true
    var session = ChatExamples.session(page)
    #expect(session.enter("/delete") == [] && session.shows("y deletes it, n keeps it"))
    return session
  }

  @Test("C-18: a question takes one key: a command typed instead of an answer is carried out whole")
  func typedOverQuestion() {
    var session = asked()
    let fetch = SessionDirective.fetch(.search(room: ChatExamples.room.id, text: "x"))
    #expect(session.enter("/search x") == [fetch])
    session = asked()
    #expect(session.enter("hello") == post("hello"), "no letter of it is lost")
    session = asked()
    #expect(session.handle(.key(.enter)) == [] && session.handle(.key(.character("y"))) == [])
    #expect(session.typed == "y", "the question is over")
  }

  @Test(
    "C-18: what follows an answer is not posted by accident",
    arguments: [("y", "es"), ("n", "o"), ("y", "ou there?")])
  func typedBehindAnswer(key: Character, rest: String) {
    var session = asked()
    let sent = session.handle(.key(.character(key)))
    #expect(sent.isEmpty == (key == "n"))
    // The answer of the node comes before the next letter: nobody types that fast.
    if key == "y" { _ = session.handle(.done(Reply(MessageView()))) }
    session.type(rest)
    #expect(session.handle(.key(.enter)) == [] && session.shows("Not sent"))
    #expect(session.typed == rest)
    #expect(session.handle(.key(.enter)) == post(rest), "it can be meant")
    // After a line that was left empty nothing is held back.
    session = asked()
    _ = session.handle(.key(.character(key)))
    if key == "y" { _ = session.handle(.done(Reply(MessageView()))) }
    #expect(session.handle(.key(.enter)) == [])
    #expect(session.enter(rest) == post(rest))
  }

  @Test("C-20: why a message reaches nobody is shown, and a notice of the room as well")
  func undelivered() {
    var session = ChatExamples.session()
    _ = session.enter("anybody?")
    var message = ChatExamples.message(1, "anybody?", by: "Ada")
    message.undelivered = "Some may not get it."
    _ = session.handle(.done(Reply(message)))
    #expect(session.typed.isEmpty && session.shows("Some may not get it."))
    var room = ChatExamples.room
    room.notice = "Berta has not paired with you."
    session = ChatSession(room, style: ChatExamples.style)
    _ = session.handle(.size(ChatExamples.size))
    #expect(session.shows("Berta has not paired with you."))
  }

  @Test("C-18: /edit and /delete are about the last message of our own") func ownMessages() {
    var page = ChatExamples.page(1...3)
    page.messages[1].own = true
    var session = ChatExamples.session(page)
    let edit = Methods.Chat.edit {
      $0.room = ChatExamples.room.id
      $0.message = page.messages[1].id
      $0.text = "better"
    }
    #expect(session.enter("/edit better") == [.send(edit)])
    _ = session.handle(.done(Reply(MessageView())))
    #expect(session.enter("/edit") == [] && session.typed == "/edit number 2 said")
    _ = session.handle(.key(.end))
    _ = session.handle(.key(.eraseLine))
    #expect(session.enter("/delete") == [] && session.shows("number 2 said\"? y deletes"))
    #expect(session.handle(.key(.character("n"))) == [] && session.typed.isEmpty)
    _ = session.enter("/delete")
    let delete = Methods.Chat.delete {
      $0.room = ChatExamples.room.id
      $0.message = page.messages[1].id
    }
    #expect(session.handle(.key(.character("y"))) == [.send(delete)])
  }

  @Test("a number of /reply means the message that had it when the answer was begun")
  func replies() {
    var session = ChatExamples.session(ChatExamples.page(1...3))
    session.type("/reply 2 ")
    #expect(session.shows("2 ") && session.shown.contains { $0.contains("1 ") })
    _ = session.hear(ChatExamples.message(4, "meanwhile"))
    session.type("yes")
    #expect(
      session.handle(.key(.enter)) == post("yes", reply: ChatExamples.message(2, "").id))
    _ = session.handle(.done(Reply(MessageView())))
    #expect(session.enter("/reply message1 no") == post("no", reply: "message1"))
    _ = session.handle(.done(Reply(MessageView())))
    #expect(session.enter("/reply 77 what") == [] && session.shows("No message"))
    #expect(session.typed == "/reply 77 what")
  }

  @Test("C-15: /mute and /unmute are commands to our own node") func muting() {
    var session = ChatExamples.session()
    let mute = Methods.Rooms.mute {
      $0.person = "Bob B"
      $0.muted = true
    }
    #expect(session.enter("/mute Bob B") == [.send(mute)])
    _ = session.handle(.done(Reply(MessageView())))
    #expect(session.typed.isEmpty && session.shows("no longer see what Bob B writes"))
    #expect(session.enter("/mute") == [] && session.typed == "/mute")
  }

  @Test("/room goes to another room, and says why not") func rooms() {
    var session = ChatExamples.session(ChatExamples.page(1...3))
    #expect(session.enter("/room picnic") == [.fetch(.room("picnic"))])
    _ = session.handle(refusal("You are in no room picnic."))
    #expect(session.typed == "/room picnic" && session.shows("no room picnic"))
    #expect(session.handle(.key(.enter)) == [.fetch(.room("picnic"))])
    var picnic = ChatExamples.room
    picnic.id = "picnicaaaa"
    picnic.name = "picnic"
    #expect(
      session.handle(.fetched(.room(picnic))) == [.follow("?room=picnicaaaa&attend=true")])
    #expect(session.typed.isEmpty && session.shown[0].contains("picnic"))
    #expect(!session.shows("number 3 said"))
    _ = session.hear(ChatExamples.message(9, "in the lobby"))
    #expect(!session.shows("in the lobby"), "what is said elsewhere is not shown here")
  }

  @Test("two slashes post one; an unknown word is not posted") func slashes() {
    var session = ChatExamples.session()
    #expect(session.enter("//me waves") == post("/me waves"))
    _ = session.handle(.done(Reply(MessageView())))
    #expect(session.enter("/dance") == [] && session.shows("There is no command /dance"))
    #expect(session.typed == "/dance")
  }

  @Test("any keys on any screen do no harm") func anyKeys() {
    let keys: [Key] = [
      .character("x"), .character("e\u{301}"), .character("猫"), .space, .newline, .left, .right,
      .home, .end, .up, .down, .pageUp, .pageDown, .delete, .backspace, .eraseLine, .eraseWord,
      .escape, .redraw, .enter,
    ]
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      var session = ChatExamples.session(ChatExamples.page(1...40, isLast: false))
      for step in 1...120 {
        let size = ScreenSize(
          columns: Int.random(in: 1...90, using: &random),
          rows: Int.random(in: 1...30, using: &random))
        _ = session.handle(.size(size))
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        for case .send in session.handle(.key(key)) {
          _ = session.handle(.done(Reply(MessageView())))
        }
        if step % 7 == 0 { _ = session.hear(ChatExamples.message(40 + step, "猫 \(step)")) }
        let lines = session.lines(size)
        #expect(lines.count <= size.rows, "seed \(seed)")
        if let cursor = session.cursor(size) {
          #expect(cursor.row < size.rows && cursor.column < size.columns, "seed \(seed)")
        }
      }
    }
  }
}
