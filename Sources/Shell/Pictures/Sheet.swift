import CPictures
import Events
import Feature

extension PictureSheet {
  /// More marks than any tournament has.
  private static let mostMarks = 50_000
  /// The longest side, in points.
  private static let longest = 20_000.0
  /// Pixels for each point of a picture.
  private static let scale = 2.0
  /// The most pixels of one.
  private static let mostPixels = 64_000_000.0

  /// The file.
  func file(_ format: CountdownImage.Format) throws -> [UInt8] {
    guard marks.count <= Self.mostMarks, (1...Self.longest).contains(width),
      (1...Self.longest).contains(height)
    else { throw Complaint.drawing("it is too large") }
    let page = format == .pdf ? self.page ?? height : height
    guard (50...Self.longest).contains(page) || page == height else {
      throw Complaint.drawing("its pages are too small")
    }
    let isSmall = width * height * Self.scale * Self.scale <= Self.mostPixels
    let scale = format == .png ? (isSmall ? Self.scale : 1) : 1
    guard format != .png || width * height * scale * scale <= Self.mostPixels else {
      throw Complaint.drawing("it is too large for a picture: choose pdf or svg")
    }
    return try DrawnFile.make(
      format, width: Int((width * scale).rounded(.up)), height: Int((page * scale).rounded(.up)),
      title: title
    ) { canvas in
      for top in stride(from: 0, to: height, by: page) {
        if top > 0 { library.cairo_show_page(canvas.context) }
        canvas.use(.white)
        library.cairo_paint(canvas.context)
        library.cairo_save(canvas.context)
        library.cairo_scale(canvas.context, scale, scale)
        library.cairo_translate(canvas.context, 0, -top)
        for mark in marks { paint(mark, on: canvas) }
        library.cairo_restore(canvas.context)
      }
    }
  }

  private func paint(_ mark: Mark, on canvas: Canvas) {
    let context = canvas.context
    let colour = mark.faint == true ? Colour(0x666666) : .black
    if let box = mark.box, box.count == 4 {
      canvas.use(Colour(0x888888))
      library.cairo_set_line_width(context, 1)
      library.cairo_rectangle(context, box[0], box[1], box[2], box[3])
      library.cairo_stroke(context)
    }
    if let path = mark.path, path.count >= 4, path.count % 2 == 0 {
      canvas.use(Colour(0x888888))
      library.cairo_set_line_width(context, 1)
      library.cairo_move_to(context, path[0], path[1])
      for place in stride(from: 2, to: path.count, by: 2) {
        library.cairo_line_to(context, path[place], path[place + 1])
      }
      library.cairo_stroke(context)
    }
    if let text = mark.text, let at = mark.at, at.count == 2, !text.isEmpty {
      let look = TextBlock.Look(
        size: min(max(mark.size ?? 13, 4), 60), bold: mark.bold == true, colour: colour)
      let block = TextBlock(text, look, width: width, on: canvas)
      // Blocks are laid out in the middle of their width.
      let left =
        mark.right == true
        ? at[0] - (block.most + block.width) / 2 : at[0] - (block.most - block.width) / 2
      block.paint(x: left, y: at[1] - block.height * 0.79)
    }
  }
}
