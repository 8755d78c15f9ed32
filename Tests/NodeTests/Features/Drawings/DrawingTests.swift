import ChatSchema
import Drawings
import DrawingSchema
import Feature
import Foundation
import Identifiers
import Schema
import SwiftProtobuf
import TestKit
import Testing

@testable import Node

/// The gallery, through the nodes of several people.
@Suite struct DrawingTests {
  @Test(
    "W-01, W-03, W-04, W-13, W-14: a saved drawing is in everybody's gallery at once, with artist, date and time spent"
  )
  func gallery() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let paper = try world.paper(0)
    #expect(paper.paper && paper.mayDraw && paper.roomName == "personal")
    #expect(try world.gallery(1).isEmpty && world.gallery(0) { $0.papers = true }.count == 1)
    try world.draw(0, paper.id)
    try world.draw(0, paper.id, RoomWorld.ink(3_000))
    let saved = try world.save(0, paper.id)
    #expect(saved.own && saved.mayDelete && !saved.paper && saved.strokes == 2)
    // The paper is gone, the drawing is everywhere.
    #expect(try world.gallery(0) { $0.papers = true }.isEmpty)
    let line = try #require(try world.gallery(1).first)
    #expect(line.title == "House" && line.authorName == "Ada" && !line.own && line.made > 0)
    let view = try world.shown(1, "house")
    #expect(view.authorName == "Ada" && !view.mayDelete && view.made == saved.made)
    #expect(view.spentMilliseconds > 0 && view.timeSpent == saved.timeSpent)
    #expect(view.timeSpent.hasPrefix("0 minutes "))
    #expect(view.artists.map(\.name) == ["Ada"] && view.replayMilliseconds > 0)
    // The same strokes, and the same SVG byte for byte.
    #expect(
      try world.strokes(1, "house").strokes.map(\.ink)
        == world.strokes(0, "house").strokes.map(\.ink))
    #expect(try world.export(1, "house") == world.export(0, "house"))
    #expect(try world.export(1, "house", "film") == world.export(0, "house", "film"))
  }

  @Test("W-15: each drawing has an id of its own, also among many of several people")
  func identities() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    var ids: [String] = []
    for number in 0..<2 {
      for _ in 0..<100 { ids.append(try world.paper(number).id) }
    }
    #expect(Set(ids).count == 200 && ids.allSatisfy { $0.count == 26 })
    // Also where two people draw the same random bytes: an id follows from its author as well.
    let nonce = Data(repeating: 7, count: 16)
    let authors = [UInt8(1), 2].compactMap { Author(Data(repeating: $0, count: 32)) }
    #expect(Set(authors.map { RecordID(by: $0, nonce: nonce) }).count == 2)
  }

  @Test("W-05, W-06, W-13: only who drew it deletes it, several at once, and it goes everywhere")
  func deleting() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    for title in ["One", "Two", "Three"] { _ = try world.drawing(0, title) }
    #expect(try world.gallery(1).map(\.title) == ["Three", "Two", "One"])
    let foreign = refusal { try world.call(1, Methods.Drawings.delete) { $0.drawings = ["one"] } }
    #expect(foreign.contains("Only Ada, who drew it"), "\(foreign)")
    #expect(
      refusal { try world.call(0, Methods.Drawings.delete) { $0.drawings = [] } }.contains(
        "No drawing was named"))
    let gone = try world.call(0, Methods.Drawings.delete) { $0.drawings = ["one", "three", "One"] }
    #expect(gone.drawings.map(\.title) == ["One", "Three"])
    for number in 0..<2 { #expect(try world.gallery(number).map(\.title) == ["Two"]) }
  }

  @Test("W-17: create, delete, then look on another node: nothing is missing and nothing breaks")
  func createDeleteSwitch() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let first = try world.drawing(0, "First")
    let second = try world.drawing(0, "Second")
    world.network.partition(0, 1)
    try world.call(0, Methods.Drawings.delete) { $0.drawings = [first.id] }
    let third = try world.drawing(0, "Third")
    // The other node still shows what it has, whole.
    #expect(try world.gallery(1).map(\.title) == ["Second", "First"])
    #expect(try world.shown(1, first.id).strokes == 2)
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 70_000)
    for number in 0..<2 {
      #expect(try world.gallery(number).map(\.title) == ["Third", "Second"])
      for drawing in [second, third] {
        let view = try world.shown(number, drawing.id)
        #expect(view.problem.isEmpty && view.strokes == 2)
        #expect(try world.strokes(number, drawing.id).strokes.count == 2)
      }
      #expect(refusal { try world.shown(number, first.id) }.contains("There is no drawing"))
    }
  }

  @Test("W-16: a thumbnail has the same size on each node, whatever the drawing is made of")
  func thumbnails() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0, strokes: 5)
    for number in 0..<2 {
      let svg = try world.export(number, drawing.id)
      #expect(svg.contains("viewBox=\"0 0 1000 1000\""))
      let small = try world.call(number, Methods.Drawings.strokes) {
        $0.drawing = drawing.id
        $0.width = 240
      }
      #expect(small.strokes.count == 5)
    }
    #expect(try world.gallery(0).map(\.look) == world.gallery(1).map(\.look))
  }

  @Test("W-12: saving an empty paper is refused, and the paper stays")
  func empty() throws {
    let world = try RoomWorld(["Ada"])
    let paper = try world.paper(0)
    let said = refusal { try world.save(0, paper.id) }
    #expect(said.contains("There is nothing on the paper"), "\(said)")
    try world.draw(0, paper.id)
    try world.call(0, Methods.Drawings.reset) { $0.paper = paper.id }
    #expect(refusal { try world.save(0, paper.id) }.contains("nothing on the paper"))
    #expect(try world.gallery(0) { $0.papers = true }.map(\.id) == [paper.id])
  }

  @Test("W-19: each person has one like, and takes it back")
  func likes() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0)
    for _ in 0..<2 { try world.call(1, Methods.Drawings.like) { $0.drawing = drawing.id } }
    try world.call(0, Methods.Drawings.like) { $0.drawing = drawing.id }
    #expect(try world.shown(0, drawing.id).likers == ["Ada", "Bob"])
    #expect(try world.gallery(1).first?.likes == 2 && world.gallery(1).first?.liked == true)
    try world.call(1, Methods.Drawings.like) {
      $0.drawing = drawing.id
      $0.off = true
    }
    #expect(try world.shown(0, drawing.id).likers == ["Ada"])
    #expect(try world.shown(1, drawing.id).liked == false)
  }

  @Test("43: a like, a hidden drawing and a portrait that were undone can be made again")
  func again() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0)
    for _ in 0..<2 {
      try world.call(1, Methods.Drawings.like) { $0.drawing = drawing.id }
      #expect(try world.shown(0, drawing.id).likers == ["Bob"])
      _ = try world.undo(1)
      #expect(try world.shown(0, drawing.id).likers.isEmpty)
      #expect(try world.shown(1, drawing.id).liked == false)
    }
    for _ in 0..<2 {
      try world.call(1, Methods.Drawings.hide) { $0.drawing = drawing.id }
      #expect(try world.gallery(1).isEmpty)
      _ = try world.undo(1)
      #expect(try world.gallery(1).count == 1)
    }
    for _ in 0..<2 {
      try world.call(0, Methods.Drawings.setPortrait) { $0.drawing = drawing.id }
      #expect(try world.call(1, Methods.Drawings.portraits).portraits.count == 1)
      _ = try world.undo(0)
      #expect(try world.call(1, Methods.Drawings.portraits).portraits.isEmpty)
    }
  }

  @Test("W-20: comments are messages about the drawing")
  func comments() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0)
    try world.call(1, Methods.Chat.post) {
      $0.room = "lobby"
      $0.text = "I like the roof"
      $0.item = drawing.id
      $0.itemRoom = "lobby"
    }
    #expect(try world.shown(0, drawing.id).comments == 1)
    let list = try world.call(0, Methods.Chat.comments) { $0.item = drawing.id }
    #expect(list.comments.map(\.text) == ["I like the roof"] && list.title == "House")
  }

  @Test("W-21: statistics follow from the drawings, and go with them")
  func statistics() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let one = try world.drawing(0, "One")
    _ = try world.drawing(0, "Two", strokes: 3)
    _ = try world.drawing(1, "Three")
    try world.call(1, Methods.Drawings.like) { $0.drawing = one.id }
    for number in 0..<2 {
      let artists = try world.call(number, Methods.Drawings.stats).artists
      #expect(artists.map(\.name) == ["Ada", "Bob"] && artists.map(\.drawings) == [2, 1])
      #expect(artists[0].likes == 1 && artists[0].strokes == 5)
      let sum = try ["One", "Two"].reduce(0) { try $0 + world.shown(number, $1).spentMilliseconds }
      #expect(artists[0].spentMilliseconds == sum && artists[0].own == (number == 0))
    }
    try world.call(0, Methods.Drawings.delete) { $0.drawings = ["one", "two"] }
    #expect(try world.call(1, Methods.Drawings.stats).artists.map(\.name) == ["Bob"])
    let me = try world.call(0, Methods.Drawings.stats) { $0.artist = "me" }
    #expect(me.artists.isEmpty)
  }

  @Test("W-22: a drawing stands beside a person's name on every node, until it is taken away")
  func portraits() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0)
    try world.call(0, Methods.Drawings.setPortrait) { $0.drawing = drawing.id }
    let portraits = try world.call(1, Methods.Drawings.portraits).portraits
    #expect(portraits.map(\.authorName) == ["Ada"] && portraits[0].svg.contains("<svg"))
    try world.call(0, Methods.Drawings.setPortrait)
    #expect(try world.call(1, Methods.Drawings.portraits).portraits.isEmpty)
  }

  @Test("52.1: that a drawing or portrait of somebody came is told without unpacking it")
  func arrivals() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0)
    try world.call(0, Methods.Drawings.setPortrait) { $0.drawing = drawing.id }
    try world.call(1, Methods.Drawings.like) { $0.drawing = drawing.id }
    let told = world.network.nodes[1].changes.compactMap { change in
      if case .record(let record)? = change.what { record.view } else { nil }
    }
    let drawings = told.compactMap { try? DrawingView(unpackingAny: $0) }
    #expect(drawings.contains { $0.id == drawing.id })
    #expect(drawings.allSatisfy { $0.strokes == 0 && $0.artists.isEmpty })
    let portraits = told.compactMap { try? PortraitView(unpackingAny: $0) }
    #expect(try portraits.map(\.author) == [world.account(0).description])
    #expect(portraits.allSatisfy { $0.svg.isEmpty })
    // A screen that asks gets all of it.
    #expect(try world.shown(1, drawing.id).strokes == 2)
    #expect(try world.call(1, Methods.Drawings.portraits).portraits[0].svg.contains("<svg"))
  }

  @Test("W-23: the owner of a room hides a drawing from everybody, anybody from themselves")
  func hiding() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    _ = try world.make(0, "friends", ["Bob"])
    let paper = try world.paper(1, "Rude", in: "friends")
    try world.draw(1, paper.id)
    let drawing = try world.save(1, paper.id, in: "friends")
    #expect(
      try world.shown(0, drawing.id).mayHideForAll && !world.shown(1, drawing.id).mayHideForAll)
    let foreign = refusal {
      try world.call(1, Methods.Drawings.hide) {
        $0.drawing = drawing.id
        $0.everybody = true
      }
    }
    #expect(foreign.contains("Only the owner of the room"), "\(foreign)")
    for isOff in [false, true] {
      try world.call(0, Methods.Drawings.hide) {
        $0.drawing = drawing.id
        $0.everybody = true
        $0.off = isOff
      }
      #expect(try world.gallery(1).isEmpty == !isOff)
      #expect(try world.gallery(1) { $0.hidden = true }.map(\.hidden) == [!isOff])
    }
    // In the lobby, everybody hides for themselves.
    let other = try world.drawing(1, "Loud")
    try world.call(0, Methods.Drawings.hide) { $0.drawing = other.id }
    #expect(try world.gallery(0).map(\.title) == ["Rude"])
    #expect(try world.gallery(1).map(\.title) == ["Loud", "Rude"])
    #expect(try world.shown(0, other.id).hidden && !world.shown(0, other.id).hiddenByOwner)
  }

  @Test("W-28: drawing on from a drawing names its source; saving a paper again keeps what it was")
  func sources() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let first = try world.drawing(0)
    let paper = try world.call(1, Methods.Drawings.begin) { $0.from = first.id }
    #expect(paper.title == "House" && paper.strokes == 2 && paper.sourceAuthorName == "Ada")
    try world.draw(1, paper.id, RoomWorld.ink(tool: .eraser))
    let second = try world.call(1, Methods.Drawings.save) {
      $0.paper = paper.id
      $0.keep = true
    }
    #expect(second.artists.map(\.name) == ["Ada", "Bob"] && second.sourceTitle == "House")
    try world.draw(1, paper.id)
    let again = try world.call(1, Methods.Drawings.save) {
      $0.paper = paper.id
      $0.keep = true
    }
    #expect(again.id == second.id && again.strokes == 4)
    #expect(try world.gallery(0).count == 2)
  }

  @Test("W-33: a drawing that does not fit into an entry is a blob, and is seen whole elsewhere")
  func large() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let strokes = (0..<400).map { number in
      var random = SeededGenerator(seed: UInt64(number))
      return StrokeInk.with {
        $0.width = 450
        $0.x = (0..<150).map { $0 == 0 ? 5_000 : .random(in: -30...30, using: &random) }
        $0.y = (0..<150).map { $0 == 0 ? 5_000 : .random(in: -30...30, using: &random) }
        $0.time = (1..<150).map { _ in .random(in: 1...30, using: &random) }
      }
    }
    let paper = try world.paper(0)
    try world.call(0, Methods.Drawings.draw) {
      $0.paper = paper.id
      $0.strokes = strokes
    }
    let saved = try world.save(0, paper.id)
    world.network.run(milliseconds: 5_000)
    let view = try world.shown(1, saved.id)
    #expect(view.problem.isEmpty && view.strokes == 400 && view.points == 60_000)
    #expect(try world.export(1, saved.id) == world.export(0, saved.id))
  }
}
