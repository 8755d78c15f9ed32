import Feature
import Identifiers
import Schema

/// The search for a drawing, a room or an artist that a person names.
enum DrawingFinding {
  /// A drawing or a paper; a drawing where both are called so, as after saving a paper that is kept.
  static func any(_ text: String, _ home: any Snapshot) throws -> Record {
    do {
      return try drawing(text, home)
    } catch let none as Refused where none.refusal.code == .notFound {
      do {
        return try paper(text, home)
      } catch let no as Refused where no.refusal.code == .notFound {
        throw none
      }
    }
  }

  /// A drawing that was saved.
  static func drawing(_ text: String, _ home: any Snapshot) throws -> Record {
    try home.find(text, [.drawing], in: home.rooms())
  }

  /// A paper.
  static func paper(_ text: String, _ home: any Snapshot) throws -> Record {
    try home.find(text, [.paper], in: home.rooms())
  }

  /// A paper that our person draws on.
  ///
  /// - Throws: `Refused` with who may draw on it.
  static func drawable(_ text: String, _ home: any Snapshot) throws -> Record {
    let record = try paper(text, home)
    guard mayDraw(on: record, home) else {
      let name = try home.person(record.author, in: record.room).name
      throw Refused(
        .notNow,
        "Only \(name) draws on this paper: ask \(name) to open it for everybody, or begin your own."
      )
    }
    try home.checkMayAdd(DrawingKinds.stroke.erased, to: record)
    let count = try home.countChildren(of: record.id, in: record.room)
    guard count < DrawingRules.mostStrokes else { throw DrawingProblem.tooManyStrokes(count + 1) }
    return record
  }

  /// Checks that a paper with as much more on it can still be saved: beside the strokes of everybody, and those that it began with.
  ///
  /// - Throws: `DrawingProblem.tooManyStrokes`, `.tooManyPointsInAll`.
  static func checkHasPlace(
    for strokes: Int, points: Int, on paper: Record, _ home: any Snapshot
  ) throws {
    let base = DrawingKinds.paper.decode(paper.body).base
    let began = try DrawingContent.counts(base, of: paper, home)
    let known = try home.countChildren(of: paper.id, in: paper.room)
    let count = began.strokes + known + strokes
    guard count <= DrawingRules.mostStrokes else { throw DrawingProblem.tooManyStrokes(count) }
    // So few strokes have not too many points, and need not be read.
    let most = DrawingRules.mostPointsInAll - began.points - points
    guard known * DrawingRules.mostPoints > most else { return }
    let drawn = try home.children(of: paper.id, in: paper.room).filter { $0.kind == .stroke }
      .reduce(0) { $0 + DrawingKinds.stroke.decode($1.body).ink.x.count }
    guard drawn <= most else {
      throw DrawingProblem.tooManyPointsInAll(began.points + drawn + points)
    }
  }

  /// Whether our person's strokes on a paper count.
  static func mayDraw(on record: Record, _ home: any Snapshot) -> Bool {
    record.kind == .paper && !record.isDeleted
      && (record.author == home.me || DrawingKinds.paper.decode(record.body).together)
  }

  /// Checks that our person made a drawing or a paper.
  ///
  /// - Throws: `Refused` with who did.
  static func checkIsOwn(_ record: Record, _ home: any Snapshot) throws {
    guard record.author != home.me else { return }
    let name = try home.person(record.author, in: record.room).name
    throw Refused(
      .notNow,
      "Only \(name), who drew it, can change or delete it.",
      .item(record.item.description, .hideDrawing)
    )
  }

  /// The artists that a text means, as a test of an author; everybody for an empty one.
  static func artist(
    _ text: String, _ home: any Snapshot
  ) throws -> (Author) -> Bool {
    guard !text.isEmpty else { return { _ in true } }
    if text == "me" { return { $0 == home.me } }
    // The beginning of an id has at least four letters: others are names that nobody has.
    let found = try home.rooms().flatMap { try home.people(in: $0) }.meant(
      by: text, ids: { text.count > 3 ? [$0.author.description] : [] },
      isNamed: { $0.name.isName(text) })
    guard !found.isEmpty else {
      throw Refused(
        .notFound, "Nobody called \(text) is in your rooms.", .see("drawing stats")
      )
    }
    let authors = Set(found.map(\.author))
    return { authors.contains($0) }
  }
}
