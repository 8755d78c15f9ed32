import Terminal
import Testing

@Suite struct LineEditorTests {
  private let style = Style(colours: false, unicode: true)

  private func editor(_ text: String, _ keys: Key...) -> LineEditor {
    var editor = LineEditor()
    for character in text { _ = editor.take(character == " " ? .space : .character(character)) }
    for key in keys { _ = editor.take(key) }
    return editor
  }

  @Test(
    "C-01: keys edit the line",
    arguments: [
      ([Key.left, .left, .character("x")], "one txwo"), ([.home, .character("x")], "xone two"),
      ([.home, .end, .character("x")], "one twox"), ([.backspace], "one tw"),
      ([.home, .backspace], "one two"), ([.home, .delete], "ne two"), ([.delete], "one two"),
      ([.eraseWord], "one "), ([.eraseWord, .eraseWord], ""), ([.left, .eraseLine], "o"),
      ([.left, .left, .left, .eraseWord], "two"),
      ([.home, .left, .right, .character("x")], "oxne two"),
      ([.newline, .character("x")], "one two\nx"),
    ])
  func keys(keys: [Key], expected: String) {
    var editor = editor("one two")
    for key in keys { _ = editor.take(key) }
    #expect(editor.text == expected)
  }

  @Test("C-21: a character is a whole one, however many bytes or marks it has") func characters() {
    var editor = LineEditor()
    for scalar in "né猫e\u{301}👩‍👧".unicodeScalars { _ = editor.take(.character(Character(scalar))) }
    #expect(editor.text == "né猫e\u{301}👩‍👧")
    for expected in ["né猫e\u{301}", "né猫", "né", "n", "", ""] {
      _ = editor.take(.backspace)
      #expect(editor.text == expected)
    }
  }

  @Test("up and down go through what was said, and back to what is being typed") func history() {
    var editor = editor("first")
    editor.finish("first")
    #expect(editor.isEmpty)
    editor.set("second")
    editor.finish("second")
    editor.set("draft")
    for (key, expected) in [
      (Key.up, "second"), (.up, "first"), (.up, "first"), (.down, "second"), (.down, "draft"),
      (.down, "draft"),
    ] {
      _ = editor.take(key)
      #expect(editor.text == expected)
    }
    editor.finish("another")
    #expect(editor.text == "draft", "what is typed meanwhile stays")
  }

  @Test("a line longer than the screen shows the part around the cursor") func longLines() {
    var editor = editor(String(repeating: "猫", count: 50) + "END")
    #expect(editor.shown(columns: 20, style: style).text.hasSuffix("END"))
    for step in 0...60 {
      let shown = editor.shown(columns: 20, style: style)
      #expect(Columns.width(shown.text) <= 20 && shown.cursor < 20, "step \(step)")
      _ = editor.take(.left)
    }
    #expect(editor.shown(columns: 20, style: style).cursor == 0)
    _ = editor.take(.newline)
    #expect(editor.shown(columns: 20, style: style).text.hasPrefix("⏎猫"))
  }
}
