import Client
import Duel
import DuelSchema
import Foundation
import Schema

/// A duel between two daemons, with both people's screens open.
final class DuelAtTable {
  let homes: TwoHomes
  /// The id of the table.
  let table: String
  /// The screens of the host and of the joiner.
  private let screens: [ChangeReader]
  /// The views of both screens.
  private(set) var views = [DuelView(), DuelView()]

  /// Both people's list: a main part of different cards, and a sideboard.
  static func list(of cards: Int) -> DuelList? {
    let names = (0..<cards + 15).map { Array("Card of number \(1000 + $0)".utf8) }
    return DuelList(main: Array(names[..<cards]), side: Array(names[cards...]))
  }

  /// Opens a table, seats the joiner, and begins the first game with hands of seven.
  init(_ homes: TwoHomes, cards: Int = 60, games: UInt32 = 1) throws {
    self.homes = homes
    guard let list = Self.list(of: cards) else {
      throw ProgramError(description: "There is no list of \(cards) cards.")
    }
    let choice: Data = try DuelChoice.with { $0.list = Data(list.encoded) }.serializedBytes()
    let terms: Data = try DuelTerms.with {
      ($0.games, $0.life, $0.phases) = (games, 20, ["Untap", "Main", "End"])
    }.serializedBytes()
    table = try Self.seated(homes, choice, terms)
    let query = "?table=\(table)&attend=true"
    screens = try [homes.host, homes.joiner].map { try $0.client.changes(query) }
    try begin()
  }

  private static func seated(_ homes: TwoHomes, _ choice: Data, _ terms: Data) throws -> String {
    let table = try homes.host.client.call(Methods.Tables.host) {
      ($0.game, $0.choice, $0.terms) = ("duel", choice, terms)
    }.id
    try homes.wait("the table to be offered") {
      try homes.joiner.client.call(Methods.Tables.list).tables.contains { $0.id == table }
    }
    try homes.joiner.client.call(Methods.Tables.ask) { ($0.table, $0.choice) = (table, choice) }
    try homes.wait("the question") {
      try homes.host.client.call(Methods.Tables.show, { $0.table = table }).asks.count == 1
    }
    try homes.host.client.call(Methods.Tables.answer) { ($0.table, $0.accept) = (table, true) }
    try homes.wait("the match to start") {
      (try? homes.host.client.call(Methods.Tables.start, { $0.table = table })) != nil
    }
    try homes.wait("the joiner to know") {
      try homes.joiner.client.call(Methods.Tables.show, { $0.table = table }).phase == .playing
    }
    return table
  }

  // MARK: Acts

  /// Begins the next game for both.
  func begin() throws {
    let game = views[0].game + 1
    for seat in [0, 1] {
      try act(seat) { $0.begin.draw = 7 }
    }
    for seat in [0, 1] {
      try wait(seat) { $0.game == game && $0.seats.allSatisfy { $0.game == game && $0.hand == 7 } }
    }
  }

  /// Does a move of a person; one that cannot be done yet is tried again.
  func act(_ seat: Int, _ fill: (inout DuelMove) -> Void) throws {
    let move: Data = try DuelMove.with(fill).serializedBytes()
    try homes.wait("a move to be possible", every: 5) {
      (try? tap(seat, move)) != nil
    }
  }

  private func tap(_ seat: Int, _ move: Data) throws {
    let daemon = seat == 0 ? homes.host : homes.joiner
    try daemon.client.call(Methods.Tables.tap) { ($0.table, $0.move) = (table, move) }
  }

  /// Reads a screen until it shows something.
  func wait(_ seat: Int, until holds: (DuelView) -> Bool) throws {
    while !holds(views[seat]) {
      for item in try screens[seat].read(milliseconds: 60_000) {
        guard case .change(let change) = item, case .table(let view)? = change.what else {
          continue
        }
        views[seat] = try DuelView(unpackingAny: view.gameView)
      }
    }
  }

  /// Microseconds from a move until a screen shows what comes of it.
  ///
  /// A pause comes first: a seat may act thirty times a second.
  func time(
    _ seat: Int, on screen: Int, _ fill: (inout DuelMove) -> Void,
    until holds: (DuelView) -> Bool
  ) throws -> Double {
    sleep(milliseconds: 50)
    let move: Data = try DuelMove.with(fill).serializedBytes()
    let start = ContinuousClock.now
    try tap(seat, move)
    try wait(screen, until: holds)
    return (ContinuousClock.now - start).seconds * 1e6
  }

  /// Microseconds of draws, each seen by its owner; a small library is shuffled with the hand between them.
  func draws(_ count: Int) throws -> Samples {
    var samples = Samples()
    while samples.values.count < count {
      if views[0].own.hand.count > 40 {
        try act(0) { $0.mulligan.draw = 7 }
        try wait(0) { $0.own.hand.count == 7 }
      }
      let after = views[0].own.hand.count + 1
      samples.record(
        try time(0, on: 0) {
          $0.draw.count = 1
        } until: {
          $0.own.hand.count == after
        })
    }
    return samples
  }

  /// Microseconds of acts of the host, each seen by the joiner: a counter, a tap, a move.
  func acts(_ count: Int) throws -> Samples {
    try act(0) { $0.tokens.name = "Goblin" }
    try wait(1) { $0.objects.contains { $0.name == "Goblin" } }
    guard let goblin = views[1].objects.last(where: { $0.name == "Goblin" })?.number else {
      throw ProgramError(description: "The token is not there.")
    }
    func shown(_ view: DuelView) -> DuelObjectView {
      view.objects.first { $0.number == goblin } ?? DuelObjectView()
    }
    var samples = Samples()
    for number in 1...max(1, count / 3) {
      let (life, isTapped, column) = (
        Int32(100 + number), !shown(views[1]).tapped, UInt32(number % 50 + 1)
      )
      samples.record(
        try time(0, on: 1) {
          ($0.counter.name, $0.counter.value) = ("life", life)
        } until: {
          $0.seats[0].life == life
        })
      samples.record(
        try time(0, on: 1) {
          ($0.tap.objects, $0.tap.untap) = ([goblin], !isTapped)
        } until: {
          shown($0).tapped == isTapped
        })
      samples.record(
        try time(0, on: 1) {
          $0.place.cards = [.with { $0.object = goblin }]
          $0.place.to.spot = .with { ($0.zone, $0.x) = (.battlefield, column) }
        } until: {
          shown($0).x == column
        })
    }
    return samples
  }

  /// Plays turns by turns: a draw, a card played, everything untapped, a tap, life lost, phases, the end of the turn.
  func play(turns: Int) throws {
    for _ in 0..<turns {
      let seat = views[0].active == .joiner ? 1 : 0
      let hand = views[seat].own.hand.count
      try act(seat) { $0.draw.count = 1 }
      try wait(seat) { $0.own.hand.count == hand + 1 }
      if let card = views[seat].own.hand.first {
        try act(seat) {
          $0.place.cards = [.with { $0.handle = card.handle }]
          $0.place.to.spot.zone = .battlefield
        }
      }
      try act(seat) { $0.phase = 1 }
      try act(seat) { $0.tap.all = true }
      try act(1 - seat) { ($0.counter.name, $0.counter.by) = ("life", -1) }
      try act(seat) { $0.phase = 2 }
      try act(seat) { $0.passTurn = true }
      let next: Seat = seat == 0 ? .joiner : .host
      for screen in [0, 1] { try wait(screen) { $0.active == next } }
    }
  }

  /// Ends a game: a seat concedes it.
  func concede(_ seat: Int) throws {
    let game = views[0].game
    try act(seat) { $0.end = .concede }
    for screen in [0, 1] {
      try wait(screen) { !$0.gameOver.isEmpty || $0.game > game }
    }
  }

  /// Writes the file of the duel, as the host has it; its bytes.
  func export(_ places: Places, to name: String) throws -> [UInt8] {
    let path = "\(places.scratch)/\(name)"
    let words = ["--home", homes.host.home, "duel", "export", table, path, "--force"]
    _ = try Program(path: places.parlor, arguments: words).run()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
