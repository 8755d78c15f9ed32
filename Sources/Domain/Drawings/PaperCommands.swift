import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The commands for papers (rows W-07 to W-12, W-24, W-25, W-27).
enum PaperCommands {
  /// Strokes that one command draws at most.
  private static let mostAtOnce = 500

  static func begin(
    _ request: BeginPaper, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let room = try room(request.room, together: request.together, home)
    var paper = Paper()
    paper.title = request.title.isEmpty ? "" : try DrawingRules.title(request.title)
    paper.together = request.together
    if !request.from.isEmpty {
      let source = try DrawingFinding.any(request.from, home)
      let (sketch, problem) = try DrawingContent.sketch(of: source, home)
      guard let sketch else { throw Refused(.notNow, problem) }
      paper.base = try DrawingContent.pack(sketch, &draft)
      paper.source = source.item.data
      if paper.title.isEmpty { paper.title = home.title(of: source) }
    }
    return .record(try draft.make(DrawingKinds.paper, in: room, paper), in: room)
  }

  /// The room of a new paper: one in which those meet who draw on it.
  static func room(
    _ text: String, together isTogether: Bool, _ home: any Snapshot
  ) throws -> RoomID {
    guard !text.isEmpty else {
      guard !isTogether else {
        throw Refused(
          .invalid, "Nobody else sees a paper of your own: say in which room you draw together.")
      }
      return home.personalRoom
    }
    let room = try home.room(text)
    guard room.kind != .lobby, room.kind != .table else {
      throw Refused(
        .notNow,
        "People draw on a paper in a room of their own: choose a private room, and save the drawing to the lobby when it is done."
      )
    }
    return room.id
  }

  static func draw(
    _ request: DrawStrokes, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawnStrokes> {
    let paper = try DrawingFinding.drawable(request.paper, home)
    guard !request.strokes.isEmpty else { throw DrawingProblem.empty }
    guard request.strokes.count <= mostAtOnce else {
      throw Refused(
        .invalid, "At most \(mostAtOnce) strokes are drawn at once: send the rest after.")
    }
    var inks = try request.strokes.map { try Ink($0) }
    try DrawingFinding.checkHasPlace(
      for: inks.count, points: inks.reduce(0) { $0 + $1.points.count }, on: paper, home)
    let epoch = DrawingKinds.paper.decode(paper.body).epoch
    let all = inks.reduce(0) { $0 + $1.duration }
    let passed = UInt64(max(0, draft.now.wall - paper.wall))
    var clock = min(passed > all ? passed - all : 0, DrawingRules.latest)
    for place in inks.indices {
      if inks[place].start == 0 { inks[place].start = clock }
      clock = inks[place].end
    }
    let ids = try inks.map { ink in
      try draft.make(
        DrawingKinds.stroke, in: paper.room, parent: paper.id,
        Stroke.with {
          $0.ink = ink.message
          $0.epoch = epoch
        })
    }
    return .value(
      .with {
        $0.paper = paper.item.description
        $0.strokes = ids.map(\.description)
      })
  }

  static func undo(
    _ request: ChangePaper, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let state = try PaperState(DrawingFinding.paper(request.paper, home), home)
    guard let last = state.own(home.me).last else {
      throw Refused(.notNow, "You have no stroke on this paper that could be taken back.")
    }
    let step = state.nextStep(home.me)
    try draft.change(last.record, DrawingKinds.stroke) { $0.undone = step }
    return .record(state.record.id, in: state.record.room)
  }

  static func redo(
    _ request: ChangePaper, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let state = try PaperState(DrawingFinding.paper(request.paper, home), home)
    let strokes = state.undone(home.me)
    guard !strokes.isEmpty else {
      throw Refused(.notNow, "You have taken nothing back since your last stroke on this paper.")
    }
    for stroke in strokes {
      try draft.change(stroke.record, DrawingKinds.stroke) { $0.undone = 0 }
    }
    return .record(state.record.id, in: state.record.room)
  }

  static func reset(
    _ request: ResetPaper, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let state = try PaperState(DrawingFinding.paper(request.paper, home), home)
    if request.all {
      try DrawingFinding.checkIsOwn(state.record, home)
      try draft.change(state.record, DrawingKinds.paper) { $0.epoch += 1 }
      return .record(state.record.id, in: state.record.room)
    }
    let step = state.nextStep(home.me)
    for stroke in state.own(home.me) {
      try draft.change(stroke.record, DrawingKinds.stroke) { $0.undone = step }
    }
    return .record(state.record.id, in: state.record.room)
  }

  static func save(
    _ request: SavePaper, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let state = try PaperState(DrawingFinding.paper(request.paper, home), home)
    guard state.problem.isEmpty else { throw Refused(.notNow, state.problem) }
    guard DrawingFinding.mayDraw(on: state.record, home) else {
      throw Refused(.notNow, "Only people who draw on a paper can save it.")
    }
    let room = request.room.isEmpty ? RoomID.lobby : try home.room(request.room).id
    let title = request.title.isEmpty ? state.body.title : request.title
    let made = try drawing(
      state.sketch, title: title.isEmpty ? "Untitled" : title, source: state.body.source, &draft)
    let record = try put(made, of: state.record, in: room, home, &draft)
    if !request.keep, state.record.author == home.me, !state.body.together {
      draft.delete(state.record)
    }
    return .record(record, in: room)
  }

  /// One paper makes one drawing of a person in a room: saving it again changes that one, and its history keeps what it was (row W-28).
  private static func put(
    _ drawing: Drawing, of paper: Record, in room: RoomID, _ home: any Snapshot,
    _ draft: inout Draft
  ) throws -> RecordID {
    let nonce = DerivedNonce("drawing of a paper", paper.id, room)
    let id = RecordID(by: home.me, named: nonce)
    guard let known = try home.record(id, in: room) else {
      return try draft.make(DrawingKinds.drawing, in: room, named: nonce, drawing)
    }
    guard !known.isDeleted else { return try draft.make(DrawingKinds.drawing, in: room, drawing) }
    try draft.change(known, DrawingKinds.drawing) { $0 = drawing }
    return id
  }

  /// A picture to be saved; its first stroke begins at nought.
  static func drawing(
    _ sketch: Sketch, title: String, source: Data, _ draft: inout Draft
  ) throws -> Drawing {
    // What was erased again is no picture either, but somebody may have meant that; nothing at all nobody did.
    guard !sketch.isEmpty else { throw DrawingProblem.empty }
    var sketch = sketch
    let first = sketch.lines.map(\.ink.start).min() ?? 0
    for place in sketch.lines.indices { sketch.lines[place].ink.start -= first }
    return try .with {
      $0.title = try DrawingRules.title(title)
      $0.strokes = try DrawingContent.pack(sketch, &draft)
      $0.source = source
    }
  }
}
