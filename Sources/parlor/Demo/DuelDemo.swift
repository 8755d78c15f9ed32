import Client
import Commands
import DeckSchema
import DuelSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The story of a duel, told while it happens.
struct DuelDemo {
  private let stage: DemoStage
  private let pace: UInt32
  private let json: Bool
  private var table = ""

  /// - Parameter pace: milliseconds between the acts.
  init(stage: DemoStage, pace: UInt32, json: Bool) {
    (self.stage, self.pace, self.json) = (stage, pace, json)
  }

  private var players: [DemoStage.Player] { [stage.ada, stage.bob] }

  mutating func play() throws {
    try stage.meet(say)
    try makeLibraries()
    try sitDown()
    for player in players { try act(player, "begin") }
    for line in ["play Mountain", "tap Mountain", "token 2 Goblin", "roll d20", "turn"] {
      try act(stage.ada, line)
    }
    for line in ["draw", "play Mountain", "lose 2"] { try act(stage.bob, line) }
    try interrupt()
    for line in ["shuffle", "draw 2"] { try act(stage.bob, line) }
    try end()
    try verify()
  }

  private func say(_ text: String) {
    if !json { Output.line(text) }
  }

  // MARK: The beginning

  private static let library = "Embers"

  /// Each gets a deck of cards that nobody sells.
  private func makeLibraries() throws {
    for player in players {
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
    say("Each has a library: 56 Mountains and 4 Spilled Embers.")
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
    let id = try stage.ada.client.call(Methods.Tables.host) {
      $0.description_p = "demo"
      $0.game = OfDuel.word
      $0.terms = host.terms
      $0.choice = host.choice
    }.id
    table = id
    try stage.wait("Ada's table does not reach Bob.") {
      try stage.bob.client.call(Methods.Tables.list).tables.contains { $0.id == id }
    }
    try stage.bob.client.call(Methods.Tables.ask) {
      $0.table = id
      $0.choice = joiner.choice
    }
    try stage.wait("Bob's question does not reach Ada.") { try !view(stage.ada).asks.isEmpty }
    try stage.ada.client.call(Methods.Tables.answer) {
      $0.table = id
      $0.accept = true
    }
    try stage.wait("Bob does not take the chair.") {
      try view(stage.bob).phase == .seated && !view(stage.ada).joiner.name.isEmpty
    }
    try attend()
    try stage.wait("Bob's node does not commit to its cards.") {
      (try? stage.ada.client.call(Methods.Tables.start) { $0.table = id }) != nil
    }
    try stage.wait("The duel does not begin.") {
      try players.allSatisfy { try view($0).duel.seats.allSatisfy { $0.game == 1 } }
        && players.allSatisfy { try !view($0).duel.seats.isEmpty }
    }
    say(
      """
      Ada hosts a duel, Bob joins. Both nodes have committed to their lists: nobody can change a card now,
      and nobody knows the order of any library. There is none: each card is picked when it is drawn.

      """)
  }

  private func attend() throws {
    for player in players {
      try player.client.call(Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
      }
    }
  }

  // MARK: The play

  private func view(_ player: DemoStage.Player) throws -> TableView {
    try player.client.call(Methods.Tables.show) { $0.table = table }
  }

  /// Has a player do a line, as it is typed at the table, and tells the log and what only that player sees.
  private func act(_ player: DemoStage.Player, _ line: String) throws {
    try stage.wait("\(player.name) cannot act.") {
      let view = try view(player)
      return view.canPlay && view.paused.isEmpty && !view.face.mustWait(line, at: view)
    }
    let before = try view(player)
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
      let view = try view(player)
      return !view.face.mustWait(line, at: view)
    }
    let after = try view(player)
    for text in face.log(from: before, to: after) { say("  \(text)") }
    for text in face.news(from: before, to: after) { say("    only \(player.name) sees: \(text)") }
    if pace > 0 { usleep(pace * 1_000) }
  }

  /// Kills Bob's node, and goes on with the same hand.
  private func interrupt() throws {
    let before = try view(stage.bob).duel
    stage.kill(stage.bob)
    try stage.wait("Ada does not notice.") { try !view(stage.ada).paused.isEmpty }
    say("\nBob's node is killed (kill -9). Ada's screen says:")
    say("  \(try view(stage.ada).paused.plain)")
    if pace > 0 { usleep(pace * 4_000) }
    try stage.start(stage.bob)
    try stage.wait("Bob's node does not come back.") { try view(stage.ada).joiner.online }
    try attend()
    try stage.wait("The duel does not go on.") { try view(stage.bob).paused.isEmpty }
    let after = try view(stage.bob).duel
    guard after.own.hand == before.own.hand, after.objects == before.objects else {
      throw CommandFailure(SessionEnd.refused, "The duel did not go on with the same cards.")
    }
    say("Bob's node is back: the same hand, the same table. No hand was ever sent to Ada.\n")
  }

  // MARK: The end

  private func end() throws {
    try stage.ada.client.call(Methods.Tables.giveUp) { $0.table = table }
    try stage.wait("The duel does not end.") {
      try players.allSatisfy { try view($0).phase == .finished }
    }
    say("\nAda concedes. Both open the match: now every hand of it is known.")
    for player in players {
      try stage.wait("\(player.name) does not open the match.") {
        let now = try view(player)
        var face = now.face
        if let move = face.read("open-match", at: now).moves.first, now.duel.own.mayOpen {
          _ = try? player.client.call(Methods.Tables.tap) { $0 = move.tap(at: now) }
        }
        return try view(player).duel.seats.contains { $0.seat == now.seat && $0.opened }
      }
    }
    try stage.wait("Bob does not see Ada's hand.") {
      try view(stage.bob).duel.seats.allSatisfy(\.opened)
    }
    for seat in try view(stage.bob).duel.seats {
      let name = seat.seat == .host ? "Ada" : "Bob"
      say("  \(name) held \(seat.openedHand.map(\.plain).joined(separator: ", ")).")
    }
  }

  private func verify() throws {
    let bytes = try stage.bob.client.bytes("/v1/transcript?table=\(table)")
    let file = stage.directory + "/match.duel"
    try FileBytes.write(bytes, to: file, over: false)
    let (report, events) = try Verification.match(in: bytes)
    if json {
      for event in events { try Output.json(event) }
      try Output.json(report)
    }
    guard report.valid else { throw CommandFailure(SessionEnd.refused, report.text.plain) }
    say(
      "\nBob's copy was verified: \(report.steps) steps, all of them follow. \(report.text.plain)")
    say("The file is \(file): `parlor duel verify` checks it, anywhere and without a network.")
  }
}
