import DuelSchema
import Feature
import Foundation
import Schema
import Testing

@testable import Duel

/// A judge reads both openings in place of the players, and signs whether they hold.
@Suite struct DuelJudgeTests {
  private let keys: DuelJudgeKeys
  private let judge: DuelJudge

  init() throws {
    keys = try #require(DuelJudgeKeys(secret: [UInt8](repeating: 3, count: 32)))
    judge = try #require(keys.judge(name: "Cyd"))
  }

  private func begun(games: UInt32 = 1) throws -> TwoTables {
    try TwoTables(
      games: games,
      lists: [(TwoTables.names(9, "Deer"), ["Spare"]), (TwoTables.names(9, "Elf"), [])],
      judge: judge)
  }

  /// The audit of somebody who replays the logs, and what a judge among them signs.
  private func replay(
    _ two: TwoTables, before keys: DuelJudgeKeys?
  ) -> (audit: SessionAudit?, verdict: DuelStep.Verdict?) {
    var table = DuelMatch(hostKey: TwoTables.keys[0])
    table.bench = keys.map { DuelBench($0) }
    for entry in two.order() {
      for step in entry.steps { _ = table.take(step, by: entry.seat, at: entry.position) }
    }
    let audit = table.audit()
    return (audit, audit.flatMap { DuelStep.Verdict(text: $0.signed) })
  }

  /// Writes a step of the duel as a node does that keeps no rules.
  private func write(
    _ two: inout TwoTables, _ seat: Seat, _ fill: (inout DuelStep) -> Void
  ) throws {
    let step: Data = try DuelStep.with {
      $0.game = 1
      fill(&$0)
    }.serializedBytes()
    two.write(seat) { $0.move = step }
    two.settle()
  }

  @Test("V-39: the judge alone reads both lists, and what the judge signs makes the match count")
  func whole() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 3 }
    let card = two.handle(.host)
    try two.move(.host) {
      $0.place.cards = [.with { $0.handle = card }]
      ($0.place.to.spot.zone, $0.place.to.down) = (.battlefield, true)
    }
    try two.move(.host) {
      $0.show = .with { ($0.hand, $0.to) = (true, .joiner) }
    }
    try two.move(.joiner) { $0.end = .concede }
    for seat in Seat.chairs {
      let seats = two.view(seat).seats
      #expect(seats.allSatisfy { $0.openedToJudge && !$0.opened })
      #expect(seats.allSatisfy { $0.openedMain.isEmpty && $0.openedHand.isEmpty })
      #expect(!two.tables[TwoTables.node(seat)].keepsSecret(seat))
      #expect(two.view(seat).judge == judge.title && !two.view(seat).judged)
    }
    // No name of a hidden card is in any step.
    for entry in two.order() {
      for step in entry.steps {
        let bytes: Data = try step.serializedBytes()
        #expect(bytes.range(of: Data("Elf 1".utf8)) == nil)
        #expect(bytes.range(of: Data("Deer 1".utf8)) == nil)
      }
    }
    let waiting = try #require(replay(two, before: nil).audit)
    #expect(!waiting.counts && waiting.mayCount && waiting.sentence.contains(judge.title))
    let (audit, verdict) = replay(two, before: keys)
    #expect(audit?.counts == true && audit?.sentence.contains("both players have opened") == true)
    let signed = try #require(verdict)
    #expect(signed.winner == 1 && signed.failing == 0)
    // What a judge gives to people comes back whole.
    let text = try #require(DuelStep.Verdict(text: signed.text))
    #expect(DuelJudge(text: judge.text) == judge)
    let openings = two.tables[0].openings
    try two.move(.joiner) { $0.verdict = text }
    for table in two.tables {
      let audit = try #require(table.audit())
      #expect(audit.counts && audit.step == 0 && audit.sentence.contains("Cyd"))
      #expect(table.openings == openings + 1)
    }
    #expect(two.view(.host).judged && two.sentences.last == "Bob brings what the judge has signed.")
    #expect(two.view(.host).verdict == two.tables[0].audit()?.sentence)
    #expect(two.refused.isEmpty)
  }

  @Test(
    "V-39: what the opened cards contradict is signed with its step, and counts against who did it")
  func lies() throws {
    for winner in Seat.chairs {
      var two = try begun()
      try two.move(.host) { $0.draw.count = 3 }
      let lied = UInt64(two.logs[0].count + 1)
      let seal = Data(repeating: 1, count: HashInput.size)
      try write(&two, .host) {
        $0.play.seal = seal
        $0.play.name = Data("Dragon".utf8)
        $0.play.to.zone = .battlefield
      }
      try two.move(winner.other) { $0.end = .concede }
      let (audit, verdict) = replay(two, before: keys)
      let signed = try #require(verdict)
      #expect(signed.failing == 1 && signed.entry == lied && audit?.counts == (winner == .joiner))
      try two.move(.joiner) { $0.verdict = signed }
      let told = try #require(two.tables[1].audit())
      #expect(told.counts == (winner == .joiner) && told.step == audit?.step && told.step > 0)
      #expect(told.sentence.contains(judge.title) && two.refused.isEmpty)
      #expect(two.view(.joiner).verdict == told.sentence)
    }
  }

  @Test(
    "V-39: a box that holds nothing is as a lie of its seat, and a seat that does not open cannot win"
  )
  func unreadable() throws {
    for opens in [true, false] {
      var two = try begun()
      try two.move(.host) { $0.draw.count = 1 }
      // The joiner's node does what it wants: it writes the opening by hand, or none.
      try two.tap(.joiner, .with { $0.end = .concede })
      _ = two.deliver(to: .host)
      if opens {
        try write(&two, .joiner) {
          ($0.openMatch.part, $0.openMatch.parts) = (1, 1)
          $0.openMatch.judgeBox = Data(repeating: 9, count: 300)
        }
        let (audit, verdict) = replay(two, before: keys)
        #expect(verdict?.failing == 2 && audit?.counts == true)
        #expect(audit?.sentence.contains(DuelFault.unreadable.rawValue) == true)
      } else {
        // Neither has opened yet.
        #expect(replay(two, before: keys).verdict == nil)
      }
      #expect(two.refused.isEmpty)
    }
  }

  @Test(
    "V-39: a verdict that another one signed, on other logs or with another result, is refused and counts for nothing"
  )
  func forged() throws {
    var two = try begun()
    let early = try #require(keys.sign(.with { $0.last = [1, 1] }, gameID: [], []))
    #expect(two.refusal(.host) { $0.verdict = early } != nil)
    try two.move(.host) { $0.end = .concede }
    let signed = try #require(replay(two, before: keys).verdict)
    let match = two.tables[0]
    let other = try #require(DuelJudgeKeys(secret: [UInt8](repeating: 4, count: 32)))
    var won = signed
    won.winner = 1
    var longer = signed
    longer.last[0] -= 1
    let forged = [
      won, longer, try #require(other.sign(signed, gameID: match.gameID, match.entries)),
      try #require(keys.sign(signed, gameID: HashInput("test").hash(), match.entries)),
      try #require(keys.sign(signed, gameID: match.gameID, Array(match.entries.dropFirst()))),
    ]
    for (index, verdict) in forged.enumerated() {
      #expect(two.refusal(.host) { $0.verdict = verdict } != nil, "forgery \(index)")
      var copy = two
      try write(&copy, .host) { $0.verdict = verdict }
      #expect(copy.tables.allSatisfy { $0.verdicts.isEmpty && $0.audit()?.counts == false })
    }
    #expect(replay(two, before: other).verdict == nil)
    // One that names entries which its log has not seen counts on no node, in whatever order they come.
    var unseen = signed
    unseen.last[1] += 9
    let ahead = try #require(keys.sign(unseen, gameID: match.gameID, match.entries))
    var copy = two
    try write(&copy, .host) { $0.verdict = ahead }
    #expect(copy.tables.allSatisfy { $0.verdicts.isEmpty && $0.result?.winner == .joiner })
    // Two that contradict each other count for nothing.
    var failing = signed
    (failing.failing, failing.entry) = (2, 5)
    let against = try #require(keys.sign(failing, gameID: match.gameID, match.entries))
    try two.move(.host) { $0.verdict = against }
    #expect(two.tables[0].audit()?.counts == false && two.tables[0].audit()?.step ?? 0 > 0)
    try two.move(.joiner) { $0.verdict = signed }
    for table in two.tables {
      #expect(table.verdicts.count == 2 && table.audit()?.counts == false)
      #expect(table.audit()?.sentence.contains("do not go together") == true)
    }
  }

  @Test("A verdict is a step of a match that has a judge, after its end, and four of a log")
  func reasons() throws {
    let list = try TwoPeople.list(4)
    let verdict = DuelStep.with {
      $0.verdict = .with {
        ($0.winner, $0.last) = (1, [0, 0])
        $0.signature = Data(repeating: 1, count: 64)
      }
    }
    func place(_ isEnded: Bool) -> DuelPlace { DuelPlace(sequence: 1, seen: 0, isEnded: isEnded) }
    var (match, own) = try TwoPeople.start(seed: 3, lists: [list, list])
    #expect(match.apply(verdict, by: 1, at: place(true)) == .refused(.noJudge))
    var box = own[0].opening(in: match)[0]
    box.openMatch = .with {
      ($0.part, $0.parts) = (1, 1)
      $0.judgeBox = Data(repeating: 1, count: 300)
    }
    #expect(match.apply(box, by: 1, at: place(true)) == .refused(.noJudge))
    let setups = match.seats.map { match[$0].setup }
    let terms = DuelTerms.with { ($0.games, $0.life, $0.judge) = (1, 20, judge) }
    match = try #require(Duel(gameID: match.gameID, terms: terms, seats: setups))
    var early = match
    #expect(early.apply(verdict, by: 1, at: place(false)) == .refused(.notOver))
    var other = verdict
    other.verdict.failing = 3
    #expect(match.apply(other, by: 1, at: place(true)) == .refused(.outOfRange))
    other = verdict
    other.verdict.last = [0, 1]
    #expect(match.apply(other, by: 1, at: place(true)) == .refused(.unseen))
    for _ in 0..<DuelLimits.verdicts {
      #expect(match.apply(verdict, by: 1, at: place(true)) == .accepted([]))
    }
    #expect(match.apply(verdict, by: 1, at: place(true)) == .refused(.tooMany))
  }

  @Test("V-39: who joins has agreed to the judge of the table, and a judge has signed name and key")
  func agreed() throws {
    func terms(_ judge: DuelJudge?) throws -> [UInt8] {
      try DuelTerms.with {
        ($0.games, $0.life) = (1, 20)
        if let judge { $0.judge = judge }
      }.serializedBytes()
    }
    func refusal(_ key: Data, _ judge: DuelJudge?) throws -> String? {
      let list = try TwoPeople.list(4)
      let choice: [UInt8] = try DuelChoice.with {
        $0.list = .init(list.encoded)
        $0.judge = key
      }.serializedBytes()
      do {
        _ = try SessionRules.duel.settleChoice?(choice, terms(judge))
        return nil
      } catch {
        return (error as? Refused)?.reason
      }
    }
    #expect(try refusal(judge.key, judge) == nil && refusal(Data(), nil) == nil)
    #expect(try refusal(Data(), judge)?.contains(judge.title) == true)
    #expect(try refusal(judge.key, nil) == "This table has no judge.")
    for change in [
      { $0.name = "Dan" }, { $0.boxKey[0] ^= 1 }, { $0.key[0] ^= 1 }, { $0.signature[9] ^= 1 },
    ] as [(inout DuelJudge) -> Void] {
      var other = judge
      change(&other)
      let bytes = try terms(other)
      #expect(throws: Refused.self) { try SessionRules.duel.settleTerms?(bytes) }
      #expect(DuelJudge(text: other.text) == nil)
    }
    #expect(keys.judge(name: "") == nil && keys.judge(name: "a\u{7}b") == nil)
  }

  @Test("V-39: the longest list with a swap is sealed for the judge, each part in a box of its own")
  func longestList() throws {
    func long(_ name: String) -> String { name + String(repeating: "x", count: 200 - name.count) }
    var two = try TwoTables(
      games: 3,
      lists: [
        (TwoTables.names(79, "Deer").map(long), [long("Spare")]), (TwoTables.names(10, "Elf"), []),
      ], judge: judge)
    for game in 1...2 as ClosedRange<UInt32> {
      try two.move(.joiner) { $0.end = .concede }
      guard game == 1 else { break }
      let swap = DuelChoice.with {
        ($0.game, $0.out, $0.in) = (2, [long("Deer 100")], [long("Spare")])
      }
      try two.move(.host, choosing: swap) { $0.begin.draw = 7 }
      try two.move(.joiner) { $0.begin.draw = 7 }
    }
    #expect(two.tables[0].duel?[1].opening.count == 17 && two.refused.isEmpty)
    #expect(replay(two, before: keys).verdict?.failing == 0)
  }
}
