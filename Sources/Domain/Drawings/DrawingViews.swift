import Chat
import DrawingSchema
import Feature
import Identifiers
import Schema

/// Drawings, papers and strokes as people see them (rows W-03, W-04, W-14).
enum DrawingViews {
  static func show(_ request: ShowDrawing, _ home: any Snapshot) throws -> DrawingView {
    try view(DrawingFinding.any(request.drawing, home), home)
  }

  /// The drawing or paper that changed: a screen that shows it asks for the rest, as strokes of others may take long to unpack.
  static func brief(_ record: Record) -> DrawingView {
    .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.paper = record.kind == .paper
      $0.deleted = record.isDeleted
    }
  }

  /// Returns the view of a drawing or a paper.
  static func view(_ record: Record, _ home: any Snapshot) throws -> DrawingView {
    guard !record.isDeleted else { return brief(record) }
    let person = try home.person(record.author, in: record.room)
    var view = DrawingView()
    view.id = record.item.description
    view.title = home.title(of: record)
    view.room = record.room.description
    view.roomName = try home.room(record.room)?.name ?? ""
    view.author = record.author.description
    view.authorName = person.name
    view.colour = person.colour
    view.own = record.author == home.me
    view.paired = person.isPaired
    view.added = person.isAdded
    view.nameIsTaken = person.nameIsTaken
    view.made = record.wall
    view.mayDelete = view.own
    view.changed = record.changed
    if record.kind == .paper {
      try show(PaperState(record, home), in: &view, home)
    } else {
      let body = DrawingKinds.drawing.decode(record.body)
      let (sketch, problem) = try DrawingContent.sketch(body.strokes, of: record, home)
      view.problem = problem
      view.look = look(record)
      try show(sketch ?? Sketch(), of: record, in: &view, home)
      try show(marksOf: record, in: &view, home)
      try show(source: ItemID(body.source), in: &view, home)
    }
    view.comments = try UInt32(
      clamping: home.records(about: record.item).filter { $0.kind == .chatMessage }.count)
    return view
  }

  /// Two drawings with the same one show the same.
  static func look(_ record: Record) -> String { "\(record.item)-\(record.changed)" }

  private static func show(
    _ state: PaperState, in view: inout DrawingView, _ home: any Snapshot
  ) throws {
    view.paper = true
    view.together = state.body.together
    view.problem = state.problem
    view.mayDraw = DrawingFinding.mayDraw(on: state.record, home)
    view.mayUndo = view.mayDraw && !state.own(home.me).isEmpty
    view.mayRedo = view.mayDraw && !state.undone(home.me).isEmpty
    try show(state.sketch, of: state.record, in: &view, home)
    try show(source: ItemID(state.body.source), in: &view, home)
  }

  private static func show(
    _ sketch: Sketch, of record: Record, in view: inout DrawingView, _ home: any Snapshot
  ) throws {
    view.strokes = UInt32(sketch.lines.count)
    view.points = UInt32(sketch.pointCount)
    view.spentMilliseconds = sketch.spent
    view.timeSpent = DrawingRules.text(milliseconds: sketch.spent)
    view.replayMilliseconds = SketchReplay(sketch).duration
    view.artists = try sketch.shares.map { author, lines in
      let person = try home.person(author, in: record.room)
      return .with {
        $0.author = author.description
        $0.name = person.name
        $0.colour = person.colour
        $0.own = author == home.me
        $0.strokes = UInt32(lines.lines.count)
        $0.spentMilliseconds = lines.spent
        $0.timeSpent = DrawingRules.text(milliseconds: lines.spent)
      }
    }
  }

  private static func show(
    marksOf record: Record, in view: inout DrawingView, _ home: any Snapshot
  ) throws {
    for child in try home.children(of: record.id, in: record.room)
    where child.kind == .drawingVeil {
      view.hiddenByOwner = DrawingKinds.veil.decode(child.body).on
    }
    let likers = try likers(of: record, home)
    view.likers = try likers.map { try home.person($0, in: record.room).name }.sorted()
    view.liked = likers.contains(home.me)
    view.mayHideForAll = try mayHideForAll(record, home)
    view.hidden = try view.hiddenByOwner || DrawingLists.ownHidden(home).contains(record.item)
  }

  /// The people who like a drawing: only the one like that a person has counts, whatever else somebody writes.
  static func likers(of drawing: Record, _ home: any Snapshot) throws -> [Author] {
    try home.children(
      of: drawing.id, named: [DrawingCommands.likeNonce(drawing)], in: drawing.room
    ).filter { $0.kind == .drawingLike && DrawingKinds.like.decode($0.body).on }.map(\.author)
  }

  /// Whether our person owns the room of a drawing.
  static func mayHideForAll(_ record: Record, _ home: any Snapshot) throws -> Bool {
    guard try home.room(record.room)?.kind == .private else { return false }
    return try home.mayChange(
      Record(
        id: record.id, item: record.item, room: record.room, kind: .drawingVeil, parent: nil,
        about: nil, writers: .owner, author: record.author, order: 0, wall: 0, changed: 0,
        isDeleted: false, body: record.body.prefix(0)))
  }

  private static func show(
    source: ItemID?, in view: inout DrawingView, _ home: any Snapshot
  ) throws {
    guard let source else { return }
    view.source = source.description
    guard let record = try home.record(of: source) else { return }
    view.sourceTitle = home.title(of: record)
    view.sourceAuthorName = try home.person(record.author, in: record.room).name
  }

  // MARK: Strokes

  static func strokes(_ request: ReadStrokes, _ home: any Snapshot) throws -> StrokeList {
    let record = try DrawingFinding.any(request.drawing, home)
    var list = StrokeList()
    list.drawing = record.item.description
    func thin(_ ink: Ink) -> StrokeInk {
      (request.width == 0 ? ink : ink.thinned(to: request.width)).message
    }
    func add(_ sketch: Sketch) {
      list.strokes += sketch.lines.map { line in
        .with {
          $0.author = line.author.description
          $0.ink = thin(line.ink)
          $0.own = line.author == home.me
        }
      }
    }
    guard record.kind == .paper else {
      let (sketch, problem) = try DrawingContent.sketch(of: record, home)
      list.problem = problem
      add(sketch ?? Sketch())
      return list
    }
    let state = try PaperState(record, home)
    list.problem = state.problem
    add(state.base ?? Sketch())
    list.strokes += state.strokes.filter(\.isShown).map { drawn in
      view(of: drawn.record, ink: thin(drawn.ink), isGone: false, home)
    }
    return list
  }

  /// One stroke as it changes, for those who look at its paper: the others need not be read again.
  static func stroke(_ record: Record, _ home: any Snapshot) throws -> StrokeView {
    let stroke = DrawingKinds.stroke.decode(record.body)
    let paper = try record.parent.flatMap { try home.record($0, in: record.room) }
    let body = paper.map { DrawingKinds.paper.decode($0.body) } ?? Paper()
    let isGone =
      record.isDeleted || stroke.undone > 0 || stroke.epoch < body.epoch
      || !(body.together || record.author == paper?.author) || (try? Ink(stroke.ink)) == nil
    var view = view(
      of: record, ink: isGone ? StrokeInk() : stroke.ink, isGone: isGone, home)
    view.paper = paper?.item.description ?? ""
    return view
  }

  private static func view(
    of record: Record, ink: StrokeInk, isGone: Bool, _ home: any Snapshot
  ) -> StrokeView {
    .with {
      $0.id = record.item.description
      $0.author = record.author.description
      $0.ink = ink
      $0.order = record.order
      $0.gone = isGone
      $0.own = record.author == home.me
    }
  }
}
