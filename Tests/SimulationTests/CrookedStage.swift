import struct Feature.Refused
import Node
import Schema
import Store
import SwiftProtobuf
import TestKit

/// A stage on which the joiner's node shows something else than it knows.
final class CrookedStage: MatchStage {
  private let stage: VirtualStage
  private let bend: (inout TableView) -> Void
  /// Whether the joiner's node seems to be down when somebody asks for its tables.
  var isDown: () -> Bool = { false }
  /// Changes the file that the joiner's node exports.
  var spoil: (inout [UInt8]) -> Void = { _ in }

  init(_ stage: VirtualStage, _ bend: @escaping (inout TableView) -> Void) {
    self.stage = stage
    self.bend = bend
  }

  func tables(_ person: Person) throws -> [TableView] {
    if person == .joiner, isDown() { return [] }
    var tables = try stage.tables(person)
    for index in tables.indices where person == .joiner { bend(&tables[index]) }
    return tables
  }

  func transcript(_ person: Person, table: String) throws -> [UInt8] {
    var bytes = try stage.transcript(person, table: table)
    if person == .joiner { spoil(&bytes) }
    return bytes
  }

  var isSeeded: Bool { stage.isSeeded }
  var messageCount: Int { stage.messageCount }
  var messageStride: Int { stage.messageStride }
  func adopt(_ store: Store, for person: Person) throws { try stage.adopt(store, for: person) }
  func begin(_ people: [Person]) throws { try stage.begin(people) }
  func end() { stage.end() }
  func perform(_ call: Call, by person: Person) throws -> Result<any Message, Refused> {
    try stage.perform(call, by: person)
  }
  func passTime(tries: Int) throws -> Bool { try stage.passTime(tries: tries) }
  func wait(milliseconds: Int64) throws { try stage.wait(milliseconds: milliseconds) }
  func cut() throws { try stage.cut() }
  func part() throws { try stage.part() }
  func heal() throws { try stage.heal() }
  func hold(_ person: Person) throws { try stage.hold(person) }
  func release(_ person: Person) throws { try stage.release(person) }
  func kill(_ person: Person) throws { try stage.kill(person) }
  func restart(_ person: Person) throws { try stage.restart(person) }
  func withStore(of person: Person, _ body: (Store) throws -> Void) throws {
    try stage.withStore(of: person, body)
  }
  func replaceStore(of person: Person, by store: Store) throws {
    try stage.replaceStore(of: person, by: store)
  }
  func kill(_ person: Person, atMessage message: Int, before: Bool) throws {
    try stage.kill(person, atMessage: message, before: before)
  }
}
