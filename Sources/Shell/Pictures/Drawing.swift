import CPictures
import Events

/// A snapshot as a file: the picture or a placeholder behind, the words and counters in front.
enum Drawing {
  /// More pixels of a picture than this in a drawing of vectors show nothing more.
  private static let longestSide = 2_000

  static func file(of snapshot: CountdownImage, _ picture: Picture?) throws -> [UInt8] {
    try DrawnFile.make(
      snapshot.format, width: snapshot.width, height: snapshot.height, title: snapshot.name
    ) { try paint(snapshot, picture, on: $0) }
  }

  private static func paint(
    _ snapshot: CountdownImage, _ picture: Picture?, on canvas: Canvas
  ) throws {
    if picture?.isClear != false { Placeholder(snapshot.name).paint(on: canvas) }
    if let picture {
      try paint(picture, snapshot, on: canvas)
      canvas.shade()
    }
    Poster(snapshot, canvas).paint()
  }

  private static func paint(
    _ picture: Picture, _ snapshot: CountdownImage, on canvas: Canvas
  ) throws {
    let window = try PictureWindow(
      PictureRules.crop(snapshot.crop), of: picture.size,
      filling: (snapshot.width, snapshot.height))
    let isRaster = snapshot.format == .png
    // A drawing of vectors is looked at in other sizes than its own.
    let longest = max(window.width, window.height)
    let side = isRaster ? max(snapshot.width, snapshot.height) : min(longest, longestSide)
    let part = try picture.part(
      window, width: isRaster ? snapshot.width : max(1, window.width * side / longest),
      height: isRaster ? snapshot.height : max(1, window.height * side / longest))
    let surface = try part.surface(withFile: !isRaster)
    defer { library.cairo_surface_destroy(surface) }
    let context = canvas.context
    library.cairo_save(context)
    library.cairo_scale(
      context, canvas.width / Double(part.size.width), canvas.height / Double(part.size.height))
    library.cairo_set_source_surface(context, surface, 0, 0)
    // No edge of the paper shows through.
    library.cairo_pattern_set_extend(library.cairo_get_source(context), CAIRO_EXTEND_PAD)
    library.cairo_paint(context)
    library.cairo_restore(context)
  }
}
