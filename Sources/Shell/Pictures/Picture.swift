import CPictures
import Events
import Schema

/// A decoded picture, the way up that its camera asks for.
final class Picture {
  private let pixels: OpaquePointer

  /// Its width and height in pixels.
  var size: (width: Int, height: Int) {
    (Int(library.gdk_pixbuf_get_width(pixels)), Int(library.gdk_pixbuf_get_height(pixels)))
  }

  /// Decodes a file; what its first bytes say is checked before.
  init(_ file: [UInt8]) throws {
    let header = try PictureRules.check(file, limit: PictureRules.mostBytes)
    guard PictureHeader.isWhole(file) else {
      throw PictureProblem.broken("it ends before its end")
    }
    let decoded = try Self.decode(file, header)
    defer { library.g_object_unref(UnsafeMutableRawPointer(decoded)) }
    // The decoder of JPEG alone says it: all formats are read by one rule.
    pixels = try Self.turned(decoded, PictureExtras(file).orientation)
  }

  /// Turns pixels the way up that a camera asks for.
  ///
  /// - Parameter orientation: from 1 to 8, as Exif numbers them.
  private static func turned(
    _ pixels: OpaquePointer, _ orientation: Int
  ) throws -> OpaquePointer {
    func rotated(_ angle: GdkPixbufRotation) throws -> OpaquePointer {
      guard let turned = library.gdk_pixbuf_rotate_simple(pixels, angle) else {
        throw PictureProblem.broken("it needs too much memory")
      }
      return turned
    }
    func mirrored(_ pixels: OpaquePointer, _ isHorizontal: gboolean) throws -> OpaquePointer {
      guard let mirrored = library.gdk_pixbuf_flip(pixels, isHorizontal) else {
        throw PictureProblem.broken("it needs too much memory")
      }
      return mirrored
    }
    switch orientation {
    case 2: return try mirrored(pixels, 1)
    case 3: return try rotated(GDK_PIXBUF_ROTATE_UPSIDEDOWN)
    case 4: return try mirrored(pixels, 0)
    case 5, 7:
      let turned = try rotated(GDK_PIXBUF_ROTATE_CLOCKWISE)
      defer { library.g_object_unref(UnsafeMutableRawPointer(turned)) }
      return try mirrored(turned, orientation == 5 ? 1 : 0)
    case 6: return try rotated(GDK_PIXBUF_ROTATE_CLOCKWISE)
    case 8: return try rotated(GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE)
    default:
      _ = library.g_object_ref(UnsafeMutableRawPointer(pixels))
      return pixels
    }
  }

  private init(taking pixels: OpaquePointer) { self.pixels = pixels }

  deinit { library.g_object_unref(UnsafeMutableRawPointer(pixels)) }

  /// Loads the library of each format.
  static func loadDecoders() {
    for format in PictureHeader.Format.allCases {
      guard let loader = library.gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else {
        continue
      }
      _ = library.gdk_pixbuf_loader_close(loader, nil)
      library.g_object_unref(UnsafeMutableRawPointer(loader))
    }
  }

  private static func decode(_ file: [UInt8], _ header: PictureHeader) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    guard let loader = library.gdk_pixbuf_loader_new_with_type(header.format.rawValue, &error)
    else {
      throw PictureProblem.broken(reason(&error))
    }
    defer { library.g_object_unref(UnsafeMutableRawPointer(loader)) }
    guard library.gdk_pixbuf_loader_write(loader, file, gsize(file.count), &error) != 0 else {
      _ = library.gdk_pixbuf_loader_close(loader, nil)
      throw PictureProblem.broken(reason(&error))
    }
    guard library.gdk_pixbuf_loader_close(loader, &error) != 0 else {
      throw PictureProblem.broken(reason(&error))
    }
    guard let pixels = library.gdk_pixbuf_loader_get_pixbuf(loader) else {
      throw PictureProblem.broken("there is no picture in it")
    }
    let (width, height) = (
      Int(library.gdk_pixbuf_get_width(pixels)), Int(library.gdk_pixbuf_get_height(pixels))
    )
    guard width * height <= PictureRules.mostPixels else {
      throw PictureProblem.tooLarge(width: width, height: height)
    }
    _ = library.g_object_ref(UnsafeMutableRawPointer(pixels))
    return pixels
  }

  /// Returns the library's reason for an error in its own words, at most 200 characters, and frees the error.
  private static func reason(_ error: inout UnsafeMutablePointer<GError>?) -> String {
    defer { library.g_clear_error(&error) }
    let words =
      error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "no reason given"
    return Text.clean(words, limit: 200)
  }

  /// A part of it, as large as wanted.
  func part(_ window: PictureWindow, width: Int, height: Int) throws -> Picture {
    guard
      let part = library.gdk_pixbuf_new_subpixbuf(
        pixels, Int32(window.x), Int32(window.y), Int32(window.width), Int32(window.height))
    else { throw PictureProblem.broken("it needs too much memory") }
    let picture = Picture(taking: part)
    return try picture.scaled(width, height)
  }

  private func scaled(_ width: Int, _ height: Int) throws -> Picture {
    guard
      let scaled = library.gdk_pixbuf_scale_simple(
        pixels, Int32(width), Int32(height), GDK_INTERP_BILINEAR)
    else { throw PictureProblem.broken("it needs too much memory") }
    return Picture(taking: scaled)
  }

  /// Whether something can be seen through it.
  private(set) lazy var isClear: Bool = {
    guard library.gdk_pixbuf_get_has_alpha(pixels) != 0,
      let first = library.gdk_pixbuf_read_pixels(pixels)
    else {
      return false
    }
    let (step, line) = (
      Int(library.gdk_pixbuf_get_n_channels(pixels)), Int(library.gdk_pixbuf_get_rowstride(pixels))
    )
    for y in 0..<size.height {
      var place = first + y * line + 3
      for _ in 0..<size.width {
        if place.pointee < 255 { return true }
        place += step
      }
    }
    return false
  }()

  // MARK: Files

  /// As a file of limited size, without anything that does not show, such as where it was taken.
  func small(within limit: Int) throws -> [UInt8] {
    var side = min(PictureRules.longestSide, max(size.width, size.height))
    while true {
      let longest = max(size.width, size.height)
      let picture =
        side == longest
        ? self
        : try scaled(max(1, size.width * side / longest), max(1, size.height * side / longest))
      let file = try picture.isClear ? picture.png() : picture.jpeg()
      if file.count <= limit { return file }
      guard side > 16 else { throw PictureProblem.tooLong(bytes: file.count, limit: limit) }
      side = side * 3 / 4
    }
  }

  /// As a PNG, scaled down to a width in pixels.
  func shown(width: Int) throws -> [UInt8] {
    guard size.width > width else { return try png() }
    return try scaled(width, max(1, size.height * width / size.width)).png()
  }

  private func png() throws -> [UInt8] { try encode("png", [:]) }

  private func jpeg() throws -> [UInt8] { try encode("jpeg", ["quality": "90"]) }

  /// Only the pixels: no words of the file that they came from.
  private func encode(_ kind: String, _ options: [String: String]) throws -> [UInt8] {
    var keys = options.keys.sorted().map { library.g_strdup($0) } + [nil]
    var values = options.keys.sorted().map { library.g_strdup(options[$0]) } + [nil]
    defer { (keys + values).forEach { library.g_free($0) } }
    var (buffer, count) = (UnsafeMutablePointer<gchar>?.none, gsize(0))
    var error: UnsafeMutablePointer<GError>?
    guard
      library.gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, kind, &keys, &values, &error)
        != 0,
      let buffer
    else { throw PictureProblem.broken(Self.reason(&error)) }
    defer { library.g_free(buffer) }
    return buffer.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  // MARK: Letters

  /// Without colours, scaled down to a width in pixels.
  func gray(width most: Int) throws -> GrayImage {
    guard size.width <= most else {
      return try scaled(most, max(1, size.height * most / size.width)).gray(width: most)
    }
    guard let first = library.gdk_pixbuf_read_pixels(pixels) else {
      throw PictureProblem.broken("it needs too much memory")
    }
    let (step, line) = (
      Int(library.gdk_pixbuf_get_n_channels(pixels)), Int(library.gdk_pixbuf_get_rowstride(pixels))
    )
    var gray: [UInt8] = []
    gray.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      var place = first + y * line
      for _ in 0..<size.width {
        // How bright the eye sees red, green and blue (ITU-R BT.601).
        let sum = 299 * Int(place[0]) + 587 * Int(place[1]) + 114 * Int(place[2])
        gray.append(UInt8(sum / 1_000))
        place += step
      }
    }
    return GrayImage(width: size.width, height: size.height, pixels: gray)
  }

  // MARK: Surfaces

  /// As cairo has pixels: one word each, the colours multiplied by how much they cover.
  ///
  /// - Parameter withFile: gives what nothing shows through along as JPEG, so that files of vectors stay small.
  func surface(withFile: Bool) throws -> OpaquePointer {
    let (width, height) = size
    guard
      let surface = library.cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let target = library.cairo_image_surface_get_data(surface),
      let source = library.gdk_pixbuf_read_pixels(pixels)
    else { throw PictureProblem.broken("it needs too much memory") }
    let (step, line, stride) = (
      Int(library.gdk_pixbuf_get_n_channels(pixels)), Int(library.gdk_pixbuf_get_rowstride(pixels)),
      Int(library.cairo_image_surface_get_stride(surface))
    )
    for y in 0..<height {
      let row = UnsafeMutableRawPointer(target + y * stride).bindMemory(
        to: UInt32.self, capacity: width)
      var place = source + y * line
      for x in 0..<width {
        let alpha = step == 4 ? UInt32(place[3]) : 255
        let colours = (UInt32(place[0]), UInt32(place[1]), UInt32(place[2]))
        let (red, green, blue) = (
          (colours.0 * alpha + 127) / 255, (colours.1 * alpha + 127) / 255,
          (colours.2 * alpha + 127) / 255
        )
        row[x] = (alpha << 24) | (red << 16) | (green << 8) | blue
        place += step
      }
    }
    library.cairo_surface_mark_dirty(surface)
    if withFile, !isClear {
      let file = try jpeg()
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: file.count)
      copy.initialize(from: file, count: file.count)
      _ = library.cairo_surface_set_mime_data(
        surface, "image/jpeg", copy, UInt(file.count), { $0?.deallocate() }, copy)
    }
    return surface
  }
}
