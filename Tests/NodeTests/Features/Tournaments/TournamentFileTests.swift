import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Tournaments that are made of files and of others.
@Suite struct TournamentFileTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada"])
  }

  @discardableResult
  private func make(_ format: String) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = format
      $0.entrants = "Ada,1800,Kings\nBob\nCleo\nDan"
    }
    if format == "knockout" {
      try world.call(0, Methods.Tournaments.setKnockout) { $0.tournament = "Cup" }
    }
    return try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
  }

  private func export(_ name: String, _ format: String) throws -> ExportedTournament {
    try world.call(0, Methods.Tournaments.export) {
      $0.tournament = name
      $0.format = format
    }
  }

  @discardableResult
  private func take(_ text: String, _ format: String = "") throws -> TournamentView {
    try world.call(0, Methods.Tournaments.take) {
      $0.text = text
      $0.format = format
      $0.name = "Copy"
    }
  }

  @discardableResult
  private func score(
    _ match: String, _ score: String, _ name: String = "Cup", ruling: Bool = false
  ) throws -> TournamentView {
    let method = ruling ? Methods.Tournaments.rule : Methods.Tournaments.score
    return try world.call(0, method) {
      $0.tournament = name
      $0.match = match
      $0.score = score
      if ruling { $0.reason = "seen" }
    }
  }

  @Test("T-51, T-52: a tournament that was written and read again has the same hash, and goes on")
  func again() throws {
    try make("league")
    try score("R1.1", "2:1")
    try score("R1.2", "0:3", ruling: true)
    try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = "Dan"
      $0.reason = "ill"
    }
    let view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    let written = try export("Cup", "json")
    #expect(written.lost.isEmpty, "\(written.lost)")
    let copy = try take(written.text)
    #expect(
      copy.name == "Copy" && copy.id != view.id && copy.hash == view.hash
        && copy.report.lost.isEmpty)
    #expect(
      copy.entrants.map(\.name) == view.entrants.map(\.name) && copy.entrants[3].out == "withdrawn")
    #expect(copy.matches.contains { $0.ruled })
    let later = try score("R2.2", "1:0", "Copy")
    #expect(later.played == copy.played + 1)
    // What was read can be corrected as if it had been typed here.
    let corrected = try score("R1.1", "3:1", "Copy")
    #expect(corrected.matches.first { $0.name == "R1.1" }?.score == "3:1")
    let lost = try export("Cup", "brackets").lost
    #expect(lost.contains { $0.contains("Ratings") })
    let report = try export("Cup", "trf26").text
    #expect(try take(report).format == .league)
    // A long file is sent as bytes before.
    let blob = try world.keep(0, Data(written.text.utf8))
    let long = try world.call(0, Methods.Tournaments.take) {
      $0.blob = blob
      $0.name = "Long"
    }
    #expect(long.hash == view.hash)
  }

  @Test("T-51: a file with an error makes no tournament, and the line is named")
  func wrong() throws {
    try make("knockout")
    let text = try export("Cup", "json").text
    let bad = text.replacing("\"Cleo\"", with: "\"ADA\"")
    #expect(refusal { try take(bad) }.contains("There is an entrant ADA already"))
    #expect(refusal { try take("{") }.contains("Line 1"))
    #expect(refusal { try take(text, "pdf") }.contains("pdf is no format of files"))
    #expect(refusal { try take("hello") }.contains("not a report file"))
    #expect(try world.call(0, Methods.Tournaments.list).tournaments.map(\.name) == ["Cup"])
    #expect(
      try world.read(0, "lobby") {
        try $0.home.records(of: [.entrant], in: $0.home.personalRoom, limit: 99).count
      } == 4)
  }

  @Test("a new tournament takes over the rules and entrants of an old one, and no scores")
  func copied() throws {
    try make("league")
    try score("R1.1", "2:1")
    let copy = try world.call(0, Methods.Tournaments.make) {
      $0.name = "Next"
      $0.from = "Cup"
    }
    #expect(copy.format == .league && copy.phase == .draft && copy.played == 0)
    #expect(copy.entrants.map(\.name) == ["Ada", "Bob", "Cleo", "Dan"])
    #expect(copy.entrants[0].rating == 1_800 && copy.entrants[0].club == "Kings")
    let other = try world.call(0, Methods.Tournaments.make) {
      $0.name = "Third"
      $0.from = "Cup"
      $0.format = "knockout"
      $0.entrants = "Eve\nFinn"
    }
    #expect(other.format == .knockout && other.entrants.map(\.name) == ["Eve", "Finn"])
  }

  @Test("T-26, T-32: where ties are switched off, one has to say who won")
  func noTies() throws {
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = "league"
      $0.entrants = "Ada\nBob"
    }
    let view = try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      $0.ties = false
    }
    #expect(view.rules.noTies)
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
    #expect(refusal { try score("R1.1", "1:1") }.contains("There are no ties in Cup"))
    #expect(try score("R1.1", "1:1 (4:3)").phase == .finished)
  }

  @Test("T-43: score sheets have a place for each game of each match that is open")
  func sheets() throws {
    try make("league")
    try score("R1.1", "2:1")
    let text = try export("Cup", "sheets").text
    #expect(text.components(separatedBy: "<section>").count == 6, "five matches are open")
    #expect(!text.contains("R1.1<") && text.contains("R1.2<") && text.contains("Signed"))
  }

  @Test("T-10, T-52: a check names what was drawn, by whom, and what follows")
  func checked() throws {
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.entrants = "Ada\nBob\nCleo\nDan"
    }
    try world.call(0, Methods.Tournaments.draw) { $0.tournament = "Cup" }
    world.network.settle()
    let view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    let check = try world.call(0, Methods.Tournaments.check) { $0.tournament = "Cup" }
    #expect(check.faults.isEmpty && check.hash == view.hash)
    #expect(
      check.checks.contains { $0.contains("drew alone, without a witness") }, "\(check.checks)")
    let part = view.draws[0].parts[0]
    #expect(part.name == "Ada" && part.hash.count == 64 && part.secret.count == 64)
    #expect(Set(view.draws[0].entrants) == ["Ada", "Bob", "Cleo", "Dan"])
  }
}
