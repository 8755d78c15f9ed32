import Glibc
import Schema
import Testing
import WarSchema

extension EndToEndTests {
  /// Either daemon dies in the middle of a war; nothing on the table is lost.
  @Suite struct ResumeTests {
    /// The daemons that die, and the one that comes back first.
    struct Crash: CustomTestStringConvertible {
      var victims: [Seat]
      var firstBack: Seat
      /// The seat that has laid cards in the war, before the other has.
      var played: Seat
      /// Whether the match is then played to its last card; else Ada concedes after some rounds.
      var toTheEnd = false

      var testDescription: String { "\(victims) die, \(firstBack) is back first, \(played) played" }
    }

    @Test(
      "G-15, G-39, G-40, G-42: kill -9 in mid-war; resume goes on at the same card",
      arguments: [
        Crash(victims: [.host], firstBack: .host, played: .host, toTheEnd: true),
        Crash(victims: [.host], firstBack: .joiner, played: .joiner),
        Crash(victims: [.joiner], firstBack: .host, played: .joiner),
        Crash(victims: [.joiner], firstBack: .joiner, played: .host),
        Crash(victims: [.host, .joiner], firstBack: .joiner, played: .host),
      ])
    func killed(_ crash: Crash) async throws {
      var pair = try await Pair.linked()
      let (host, joiner, table) = try await pair.midWar(played: crash.played)
      let before = try await pair.standing(table)
      #expect(before.ada == before.berta, "both see the same before")
      #expect(before.ada.battle > 0 && before.ada.pot > 0)

      try await host.program.destroy()
      try await joiner.program.destroy()
      if crash.victims.contains(.host) {
        try await pair.adasDaemon.program.destroy()
        pair.adasDaemon = try await pair.ada.daemon()
      }
      if crash.victims.contains(.joiner) {
        try await pair.bertasDaemon.program.destroy()
        pair.bertasDaemon = try await pair.berta.daemon()
      }
      let stored = try await pair.standing(table)
      #expect(stored.ada == before.ada && stored.berta == before.berta, "kept over the crash")

      let order = crash.firstBack == .host ? [pair.ada, pair.berta] : [pair.berta, pair.ada]
      let first = try Player(order[0], "war", "resume", table)
      _ = try await first.sees("the table that waits") { $0.table.id == table ? true : nil }
      #expect(!first.view.paused.isEmpty, "nobody else is there yet")
      #expect(!first.view.canClaim, "a restart is no reason to claim")
      let second = try Player(order[1], "war", "resume")
      for player in [first, second] {
        try await holds("both are back", otherwise: { player.program.story }) {
          try player.listen()
          return player.view.paused.isEmpty && player.view.phase == .playing
        }
      }
      let after = try await pair.standing(table)
      #expect(after.ada == before.ada && after.berta == before.berta, "the same card after it")

      if !crash.toTheEnd {
        let decided = first.view.roundsDecided
        // A short match may be over by then.
        try await play([first, second]) {
          first.result != nil || (first.place?.round ?? 0) > decided + 5
        }
        if first.result == nil { first.program.say("concede") }
      }
      try await play([first, second]) { first.result != nil && second.result != nil }
      // Not what each heard first: who concedes may not have seen yet that the cards have decided.
      try await holds("both say the same") { try await pair.result(table) != nil }
      for player in [first, second] { #expect(try await player.program.end() == .exit(0)) }
      for home in [pair.ada, pair.berta] {
        try await home.done("war", "export", table, home.scratch + "/match.war")
        try await home.done("war", "verify", home.scratch + "/match.war")
      }
    }

    @Test("G-15, G-39: a terminal whose daemon is killed starts it again and plays on")
    func terminalOutlivesDaemon() async throws {
      let pair = try await Pair.linked()
      let (host, joiner, table) = try await pair.midWar(played: .host)
      let before = try await pair.standing(table)
      try await pair.adasDaemon.program.destroy()
      try await holds("the match goes on", otherwise: { host.program.story }) {
        try host.listen()
        try joiner.listen()
        return host.notices.contains { $0.contains("daemon is gone") }
          && host.view.paused.isEmpty && joiner.view.paused.isEmpty && host.view.host.online
          && host.view.joiner.online
      }
      #expect(try await pair.standing(table) == before)
      // One match in some hundreds is over by then.
      try await play([host, joiner]) {
        host.result != nil || (host.place?.round ?? 0) > before.ada.round + 5
      }
      if host.result == nil { joiner.program.say("concede") }
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      try await holds("both say the same") { try await pair.result(table) != nil }
      try await pair.ada.done("war", "export", table, pair.ada.scratch + "/match.war")
      try await pair.ada.done("war", "verify", pair.ada.scratch + "/match.war")
    }

    @Test("G-37, G-55: who leaves pauses the match, and only the two can resume it")
    func leaving() async throws {
      let pair = try await Pair.linked()
      let (host, joiner) = try await pair.seated()
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= 3 }
      host.program.say("leave")
      #expect(try await host.program.end() == .exit(0), "\(host.program.story)")
      try await holds("Berta is told", otherwise: { joiner.program.story }) {
        try joiner.listen()
        return joiner.view.paused.contains("left")
      }
      #expect(joiner.events.contains { if case .left = $0.what { true } else { false } })
      let early = try await pair.berta.run("war", "tap")
      #expect(early.code == 1 && early.complaints.contains("paused"), "\(early)")
      let stranger = try Home("carla")
      _ = try await stranger.daemon()
      let said = try await stranger.run("war", "resume", joiner.view.id)
      #expect(said.code == 1 && said.sentences.count == 1, "\(said)")
      let back = try Player(pair.ada, "war", "resume")
      try await play([back, joiner]) { back.result != nil || (back.place?.round ?? 0) > 6 }
      if back.result == nil { back.program.say("concede") }
      try await play([back, joiner]) { back.result != nil && joiner.result != nil }
      #expect(back.result == joiner.result)
    }
  }
}

/// The state that must survive a crash: everything on the table, without the presence of the players.
struct Standing: Equatable {
  var round: UInt32
  var battle: UInt32
  var pot: UInt32
  var decided: UInt32
  var wars: UInt32
  var stateHash: String
  var lastRounds: [RoundView]
  var host: Chair
  var joiner: Chair

  struct Chair: Equatable {
    var cards: UInt32
    var down: UInt32
    var up: Card
    var played: Bool
    var name: String

    init(_ view: PlayerView) {
      cards = view.cards
      down = view.down
      up = view.up
      played = view.played
      name = view.name
    }
  }

  init(_ view: TableView) {
    round = view.round
    battle = view.war.battle
    pot = view.war.pot
    decided = view.roundsDecided
    wars = view.war.wars
    stateHash = view.stateHash
    lastRounds = view.war.lastRounds
    host = Chair(view.host)
    joiner = Chair(view.joiner)
  }
}

/// The table as each of the two sees it.
struct BothStandings: Equatable {
  var ada: Standing
  var berta: Standing
}

extension Pair {
  /// Plays until a war has begun and one side has laid its cards; returns the two players and the table's id.
  ///
  /// A match that ends without such a war, as one in some thousands does, is followed by another one.
  func midWar(played seat: Seat) async throws -> (host: Player, joiner: Player, table: String) {
    while true {
      let (host, joiner) = try await seated()
      let player = seat == .host ? host : joiner
      try await play(
        [host, joiner],
        until: {
          host.result != nil
            || (host.place?.battle ?? 0) > 0 && joiner.place == host.place && player.hasTapped
        },
        mayTap: { tapper, place in place.battle == 0 || tapper === player })
      let table = host.view.id
      // The cards that were asked for may be those that end it.
      let isLaid = try await eventually(
        "both see the cards that were laid, or the end", otherwise: { host.story + joiner.story }
      ) {
        let seen = try await standing(table)
        let isLaid = seat == .host ? seen.ada.host.played : seen.ada.joiner.played
        if seen.ada == seen.berta, isLaid { return true }
        return try await result(table) == nil ? nil : false
      }
      if isLaid { return (host, joiner, table) }
      for player in [host, joiner] {
        guard try await player.program.end() == .exit(0) else {
          throw Late(description: "the match is over. \(player.story)")
        }
      }
    }
  }

  /// Returns the result of the match, once both say the same.
  func result(_ table: String) async throws -> MatchResult? {
    let mine = try await ada.ask("war", "show", table, as: TableView.self)
    let hers = try await berta.ask("war", "show", table, as: TableView.self)
    return mine.hasResult && mine.result == hers.result ? mine.result : nil
  }

  /// The table as each of the two sees it.
  func standing(_ table: String) async throws -> BothStandings {
    BothStandings(
      ada: Standing(try await ada.ask("war", "show", table, as: TableView.self)),
      berta: Standing(try await berta.ask("war", "show", table, as: TableView.self)))
  }
}
