import Decks
import DeckSchema
import Feature
import Features
import Foundation
import Schema
import TestKit
import Testing

@testable import Node
@testable import Store

/// The cost of taking back a command that made many records.
@Suite struct UndoCostTests {
  /// A cost: the steps of SQLite, and the time of this thread's processor, which other programs do not change much.
  struct Cost: Sendable {
    let steps: Int
    let seconds: Double
  }

  private func cost(in world: RoomWorld, _ body: () throws -> Void) rethrows -> Cost {
    let connections = world.network.nodes[0].store.connections
    _ = connections.write { $0.stepsTaken() }
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let begin = now()
    try body()
    return Cost(steps: connections.write { $0.stepsTaken() }, seconds: now() - begin)
  }

  private func world(_ count: Int) throws -> RoomWorld {
    let world = try RoomWorld(["Ada"])
    let rows = (0..<count).map { "1,Card \($0),M10" }
    let blob = try world.send(0, (["Count,Name,Edition"] + rows).joined(separator: "\n"))
    let taken = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    #expect(taken.count == UInt32(count))
    return world
  }

  private func undo(_ count: Int) throws -> Cost {
    let world = try world(count)
    let cost = try cost(in: world) {
      let title = try world.call(0, Methods.Rooms.undo).title
      #expect(title == "Card 0 and \(count - 1) others")
    }
    #expect(try world.cards(0).isEmpty)
    return cost
  }

  /// Checks that twice as much takes twice as long. A busy machine may disturb one measurement, and not three of them.
  private func checkTime(_ what: String, _ measured: () throws -> [Cost]) rethrows {
    var said: [String] = []
    for _ in 0..<3 {
      let costs = try measured()
      if costs[1].seconds < 3 * costs[0].seconds + 0.01 { return }
      said.append("\(costs)")
    }
    Issue.record("\(what): \(said)")
  }

  @Test("43 D-5: undoing twice as much takes twice as many steps, and twice the time")
  func linear() throws {
    try checkTime("undo") {
      let costs = [try undo(2_000), try undo(4_000)]
      #expect(costs[1].steps < 22 * costs[0].steps / 10, "\(costs)")
      return costs
    }
  }

  @Test("43 D-5: the turn that begins an undo reads no record for each write that is taken back")
  func begins() throws {
    let world = try world(2_000)
    let begun = cost(in: world) {
      world.network.give(
        0, [.command(CommandID(1 << 40), Call(Methods.Rooms.undo, UndoCommand()))])
    }
    #expect(begun.steps < 2_000 * 50, "\(begun)")
    world.network.run(milliseconds: 1_000)
    #expect(try world.cards(0).isEmpty)
  }

  @Test(
    "43 D-5: a crash between two turns of an undo leaves the rest, and the next undo goes on with it",
    arguments: [1, 2, 3, 4, 6])
  func crash(turns: Int) throws {
    let world = try world(1_500)
    func ask<Request, Response>(_ method: Method<Request, Response>) -> Call {
      Call(method, Request())
    }
    world.network.give(0, [.command(CommandID(1 << 40), ask(Methods.Rooms.undo))])
    for _ in 1..<turns { world.network.step() }
    world.network.crash(0)
    try world.network.start(0)
    let left = try world.cards(0).count
    // Two turns check, and each one after that takes 256 back.
    #expect(left > 0 && left % 256 == 1_500 % 256 || left == 1_500, "\(left) left")
    #expect(turns < 4 || left < 1_500)
    _ = try world.call(0, Methods.Rooms.undo)
    #expect(try world.cards(0).isEmpty)
    #expect(refusal { _ = try world.call(0, Methods.Rooms.undo) }.contains("nothing to undo"))
  }

  @Test("E-70: an undo of several turns that is refused is passed over by the next one as well")
  func passesOver() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "1 Spilled Ember")
    let rows = (0..<300).map { "1,Card \($0),M10" }
    let blob = try world.send(0, (["Count,Name,Edition"] + rows).joined(separator: "\n"))
    _ = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    _ = try world.call(0, Methods.Cards.remove) { ($0.card, $0.count) = ("Card 299", 1) }
    for reason in [
      "What you did last deleted something, and that erases it: it cannot be undone.",
      "It cannot be undone: it was deleted since.",
    ] {
      let said = refusal { _ = try world.call(0, Methods.Rooms.undo) }
      #expect(said == reason + " Undo again to pass over it.")
    }
    _ = try world.call(0, Methods.Rooms.undo)
    let left = try world.cards(0)
    #expect(left.count == 299 && !left.contains("1 Spilled Ember"))
    #expect(refusal { _ = try world.call(0, Methods.Rooms.undo) } == "There is nothing to undo.")
  }

  /// Commands that touch many copies at once.
  static let commands: [(String, @Sendable (RoomWorld) throws -> Void)] = [
    (
      "cards/edit",
      { world in
        let names = try world.cards(0).map { String($0.drop { $0.isNumber }.dropFirst()) }
        _ = try world.call(0, Methods.Cards.edit) {
          ($0.cards, $0.condition) = (names, .mint)
        }
      }
    ),
    ("cards/list", { world in _ = try world.library(0) }),
    ("cards/export", { world in _ = try world.call(0, Methods.Cards.export) }),
  ]

  @Test("43 D-5: a list with one card on twice as many lines takes twice as many steps")
  func sameName() throws {
    let costs = try [300, 600].map { count in
      let world = try RoomWorld(["Ada"])
      let blob = try world.send(0, "Count,Name,Edition\n\(count),Card,M10\n")
      _ = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
      let lines = String(repeating: "1 Card\n", count: count)
      let deck = try world.send(
        0,
        "<cockatrice_deck><format>limited</format><zone name=\"main\">"
          + String(repeating: "<card number=\"1\" name=\"Card\"/>", count: count)
          + "</zone></cockatrice_deck>")
      let list = try world.send(0, lines)
      _ = try world.call(0, Methods.DeckLists.keep) { ($0.blob, $0.name) = (list, "List") }
      return try cost(in: world) {
        let view = try world.call(0, Methods.DeckLists.show) { $0.list = "List" }
        #expect(view.buildable)
        let made = try world.call(0, Methods.Libraries.makeOf) {
          ($0.blob, $0.name) = (deck, "Deck")
        }
        #expect(made.missing.isEmpty && made.count == UInt32(count))
      }
    }
    #expect(costs[1].steps < 23 * costs[0].steps / 10, "\(costs)")
  }

  @Test(
    "43 D-5: what touches twice as many cards takes twice as many steps, and twice the time",
    arguments: UndoCostTests.commands.indices)
  func growth(_ index: Int) throws {
    let (name, command) = Self.commands[index]
    try checkTime(name) {
      let costs = try [1_000, 2_000].map { count in
        let world = try world(count)
        return try cost(in: world) { try command(world) }
      }
      #expect(costs[1].steps < 23 * costs[0].steps / 10 + 1_000, "\(name): \(costs)")
      return costs
    }
  }
}
