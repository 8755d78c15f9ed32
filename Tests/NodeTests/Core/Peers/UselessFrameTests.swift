import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Frames of the sync of rooms are free, for honest nodes send many of them; but not those that say nothing new.
@Suite struct UselessFrameTests {
  private static let frames: [Frame] = [
    Frame(.acknowledge(.with { ($0.room, $0.number) = (RoomID.lobby.data, 1) })),
    Frame(.batch(.with { $0.room = RoomID.lobby.data })),
    Frame(.batch(.with { ($0.room, $0.acknowledged) = (RoomID.lobby.data, 1) })),
    .with { $0.optional = true },
  ]

  @Test(
    "acknowledgements of what was acknowledged, batches of nothing and unknown frames have a budget",
    arguments: frames.indices)
  func budget(frame: Int) throws {
    let world = try RoomWorld(["Ada", "Mallory"])
    world.network.connect(0, 1)
    for number in 0..<3 { try world.say(0, "message \(number)") }
    let bytes = try Coding.encode(Self.frames[frame])
    for _ in 0..<20 { world.network.inject(bytes, from: 1, to: 0) }
    world.network.settle()
    #expect(world.network.isLinked(0, 1), "a few do no harm")
    for _ in 0..<Limits.framesBurst { world.network.inject(bytes, from: 1, to: 0) }
    world.network.settle()
    #expect(!world.network.isLinked(0, 1))
  }

  @Test(
    "each table that is offered counts as a frame: lists of many cannot come as often as short frames"
  )
  func offers() throws {
    let world = try RoomWorld(["Ada", "Mallory"])
    world.network.connect(0, 1)
    let host = try #require(world.network.nodes[1].node).author
    func offer(_ lists: Int) throws {
      for list in 0..<lists {
        let offers = (0..<Limits.offers).map { number in
          TableOffer.with {
            $0.room = Data(repeating: UInt8(number), count: 15) + [UInt8(list)]
            ($0.host, $0.rules) = (host.data, .standard)
          }
        }
        let bytes = try Coding.encode(Frame(.tableOffers(.with { $0.offers = offers })))
        world.network.inject(bytes, from: 1, to: 0)
      }
      world.network.settle()
    }
    try offer(Limits.framesBurst / Limits.offers / 2)
    #expect(world.network.isLinked(0, 1), "some do no harm")
    try offer(Limits.framesBurst / Limits.offers)
    #expect(!world.network.isLinked(0, 1))
  }
}
