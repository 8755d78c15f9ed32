import Drawings
import DrawingSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Papers that people draw on, also together and while the network is cut, and what others may not do to them.
@Suite struct PaperTests {
  private func together() throws -> (RoomWorld, DrawingView) {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    _ = try world.make(0, "friends", ["Bob"])
    return (world, try world.paper(0, "Ours", in: "friends", together: true))
  }

  /// Returns the strokes that a paper shows, in order.
  private func picture(_ world: RoomWorld, _ number: Int, _ paper: String) throws -> [String] {
    try world.strokes(number, paper).strokes.map { "\($0.author) \($0.ink.x)" }
  }

  @Test("W-24: undo takes back one's last stroke, redo draws it again until something new is drawn")
  func undo() throws {
    let world = try RoomWorld(["Ada"])
    let paper = try world.paper(0)
    #expect(!paper.mayUndo && !paper.mayRedo)
    #expect(
      refusal { try world.call(0, Methods.Drawings.undo) { $0.paper = paper.id } }.contains(
        "no stroke"))
    for place in 1...3 { try world.draw(0, paper.id, RoomWorld.ink(Int32(place) * 100)) }
    func undo() throws -> DrawingView {
      try world.call(0, Methods.Drawings.undo) { $0.paper = paper.id }
    }
    func redo() throws -> DrawingView {
      try world.call(0, Methods.Drawings.redo) { $0.paper = paper.id }
    }
    #expect(try undo().strokes == 2)
    #expect(try undo().strokes == 1)
    var view = try redo()
    #expect(view.strokes == 2 && view.mayRedo)
    view = try redo()
    #expect(view.strokes == 3 && !view.mayRedo)
    #expect(refusal { _ = try redo() }.contains("nothing back"))
    #expect(try undo().mayRedo)
    try world.draw(0, paper.id)
    view = try world.shown(0, paper.id)
    #expect(view.strokes == 3 && !view.mayRedo)
    view = try world.call(0, Methods.Drawings.reset) { $0.paper = paper.id }
    #expect(view.strokes == 0 && view.mayRedo)
    #expect(try redo().strokes == 3)
  }

  @Test(
    "W-25: two people draw on one paper, see each other's strokes at once and take back only their own"
  )
  func live() throws {
    let (world, paper) = try together()
    try world.draw(0, paper.id, RoomWorld.ink(100))
    try world.draw(1, paper.id, RoomWorld.ink(200))
    for number in 0..<2 {
      #expect(try world.strokes(number, paper.id).strokes.map(\.ink.x) == [[100, 0], [200, 0]])
    }
    try world.call(1, Methods.Drawings.undo) { $0.paper = paper.id }
    #expect(try world.strokes(0, paper.id).strokes.map(\.ink.x) == [[100, 0]])
    try world.call(1, Methods.Drawings.redo) { $0.paper = paper.id }
    // Reset takes away one's own strokes; who began the paper takes away all.
    try world.call(1, Methods.Drawings.reset) { $0.paper = paper.id }
    #expect(try world.strokes(0, paper.id).strokes.map(\.ink.x) == [[100, 0]])
    let foreign = refusal {
      try world.call(1, Methods.Drawings.reset) {
        $0.paper = paper.id
        $0.all = true
      }
    }
    #expect(foreign.contains("Only Ada"), "\(foreign)")
    try world.call(0, Methods.Drawings.reset) {
      $0.paper = paper.id
      $0.all = true
    }
    for number in 0..<2 { #expect(try world.strokes(number, paper.id).strokes.isEmpty) }
    try world.draw(1, paper.id, RoomWorld.ink(300))
    #expect(try world.strokes(0, paper.id).strokes.map(\.ink.x) == [[300, 0]])
  }

  @Test("W-27: two people draw while they are disconnected, and both end with the same picture")
  func disconnected() throws {
    let (world, paper) = try together()
    try world.draw(0, paper.id, RoomWorld.ink(100))
    world.network.partition(0, 1)
    for place in 1...5 {
      try world.draw(0, paper.id, RoomWorld.ink(Int32(1_000 + place)))
      try world.draw(
        1, paper.id, RoomWorld.ink(Int32(2_000 + place), tool: place % 2 == 0 ? .eraser : .brush))
    }
    try world.call(1, Methods.Drawings.undo) { $0.paper = paper.id }
    #expect(try picture(world, 0, paper.id) != picture(world, 1, paper.id))
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 70_000)
    let merged = try picture(world, 0, paper.id)
    #expect(try merged == picture(world, 1, paper.id) && merged.count == 10)
    #expect(try world.export(0, paper.id) == world.export(1, paper.id))
    // Either of them saves it, with both as artists.
    let saved = try world.save(1, paper.id)
    #expect(saved.artists.map(\.name).sorted() == ["Ada", "Bob"] && saved.authorName == "Bob")
    #expect(try world.shown(0, saved.id).strokes == 10)
    #expect(try world.gallery(1) { $0.papers = true }.map(\.id) == [paper.id])
  }

  @Test("W-25: a paper that is not for everybody takes nobody else's strokes")
  func alone() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    _ = try world.make(0, "friends", ["Bob"])
    let paper = try world.paper(0, "Mine", in: "friends")
    let said = refusal { try world.draw(1, paper.id) }
    #expect(said.contains("Only Ada draws on this paper"), "\(said)")
    let lobby = refusal { try world.paper(0, "All", in: "lobby", together: true) }
    #expect(lobby.contains("a room of their own"), "\(lobby)")
    #expect(refusal { try world.paper(0, "All", together: true) }.contains("say in which room"))
    #expect(
      refusal { try world.paper(0, String(repeating: "x", count: 101)) }.contains("100 bytes"))
  }

  @Test("W-33: wrong strokes are refused with a sentence, and nothing of the command is kept")
  func refused() throws {
    let world = try RoomWorld(["Ada"])
    let paper = try world.paper(0)
    var outside = RoomWorld.ink()
    outside.x[0] = 10_001
    #expect(
      refusal { try world.draw(0, paper.id, RoomWorld.ink(), outside) }.contains("not on the paper")
    )
    #expect(try world.shown(0, paper.id).strokes == 0)
    var long = RoomWorld.ink()
    long.x = Array(repeating: 0, count: 1_000_000)
    long.y = long.x
    long.time = []
    #expect(refusal { try world.draw(0, paper.id, long) }.contains("at most 10,000 points"))
    #expect(
      refusal { try world.call(0, Methods.Drawings.draw) { $0.paper = paper.id } }.contains(
        "nothing on the paper"))
  }

  @Test(
    "hostile records: strokes to another's paper, wrong and broken strokes, and a foreign reset have no effect"
  )
  func hostile() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let mine = try world.paper(0, "Mine", in: "friends")
    try world.draw(0, mine.id)
    let ours = try world.paper(0, "Ours", in: "friends", together: true)
    try world.draw(1, ours.id)
    world.network.settle()
    let id = try #require(Base32.decode(room.id).flatMap { RoomID($0) })
    world.network.cutLinks(0, 1)
    var pen = try Pen(of: 1, in: id, world, later: 1)
    func put(_ number: UInt8, on paper: String, _ body: Data) -> Schema.Operation {
      .with {
        $0.put.nonce = Data(repeating: number, count: 16)
        $0.put.kind = RecordKind.stroke.rawValue
        $0.put.parent = Data(Base32.decode(paper) ?? [])
        $0.put.body = body
      }
    }
    func stroke(_ change: (inout StrokeInk) -> Void) throws -> Data {
      try Stroke.with {
        $0.ink = RoomWorld.ink(7_000)
        change(&$0.ink)
      }.serializedData()
    }
    try pen.write([put(1, on: mine.id, stroke { _ in })])
    try pen.write([put(2, on: ours.id, stroke { $0.x = [-1, 0] })])
    try pen.write([put(3, on: ours.id, stroke { $0.x = [] })])
    try pen.write([put(4, on: ours.id, stroke { $0.width = 0 })])
    try pen.write([put(5, on: ours.id, Data([0xff, 0xff]))])
    try pen.write([put(6, on: ours.id, stroke { $0.x = Array(repeating: 0, count: 10_001) })])
    // Somebody else's paper is neither changed nor deleted.
    try pen.write([
      .with {
        $0.put.record = Data(Base32.decode(ours.id) ?? [])
        $0.put.body = (try? Paper.with { $0.epoch = 9 }.serializedData()) ?? Data()
      }
    ])
    world.network.connect(0, 1)
    try world.send(pen.batch, from: 1, to: 0)
    world.network.run(milliseconds: 5_000)
    #expect(try world.strokes(0, mine.id).strokes.count == 1)
    #expect(try world.strokes(0, ours.id).strokes.map(\.ink.x) == [[1_000, 0]])
    #expect(try world.shown(0, ours.id).strokes == 1 && world.shown(0, mine.id).strokes == 1)
  }

  @Test(
    "W-29, W-30: a file becomes a paper, or a drawing at once; one that is wrong leaves nothing behind"
  )
  func taking() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let drawing = try world.drawing(0)
    for format in ["json", "excalidraw", "drawpile", "svg"] {
      let text = try world.export(0, drawing.id, format)
      let taken = try world.call(1, Methods.Drawings.take) {
        $0.text = text
        $0.title = format
      }
      #expect(taken.drawing.paper && taken.drawing.strokes == 2, "\(format)")
      #expect(try world.shown(1, taken.drawing.id).strokes == 2)
    }
    let json = Data(try world.export(0, drawing.id, "json").utf8)
    let saved = try world.call(1, Methods.Drawings.take) {
      $0.blob = try world.keep(1, json)
      $0.room = "lobby"
    }
    #expect(saved.drawing.title == "House")
    #expect(try world.shown(0, saved.drawing.id).authorName == "Bob")
    let count = try world.gallery(1) { $0.papers = true }.count
    let cut = refusal {
      try world.call(1, Methods.Drawings.take) {
        $0.text = String(decoding: json.dropLast(9), as: UTF8.self)
      }
    }
    #expect(cut.contains("was cut"), "\(cut)")
    #expect(refusal { try world.export(0, drawing.id, "bmp") }.contains("not a format"))
    #expect(try world.gallery(1) { $0.papers = true }.count == count)
  }

  @Test(
    "43 S-4: stroke 5,001 is refused when it is drawn, also beside strokes that the paper began with"
  )
  func mostStrokes() throws {
    let world = try RoomWorld(["Ada"])
    let dots = (0..<4_998).map { Ink(points: [Ink.Point(x: Int32($0), y: 9)]) }
    let file = try StrokePacking.pack(Sketch(dots.map { Sketch.Line(.zero, $0) }))
    let reading = try #require(Registry.parlor.handler(Methods.Drawings.take.path)?.file)
    var call = Methods.Drawings.take {
      $0.blob = "x"
      $0.title = "Large"
    }
    call.file = try reading.read(call.request, file)
    let taken = try #require(world.network.perform(0, call).get() as? TakenDrawing).drawing
    #expect(taken.strokes == 4_998 && taken.paper)
    try world.draw(0, taken.id)
    // Both of two are refused where one has a place.
    let both = refusal { try world.draw(0, taken.id, RoomWorld.ink(1), RoomWorld.ink(2)) }
    #expect(both.contains("at most 5,000 strokes and this would be 5001"), "\(both)")
    try world.draw(0, taken.id, RoomWorld.ink(3))
    #expect(try world.shown(0, taken.id).strokes == 5_000)
    #expect(refusal { try world.draw(0, taken.id) }.contains("would be 5001"))
    // What was taken can always be saved.
    #expect(try world.save(0, taken.id).strokes == 5_000)
  }

  @Test(
    "43 S-4: a stroke with which a paper would have more than 500,000 points is refused when it is drawn"
  )
  func mostPoints() throws {
    let world = try RoomWorld(["Ada"])
    let line = Ink(
      points: (0..<10_000).map { Ink.Point(x: Int32($0 % 100), y: 9) }, hasTimes: false)
    let inks = Array(repeating: line, count: 49)
    let file = try StrokePacking.pack(Sketch(inks.map { Sketch.Line(.zero, $0) }))
    let reading = try #require(Registry.parlor.handler(Methods.Drawings.take.path)?.file)
    var call = Methods.Drawings.take {
      $0.blob = "x"
      $0.title = "Long"
    }
    call.file = try reading.read(call.request, file)
    let taken = try #require(world.network.perform(0, call).get() as? TakenDrawing).drawing
    #expect(taken.points == 490_000)
    try world.draw(0, taken.id, line.message)
    let said = refusal { try world.draw(0, taken.id) }
    #expect(said.contains("at most 500,000 points and this would have 500002"), "\(said)")
    #expect(try world.save(0, taken.id).points == 500_000)
  }
}
