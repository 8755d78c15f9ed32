import Duel
import DuelSchema
import Feature
import Features
import Identifiers
import Schema
import Testing

@testable import Node

/// Duels that are opened to a judge alone.
extension DuelMatchTests {
  @Test(
    "V-39, V-45: a duel counts on both nodes once the judge has signed, from the file of either")
  func judged() throws {
    let keys = try #require(DuelJudgeKeys(secret: [UInt8](repeating: 3, count: 32)))
    let judge = try #require(keys.judge(name: "Cyd"))
    let world = try world()
    let host = try world.call(0, Methods.Duels.choose) {
      ($0.library, $0.judge) = ("Wood", judge)
    }
    #expect(host.judge == judge.title)
    let table = try world.call(0, Methods.Tables.host) {
      $0.game = "duel"
      ($0.terms, $0.choice) = (host.terms, host.choice)
    }.id
    let unasked = try world.call(1, Methods.Duels.choose) { $0.library = "Water" }
    let said = refusal {
      try world.call(1, Methods.Tables.ask) { ($0.table, $0.choice) = (table, unasked.choice) }
    }
    #expect(said.contains("Cyd (") && said.contains("only who agrees"), "\(said)")
    let agreed = try world.call(1, Methods.Duels.choose) {
      ($0.library, $0.judge) = ("Water", judge)
    }
    try world.call(1, Methods.Tables.ask) { ($0.table, $0.choice) = (table, agreed.choice) }
    try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    try world.call(0, Methods.Tables.start) { $0.table = table }
    try world.sit(table, 0, 1)
    try tap(world, 0, table) { $0.draw.count = 3 }
    try tap(world, 1, table) { $0.end = .concede }
    func played(_ number: Int) throws -> (counted: Int, left: UInt32) {
      try world.network.nodes[number].store.read {
        let found = try MatchRecords.proven("duel", against: "", $0, .see("duel list"))
        return (found.matches.count, found.unverified)
      }
    }
    for number in 0...1 {
      let seats = try world.table(number, table).duel.seats
      #expect(seats.allSatisfy { $0.openedToJudge && $0.openedMain.isEmpty })
      #expect(try played(number) == (0, 1))
      #expect(try world.verified(number, table).text.contains("counts once its judge Cyd"))
    }
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    let verdicts = try (0...1).map { number in
      let file = try world.network.nodes[number].store.read { try Transcript.export(id, $0) }
      var check = TranscriptCheck(Games([.duel(before: DuelBench(keys))]))
      check.take(try #require(file))
      let report = check.finish().report
      #expect(report.valid && report.text.contains("opened to you"), "\(report.text)")
      return try #require(DuelStep.Verdict(text: check.signed))
    }
    #expect(verdicts[0] == verdicts[1])
    // A node that was killed has deleted its secret, and needs none for this.
    world.network.crash(1)
    try world.network.start(1)
    world.network.connect(0, 1)
    try tap(world, 1, table) { $0.verdict = verdicts[0] }
    for number in 0...1 {
      #expect(try played(number) == (1, 0))
      let report = try world.verified(number, table)
      #expect(report.valid && report.text.contains("nobody cheated"), "\(report.text)")
    }
    #expect(try world.verified(0, table).result.winner == .host)
  }
}
