import Feature
import Schema
import TestKit
import Testing

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
    #expect(try refused("free", as: "brackets").hasSuffix("export free as json or trf26."))
  }
}
