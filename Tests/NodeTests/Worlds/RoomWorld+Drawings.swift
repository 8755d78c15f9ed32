import Drawings
import DrawingSchema
import Feature
import Foundation
import Identifiers
import Schema
import TestKit

@testable import Node

extension RoomWorld {
  static func ink(_ x: Int32 = 1_000, tool: Tool = .brush) -> StrokeInk {
    Ink(
      tool: tool, colour: 0x1e5adc,
      points: [Ink.Point(x: x, y: 1_000), Ink.Point(x: x, y: 2_000, time: 400)]
    ).message
  }

  @discardableResult
  func paper(
    _ number: Int, _ title: String = "House", in room: String = "", together: Bool = false
  ) throws -> DrawingView {
    try call(number, Methods.Drawings.begin) {
      $0.title = title
      $0.room = room
      $0.together = together
    }
  }

  @discardableResult
  func draw(
    _ number: Int, _ paper: String, _ inks: StrokeInk...
  ) throws -> DrawnStrokes {
    network.run(milliseconds: 600)
    return try call(number, Methods.Drawings.draw) {
      $0.paper = paper
      $0.strokes = inks.isEmpty ? [Self.ink()] : inks
    }
  }

  @discardableResult
  func save(_ number: Int, _ paper: String, in room: String = "") throws -> DrawingView {
    try call(number, Methods.Drawings.save) {
      $0.paper = paper
      $0.room = room
    }
  }

  /// A drawing in the lobby with so many strokes.
  @discardableResult
  func drawing(_ number: Int, _ title: String = "House", strokes: Int = 2) throws -> DrawingView {
    let paper = try paper(number, title)
    for place in 0..<strokes { try draw(number, paper.id, Self.ink(Int32(place + 1) * 100)) }
    return try save(number, paper.id)
  }

  func gallery(
    _ number: Int, _ fill: (inout ListDrawings) -> Void = { _ in }
  ) throws -> [DrawingLine] {
    try call(number, Methods.Drawings.list) { fill(&$0) }.drawings
  }

  @discardableResult
  func shown(_ number: Int, _ drawing: String) throws -> DrawingView {
    try call(number, Methods.Drawings.show) { $0.drawing = drawing }
  }

  func strokes(_ number: Int, _ drawing: String) throws -> StrokeList {
    try call(number, Methods.Drawings.strokes) { $0.drawing = drawing }
  }

  @discardableResult
  func export(_ number: Int, _ drawing: String, _ format: String = "svg") throws -> String {
    try call(number, Methods.Drawings.export) {
      $0.drawing = drawing
      $0.format = format
    }.text
  }
}
