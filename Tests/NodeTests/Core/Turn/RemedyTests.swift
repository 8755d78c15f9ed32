import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The things that a person can do about a refusal: values for programs, commands for terminals.
@Suite struct RemedyTests {
  private func refused(_ body: () throws -> Void) throws -> Refusal {
    do { try body() } catch let refused as Refused { return refused.refusal }
    Issue.record("nothing was refused")
    return Refusal()
  }

  @Test(
    "44.13: each remedy has a clause that fits into a sentence, and names a command but for one")
  func clauses() {
    let codes = RemedyCode.allCases.filter { $0 != .unspecified && $0 != .see }
    #expect(codes.count > 60)
    for code in codes {
      let remedy = Remedy.with {
        $0.code = code
        $0.node = String(repeating: "b", count: 52)
        ($0.name, $0.key, $0.value) = ("Ada", "lobby", "open")
      }
      let clause = remedy.clause
      #expect(clause.contains("`") == (code != .unblockAndPair), "\(code): \(clause)")
      #expect(!clause.isEmpty && !clause.hasSuffix("."), "\(code)")
      #expect(!clause.contains("{") && !clause.contains("  "), "\(code): \(clause)")
      #expect(!Remedy(code).clause.contains(" {"), "\(code) without fields")
    }
    #expect(Remedy(.UNRECOGNIZED(999)).clause.isEmpty)
  }

  @Test("44.13: a reason and its command are one sentence, or two where the reason has a colon")
  func sentences() {
    #expect(
      Refused(.notNow, "That table is gone.", .see("war list")).refusal.message
        == "That table is gone: `parlor war list` shows those that are known.")
    #expect(
      Refused(.notFound, "There is no stroke x.", .see("drawing show")).refusal.message
        == "There is no stroke x: `parlor drawing show` shows them.")
    let mended = Refused(.notNow, "Cup has started: its rules stay.", .returnToSetup).refusal
    #expect(
      mended.message
        == "Cup has started: its rules stay. `parlor tournament start --back` goes back to it as long as there is no score."
    )
    #expect(mended.reason == "Cup has started: its rules stay.")
    #expect(
      Refused(.notNow, "Bob offers none: wait.", .about("Bob", .offerRematchThere)).refusal.message
        == "Bob offers none: wait. Ask them to run `parlor war hosting`.")
    let plain = Refused(.invalid, "The name is too long.").refusal
    #expect(plain.message == "The name is too long." && !plain.hasRemedy && plain.reason.isEmpty)
  }

  @Test("44.13: sentences around a refusal keep its remedy, and its reason names no command")
  func around() {
    let said = Refused(.notNow, "The card is lent.", .takeTradeBack)
      .said(after: "2 of 3 changes were taken back.", before: "Undo again.").refusal
    #expect(said.remedy.code == .takeTradeBack && said.code == .notNow)
    #expect(said.reason == "2 of 3 changes were taken back. The card is lent. Undo again.")
    #expect(
      said.message
        == "2 of 3 changes were taken back. The card is lent: `parlor trade take-back` ends a trade that is not done. Undo again."
    )
  }

  @Test("44.13: a name with the words of another field stays as it is")
  func names() {
    let remedy = Remedy.about("{key} and `x`", .takeRematchThere)
    #expect(remedy.clause == "{key} and `x` takes it with `parlor war hosting --take`")
  }

  @Test("44.13: who is blocked, not paired or not known is refused with the node or the name")
  func people() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let bob = world.network.nodes[1].id
    try world.call(0, Methods.Peers.block) { $0.peer = "Bob" }
    let blocked = try refused {
      try world.call(0, Methods.Peers.trust) { $0.node = bob.description }
    }
    #expect(blocked.reason == "Bob is blocked.")
    #expect(
      blocked.message == "Bob is blocked: `parlor peer unblock \(bob.description.prefix(8))` first."
    )
    #expect(blocked.remedy == .about(bob, .unblock) && blocked.remedy.node == bob.description)

    let unpaired = try refused {
      try world.call(0, Methods.Rooms.make) {
        $0.direct = true
        $0.people = ["Cyd"]
      }
    }
    #expect(unpaired.remedy == .about("Cyd", .pair))
    #expect(
      unpaired.message
        == "You have not paired with anybody called Cyd: pair first with `parlor peer pair`.")
    let unknown = try refused { try world.call(0, Methods.Peers.block) { $0.peer = "Cyd" } }
    #expect(unknown.remedy == .see("peer list") && unknown.reason == "There is no peer Cyd.")
  }

  @Test("44.13: a match to which nobody is added leads to those who ask at this table")
  func table() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.call(0, Methods.Tables.host).id
    let early = try refused { try world.call(0, Methods.Tables.start) { $0.table = table } }
    #expect(early.remedy == .item(table, .acceptAsk))
    #expect(
      early.message
        == "Nobody has been added to the game: accept one player first, with `parlor war accept`.")
    let none = try refused { try world.call(0, Methods.Tables.start) { $0.table = "zzzz" } }
    #expect(none.remedy == .see("war list") && none.reason == "There is no table zzzz.")
  }

  @Test("44.13: a lobby that is off says so, and its view has what switches it on")
  func lobby() throws {
    let world = try RoomWorld(["Ada"])
    let first = world.network.nodes[0].changes.count
    try world.call(0, Methods.Node.set) { ($0.key, $0.value) = ("lobby", "off") }
    let id = RoomID.lobby.description
    let views = world.network.nodes[0].changes[first...].compactMap { change -> RoomView? in
      guard case .room(let view)? = change.what, view.id == id else { return nil }
      return view
    }
    let view = try #require(views.last)
    #expect(view.noticeRemedy == .setting("lobby", "open"))
    #expect(
      view.notice
        == "The lobby is off, so nobody gets what you write there: change that with `parlor settings set lobby open`."
    )
    let silent = try refused { try world.say(0, "anybody?") }
    #expect(silent.remedy == view.noticeRemedy && silent.message == view.notice)
  }
}
