import Terminal
import TestKit
import Testing

@Suite struct KeyTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var parser = KeyParser()
    return parser.consume(bytes) + parser.pause()
  }

  @Test("W-08: the left button of the mouse draws, and others do nothing")
  func pen() {
    #expect(
      keys(Array("\u{1b}[<0;3;4M\u{1b}[<32;4;4M\u{1b}[<0;4;4m\u{1b}[<2;1;1M".utf8)) == [
        .pen(isDown: true, column: 2, row: 3), .pen(isDown: true, column: 3, row: 3),
        .pen(isDown: false, column: 3, row: 3),
      ])
  }

  @Test func plainKeys() {
    #expect(keys(Array("q \r\n".utf8)) == [.character("q"), .space, .enter, .enter])
    #expect(keys([3, 4, 26, 12, 127]) == [.interrupt, .close, .suspend, .redraw, .backspace])
    #expect(keys([1, 5, 21, 23]) == [.home, .end, .eraseLine, .eraseWord])
  }

  @Test func charactersBeyondASCIIArriveWhole() {
    var parser = KeyParser()
    let typed = Array("é猫".utf8).flatMap { parser.consume([$0]) }
    #expect(typed == [.character("é"), .character("猫")])
  }

  @Test(arguments: [
    ("\u{1b}[A", Key.up), ("\u{1b}OB", .down), ("\u{1b}[1;5C", .right), ("\u{1b}[D", .left),
    ("\u{1b}[H", .home), ("\u{1b}[4~", .end), ("\u{1b}[5~", .pageUp), ("\u{1b}[6~", .pageDown),
    ("\u{1b}[3~", .delete),
  ])
  func editingKeysAreKnown(sequence: String, key: Key) {
    #expect(keys(Array(sequence.utf8) + [113]) == [key, .character("q")])
    // A terminal may send it in pieces.
    var parser = KeyParser()
    let bytes = Array(sequence.utf8)
    #expect(parser.consume(bytes[..<2]) + parser.pause() == [])
    #expect(parser.consume(bytes[2...]) == [key])
  }

  @Test func whatIsPastedIsNoReturnKey() {
    let pasted = "\u{1b}[200~a\r\u{3}b\tc\u{1b}[201~\r"
    #expect(
      keys(Array(pasted.utf8)) == [.pasted(Paste("a\nb c")), .enter])
  }

  @Test(arguments: ["\u{1b}[Z", "\u{1b}OP", "\u{1b}[24~", "\u{1b}[<64;1;1M"])
  func otherKeysDoNothing(sequence: String) {
    #expect(keys(Array(sequence.utf8) + [113]) == [.character("q")])
  }

  @Test func escapeAloneIsAKey() { #expect(keys([27]) == [.escape]) }

  @Test func anyBytesAreSurvived() {
    for seed in UInt64(0)..<500 {
      var generator = SeededGenerator(seed: seed)
      let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = keys(bytes)
      #expect(keys(bytes + [0x41, 13]).last == .enter, "seed \(seed)")
    }
  }
}
