import DuelSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Duels between two nodes, with libraries that their people keep.
@Suite struct DuelMatchTests {
  /// Two linked people with a library of 59 lands and a card each.
  func world() throws -> RoomWorld {
    let world = try RoomWorld(["Ada", "Bob"])
    for (number, name) in ["Wood", "Water"].enumerated() {
      try makeLibrary(
        world, number, name, [("Forest", number == 0 ? "39" : "19"), ("Island", "20")])
    }
    try world.setLands(1, "Water", [("Plains", "20")])
    world.network.connect(0, 1)
    return world
  }

  private func makeLibrary(
    _ world: RoomWorld, _ number: Int, _ name: String, _ lands: [(String, String)]
  ) throws {
    try world.makeLibrary(number, name)
    try world.own(number, "Elf Cook", anyway: true)
    try world.put(number, "Elf Cook", into: name)
    try world.setLands(number, name, lands)
  }

  private func choice(_ world: RoomWorld, _ number: Int) throws -> DuelChosen {
    try world.call(number, Methods.Duels.choose) {
      $0.library = number == 0 ? "Wood" : "Water"
      $0.games = 3
    }
  }

  /// A match that has begun.
  func begun() throws -> (world: RoomWorld, table: String) {
    let world = try world()
    let (host, joiner) = (try choice(world, 0), try choice(world, 1))
    let table = try world.call(0, Methods.Tables.host) {
      $0.game = "duel"
      ($0.terms, $0.choice) = (host.terms, host.choice)
    }.id
    try world.call(1, Methods.Tables.ask) {
      ($0.table, $0.choice) = (table, joiner.choice)
    }
    try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    try world.call(0, Methods.Tables.start) { $0.table = table }
    try world.sit(table, 0, 1)
    return (world, table)
  }

  func tap(
    _ world: RoomWorld, _ number: Int, _ table: String, _ fill: (inout DuelMove) -> Void
  ) throws {
    let tap = try Tap.duel(.with(fill), at: table)
    try world.call(number, Methods.Tables.tap) { $0 = tap }
  }

  @Test(
    "V-03: a library is checked by its format before a match, and makes the choice and the terms")
  func choose() throws {
    let world = try world()
    let chosen = try choice(world, 0)
    #expect(chosen.main == 60 && chosen.side == 0 && chosen.library == "Wood")
    let terms = try DuelTerms(serializedBytes: chosen.terms)
    #expect(terms.games == 3 && terms.life == 20 && terms.phases.count == 8)
    try makeLibrary(world, 0, "Twig", [("Forest", "9")])
    let said = refusal { try world.call(0, Methods.Duels.choose) { $0.library = "Twig" } }
    #expect(said.contains("has 10 cards and needs at least 60"), "\(said)")
    let free = try world.call(0, Methods.Duels.choose) {
      ($0.library, $0.format, $0.life) = ("Twig", "none", 7)
    }
    #expect(free.main == 10 && free.notes.count == 1)
    #expect(try DuelTerms(serializedBytes: free.terms).life == 7)
  }

  @Test("V-01, V-40: two people play to the end, and a killed node resumes with the same hand")
  func toTheEnd() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 7 }
    try tap(world, 1, table) { $0.draw.count = 5 }
    let view = try world.table(0, table).duel
    #expect(view.seats.map(\.library) == [53, 55] && view.own.hand.count == 7)
    #expect(try world.table(1, table).duel.own.hand.count == 5)
    #expect(view.own.hand.allSatisfy { ["Forest", "Island", "Elf Cook"].contains($0.name) })
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    try world.sit(table, 0, 1)
    #expect(try world.table(0, table).duel.own.hand == view.own.hand)
    try tap(world, 0, table) {
      $0.place.cards = view.own.hand.map { card in .with { $0.handle = card.handle } }
      $0.place.to.spot.zone = .battlefield
    }
    #expect(try world.table(1, table).duel.objects.map(\.name) == view.own.hand.map(\.name))
    // More than one entry holds: every card that is shown is proven.
    try tap(world, 1, table) { $0.show.hand = true }
    #expect(try world.table(1, table).duel.own.hand.allSatisfy { $0.public == true })
    for _ in 0..<2 {
      try tap(world, 1, table) { $0.end = .concede }
      guard try world.table(0, table).phase == .playing else { break }
      try tap(world, 0, table) { $0.begin.draw = 7 }
      try tap(world, 1, table) { $0.begin.draw = 7 }
    }
    for number in 0...1 {
      let view = try world.table(number, table)
      #expect(view.phase == .finished && view.result.winner == .host)
      #expect(view.result.text == "Ada won. The games stand 2 to 0.")
      #expect(view.duel.seats.allSatisfy { $0.opened } && view.duel.seats[0].openedHand.count == 7)
      let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
      let file = try world.network.nodes[number].store.read { try Transcript.export(id, $0) }
      let report = Transcript.verify(try #require(file), Registry.parlor.games).report
      #expect(report.valid && report.text.contains("both players have opened"), "\(report.text)")
    }
  }

  @Test(
    "V-36, V-38: a concession of the match can be taken back for 30 seconds, then it is opened by itself"
  )
  func conceded() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 3 }
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    world.network.run(milliseconds: 29_000)
    #expect(try world.table(0, table).duel.seats.allSatisfy { !$0.opened })
    try world.call(1, Methods.Tables.takeBack) { $0.table = table }
    world.network.run(milliseconds: 90_000)
    #expect(try world.table(0, table).phase == .finished)
    #expect(try world.table(0, table).duel.seats.allSatisfy { !$0.opened })
    try world.call(0, Methods.Tables.takeBack) { $0.table = table }
    #expect(try world.table(1, table).phase == .playing)
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    world.network.run(milliseconds: 31_000)
    #expect(try world.table(0, table).duel.seats.allSatisfy { $0.opened })
    #expect(try world.table(1, table).duel.seats.map(\.openedHand.count) == [3, 0])
  }

  @Test(
    "V-36: an opening by the winner ends a question to take the concession back, and the link stays"
  )
  func openedWhileAsked() throws {
    let (world, table) = try begun()
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    try world.call(1, Methods.Tables.takeBack) { $0.table = table }
    try tap(world, 0, table) { $0.openMatch = true }
    world.network.run(milliseconds: 5_000)
    #expect(try world.table(1, table).duel.seats.allSatisfy { $0.opened })
    try world.say(1, "still linked", in: table)
    #expect(
      refusal { try world.call(0, Methods.Tables.takeBack) { $0.table = table } }.isEmpty == false)
  }

  @Test(
    "V-45, G-67: a duel counts once it is opened, with the library of its player, and apart from War"
  )
  func counted() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 3 }
    func found(_ number: Int) throws -> (people: [HeadToHead], libraries: [String], left: UInt32) {
      try world.network.nodes[number].store.read { reader in
        let (matches, left) = try MatchRecords.proven(
          "duel", against: "", reader, .see("duel list"))
        let libraries = try matches.map { try DuelChoice(serializedBytes: $0.choice).library }
        return (MatchRecords.count(matches, by: MatchRecords.other), libraries, left)
      }
    }
    #expect(try found(0).people.isEmpty && found(0).left == 0)
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    world.network.run(milliseconds: 1_000)
    for number in 0...1 {
      #expect(try found(number).people.isEmpty && found(number).left == 1)
    }
    world.network.run(milliseconds: 35_000)
    let ada = try found(0), bob = try found(1)
    #expect(ada.left == 0 && bob.left == 0)
    #expect(ada.libraries == ["Wood"] && bob.libraries == ["Water"])
    #expect(ada.people.map(\.name) == ["Bob"] && bob.people.map(\.name) == ["Ada"])
    #expect(ada.people.map(\.won) == [1] && ada.people.map(\.concededByOther) == [1])
    #expect(bob.people.map(\.lost) == [1] && bob.people.map(\.conceded) == [1])
    let war = try world.network.nodes[0].store.read {
      try MatchRecords.statistics("", $0)
    }
    #expect(war.total.played == 0 && war.unverified == 0)
    #expect(
      refusal {
        try world.network.nodes[0].store.read {
          _ = try MatchRecords.proven("duel", against: "Cyd", $0, .see("duel list"))
        }
      }.contains("no verified match against Cyd"))
  }

  @Test(
    "V-38: nothing that the loser signs after the end takes the proof from the winner"
  )
  func spoiledAfterEnd() throws {
    for isFork in [false, true] {
      let (world, table) = try begun()
      try world.call(1, Methods.Tables.giveUp) { $0.table = table }
      try tap(world, 0, table) { $0.openMatch = true }
      #expect(try world.verified(0, table).text.contains("both players have opened"))
      let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
      var (one, other) = (try Pen(of: 1, in: id, world), try Pen(of: 1, in: id, world))
      let late = Schema.Operation.with { $0.step.seat.joiner = Data(repeating: 1, count: 32) }
      try one.write([late])
      try other.write([other.message("something else")])
      if isFork {
        let proof = try one.fork(from: other, at: 0)
        try world.send(
          .batch(
            .with {
              $0.room = id.data
              $0.forks = [proof]
            }), from: 1, to: 0)
      } else {
        try world.send(one.batch, from: 1, to: 0)
      }
      let report = try world.verified(0, table)
      #expect(report.valid && report.result.winner == .host, "\(report.text)")
      #expect(report.text.contains("After the end, and without effect: "), "\(report.text)")
      #expect(try world.table(0, table).result.winner == .host)
    }
  }

  @Test("V-35: talk between two acts does not keep the second from being taken back")
  func undoAfterTalk() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 3 }
    let card = try #require(try world.table(0, table).duel.own.hand.first)
    try world.say(1, "well", in: table)
    try tap(world, 0, table) {
      $0.place.cards = [.with { $0.handle = card.handle }]
      $0.place.to.spot.zone = .battlefield
    }
    try world.say(1, "played", in: table)
    try tap(world, 0, table) { $0.counter = .with { ($0.name, $0.by) = ("life", -1) } }
    let line = try #require(
      try world.table(0, table).duel.log.last { $0.text == "Ada plays \(card.name)." })
    try tap(world, 0, table) { $0.askUndo.line = line.number }
    try tap(world, 1, table) { $0.answerUndo = true }
    let view = try world.table(0, table).duel
    #expect(view.objects.isEmpty && view.own.hand.count == 3 && view.seats[0].life == 20)
  }

  @Test("V-35, V-36: a question for an undo that stays open at the end of a game stalls nobody")
  func questionAtTheEnd() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 3 }
    let line = try #require(try world.table(0, table).duel.log.last).number
    try tap(world, 0, table) { $0.askUndo.line = line }
    try tap(world, 0, table) { $0.end = .concede }
    world.network.run(milliseconds: 65_000)
    try world.say(1, "still here", in: table)
    try tap(world, 1, table) { $0.begin.draw = 7 }
    try tap(world, 0, table) { $0.begin.draw = 7 }
    #expect(try world.table(0, table).duel.own.hand.count == 7)
    #expect(try world.table(1, table).duel.game == 2)
  }

  @Test("V-35: a question for an undo that nobody answers is refused after a minute")
  func unanswered() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 3 }
    let line = try #require(try world.table(0, table).duel.log.last).number
    try tap(world, 0, table) { $0.askUndo.line = line }
    #expect(try world.table(1, table).duel.own.askedUndo)
    world.network.run(milliseconds: 59_000)
    #expect(try world.table(1, table).duel.own.askedUndo)
    world.network.run(milliseconds: 2_000)
    #expect(try !world.table(1, table).duel.own.askedUndo)
    #expect(try world.table(0, table).duel.own.hand.count == 3)
    #expect(try world.table(0, table).duel.own.held.isEmpty)
  }

  @Test("A move that cannot be made now is refused with a sentence and changes nothing")
  func refused() throws {
    let (world, table) = try begun()
    #expect(
      refusal { try tap(world, 0, table) { $0.draw.count = 61 } }.contains(
        "Your library has 60 cards."))
    #expect(
      refusal { try tap(world, 0, table) { $0.openMatch = true } }.contains("not over"))
    let joiner = try choice(world, 1)
    #expect(
      refusal {
        try world.call(0, Methods.Tables.host) {
          ($0.game, $0.terms) = ("duel", joiner.terms)
        }
      }.contains("with a library"))
    try tap(world, 0, table) { $0.draw.count = 1 }
    #expect(try world.table(0, table).duel.own.hand.count == 1)
  }
}
