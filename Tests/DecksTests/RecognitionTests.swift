import Testing

@testable import Decks

@Suite struct RecognitionTests {
  private func part(_ name: String, _ line: String) -> UInt32 {
    Recognition.part(of: name, in: Array(CardName.fold(line).unicodeScalars))
  }

  @Test("D-33: a name is found within a line, with mistakes, also by its first face alone")
  func parts() {
    #expect(part("Spilled Ember", "| Spilled Ember 2R") == 100)
    #expect(part("Spilled Ember", "Sp1lled Embcr") == 84)
    #expect(part("Émigré's Parasol", "EMIGRES PARASOL") == 100)
    #expect(part("Shy Guest // Life of the Party", "Shy Guest 1W") == 100)
    #expect(part("Spilled Ember", "Lamplight Owl") < 50)
    #expect(part("Spilled Ember", "") == 0)
  }
}
