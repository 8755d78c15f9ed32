import ChatSchema
import Schema
import Terminal
import Testing

/// Texts that are pasted into a line, and into a chat.
@Suite struct PasteTests {
  private static let begin = Array("\u{1b}[200~".utf8)
  private static let end = Array("\u{1b}[201~".utf8)

  private func keys(_ text: String, of size: Int = .max) -> [Key] {
    var parser = KeyParser()
    var keys: [Key] = []
    // An escape that ends what is read is the escape key, but for one within what is pasted.
    keys += parser.consume(Self.begin)
    var rest = (Array(text.utf8) + Self.end)[...]
    while !rest.isEmpty {
      keys += parser.consume(rest.prefix(size)) + parser.pause()
      rest = rest.dropFirst(size)
    }
    return keys
  }

  @Test("43 S-8: a paste is one key, however the terminal cuts it", arguments: [1, 2, 3, 7, 4_096])
  func whole(_ size: Int) {
    let text = "näher \u{1b}[A\u{1b}[31mred\u{1b}[0m\ta\r\nb\rc\nd\u{7}\u{3}e"
    #expect(keys(text, of: size) == [.pasted(Paste("näher red a\nb\nc\nde"))])
    var parser = KeyParser()
    let after = parser.consume(Self.begin + Self.end + [0x0d, 0x71])
    #expect(after == [.pasted(Paste("")), .enter, .character("q")])
  }

  @Test("43 S-8: a paste stands at the cursor, and marks belong to the letter before them")
  func placed() {
    var editor = LineEditor()
    editor.set("one two")
    for _ in 0..<3 { _ = editor.take(.left) }
    _ = editor.take(.pasted(Paste("x\ny ")))
    #expect(editor.text == "one x\ny two")
    _ = editor.take(.character("!"))
    #expect(editor.text == "one x\ny !two")
    editor.set("e")
    _ = editor.take(.pasted(Paste("\u{301}a")))
    _ = editor.take(.backspace)
    #expect(editor.text == "e\u{301}")
  }

  @Test("43 S-8: a message's worth is taken, and of one byte more nothing, with both numbers")
  func most() {
    var session = ChatExamples.session()
    session.type("Hi ")
    let fits = String(repeating: "a", count: 8_189)
    _ = session.handle(.key(.pasted(Paste(fits + "b"))))
    #expect(session.typed == "Hi " || session.typed == "Hi")
    #expect(session.shows("8190 bytes were pasted beside 3, 8192 are allowed"), "\(session.shown)")
    _ = session.handle(.key(.pasted(Paste(fits))))
    guard case .send(let call)? = session.handle(.key(.enter)).first else {
      Issue.record("nothing was sent")
      return
    }
    #expect((call.request as? PostMessage)?.text == "Hi " + fits)
  }

  @Test(
    "43 S-8: 2,000 lines are refused at once, and time grows with what comes, not with its square")
  func large() throws {
    let lines = (0..<2_000).map { "line \($0)\n" }.joined()
    var session = ChatExamples.session()
    guard case .pasted(let paste)? = keys(lines, of: 256).first else {
      Issue.record("nothing was pasted")
      return
    }
    #expect(paste.bytes == lines.utf8.count && paste.bytes == 18_890)
    _ = session.handle(.key(.pasted(paste)))
    #expect(session.typed.allSatisfy { $0 == " " })
    #expect(session.shows("18890 bytes were pasted, 8192 are allowed"), "\(session.shown)")
    // Of more than anybody pastes into a line, only the number of bytes is kept.
    guard case .pasted(let huge)? = keys(String(repeating: lines, count: 20)).first else { return }
    #expect(huge.bytes == 377_800 && huge.text.utf8.count == 64 << 10)
    // A terminal that does not say what is pasted sends keys: each looks at what is shown and no more.
    func time(_ count: Int) -> Duration {
      var session = ChatExamples.session()
      return ContinuousClock().measure {
        for _ in 0..<count {
          _ = session.handle(.key(.character("a")))
          _ = session.lines(ChatExamples.size)
        }
      }
    }
    _ = time(100)
    let (few, many) = (time(1_000), time(8_000))
    #expect(many < few * 32, "\(few), \(many)")
  }

  @Test("43 S-8: what is typed into a full line is counted, and said")
  func full() {
    var session = ChatExamples.session()
    for _ in 0..<(LineEditor.longest + 3) { _ = session.handle(.key(.character("a"))) }
    #expect(session.shows("3 characters more were not taken"), "\(session.shown)")
  }
}
