import Feature
import Schema
import TestKit
import Testing

@testable import Decks

/// Deck and collection files that somebody made to cost much (issue line 42.f).
@Suite struct HostileFileTests {
  static let formats: [HostileFile.Format] = [
    .text, .dec, .arena, .mtgo, .moxfield, .xmage, .forge, .cod, .dek,
  ]

  private static func sentences(_ report: ImportReport) -> [String] {
    (report.changed + report.leftOut + report.lost).flatMap { [$0.text, $0.reason] }
  }

  /// Returns all sentences about a file: its refusal, and everything that was not taken.
  static func said(of file: HostileFile) -> [String] {
    do {
      guard file.format == .collection else {
        let reading = try DeckFormat.read(file.text)
        return sentences(reading.report)
      }
      return sentences(try CollectionFile(file.text).report)
    } catch let refused as Refused {
      return [refused.refusal.message]
    } catch {
      return ["\(error)"]
    }
  }

  @Test(
    "42.f: what is said of a hostile file quotes at most 80 characters of it",
    arguments: formats + [.collection], HostileFile.Junk.allCases)
  func quotes(_ format: HostileFile.Format, _ junk: HostileFile.Junk) {
    for seed in UInt64(1)...2 {
      for sentence in Self.said(of: HostileFile(format, junk, size: 6_000, seed: seed)) {
        #expect(sentence.count <= 280, "\(sentence.prefix(400))")
        #expect(sentence.utf8.count <= 1_000)
      }
    }
  }

  @Test(
    "42.f: a deck of too many lines, and a collection of too many, are refused before they are read"
  )
  func lines() {
    let many = HostileFile(.text, .lines, size: 80_000)
    #expect(Self.said(of: many).joined().contains("more than 20000 lines"))
    let rows = HostileFile(.collection, .lines, size: 160_000)
    #expect(Self.said(of: rows).joined().contains("more than 40000 lines"))
  }

  @Test("42.f: an element with hundreds of attributes is no card")
  func attributes() {
    #expect(Self.said(of: HostileFile(.cod, .attributes, size: 9_000)).joined().contains("not XML"))
  }

  @Test("42.f: the first row of a collection may not go on for ever")
  func head() {
    let row = "Count,Name" + String(repeating: ",", count: 20_000)
    #expect(throws: (any Error).self) { try CollectionFile(row + "\n1,Spilled Ember\n") }
  }
}
