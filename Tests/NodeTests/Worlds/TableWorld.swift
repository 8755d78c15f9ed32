import Feature
import Features
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing

@testable import Node

/// Matches of people on a virtual network.
extension RoomWorld {
  /// Opens a table of the first, seats the second, starts, and lets both sit there.
  func match(
    _ host: Int = 0, _ joiner: Int = 1, _ fill: (inout HostTable) -> Void = { _ in }
  ) throws -> String {
    if !network.isLinked(host, joiner) { network.connect(host, joiner) }
    let table = try call(host, Methods.Tables.host) { fill(&$0) }.id
    try call(joiner, Methods.Tables.ask) { $0.table = table }
    try call(host, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    try call(host, Methods.Tables.start) { $0.table = table }
    try sit(table, host, joiner)
    return table
  }

  func sit(_ table: String, _ people: Int..., auto: Bool = false) throws {
    for number in people {
      try call(number, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
        $0.auto = auto
      }
    }
  }

  func tap(_ table: String, _ people: Int...) throws {
    for number in people { try call(number, Methods.Tables.tap) { $0.table = table } }
  }

  /// A table as somebody sees it.
  func table(_ number: Int, _ id: String) throws -> TableView {
    try #require(try network.nodes[number].tables().first { $0.id == id })
  }

  /// Checks somebody's file of a table, and returns the report.
  func verified(_ number: Int, _ table: String) throws -> VerifyReport {
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    let file = try network.nodes[number].store.read { try Transcript.export(id, $0) }
    return Transcript.verify(try #require(file), Registry.parlor.games).report
  }
}
