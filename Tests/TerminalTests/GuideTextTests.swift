import Terminal
import Testing

@Suite("Pages of docs/ on a terminal")
struct GuideTextTests {
  private func lines(_ markdown: String, columns: Int = 40) -> [String] {
    GuideText.lines(markdown, columns: columns).map(\.text)
  }

  @Test("paragraphs are filled, pictures left out, and of a link the words remain")
  func paragraphs() {
    let text = """
      # Chat

      ![The lobby](pictures/chat.png)

      `parlor chat` opens the lobby, where
      **everybody** is; [the page](page.md) shows it too.
      """
    #expect(
      lines(text) == [
        "Chat", "", "parlor chat opens the lobby, where", "everybody is; the page shows it too.",
      ])
  }

  @Test("a row of a table is what one wants to do, and below it what to run")
  func tables() {
    let text = """
      | to do this | run |
      |---|---|
      | talk | `parlor chat open picnic` |
      | leave | `parlor room leave picnic`, at any time you like |
      """
    #expect(
      lines(text) == [
        "  talk", "      parlor chat open picnic", "  leave",
        "      parlor room leave picnic, at any", "      time you like",
      ])
  }

  @Test("what is to be typed or copied stays as it is, however long")
  func fences() {
    let long = "parlor event add 'Picnic by the lake' --at 'next sun 12:00' --room picnic"
    #expect(
      lines("Type:\n\n```\n\(long)\n\n# a comment\n```\n") == [
        "Type:", "", "    \(long)", "", "    # a comment",
      ])
  }

  @Test("lists keep their points, and marks without an end are text")
  func points() {
    #expect(
      lines("- one that is longer than a line has room for\n- 2 * 3 [and `more") == [
        "- one that is longer than a line has", "  room for", "- 2 * 3 [and `more",
      ])
  }
}
