import Client
import Commands
import DeckSchema
import DuelSchema
import Schema
import Terminal

/// The story of a duel, told while it happens.
struct DuelDemo {
  private var table: DemoTable

  init(_ table: DemoTable) { self.table = table }

  private var stage: DemoStage { table.stage }

  mutating func play() throws {
    try stage.meet(table.say)
    try makeLibraries()
    try sitDown()
    for player in table.players { try act(player, "begin") }
    for line in ["play Mountain", "tap Mountain", "token 2 Goblin", "roll d20", "turn"] {
      try act(stage.ada, line)
    }
    for line in ["draw", "play Mountain", "lose 2"] { try act(stage.bob, line) }
    try interrupt()
    for line in ["shuffle", "draw 2"] { try act(stage.bob, line) }
    try end()
    try verify()
  }

  // MARK: The beginning

  private static let library = "Embers"

  /// Each gets a deck of cards that nobody sells.
  private func makeLibraries() throws {
    for player in table.players {
      try player.client.call(Methods.Cards.add) {
        $0.card = "4 Spilled Ember"
        $0.anyway = true
      }
      try player.client.call(Methods.Libraries.make) { $0.name = Self.library }
      try player.client.call(Methods.Libraries.add) {
        $0.library = Self.library
        $0.card = "4 Spilled Ember"
      }
      try player.client.call(Methods.Libraries.setLands) {
        $0.library = Self.library
        $0.lands = [
          .with {
            $0.land = "Mountain"
            $0.count = "56"
          }
        ]
      }
    }
    table.say("Each has a library: 56 Mountains and 4 Spilled Embers.")
  }

  private func choice(of player: DemoStage.Player) throws -> DuelChosen {
    try player.client.call(Methods.Duels.choose) {
      $0.library = Self.library
      $0.format = "none"
      $0.life = 20
    }
  }

  private mutating func sitDown() throws {
    let (host, joiner) = (try choice(of: stage.ada), try choice(of: stage.bob))
    try table.sitDown {
      $0.game = OfDuel.word
      $0.terms = host.terms
      $0.choice = host.choice
    } ask: {
      $0.choice = joiner.choice
    }
    try table.start()
    try stage.wait("The duel does not begin.") {
      try table.players.allSatisfy { try table.view($0).duel.seats.allSatisfy { $0.game == 1 } }
        && table.players.allSatisfy { try !table.view($0).duel.seats.isEmpty }
    }
    table.say(
      """
      Ada hosts a duel, Bob joins. Both nodes have committed to their lists: nobody can change a card now,
      and nobody knows the order of any library. There is none: each card is picked when it is drawn.

      """)
  }

  // MARK: The play

  /// Plays a line of a player as typed at the table, and prints the log and what only that player sees.
  private func act(_ player: DemoStage.Player, _ line: String) throws {
    try stage.wait("\(player.name) cannot act.") {
      let view = try table.view(player)
      return view.canPlay && view.paused.isEmpty && !view.face.mustWait(line, at: view)
    }
    let before = try table.view(player)
    var face = before.face
    face.follow(before)
    let act = face.read(line, at: before)
    guard !act.moves.isEmpty else {
      throw CommandFailure(SessionEnd.refused, act.texts.joined(separator: " "))
    }
    for move in act.moves {
      try player.client.call(Methods.Tables.tap) { $0 = move.tap(at: before) }
    }
    try stage.wait("The act of \(player.name) does not come to an end.") {
      let view = try table.view(player)
      return !view.face.mustWait(line, at: view)
    }
    let after = try table.view(player)
    for text in face.log(from: before, to: after) { table.say("  \(text)") }
    for text in face.news(from: before, to: after) {
      table.say("    only \(player.name) sees: \(text)")
    }
    table.pause()
  }

  /// Kills Bob's node, and resumes with the same hand.
  private func interrupt() throws {
    let before = try table.view(stage.bob).duel
    try table.interrupt("Bob's node is killed (kill -9).")
    try stage.wait("The duel does not go on.") { try table.view(stage.bob).paused.isEmpty }
    let after = try table.view(stage.bob).duel
    guard after.own.hand == before.own.hand, after.objects == before.objects else {
      throw CommandFailure(SessionEnd.refused, "The duel did not go on with the same cards.")
    }
    table.say("Bob's node is back: the same hand, the same table. No hand was ever sent to Ada.\n")
  }

  // MARK: The end

  private func end() throws {
    try table.giveUp()
    try stage.wait("The duel does not end.") {
      try table.players.allSatisfy { try table.view($0).phase == .finished }
    }
    table.say("\nAda concedes. Both open the match: now every hand of it is known.")
    for player in table.players {
      try stage.wait("\(player.name) does not open the match.") {
        let now = try table.view(player)
        var face = now.face
        if let move = face.read("open-match", at: now).moves.first, now.duel.own.mayOpen {
          _ = try? player.client.call(Methods.Tables.tap) { $0 = move.tap(at: now) }
        }
        return try table.view(player).duel.seats.contains { $0.seat == now.seat && $0.opened }
      }
    }
    try stage.wait("Bob does not see Ada's hand.") {
      try table.view(stage.bob).duel.seats.allSatisfy(\.opened)
    }
    for seat in try table.view(stage.bob).duel.seats {
      let name = seat.seat == .host ? "Ada" : "Bob"
      table.say("  \(name) held \(seat.openedHand.map(\.plain).joined(separator: ", ")).")
    }
  }

  private func verify() throws {
    let (report, file) = try table.verify(as: "match.duel")
    table.say(
      "\nBob's copy was verified: \(report.steps) steps, all of them follow. \(report.text.plain)")
    table.say(
      "The file is \(file): `parlor duel verify` checks it, anywhere and without a network.")
  }
}
