import Chat
import Decks
import DeckSchema
import Drawings
import DrawingSchema
import Events
import EventSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Tournaments
import TournamentSchema
import Wire

@testable import Node
@testable import Store

/// Ada's node with thousands of records of one kind that Bob, a friend, has written in a room of both.
struct RecordFlood {
  let world: RoomWorld
  let kind: AnyKind
  /// The room, as commands name it.
  let room: String
  /// The tournament or else the record that all of them belong to, or else the first of them: what a person looks at.
  let shown: RecordID
  /// The kind of that record.
  let shownKind: RecordKind
  private var pen: Pen
  private let parent: RecordID?
  private let bodies: FloodBodies

  /// Connections to Ada's store, which count its steps.
  var connections: Connections { world.network.nodes[0].store.connections }

  /// Makes the room and what the records belong to, and sends none of them yet.
  init(_ kind: AnyKind) throws {
    (self.kind, world) = (kind, try RoomWorld(["Ada", "Bob"]))
    try world.pair(0, 1)
    let isTraded = ([kind.number] + kind.rules.parents).contains(.tradeOffer)
    let room = isTraded ? try world.direct(1, "Ada") : try world.make(1, "attic", ["Ada"]).id
    self.room = room
    let id = try #require(RoomID(Base32.decode(room) ?? []))
    let parents = Self.parents(of: kind)
    var above = parents
    var (parent, cup): (RecordID?, TournamentView?) = (nil, nil)
    if above.last?.number == .tournament {
      let made = try Self.tournament(world, in: room)
      (parent, cup) = (RecordID(Base32.decode(made.id) ?? []), made)
      above.removeLast()
    }
    world.network.run(milliseconds: 5_000)
    world.network.tamper = { _ in [] }
    pen = try Pen(of: 1, in: id, world)
    bodies = try FloodBodies(world, cup)
    for kind in above.reversed() {
      let made = try Self.put(kind, -1, parent, bodies)
      try pen.write([.with { $0.put = made }])
      parent = RecordID(by: pen.log.author, nonce: made.nonce)
    }
    self.parent = parent
    let first = try Self.put(kind, 0, parent, bodies)
    shown =
      RecordID(Base32.decode(cup?.id ?? "") ?? []) ?? parent
      ?? RecordID(by: pen.log.author, nonce: first.nonce)
    shownKind = cup == nil ? parents.first?.number ?? kind.number : .tournament
  }

  /// Has records come in entries of a hundred.
  mutating func send(_ numbers: Range<Int>) throws {
    var first = numbers.lowerBound == 0 ? 0 : pen.count
    for some in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 100) {
      let puts = try (some..<min(some + 100, numbers.upperBound)).map { number in
        try Self.put(kind, number, parent, bodies)
      }
      try pen.write(puts.map { put in .with { $0.put = put } })
      guard (some + 100) % 1_000 == 0 || some + 100 >= numbers.upperBound else { continue }
      try world.send(pen.batch(of: first..<pen.count), from: 1, to: 0)
      first = pen.count
    }
  }

  /// Has one more record come, in a turn of its own.
  ///
  /// - Returns: the steps of SQLite in that turn.
  mutating func sendOne(_ number: Int) throws -> Int {
    let put = try Self.put(kind, number, parent, bodies)
    try pen.write([.with { $0.put = put }])
    _ = connections.write { $0.stepsTaken() }
    try world.send(pen.batch(of: pen.count - 1..<pen.count), from: 1, to: 0)
    return connections.write { $0.stepsTaken() }
  }

  /// Whether a record has come.
  func has(_ number: Int) throws -> Bool {
    let nonce = try Self.put(kind, number, parent, bodies).nonce
    let id = RecordID(by: pen.log.author, nonce: nonce)
    return try world.read(0, room) {
      try $0.reader.record(id, in: $0.room.stored.records) != nil
    }
  }

  /// Has Ada's node answer a method that only reads.
  ///
  /// - Returns: the steps of SQLite; nil where it is refused.
  func look(_ method: AnyMethod, _ fields: [String: String]) throws -> Int? {
    let json = try JSONSerialization.data(withJSONObject: fields)
    let request = try JSONMapping.message(method.request, from: Array(json), lenient: true)
    _ = connections.write { $0.stepsTaken() }
    guard case .success = world.network.perform(0, Call(method, request)) else { return nil }
    return connections.write { $0.stepsTaken() }
  }

  /// Makes what a node shows of a room itself, and of the record that a person looks at.
  ///
  /// - Returns: the steps of SQLite for each.
  func lookAtRoom() throws -> [(name: String, steps: Int)] {
    let looks: [(String, (RoomViews) throws -> Void)] = [
      ("room", { _ = try $0.roomView() }), ("state", { _ = try $0.state() }),
      ("conflicts", { _ = try $0.conflicts() }),
      ("history", { [shown] in _ = try $0.versionList(of: shown.description) }),
    ]
    return try looks.map { name, look in
      _ = connections.write { $0.stepsTaken() }
      try world.read(0, room, look)
      return (name, connections.write { $0.stepsTaken() })
    }
  }

  /// Kinds above one: that of a parent, of the parent's parent, and so on, up to one that may stand alone.
  private static func parents(of kind: AnyKind) -> [AnyKind] {
    var chain = [kind]
    while let last = chain.last, !last.rules.mayStandAlone,
      let parent = last.rules.parents.min().flatMap({ Registry.parlor.kind($0) })
    {
      chain.append(parent)
    }
    return Array(chain.dropFirst())
  }

  private static func put(
    _ kind: AnyKind, _ number: Int, _ parent: RecordID?, _ bodies: FloodBodies
  ) throws -> PutRecord {
    var put = PutRecord()
    put.nonce = Hashing.digest(.record, Array("\(kind.number) \(number)".utf8)).data.prefix(16)
    put.kind = kind.number.rawValue
    put.parent = parent?.data ?? Data()
    put.body = try bodies.body(of: kind.number, number)
    return put
  }

  /// A league of eight of Bob's in which anybody may report.
  private static func tournament(_ world: RoomWorld, in room: String) throws -> TournamentView {
    let made = try world.call(1, Methods.Tournaments.make) {
      ($0.name, $0.room, $0.format) = ("Cup", room, "league")
      $0.entrants = (1...8).map { "Player \($0)" }.joined(separator: "\n")
    }
    try world.call(1, Methods.Tournaments.edit) {
      ($0.tournament, $0.scorers) = (made.id, "everybody")
    }
    return try world.call(1, Methods.Tournaments.start) { $0.tournament = made.id }
  }
}

/// Bodies of records that views have to read, sort, join or unpack.
struct FloodBodies {
  private let cup: TournamentView?
  private let pack: Data

  init(_ world: RoomWorld, _ cup: TournamentView?) throws {
    self.cup = cup
    let author = try world.account(1)
    pack = try StrokePacking.pack(
      Sketch((0..<20).map { Sketch.Line(author, try Ink(RoomWorld.ink($0 * 100))) }))
  }

  func body(of kind: RecordKind, _ number: Int) throws -> Data {
    let name = "a\(number)"
    let instant = 1_700_000_000_000 + Int64(number) * 3_600_000
    switch kind {
    case .event:
      return try EventSchema.Event.with {
        ($0.name, $0.notes) = (name, "words of \(name)")
        ($0.start.milliseconds, $0.start.zone) = (instant, "Europe/Berlin")
        $0.repeats = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
      }.serializedData()
    case .toDo:
      return try ToDo.with {
        $0.text = name
        ($0.due.milliseconds, $0.due.zone) = (instant, "Europe/Berlin")
      }.serializedData()
    case .budgetLine:
      return try BudgetLine.with {
        $0.text = name
        ($0.actual.minor, $0.actual.currency) = (Int64(number), "EUR")
      }.serializedData()
    case .paper: return try Paper.with { ($0.title, $0.together) = (name, true) }.serializedData()
    case .stroke: return try Stroke.with { $0.ink = RoomWorld.ink() }.serializedData()
    case .drawing:
      return try Drawing.with { ($0.title, $0.strokes.packed) = (name, pack) }.serializedData()
    case .drawingLike: return try DrawingLike.with { $0.on = true }.serializedData()
    case .scoreReport, .ruling:
      return try ScoreReport.with {
        $0.match = cup?.matches.first?.name ?? ""
        $0.home = Data(Base32.decode(cup?.entrants.first?.id ?? "") ?? [])
        $0.away = Data(Base32.decode(cup?.entrants.last?.id ?? "") ?? [])
        $0.games = [.with { ($0.home, $0.away) = (Int64(number % 7), 1) }]
      }.serializedData()
    case .tradeOffer:
      return try TradeOffer.with {
        $0.gives = [
          .with {
            ($0.copy, $0.card.name) = (Data(repeating: UInt8(number & 255), count: 16), name)
          }
        ]
        $0.wants = [.with { ($0.count, $0.name) = (1, name) }]
      }.serializedData()
    case .tradeAnswer:
      return try TradeAnswer.with { $0.accepts = number % 2 == 0 }.serializedData()
    case .cardMark:
      return try CardMark.with { ($0.card.count, $0.card.name, $0.wanted) = (1, name, true) }
        .serializedData()
    case .cardPresentation:
      return try CardPresentation.with {
        ($0.part, $0.parts) = (UInt32(number), 60_000)
        $0.lines = [.with { ($0.count, $0.name) = (1, name) }]
      }.serializedData()
    default: return Data([0x0a, UInt8(name.utf8.count)]) + Data(name.utf8)
    }
  }
}
