import DrawingSchema
import Feature
import Identifiers
import Schema

/// The commands for drawings that were saved (rows W-05, W-06, W-19, W-22, W-23).
enum DrawingCommands {
  static func rename(
    _ request: RenameDrawing, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let record = try DrawingFinding.any(request.drawing, home)
    try DrawingFinding.checkIsOwn(record, home)
    let title = try DrawingRules.title(request.title)
    if record.kind == .paper {
      try draft.change(record, DrawingKinds.paper) { $0.title = title }
    } else {
      try draft.change(record, DrawingKinds.drawing) { $0.title = title }
    }
    return .record(record.id, in: record.room)
  }

  static func like(
    _ request: LikeDrawing, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let drawing = try DrawingFinding.drawing(request.drawing, home)
    let nonce = likeNonce(drawing)
    if let known = try home.record(RecordID(by: home.me, named: nonce), in: drawing.room) {
      try draft.change(known, DrawingKinds.like) { $0.on = !request.off }
    } else if !request.off {
      try home.checkMayAdd(DrawingKinds.like.erased, to: drawing)
      try draft.make(
        DrawingKinds.like, in: drawing.room, parent: drawing.id, named: nonce,
        .with { $0.on = true })
    }
    return .record(drawing.id, in: drawing.room)
  }

  /// Each person has one like of a drawing.
  static func likeNonce(_ drawing: Record) -> DerivedNonce {
    DerivedNonce("drawing like", drawing.id)
  }

  static func hide(
    _ request: HideDrawing, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingView> {
    let drawing = try DrawingFinding.drawing(request.drawing, home)
    if request.everybody {
      let veils = try home.children(of: drawing.id, in: drawing.room)
        .filter { $0.kind == .drawingVeil }
      if let known = veils.last {
        try home.checkMayChange(known)
        try draft.change(known, DrawingKinds.veil) { $0.on = !request.off }
      } else {
        guard try DrawingViews.mayHideForAll(drawing, home) else {
          throw Refused(
            .notNow,
            "Only the owner of the room can hide a drawing from everybody: without --everybody it is hidden from you alone."
          )
        }
        try draft.make(
          DrawingKinds.veil, in: drawing.room, parent: drawing.id, .with { $0.on = !request.off })
      }
      return .record(drawing.id, in: drawing.room)
    }
    let nonce = ownVeilNonce(drawing.item)
    if let known = try home.record(RecordID(by: home.me, named: nonce), in: home.personalRoom) {
      try draft.change(known, DrawingKinds.ownVeil) { $0.on = !request.off }
    } else {
      try draft.make(
        DrawingKinds.ownVeil, in: home.personalRoom, about: drawing.item, named: nonce,
        .with { $0.on = !request.off })
    }
    return .record(drawing.id, in: drawing.room)
  }

  /// Returns the nonce of the one record that notes whether our person hid a drawing.
  static func ownVeilNonce(_ drawing: ItemID) -> DerivedNonce {
    DerivedNonce("own drawing veil", drawing)
  }

  static func delete(
    _ request: DeleteDrawings, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DrawingList> {
    guard !request.drawings.isEmpty else {
      throw Refused(.invalid, "No drawing was named.", .see("drawing list --mine"))
    }
    var list = DrawingList()
    var known: Set<RecordID> = []
    for text in request.drawings {
      let record = try DrawingFinding.any(text, home)
      try DrawingFinding.checkIsOwn(record, home)
      guard known.insert(record.id).inserted else { continue }
      list.drawings.append(try DrawingLists.line(record, home, DrawingLists.Marks()))
      draft.delete(record)
    }
    return .value(list)
  }

  static func setPortrait(
    _ request: SetPortrait, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<PortraitView> {
    var body = Portrait()
    if !request.drawing.isEmpty {
      let record = try DrawingFinding.any(request.drawing, home)
      let (sketch, problem) = try DrawingContent.sketch(of: record, home)
      guard let sketch else { throw Refused(.notNow, problem) }
      guard !sketch.isEmpty else { throw DrawingProblem.empty }
      body.packed = try Portraits.pack(sketch)
    }
    let nonce = Portraits.nonce
    let id = RecordID(by: home.me, named: nonce)
    if let known = try home.record(id, in: .lobby) {
      try draft.change(known, DrawingKinds.portrait) { $0.packed = body.packed }
    } else {
      try draft.make(DrawingKinds.portrait, in: .lobby, named: nonce, body)
    }
    return .record(id, in: .lobby)
  }
}
