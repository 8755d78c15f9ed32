import Schema
import Terminal
import Testing

@Suite struct VerifyTextTests {
  private func lines(_ text: String, claims: [ClaimView] = []) -> [String] {
    VerifyText(
      .with {
        ($0.valid, $0.steps, $0.text, $0.claims) = (true, 15, text, claims)
        ($0.host, $0.joiner, $0.rounds) = ("Ada", "Bob", 1)
        $0.result.text = "Bob won. Ada conceded the match."
      }
    ).lines()
  }

  @Test("V-50: a duel whose winner has not opened is not shown as one that counts")
  func unopened() {
    let sentence =
      "Every step follows, but not all that must be opened was: the match counts for nothing."
    #expect(
      lines(sentence) == [
        "Valid: all 15 steps follow.", sentence, "Ada (host) against Bob, 1 round decided.",
        "Bob won. Ada conceded the match.",
      ])
  }

  @Test("A finding that says no more than the first line, or than a claim does, is not said again")
  func once() {
    let plain = [
      "Valid: all 15 steps follow.", "Ada (host) against Bob, 1 round decided.",
      "Bob won. Ada conceded the match.",
    ]
    #expect(lines("Every step follows.") == plain)
    #expect(lines("") == plain)
    let claim = ClaimView.with { $0.text = "Bob claims the win." }
    let claimed = lines(
      "Every step follows; the match is claimed, not confirmed.", claims: [claim])
    #expect(
      claimed == [
        plain[0], plain[1], "Bob claims the win. Claimed, not confirmed.", plain[2],
      ])
  }
}
