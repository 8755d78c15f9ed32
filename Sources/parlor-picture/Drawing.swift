import CDrawing
import Events

/// A snapshot as a file: the picture or a placeholder behind, the words and counters in front.
enum Drawing {
  /// More pixels of a picture than this in a drawing of vectors show nothing more.
  private static let longestSide = 2_000

  static func file(of snapshot: CountdownImage, _ picture: Picture?) throws -> [UInt8] {
    let sink = Sink()
    let target = Unmanaged.passUnretained(sink).toOpaque()
    let (width, height) = (Double(snapshot.width), Double(snapshot.height))
    let surface =
      switch snapshot.format {
      case .svg: cairo_svg_surface_create_for_stream(Sink.write, target, width, height)
      case .pdf: cairo_pdf_surface_create_for_stream(Sink.write, target, width, height)
      case .png:
        cairo_image_surface_create(
          CAIRO_FORMAT_ARGB32, Int32(snapshot.width), Int32(snapshot.height))
      }
    defer { cairo_surface_destroy(surface) }
    if snapshot.format == .pdf {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, snapshot.name)
    }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    let canvas = Canvas(context, width: width, height: height)
    try paint(snapshot, picture, on: canvas)
    if snapshot.format == .png {
      cairo_surface_write_to_png_stream(surface, Sink.write, target)
    } else {
      cairo_surface_finish(surface)
    }
    for status in [cairo_status(context), cairo_surface_status(surface)]
    where status != CAIRO_STATUS_SUCCESS {
      throw Complaint.drawing(String(cString: cairo_status_to_string(status)))
    }
    return sink.bytes
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
    defer { cairo_surface_destroy(surface) }
    let context = canvas.context
    cairo_save(context)
    cairo_scale(
      context, canvas.width / Double(part.size.width), canvas.height / Double(part.size.height))
    cairo_set_source_surface(context, surface, 0, 0)
    // No edge of the paper shows through.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_paint(context)
    cairo_restore(context)
  }
}

/// What cairo writes.
private final class Sink {
  var bytes: [UInt8] = []

  static let write: cairo_write_func_t = { target, data, count in
    guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
    sink.bytes += UnsafeBufferPointer(start: data, count: Int(count))
    return CAIRO_STATUS_SUCCESS
  }
}
