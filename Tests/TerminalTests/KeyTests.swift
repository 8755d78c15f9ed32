import Terminal
import Testing

@Suite struct KeyTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var parser = KeyParser()
    return parser.consume(bytes) + parser.pause()
  }

  @Test func plainKeys() {
    #expect(keys(Array("q \r\n".utf8)) == [.character("q"), .space, .enter, .enter])
    #expect(keys([3, 4, 26, 12, 127]) == [.interrupt, .interrupt, .suspend, .redraw, .backspace])
  }

  @Test func charactersBeyondASCIIArriveWhole() {
    var parser = KeyParser()
    let typed = Array("é猫".utf8).flatMap { parser.consume([$0]) }
    #expect(typed == [.character("é"), .character("猫")])
  }

  @Test(arguments: ["\u{1b}[A", "\u{1b}[1;5C", "\u{1b}OP", "\u{1b}[200~"])
  func arrowsAndTheLikeDoNothing(sequence: String) {
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
