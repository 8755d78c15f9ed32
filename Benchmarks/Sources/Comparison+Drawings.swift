import Client
import DrawingSchema
import Foundation
import Schema

extension Comparison {
  /// Drawings: a stroke that another daemon shows, one of 5,000 strokes opened and as a PNG, and a gallery of a thousand.
  static func drawings(_ places: Places) throws -> [Comparison] {
    let daemon = try DaemonProcess(places, name: "drawings")
    let client = daemon.client
    let large = try client.call(Methods.Drawings.begin) { $0.title = "Large" }.id
    for part in 0..<25 {
      try client.call(Methods.Drawings.draw) {
        $0.paper = large
        $0.strokes = (0..<200).map { stroke(part * 200 + $0) }
      }
    }
    // In a room of one's own: of the lobby a person takes only so much at once.
    let room = try client.call(Methods.Rooms.make) { $0.name = "gallery" }.id
    let paper = try client.call(Methods.Drawings.begin) { $0.title = "Small" }.id
    try client.call(Methods.Drawings.draw) {
      $0.paper = paper
      $0.strokes = (0..<5).map(stroke)
    }
    let file = try client.call(Methods.Drawings.export) {
      $0.drawing = paper
      $0.format = "json"
    }.text
    for number in 0..<1_000 {
      try client.call(Methods.Drawings.take) {
        $0.text = file
        $0.title = "Drawing \(number)"
        $0.room = room
      }
    }
    let picture = "\(places.scratch)/large.png"
    return [
      try strokes(places),
      Comparison(
        title: "a drawing of 5,000 strokes, read", unit: .milliseconds,
        target: .figure(required: 100, goal: 30)
      ) { _ in
        try time {
          let count = try client.call(Methods.Drawings.strokes) { $0.drawing = large }.strokes.count
          guard count == 5_000 else { throw ProgramError(description: "\(count) strokes came.") }
        }
      },
      Comparison(
        title: "the same as a PNG of 1,000 pixels", unit: .milliseconds,
        target: .figure(required: 600, goal: 300), turns: 5
      ) { _ in
        let export = Program(
          path: places.parlor,
          arguments: ["--home", daemon.home, "drawing", "export", large, picture, "--force"])
        return try time { _ = try export.run() }
      },
      Comparison(
        title: "a gallery of 1,000 drawings, listed", unit: .milliseconds,
        target: .figure(required: 40, goal: 20)
      ) { _ in
        try time {
          // One page after the other.
          var (count, before) = (0, "")
          repeat {
            let page = try client.call(Methods.Drawings.list) {
              $0.room = room
              $0.limit = 500
              $0.before = before
            }
            count += page.drawings.count
            before = page.before
          } while !before.isEmpty
          guard count == 1_000 else { throw ProgramError(description: "\(count) drawings came.") }
        }
      },
    ]
  }

  private static func strokes(_ places: Places) throws -> Comparison {
    let homes = try TwoHomes(places, name: "strokes")
    let address = try homes.host.address()
    let ticket = try homes.host.client.call(Methods.Pairing.makeTicket) {
      $0.addresses = [address]
    }.ticket
    try homes.joiner.client.call(Methods.Pairing.useTicket) { $0.ticket = ticket }
    var other = ""
    try homes.wait("the two people to be paired") {
      other = try homes.host.client.call(Methods.Peers.list).peers.first { $0.paired }?.name ?? ""
      return !other.isEmpty
    }
    let room = try homes.host.client.call(Methods.Rooms.make) {
      $0.name = "ours"
      $0.people = [other]
    }.id
    try homes.wait("the room to be there") {
      try homes.joiner.client.call(Methods.Rooms.list).rooms.contains { $0.id == room }
    }
    let changes = try Changes.ofStroke(homes, in: room)
    return Comparison(
      title: "a stroke drawn, seen there", unit: .microseconds,
      target: .figure(required: 3_000, goal: 1_500), limit: answers(places, "p50"), turns: 5
    ) { _ in try changes.measure(100).median }
  }

  private static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).seconds * 1e3
  }

  /// A stroke of twenty points somewhere on the paper.
  static func stroke(_ number: Int) -> StrokeInk {
    .with {
      $0.colour = UInt32(number % 7) * 0x21_0f37
      $0.width = UInt32(100 + number % 600)
      $0.x = [Int32(number * 37 % 8_000)] + Array(repeating: 90, count: 19)
      $0.y = [Int32(number * 53 % 9_000) + 500] + (0..<19).map { Int32(($0 + number) % 3 - 1) * 60 }
      $0.time = Array(repeating: 12, count: 19)
    }
  }
}
