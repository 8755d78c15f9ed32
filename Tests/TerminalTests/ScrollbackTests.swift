import Schema
import Terminal
import Testing

@Suite struct ScrollbackTests {
  @Test(
    "C-06: the newest message is in sight until somebody scrolls up, who then hears how many are new"
  )
  func following() {
    var session = ChatExamples.session(ChatExamples.page(1...40))
    #expect(session.shows("number 40 said"))
    _ = session.hear(ChatExamples.message(41, "number 41 said"))
    #expect(session.shows("number 41 said"))
    _ = session.handle(.key(.pageUp))
    let before = session.shown.dropLast(2)
    #expect(!session.shows("number 41 said"))
    for number in 42...44 { _ = session.hear(ChatExamples.message(number, "new")) }
    #expect(session.shown.dropLast(2) == before, "what is being read stays where it is")
    #expect(session.shows("3 new below"))
    _ = session.handle(.key(.pageDown))
    _ = session.handle(.key(.pageDown))
    #expect(session.shows("new") && !session.shows("new below"))
  }

  @Test("C-06: posting leads back to the newest message") func posting() {
    var session = ChatExamples.session(ChatExamples.page(1...40))
    _ = session.handle(.key(.pageUp))
    _ = session.enter("mine")
    _ = session.handle(
      .done(Reply(ChatExamples.message(41, "mine", by: "Ada"))))
    #expect(session.shows("Ada  mine"))
  }

  @Test("C-09: PageUp loads older messages page by page, to the first one") func olderPages() {
    var session = ChatExamples.session(ChatExamples.page(201...220, isLast: false))
    var seen: Set<Int> = []
    var asked: [String] = []
    func look() {
      for number in 181...220 where session.shows("number \(number) said") { seen.insert(number) }
    }
    for _ in 0..<12 {
      look()
      for case .fetch(.messages(let room, let before)) in session.handle(.key(.pageUp)) {
        #expect(room == ChatExamples.room.id)
        asked.append(before)
        _ = session.handle(.fetched(.messages(ChatExamples.page(181...200), before: before)))
      }
    }
    #expect(asked == [ChatExamples.message(201, "").id], "each page is asked for once")
    #expect(seen == Set(181...220), "no message is jumped over")
    #expect(session.shown[2].contains("number 181 said"), "the first stands at the top")
    for _ in 0..<12 { _ = session.handle(.key(.pageDown)) }
    #expect(session.shows("number 220 said"))
  }

  @Test("a short history is not scrolled, and nothing is asked for") func short() {
    var session = ChatExamples.session(ChatExamples.page(1...2))
    let before = session.shown
    #expect(session.handle(.key(.pageUp)) == [])
    #expect(session.shown == before)
  }

  @Test("C-09: what was written elsewhere earlier takes its place in the order") func lateArrival()
  {
    var session = ChatExamples.session(ChatExamples.page(1...3))
    var late = ChatExamples.message(2, "written on a train", by: "Cyd")
    late.id = "zlate"
    _ = session.hear(late)
    let shown = session.shown
    let place = shown.firstIndex { $0.contains("on a train") }
    let next = shown.firstIndex { $0.contains("number 3 said") }
    #expect(place != nil && next == place.map { $0 + 1 })
  }

  @Test("long messages are broken between words, and every line of them can be reached")
  func longMessages() {
    let words = (1...120).map { "word\($0)" }
    var session = ChatExamples.session(
      .with { $0.messages = [ChatExamples.message(1, words.joined(separator: " "))] })
    var seen: Set<String> = []
    for _ in 0..<10 {
      for line in session.shown {
        #expect(Columns.width(line) <= 60)
        seen.formUnion(line.split(separator: " ").map(String.init))
      }
      _ = session.handle(.key(.pageUp))
    }
    #expect(seen.isSuperset(of: words))
  }

  @Test("C-04: a long line without line feeds is shown to its end") func longLine() {
    let text = String(repeating: "x", count: 3_000) + "END"
    let lines = MessageText.lines(of: ChatExamples.message(1, text))
    #expect(lines[0].text.hasSuffix("END"))
  }

  @Test("C-15: what a muted person wrote is not shown, nor where it is quoted") func muted() {
    var one = ChatExamples.message(1, "insult")
    one.muted = true
    var two = ChatExamples.message(2, "stop that", by: "Cyd")
    two.replyTo = one.id
    two.replyMuted = true
    let session = ChatExamples.session(.with { $0.messages = [one, two] })
    #expect(!session.shows("insult") && session.shows("(ignored)"))
    #expect(session.shows("[re: (ignored)] stop that"))
  }

  @Test("roomChanged reads everything again") func changed() {
    var session = ChatExamples.session(ChatExamples.page(1...5))
    let directives = session.handle(.change(.with { $0.roomChanged = ChatExamples.room.id }))
    #expect(directives == [.fetch(.messages(room: ChatExamples.room.id, before: ""))])
    _ = session.handle(.fetched(.messages(ChatExamples.page(4...5), before: "")))
    #expect(!session.shows("number 3 said") && session.shows("number 5 said"))
  }
}
