import Foundation
import Schema
import Testing
import Wire

/// Steps that no honest node writes. Every node must read them alike, so none of it may change.
@Suite struct TableStepTests {
  @Test("a link that comes in two parts is one link, as protobuf merges a field of a message")
  func merged() throws {
    // Field 6 of TableStep twice: the round 1; the link of two bytes.
    let step = try Coding.decode(
      TableStep.self, from: Data([0x32, 2, 0x08, 1, 0x32, 4, 0x12, 2, 7, 7]))
    #expect(step.reveal.round == 1 && step.reveal.link == Data([7, 7]))
  }

  @Test("an entry with a step that cannot be read is no entry of a table, whatever else is in it")
  func unreadable() throws {
    // Field 6 of TableStep whose message ends in the middle of its round.
    let broken = Data([0x32, 1, 0x08])
    #expect(throws: (any Error).self) { try Coding.decode(TableStep.self, from: broken) }
    let whole = try Coding.encode(Payload.with { $0.operations = [.with { $0.step.leave() }] })
    var field = try Coding.encode(
      Payload.with { $0.operations = [.with { $0.step.play.round = 1 }] })
    let inner = try Coding.encode(TableStep.with { $0.play.round = 1 })
    let at = try #require(field.indices.first { field.dropFirst($0).starts(with: inner) })
    #expect(inner.count == 4)
    // The same length: field 6 with two bytes, of which the last begins a number that does not end.
    field.replaceSubrange(at..<(at + 4), with: [0x32, 2, 0x08, 0x80])
    #expect(throws: (any Error).self) { try Coding.decode(Payload.self, from: whole + field) }
    #expect(try Coding.decode(Payload.self, from: Data(whole)).operations.count == 1)
  }
}

extension TableStep {
  fileprivate mutating func leave() { left = LeaveTable() }
}
