import DrawingSchema
import Feature
import Schema

extension Feature {
  /// Pictures that people draw, alone or together, and a gallery of them (specification section 23).
  public static let drawings = Feature(
    name: "drawings", kinds: DrawingKinds.all,
    shows: [
      RecordView([.paper, .drawing], brief: DrawingViews.brief, view: DrawingViews.view),
      RecordView([.stroke], view: DrawingViews.stroke),
      RecordView(
        [.drawingLike, .drawingVeil],
        root: { record, home in
          try record.parent.flatMap { try home.record($0, in: record.room) }
        }, view: DrawingViews.view),
      RecordView(
        [.ownDrawingVeil],
        root: { record, home in try record.about.flatMap { try home.record(of: $0) } },
        view: DrawingViews.view),
      RecordView([.portrait], brief: Portraits.brief, view: Portraits.view),
    ],
    ephemerals: [EphemeralView(.stroke, view: StrokeTraces.view)],
    handlers: [
      .read(Methods.Drawings.list, DrawingLists.list),
      .read(Methods.Drawings.show, DrawingViews.show),
      .read(Methods.Drawings.strokes, DrawingViews.strokes),
      .command(Methods.Drawings.begin, PaperCommands.begin),
      .command(Methods.Drawings.draw, PaperCommands.draw),
      .command(Methods.Drawings.trace, StrokeTraces.trace),
      .command(Methods.Drawings.undo, PaperCommands.undo),
      .command(Methods.Drawings.redo, PaperCommands.redo),
      .command(Methods.Drawings.reset, PaperCommands.reset),
      .command(Methods.Drawings.save, PaperCommands.save),
      .command(Methods.Drawings.rename, DrawingCommands.rename),
      .read(Methods.Drawings.export, DrawingFiles.export),
      .command(
        Methods.Drawings.take, of: { $0.text.isEmpty ? $0.blob : "" }, reading: DrawingTaking.read,
        DrawingTaking.take),
      .command(Methods.Drawings.like, DrawingCommands.like),
      .command(Methods.Drawings.hide, DrawingCommands.hide),
      .command(Methods.Drawings.delete, DrawingCommands.delete),
      .read(Methods.Drawings.stats, ArtistStats.list),
      .command(Methods.Drawings.setPortrait, DrawingCommands.setPortrait),
      .read(Methods.Drawings.portraits, Portraits.list),
    ])
}
