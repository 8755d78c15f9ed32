import CPictures
import Drawings
import Events

/// The strokes of a drawing as a picture (row W-29).
enum Painting {
  /// Draws strokes into a PNG.
  ///
  /// - Parameters:
  ///   - strokes: an encoded `PackedStrokes`, which a stranger may have made.
  ///   - side: how wide and high it is.
  ///   - isClear: there is no paper behind the strokes.
  static func file(of strokes: [UInt8], side: Int, isClear: Bool) throws -> [UInt8] {
    guard let sketch = StrokePacking.sketch(strokes) else { throw Complaint.strokes }
    return try DrawnFile.make(.png, width: side, height: side, title: "A drawing") { canvas in
      if !isClear {
        canvas.use(.white)
        library.cairo_paint(canvas.context)
      }
      paint(sketch, on: canvas)
    }
  }

  private static func paint(_ sketch: Sketch, on canvas: Canvas) {
    let context = canvas.context
    // What an eraser takes away shows the paper, so the strokes are a picture of their own before they are put on it.
    let hasErasers = sketch.lines.contains(where: \.ink.tool.erases)
    if hasErasers { library.cairo_push_group(context) }
    library.cairo_save(context)
    prepare(canvas)
    for line in sketch.lines { paint(line.ink, on: canvas) }
    library.cairo_restore(context)
    guard hasErasers else { return }
    library.cairo_pop_group_to_source(context)
    library.cairo_paint(context)
  }

  /// From now on it is drawn in units of the paper, with round ends.
  static func prepare(_ canvas: Canvas) {
    let scale = canvas.width / Double(DrawingRules.side)
    library.cairo_scale(canvas.context, scale, scale)
    library.cairo_set_line_cap(canvas.context, CAIRO_LINE_CAP_ROUND)
    library.cairo_set_line_join(canvas.context, CAIRO_LINE_JOIN_ROUND)
  }

  static func paint(_ ink: Ink, on canvas: Canvas) {
    let context = canvas.context
    library.cairo_set_operator(
      context, ink.tool.erases ? CAIRO_OPERATOR_DEST_OUT : CAIRO_OPERATOR_OVER)
    canvas.use(ink.tool.erases ? .black : Colour(Int(ink.colour)))
    if ink.tool.covers == .area {
      library.cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
      for point in ink.points {
        library.cairo_line_to(context, unit(2 * Int(point.x)), unit(2 * Int(point.y)))
      }
      library.cairo_close_path(context)
      return library.cairo_fill(context)
    }
    for part in InkShape.parts(of: ink) {
      library.cairo_set_line_width(context, Double(part.width) / 100)
      var (x, y) = (0.0, 0.0)
      for step in InkShape.steps(part.points) {
        switch step {
        case .move(let toX, let toY):
          (x, y) = (unit(toX), unit(toY))
          library.cairo_move_to(context, x, y)
        case .line(let toX, let toY):
          (x, y) = (unit(toX), unit(toY))
          library.cairo_line_to(context, x, y)
        case .curve(let throughX, let throughY, let toX, let toY):
          // A curve with one point that pulls, as one with two.
          let (pullX, pullY) = (unit(throughX), unit(throughY))
          let (endX, endY) = (unit(toX), unit(toY))
          library.cairo_curve_to(
            context, x + (pullX - x) * 2 / 3, y + (pullY - y) * 2 / 3,
            endX + (pullX - endX) * 2 / 3, endY + (pullY - endY) * 2 / 3, endX, endY)
          (x, y) = (endX, endY)
        }
      }
      library.cairo_stroke(context)
    }
  }

  private static func unit(_ twentieths: Int) -> Double { Double(twentieths) / 20 }
}
