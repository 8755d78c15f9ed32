import Feature
import Foundation
import Identifiers
import Schema
import Testing
import Wire

@testable import Node

/// The step that opens a table, as files and logs show it.
@Suite struct TableOpeningTests {
  private func author(_ number: UInt8) throws -> Author {
    try #require(Author([UInt8](repeating: number, count: 32)))
  }

  private func slice(by author: Author, first: UInt64, opening nonce: Data) throws -> Slice {
    var step = TableStep()
    step.open.nonce = nonce
    var payload = Payload()
    payload.operations = [.with { $0.step = step }]
    var entry = Schema.Entry()
    entry.payload = Data(try Coding.encode(payload))
    var slice = Slice()
    slice.log = LogKey(author: author, incarnation: 0).message
    slice.first = first
    slice.entries = [entry]
    return slice
  }

  @Test("G-70: a carried table was opened by the author from whose first step its id follows")
  func opening() throws {
    let (ada, bob) = (try author(1), try author(2))
    let nonce = Data(repeating: 3, count: 16)
    let id = RoomID(table: ada, nonce: nonce)
    var bundle = Schema.Bundle()
    bundle.slices = [
      try slice(by: bob, first: 1, opening: nonce),
      try slice(by: ada, first: 1, opening: Data(repeating: 4, count: 16)),
      try slice(by: ada, first: 1, opening: nonce),
    ]
    let (host, open) = try #require(bundle.opening(of: id))
    #expect(host == ada && open.nonce == nonce)
    #expect(bundle.opening(of: RoomID(table: ada, nonce: Data())) == nil)
    bundle.slices = [try slice(by: ada, first: 2, opening: nonce)]
    #expect(bundle.opening(of: id) == nil, "only a first step opens a table")
  }
}
