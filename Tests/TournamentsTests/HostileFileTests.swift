import Foundation
import Feature
import Schema
import TestKit
import Testing

@testable import Tournaments

/// Files of tournaments that somebody made to cost much (issue line 42.f).
@Suite struct HostileFileTests {
  static func said(of file: HostileFile) -> [String] {
    do {
      guard file.format != .entrants else {
        _ = try EntrantCommands.parse(file.text)
        return []
      }
      let name = ["trf": "trf", "brackets": "brackets"][file.format.rawValue] ?? "json"
      return try TakeCommand.read(
        .with { ($0.text, $0.format) = (file.text, name) }, Data()
      ).told
    } catch let refused as Refused {
      return [refused.refusal.message]
    } catch {
      return ["\(error)"]
    }
  }

  @Test(
    "42.f: what is said of a hostile file quotes at most 80 characters of it",
    arguments: [.trf, .brackets, .tournament, .entrants] as [HostileFile.Format],
    HostileFile.Junk.allCases)
  func quotes(_ format: HostileFile.Format, _ junk: HostileFile.Junk) {
    for seed in UInt64(1)...2 {
      let said = Self.said(of: HostileFile(format, junk, size: 12_000, seed: seed))
      #expect(said.count <= 201)
      for sentence in said { #expect(sentence.count <= 360, "\(sentence.prefix(500))") }
    }
  }

  @Test(
    "42.f: a field whose name never ends is quoted with 80 characters, also before a colon that is missing"
  )
  func longName() {
    let name = String(repeating: "x", count: 100_000)
    for text in [
      "{\"\(name)\" 1}", "{\"parlor\":1,\"\(name)\":[1,2],\"name\":\"a\",\"entrants\":[]}",
    ] {
      let said = Self.said(text)
      #expect(said.joined().count < 500 && said.joined().contains("xxx…"))
    }
  }

  private static func said(_ text: String) -> [String] {
    do {
      return try TakeCommand.read(.with { ($0.text, $0.format) = (text, "json") }, Data()).told
    } catch let refused as Refused {
      return [refused.refusal.message]
    } catch {
      return ["\(error)"]
    }
  }

  @Test("42.f: too many lines, values and entrants are refused before anything is made of them")
  func many() {
    let lines = Self.said(of: HostileFile(.trf, .lines, size: 80_000)).joined()
    #expect(lines.contains("more than 20000 lines"))
    let values = "{\"parlor\":[" + String(repeating: "1,", count: 300_001) + "1]}"
    #expect(Self.said(values).joined().contains("more values than a tournament has"))
    let entrants = Self.said(of: HostileFile(.entrants, .parts, size: 70_000)).joined()
    #expect(entrants.contains("more than 64 KiB"))
  }
}
