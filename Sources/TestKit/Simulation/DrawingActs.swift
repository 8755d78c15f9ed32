import DrawingSchema
import Features
import FoundationEssentials
import Identifiers
import Node
import Schema

/// Papers that several people draw on in simulated rooms, also while the network is cut, and what they save, like and delete
/// (rows W-13, W-17, W-25, W-27).
final class DrawingActs: FeatureActs {
  static let counts = [begun, drawn, undone, cleared, saved, liked, deleted, shared]
  private static let begun = "papers begun"
  private static let drawn = "strokes drawn"
  private static let undone = "strokes taken back"
  private static let cleared = "papers cleared"
  private static let saved = "drawings saved"
  private static let liked = "drawings liked"
  private static let deleted = "drawings deleted"
  private static let shared = "papers with strokes of several people"

  init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x6472_6177)
    guard random.next() % 6 == 0 else { return nil }
  }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let papers = list(person, papers: true)
    guard let paper = papers.randomElement(using: &random), random.next() % 8 > 0 else {
      return begin(person, &random)
    }
    switch random.next() % 12 {
    case 0: save(paper, person)
    case 1: mark(person, &random)
    case 2: step(paper, person, &random)
    default: draw(paper, person, &random)
    }
  }

  private func list(_ person: ActingPerson, papers: Bool) -> [DrawingLine] {
    person.read {
      try $0.read(Methods.Drawings.list) {
        $0.room = person.room.description
        $0.papers = papers
      }
    }?.drawings ?? []
  }

  private func begin(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let answer = person.call(Methods.Drawings.begin) {
      $0.title = "Paper \(random.next() % 1_000)"
      $0.room = person.room.description
      $0.together = true
    }
    if answer != nil { person.count(Self.begun) }
  }

  private func draw(
    _ paper: DrawingLine, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let strokes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      StrokeInk.with {
        $0.tool = [.eraser, .fill, .brush, .brush, .brush][Int(random.next() % 5)]
        $0.width = .random(in: 10...2_000, using: &random)
        $0.colour = UInt32(random.next() & 0xffffff)
        $0.x = [.random(in: 0...9_000, using: &random), 500]
        $0.y = [.random(in: 0...9_000, using: &random), 500]
        $0.time = [.random(in: 0...900, using: &random)]
      }
    }
    let answer = person.call(Methods.Drawings.draw) {
      $0.paper = paper.id
      $0.strokes = strokes
    }
    if answer != nil { person.count(Self.drawn) }
  }

  private func step(
    _ paper: DrawingLine, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    switch random.next() % 4 {
    case 0:
      let isAll = paper.own && random.next() % 2 == 0
      let answer = person.call(Methods.Drawings.reset) {
        $0.paper = paper.id
        $0.all = isAll
      }
      if answer != nil { person.count(Self.cleared) }
    case 1: _ = person.call(Methods.Drawings.redo) { $0.paper = paper.id }
    default:
      if person.call(Methods.Drawings.undo, { $0.paper = paper.id }) != nil {
        person.count(Self.undone)
      }
    }
  }

  private func save(_ paper: DrawingLine, _ person: ActingPerson) {
    let answer = person.call(Methods.Drawings.save) {
      $0.paper = paper.id
      $0.room = person.room.description
      $0.keep = true
    }
    if answer != nil { person.count(Self.saved) }
  }

  private func mark(_ person: ActingPerson, _ random: inout SeededGenerator) {
    guard let drawing = list(person, papers: false).randomElement(using: &random) else { return }
    if drawing.own, random.next() % 3 == 0 {
      if person.call(Methods.Drawings.delete, { $0.drawings = [drawing.id] }) != nil {
        person.count(Self.deleted)
      }
      return
    }
    let answer = person.call(Methods.Drawings.like) {
      $0.drawing = drawing.id
      $0.off = drawing.liked
    }
    if answer != nil { person.count(Self.liked) }
  }

  func shown(_ views: RoomViews) throws -> [String] {
    try [true, false].flatMap { papers in
      try views.read(Methods.Drawings.list) {
        $0.room = views.id.description
        $0.papers = papers
      }.drawings.map { line in
        let svg = try views.read(Methods.Drawings.export) { $0.drawing = line.id }
        let view = try views.read(Methods.Drawings.show) { $0.drawing = line.id }
        return "\(line.id) \(view.likers) \(view.strokes) \(svg.text.checksum)"
      }
    }
  }

  func check(_ world: SimulatedRooms) throws {
    for number in world.network.nodes.indices {
      for room in world.rooms(number) {
        let person = ActingPerson(world: world, number: number, room: room)
        for line in list(person, papers: true) {
          let view = person.read {
            try $0.read(Methods.Drawings.show) { $0.drawing = line.id }
          }
          if (view?.artists.count ?? 0) > 1 { person.count(Self.shared) }
        }
      }
    }
  }
}

extension String {
  /// A sum of its bytes that is the same in every run.
  fileprivate var checksum: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
