import Client
import Commands
import Schema
import SwiftProtobuf
import Terminal
import WarSchema

/// The story of the demo, told while it happens.
struct Demo {
  private var table: DemoTable
  private let style = Output.style

  init(_ table: DemoTable) { self.table = table }

  mutating func play() throws {
    try table.stage.meet(table.say)
    try sitDown()
    try playByHand(until: { $0.roundsDecided >= 8 })
    try interrupt()
    try playByHand(until: { $0.roundsDecided >= 14 })
    try finishByThemselves()
    try verify()
  }

  private mutating func sitDown() throws {
    try table.sitDown()
    table.say("Ada hosts a table, Bob asks to join, Ada accepts.")
    try table.start()
    table.say(
      """
      The match begins. Nobody holds a shuffled deck: both nodes pick every card together.

      """)
  }

  /// Taps for both until the view says so or the match is over.
  private func playByHand(until isEnough: (TableView) -> Bool) throws {
    var last = try table.view(table.stage.ada)
    while last.phase == .playing, !isEnough(last) {
      try tapBoth()
      let now = try table.view(table.stage.ada)
      if now.roundsDecided > last.roundsDecided, let round = now.war.lastRounds.last {
        show(round, now)
        table.pause()
      }
      last = now
    }
  }

  private func tapBoth() throws {
    let before = try table.view(table.stage.ada)
    try table.tap(table.stage.ada)
    try table.stage.wait("Bob's node does not answer.") { try table.view(table.stage.bob).canPlay }
    try table.tap(table.stage.bob)
    try table.stage.wait("The battle is not decided.") {
      let (ada, bob) = (try table.view(table.stage.ada), try table.view(table.stage.bob))
      return ada.stateHash != before.stateHash && ada.stateHash == bob.stateHash
    }
  }

  /// Kills Bob's node between Ada's tap and Bob's, and resumes at the same card.
  private func interrupt() throws {
    guard try table.view(table.stage.ada).phase == .playing else { return }
    try table.tap(table.stage.ada)
    try table.stage.wait("Bob's node does not answer.") {
      let host = try table.view(table.stage.ada).host
      return host.played && host.hasUp
    }
    let before = try table.view(table.stage.ada)
    try table.interrupt("Ada has turned over a card, and Bob's node is killed (kill -9).")
    try table.stage.wait("The match does not go on.") { try table.view(table.stage.bob).canPlay }
    let after = try table.view(table.stage.ada)
    let isSame =
      after.round == before.round && after.war.battle == before.war.battle
      && after.host.up == before.host.up
    guard isSame else {
      throw CommandFailure(SessionEnd.refused, "The match did not go on at the same card.")
    }
    table.say("Bob's node is back, and the same card is still on the table.\n")
    try table.tap(table.stage.bob)
    try table.stage.wait("The battle is not decided.") {
      try table.view(table.stage.bob).stateHash != before.stateHash
        && table.view(table.stage.ada).stateHash != before.stateHash
    }
  }

  private func finishByThemselves() throws {
    if try table.view(table.stage.ada).phase == .playing {
      table.say("\nNow both nodes play by themselves.")
      try table.attend(auto: true)
    }
    var shown: UInt32 = 0
    try table.stage.wait("The match does not end.") {
      let now = try table.view(table.stage.ada)
      // A terminal shows one line that changes; a file gets a line now and then.
      let isTerminal = style.colours
      if !table.json, now.roundsDecided >= shown + (isTerminal ? 1 : 25) {
        shown = now.roundsDecided
        let line = "\(Self.bar(now))   round \(now.roundsDecided), wars \(now.war.wars)   "
        if isTerminal { Output.raw("\r\(line)") } else { Output.line(line) }
      }
      return now.phase != .playing
    }
    try table.stage.wait("Bob does not see the end.") {
      try table.view(table.stage.bob).phase == .finished
    }
    let (ada, bob) = (try table.view(table.stage.ada), try table.view(table.stage.bob))
    guard ada.stateHash == bob.stateHash, ada.result == bob.result else {
      throw CommandFailure(SessionEnd.refused, "The two nodes do not agree on the end.")
    }
    table.say(
      "\n\n\(ada.result.text.plain) \(Count.of(ada.roundsDecided, "round")), \(Count.of(ada.war.wars, "war"))."
    )
  }

  private func verify() throws {
    let (report, file) = try table.verify(as: "match.parlor")
    table.say("Bob's copy of the game was verified: \(report.steps) steps, all of them follow.")
    table.say("The file is \(file): `parlor war verify` checks it, anywhere and without a network.")
  }

  private func show(_ round: RoundView, _ view: TableView) {
    guard !table.json, let host = round.host.last, let joiner = round.joiner.last else { return }
    let isWar = round.host.count > 1
    let pictures = [CardPicture.face(host, style), CardPicture.face(joiner, style)]
    let winner = round.winner == .host ? "Ada" : "Bob"
    let note =
      "  \(winner) takes \(round.cards) cards\(isWar ? " after a war" : "")"
    for (index, line) in CardPicture.row(pictures).enumerated() {
      var line = line
      if index == 1 { line.add("  round \(round.round)") }
      if index == 2 { line.add(note) }
      if index == 3 { line.add("  \(Self.bar(view))") }
      Output.line(line.render(style, columns: .max))
    }
  }

  /// Returns the number of cards of each player, as a bar.
  private static func bar(_ view: TableView) -> String {
    let full = Int(view.host.cards) / 2
    return "Ada \(view.host.cards) "
      + String(repeating: "#", count: min(full, 26))
      + String(repeating: ".", count: max(0, 26 - full))
      + " \(view.joiner.cards) Bob"
  }
}
