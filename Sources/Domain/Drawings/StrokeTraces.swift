import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// Strokes while they are being drawn, for those who look at the paper (row W-25).
enum StrokeTraces {
  /// Points of one part at most.
  private static let mostPoints = 100

  static func trace(
    _ request: TraceStroke, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<Traced> {
    let paper = try DrawingFinding.drawable(request.paper, home)
    let ink = try part(request.ink)
    try draft.show(
      StrokeTrace.with {
        $0.paper = paper.item.data
        $0.stroke = request.stroke
        $0.first = request.first
        $0.ink = ink.message
      }, as: .stroke, in: paper.room)
    return .value(Traced())
  }

  /// Returns the view of a part that anybody in the room may have sent; nil for bytes that are no part of a stroke, or a part by
  /// somebody who does not draw on the paper.
  static func view(
    _ body: Data, _ author: Author, _ room: RoomID, _ home: any Snapshot
  ) throws -> (any Message & Sendable)? {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 4
    guard let trace = try? StrokeTrace(serializedBytes: body, options: options),
      let ink = try? part(trace.ink), trace.first < DrawingRules.mostPoints,
      let item = ItemID(trace.paper), let paper = try home.record(of: item), paper.room == room,
      paper.kind == .paper, !paper.isDeleted,
      paper.author == author || DrawingKinds.paper.decode(paper.body).together
    else { return nil }
    return TraceView.with {
      $0.paper = item.description
      $0.author = author.description
      $0.stroke = trace.stroke
      $0.first = trace.first
      $0.ink = ink.message
    }
  }

  private static func part(_ ink: StrokeInk) throws(DrawingProblem) -> Ink {
    guard ink.x.count <= mostPoints else { throw .tooManyPoints(ink.x.count) }
    return try Ink(ink)
  }
}
