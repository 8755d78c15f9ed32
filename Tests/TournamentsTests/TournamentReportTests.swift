import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Tournaments

extension TournamentFile {
  /// All that is said of the file that was read, a line each.
  var told: [String] {
    (report.lost + report.leftOut + report.changed).map {
      ($0.line > 0 ? "Line \($0.line): " : "") + $0.reason
    }
  }
}

/// The rule of all importers: what was taken, left out and lost is everything in the file, as a second parser counts it.
@Suite struct TournamentReportTests {
  @Test("43 the rule: of a tournament's file, read and left out and lost are all its results")
  func results() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let text = OwnFile.write(FileTests.played(.league, 4, seed: seed))
      var object = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      var results = try #require(object["results"] as? [[String: Any]])
      for result in results where random.below(2) == 0 {
        var other = result
        other["by"] = "Bob"
        other["score"] = nil
        other["winner"] = random.pick(["home", "away", "neither"])
        other["ruling"] = random.below(4) == 0 ? true : nil
        results.append(other)
      }
      object["results"] = results
      let said = String(
        decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
      let file = try TakeCommand.read(.with { ($0.text, $0.format) = (said, "json") }, Data())
      #expect(file.report.things == results.count, "seed \(seed): \(file.told)\n\(said)")
      // Each of those that are lost or left out has a sentence.
      let matches = Set(results.compactMap { $0["match"] as? String })
      #expect(matches.count >= file.results.count)
      #expect(file.results.count == matches.count || !file.report.lost.isEmpty)
    }
  }
}
