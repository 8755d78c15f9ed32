import Events
import EventSchema
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

/// The pictures of what people plan.
@Suite struct PictureTests {
  /// Returns bytes that look like a picture to anybody who does not decode them.
  static func png(_ width: UInt32 = 400, _ height: UInt32 = 300, bytes: Int = 100, seed: UInt64 = 1)
    -> Data
  {
    var data = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    data += Data("IHDR".utf8) + big(width) + big(height)
    return data + RoomWorld.bytes(bytes, seed: seed)
  }

  private static func big(_ number: UInt32) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  private func crop(_ x: UInt32, _ y: UInt32, _ width: UInt32, _ height: UInt32) -> PictureCrop {
    .with { ($0.x, $0.y, $0.width, $0.height) = (x, y, width, height) }
  }

  @Test("E-37, E-41, E-42: a picture is set with its crop, changed, shown in lists and removed")
  func alone() throws {
    let world = try RoomWorld(["Ada"])
    let event = try world.plan(0, EventDraft("Picnic"))
    #expect(!event.hasPicture, "E-29: there is none at first")
    let content = Self.png(bytes: 100_000)
    let set = try world.picture(0, event, content) {
      $0.crop = crop(1_000, 0, 5_000, 10_000)
      $0.source = "lake\u{1b}.png"
    }
    #expect(set.picture.crop == crop(1_000, 0, 5_000, 10_000) && set.picture.source == "lake.png")
    #expect(set.picture.size == UInt64(content.count) && set.picture.received == set.picture.size)
    #expect(try world.pictureContent(0, event) == content)
    #expect(try world.events(0, "personal").map(\.picture) == [set.picture], "E-04")
    let moved = try world.picture(0, event, Data()) { $0.crop = crop(0, 0, 1, 1) }
    #expect(moved.picture.crop == crop(0, 0, 1, 1) && moved.picture.id == set.picture.id)
    let whole = try world.picture(0, event, Data())
    #expect(whole.picture.crop == crop(0, 0, 10_000, 10_000))
    // The same bytes once more, then others: what was before is let go.
    let again = try world.picture(0, event, content)
    #expect(again.picture.id != set.picture.id)
    #expect(try world.pictureContent(0, event) == content)
    _ = try world.picture(0, event, Self.png(seed: 2))
    #expect(try world.blobs(0) == 1)
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.pictureContent(0, event) == Self.png(seed: 2))
    let bare = try world.call(0, Methods.Events.removePicture) {
      $0.room = event.room
      $0.event = "picnic"
    }
    #expect(!bare.hasPicture)
    #expect(try world.blobs(0) == 0)
  }

  @Test(
    "E-37, E-42: what is no picture, is too large or shows nothing is refused, and nothing is saved"
  )
  func badInput() throws {
    #expect(PictureRules.mostStored == Limits.blob)
    let world = try RoomWorld(["Ada"])
    let event = try world.plan(0, EventDraft("Picnic"))
    let wrong: [(Data, PictureCrop, String)] = [
      (Data("hello".utf8), crop(0, 0, 1, 1), "cannot be read as a picture"),
      (Self.png(50_000, 50_000), crop(0, 0, 1, 1), "50000 x 50000 pixels"),
      (Self.png(.max, .max), crop(0, 0, 1, 1), "4294967295 x 4294967295 pixels"),
      (Self.png(0, 1), crop(0, 0, 1, 1), "cannot be read as a picture"),
      (Self.png(bytes: 4 << 20), crop(0, 0, 1, 1), "4194328 bytes, more than the 4194304"),
      (Self.png(), crop(0, 0, 0, 1), "empty or not inside"),
      (Self.png(), crop(5_000, 0, 5_001, 1), "empty or not inside"),
      (Self.png(), crop(.max, 0, .max, 1), "empty or not inside"),
      (Data(), crop(0, 0, 1, 1), "has no picture yet"),
    ]
    for (content, crop, reason) in wrong {
      let said = refusal { _ = try world.picture(0, event, content) { $0.crop = crop } }
      #expect(said.contains(reason), "\(said)")
    }
    #expect(
      refusal { _ = try world.call(0, Methods.Events.removePicture) { $0.event = "Picnic" } }
        .contains(
          "no picture"))
    #expect(try !world.event(0, event).hasPicture && world.blobs(0) == 0)
  }

  @Test("E-37, E-57, E-61: a picture goes along when its event is shared, and the last one counts")
  func together() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    let event = try world.plan(0, EventDraft("Picnic"))
    let content = Self.png(bytes: 70_000)
    _ = try world.picture(0, event, content) { $0.crop = crop(1, 2, 3, 4) }
    _ = try world.call(0, Methods.Rooms.move) {
      $0.room = "personal"
      $0.record = event.id
      $0.to = room
    }
    let shared = try #require(try world.events(1, room).first)
    #expect(
      shared.picture.crop == crop(1, 2, 3, 4) && shared.picture.received == shared.picture.size)
    #expect(try world.pictureContent(1, shared) == content)
    #expect(try world.events(0, "personal").isEmpty && world.blobs(0) == 1)
    // Apart, one gives another picture while the other moves the part of the old one that is shown.
    world.separate(0, 1)
    _ = try world.picture(0, shared, Self.png(seed: 5))
    _ = try world.picture(1, shared, Data()) { $0.crop = crop(9, 9, 9, 9) }
    world.join(0, 1)
    for number in 0...1 {
      let seen = try world.event(number, shared)
      #expect(seen.picture.crop == crop(0, 0, 10_000, 10_000), "the new picture's own part")
      #expect(try world.pictureContent(number, shared) == Self.png(seed: 5))
    }
    // Both give one: the same counts for both, and the next one leaves no other behind.
    world.separate(0, 1)
    _ = try world.picture(0, shared, Self.png(seed: 6))
    _ = try world.picture(1, shared, Self.png(seed: 7))
    world.join(0, 1)
    #expect(try world.event(0, shared).picture.blob == world.event(1, shared).picture.blob)
    _ = try world.picture(1, shared, Self.png(seed: 8))
    for number in 0...1 { #expect(try world.blobs(number) == 1, "\(number)") }
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room
      $0.event = shared.id
    }
    #expect(try world.blobs(0) == 0 && world.blobs(1) == 0, "E-52: it goes with its event")
  }

  @Test("E-42: in the lobby nobody gives an event of somebody else a picture") func lobby() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let event = try world.plan(0, EventDraft("Picnic"), in: "lobby")
    #expect(
      refusal { _ = try world.picture(1, event, Self.png()) }.contains(
        "Only Ada, who made the event"))
    // A node that does not ask its rules first.
    let id = try #require(Base32.decode(event.id).flatMap { RecordID($0) })
    var forged = EventPicture()
    forged.content = OwnBlob(Self.png(seed: 3)).reference
    var pen = try Pen(of: 1, in: .lobby, world)
    try pen.write([
      try .making(.eventPicture, nonce: Data(repeating: 7, count: 16), parent: id, forged)
    ])
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try !world.event(0, event).hasPicture && !world.events(0, "lobby")[0].hasPicture)
    _ = try world.picture(0, event, Self.png(seed: 4))
    #expect(try world.pictureContent(0, event) == Self.png(seed: 4))
  }
}

extension RoomWorld {
  /// Gives an event a picture, or with no bytes shows another part of the one that it has.
  fileprivate func picture(
    _ number: Int, _ event: EventView, _ content: Data,
    _ fill: (inout SetPicture) -> Void = { _ in }
  ) throws -> EventView {
    var set = SetPicture()
    set.room = event.room
    set.event = event.id
    if !content.isEmpty { set.blob = try keep(number, content) }
    fill(&set)
    return try call(number, Methods.Events.setPicture) { $0 = set }
  }

  fileprivate func pictureContent(_ number: Int, _ event: EventView) throws -> Data {
    let blob = try self.event(number, event).picture.blob
    var reading = BlobReading(try read(number, event.room) { try $0.content(of: blob) })
    var content = Data()
    try network.nodes[number].store.read { reader in
      while let chunk = try reading.chunk(reader) { content += chunk }
    }
    return content
  }

  /// Of how many blobs a node keeps bytes.
  fileprivate func blobs(_ number: Int) throws -> Int {
    try network.nodes[number].store.read {
      try $0.db.value("SELECT count(*) FROM blob WHERE received > 0") ?? 0
    }
  }

  fileprivate func separate(_ one: Int, _ other: Int) {
    network.partition(one, other)
    network.cutLinks(one, other)
    network.settle()
  }

  fileprivate func join(_ one: Int, _ other: Int) {
    network.heal(one, other)
    network.connect(one, other)
    network.settle()
  }
}
