import Drawings
import DrawingSchema
import EventSchema
import Feature
import Features
import FileSchema
import Foundation
import Identifiers
import Schema
import SwiftProtobuf
import Testing
import TournamentSchema
import WholeSchema

@testable import Node

/// Files that commands are about: read before the turn, and not within it (issue line 42.f).
@Suite struct FileReadingTests {
  /// The methods that keep bytes as they are, and look at none of them.
  private static let kept: Set<String> = [
    Methods.Files.share.path, Methods.Events.setPicture.path,
  ]

  @Test(
    "42.f: whatever command names kept bytes has them read before its turn, or keeps them as they are"
  )
  func all() throws {
    var found = 0
    for method in Methods.all
    where (try? method.request.init(jsonString: "{\"blob\":\"x\"}")) != nil {
      guard let handler = Registry.parlor.handler(method.path), case .command = handler.work else {
        continue
      }
      found += 1
      #expect(handler.file != nil || Self.kept.contains(method.path), "\(method.path)")
    }
    #expect(found >= 6)
  }

  @Test("42.f: entrants are read before their turn, and not within it") func entrants() throws {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) { $0.name = "Cup" }
    var call = Methods.Tournaments.addEntrants {
      $0.tournament = "cup"
      $0.lines = "Cleo, no rating at all"
    }
    #expect(throws: (any Error).self) { try world.network.perform(0, call).get() }
    let reading = try #require(Registry.parlor.handler(call.path)?.file)
    let lines = Methods.Tournaments.addEntrants { $0.lines = "Read before, 1800" }
    #expect(try reading.blob(lines.request).isEmpty)
    call.file = try reading.read(lines.request, Data())
    let view = try #require(world.network.perform(0, call).get() as? TournamentView)
    #expect(view.entrants.map(\.name) == ["Read before"])
  }

  @Test("42.f: a file that was read before is not read within the turn")
  func before() throws {
    let world = try RoomWorld(["Ada"])
    let ink = try Ink(RoomWorld.ink())
    var call = Methods.Drawings.take { $0.text = "no drawing at all" }
    #expect(throws: (any Error).self) { try world.network.perform(0, call).get() }
    let svg = try SketchSVG.text(Sketch([Sketch.Line(.zero, ink)]), title: "Read before")
    let reading = try #require(Registry.parlor.handler(call.path)?.file)
    call.file = try reading.read(Methods.Drawings.take { $0.text = svg }.request, Data())
    let taken = try #require(world.network.perform(0, call).get() as? TakenDrawing)
    #expect(taken.drawing.title == "Read before" && taken.drawing.strokes == 1)
  }

  @Test(
    "43 S-3: the turn that takes 5,000 strokes neither reads nor packs them",
    arguments: ["", "lobby"])
  func turnOfManyStrokes(_ room: String) throws {
    let world = try RoomWorld(["Ada"])
    let inks = (0..<Int32(5_000)).map { number -> Ink in
      var points: [Ink.Point] = []
      for step in 0..<Int32(20) {
        let left = number * 7 % 9_000 + step * 13
        points.append(Ink.Point(x: left, y: number + step * step))
      }
      return Ink(points: points, hasTimes: false)
    }
    let file = try StrokePacking.pack(Sketch(inks.map { Sketch.Line(.zero, $0) }))
    var call = Methods.Drawings.take {
      $0.blob = "x"
      $0.room = room
    }
    let reading = try #require(Registry.parlor.handler(call.path)?.file)
    let before = Self.processorTime
    call.file = try reading.read(call.request, file)
    let between = Self.processorTime
    let taken = try #require(world.network.perform(0, call).get() as? TakenDrawing)
    let after = Self.processorTime
    #expect(taken.drawing.strokes == 5_000)
    let (read, turn) = (between - before, after - between)
    #expect(turn < .milliseconds(50) && turn * 10 < read, "\(turn) in the turn, \(read) before it")
    #expect(try world.strokes(0, taken.drawing.id).strokes.count == 5_000)
  }

  /// Time of this thread's processor, which other programs take nothing of.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
