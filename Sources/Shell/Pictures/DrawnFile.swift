import CPictures
import Events

/// A drawing as a file.
enum DrawnFile {
  /// Draws into a file.
  ///
  /// - Parameters:
  ///   - width: in pixels; of PDF in points.
  ///   - height: the same.
  ///   - title: what a PDF is called.
  static func make(
    _ format: CountdownImage.Format, width: Int, height: Int, title: String,
    _ paint: (Canvas) throws -> Void
  ) throws -> [UInt8] {
    let sink = Sink()
    let target = Unmanaged.passUnretained(sink).toOpaque()
    let surface =
      switch format {
      case .svg:
        library.cairo_svg_surface_create_for_stream(
          Sink.write, target, Double(width), Double(height))
      case .pdf:
        library.cairo_pdf_surface_create_for_stream(
          Sink.write, target, Double(width), Double(height))
      case .png:
        library.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
      }
    defer { library.cairo_surface_destroy(surface) }
    if format == .pdf {
      library.cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    }
    let context = library.cairo_create(surface)
    defer { library.cairo_destroy(context) }
    try paint(Canvas(context, width: Double(width), height: Double(height)))
    if format == .png {
      _ = library.cairo_surface_write_to_png_stream(surface, Sink.write, target)
    } else {
      library.cairo_surface_finish(surface)
    }
    for status in [library.cairo_status(context), library.cairo_surface_status(surface)]
    where status != CAIRO_STATUS_SUCCESS {
      throw complaint(status)
    }
    return sink.bytes
  }

  /// Pixels as a PNG.
  static func png(of surface: OpaquePointer?) throws -> [UInt8] {
    let sink = Sink()
    let status = library.cairo_surface_write_to_png_stream(
      surface, Sink.write, Unmanaged.passUnretained(sink).toOpaque())
    guard status == CAIRO_STATUS_SUCCESS else {
      throw complaint(status)
    }
    return sink.bytes
  }

  private static func complaint(_ status: cairo_status_t) -> Complaint {
    let reason = library.cairo_status_to_string(status).map { String(cString: $0) }
    return .drawing(reason ?? "error \(status)")
  }
}

/// The bytes that cairo writes.
private final class Sink {
  var bytes: [UInt8] = []

  static let write: cairo_write_func_t = { target, data, count in
    guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
    sink.bytes += UnsafeBufferPointer(start: data, count: Int(count))
    return CAIRO_STATUS_SUCCESS
  }
}
