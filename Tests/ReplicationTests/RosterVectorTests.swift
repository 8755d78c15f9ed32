import Foundation
import Identifiers
import Replication
import Schema
import Testing
import Wire

/// The frozen worlds of protocol/vectors/rosters.json, which `protocol/client` reads as well.
@Suite struct RosterVectorTests {
  private struct File: Decodable {
    let worlds: [World]
  }

  private struct World: Decodable {
    let room, hash, owner: String
    let statements, bases: [String]
    let people: [Person]
  }

  private struct Person: Decodable {
    let author: String
    let member, part: Bool
    /// A line for each of the incarnations from 0 on, a digit for each of the sequences from 1 on.
    let counts: [String]
  }

  private static func bytes(_ text: String) -> Data {
    let digits = text.compactMap(\.hexDigitValue)
    return Data(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
  }

  @Test("each frozen world has the roster that both implementations found")
  func worlds() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "protocol/vectors/rosters.json"))
    let file = try JSONDecoder().decode(File.self, from: data)
    #expect(file.worlds.count == 13)
    for (number, world) in file.worlds.enumerated() {
      let room = try #require(RoomID(Self.bytes(world.room)))
      let statements = try world.statements.map { text in
        try SignedStatement(
          Coding.decode(RosterStatement.self, from: Self.bytes(text)), in: room)
      }
      let bases = try world.bases.map { try Coding.decode(RosterBase.self, from: Self.bytes($0)) }
      var roster = Roster(room: room)
      _ = roster.take(statements, bases: bases)
      #expect(roster.hash.data == Self.bytes(world.hash), "world \(number)")
      #expect(roster.owner.data == Self.bytes(world.owner), "world \(number)")
      for person in world.people {
        let author = try #require(Author(Self.bytes(person.author)))
        #expect(roster.isMember(author) == person.member, "world \(number)")
        #expect((roster.standing(of: author) != nil) == person.part, "world \(number)")
        for (incarnation, line) in person.counts.enumerated() {
          let log = LogKey(author: author, incarnation: UInt64(incarnation))
          let found = line.indices.enumerated().map { roster.counts(log, UInt64($0.offset + 1)) }
          #expect(found.map { $0 ? "1" : "0" }.joined() == line, "world \(number)")
        }
      }
    }
  }
}
