import Feature
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Formats as commands and views have them.
@Suite struct TournamentFormatTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada"])
  }

  /// Makes a tournament that is called as its format.
  @discardableResult
  private func make(_ format: String, _ names: [String]) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.make) {
      ($0.name, $0.format) = (format, format)
      $0.entrants = names.joined(separator: "\n")
    }
  }

  @Test("T-03: the list offers every format, and each view and line says what its own has")
  func views() throws {
    let formats = try world.call(0, Methods.Tournaments.list).formats
    #expect(formats.map(\.name) == TournamentFormat.words)
    for format in formats {
      let view = try make(format.name, ["A", "B"])
      #expect(view.style == format && format.hasTraits, "\(format.name)")
    }
    let lines = try world.call(0, Methods.Tournaments.list).tournaments
    #expect(lines.count == formats.count)
    for line in lines {
      #expect(line.style == formats.first { $0.name == line.name }, "\(line.name)")
    }
  }

  @discardableResult
  private func challenge(_ matches: [String]) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.setRound) {
      ($0.tournament, $0.matches) = ("ladder", matches)
    }
  }

  @Test("T-02, T-58: a ladder is played with challenges, has no end, and takes others at its foot")
  func ladder() throws {
    try make("ladder", ["A", "B", "C", "D"])
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "ladder" }
    let paired = refusal {
      try world.call(0, Methods.Tournaments.setRound) {
        ($0.tournament, $0.pair) = ("ladder", true)
      }
    }
    #expect(paired.contains("who challenges whom"), "\(paired)")
    let bye = refusal { try challenge(["A : bye"]) }
    #expect(bye.contains("a match of two"), "\(bye)")
    try challenge(["D : B"])
    let scored = try world.call(0, Methods.Tournaments.score) {
      ($0.tournament, $0.match, $0.score) = ("ladder", "R1.1", "1:0")
    }
    #expect(scored.groups.map { $0.rows.map(\.name) } == [["A", "D", "B", "C"]])
    #expect(scored.groups.map { $0.rows.map(\.rank) } == [[1, 2, 3, 4]])
    #expect(scored.phase == .played && scored.ranks.isEmpty)
    try world.call(0, Methods.Tournaments.addEntrants) {
      ($0.tournament, $0.lines) = ("ladder", "E")
    }
    let last = try challenge(["E : C"])
    #expect(last.groups.map { $0.rows.map(\.name) } == [["A", "D", "B", "C", "E"]])
    #expect(last.matches.map(\.name) == ["R1.1", "R2.1"])
    let file = try world.call(0, Methods.Tournaments.export) {
      ($0.tournament, $0.format) = ("ladder", "json")
    }
    let copy = try world.call(0, Methods.Tournaments.take) {
      ($0.text, $0.name) = (file.text, "Copy")
    }
    #expect(copy.style == last.style && copy.hash == last.hash)
  }

  @Test("T-51: a file that does not keep a format is refused, with those that do")
  func files() throws {
    func refused(_ format: String, as file: String) throws -> String {
      try make(format, ["A", "B"])
      return refusal {
        _ = try world.call(0, Methods.Tournaments.export) {
          ($0.tournament, $0.format) = (format, file)
        }
      }
    }
    #expect(
      try refused("knockout", as: "trf26").hasSuffix("export knockout as json or brackets."))
    #expect(try refused("ladder", as: "brackets").hasSuffix("export ladder as json."))
    #expect(try refused("free", as: "brackets").hasSuffix("export free as json or trf26."))
  }
}
