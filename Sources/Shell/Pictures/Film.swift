import CPictures
import Drawings

/// The making of a drawing as an animated PNG, for programs that show no SVG (row W-18; PNG specification, third edition, section 11.3.6).
enum Film {
  /// The most pictures of a replay; as long as they are fewer, there is one at least every tenth of a second.
  private static let most: UInt64 = 200
  private static let frame: UInt64 = 100
  /// The milliseconds for which the last picture stays before it begins again.
  private static let rest: UInt64 = 3_000

  /// The file.
  ///
  /// - Parameters:
  ///   - strokes: a `PackedStrokes` as bytes, from anybody.
  ///   - side: how wide and high it is, in pixels.
  static func file(of strokes: [UInt8], side: Int) throws -> [UInt8] {
    guard let sketch = StrokePacking.sketch(strokes) else { throw Complaint.strokes }
    let replay = SketchReplay(sketch)
    let step = max(frame, (replay.duration + most - 1) / most)
    let moments = Array(stride(from: 0, to: replay.duration, by: Int(step))) + [replay.duration]
    var film = AnimatedPicture(side: side)
    var drawn = 0
    let ink = Layer(side: side, isClear: true)
    for (number, moment) in moments.enumerated() {
      let position = replay.position(at: moment)
      for line in sketch.lines[drawn..<position.whole] { Painting.paint(line.ink, on: ink.canvas) }
      drawn = position.whole
      let shown = Layer(side: side, isClear: true)
      shown.put(ink)
      if position.points > 0 {
        var part = sketch.lines[position.whole].ink
        part.points = Array(part.points.prefix(position.points))
        Painting.paint(part, on: shown.canvas)
      }
      let page = Layer(side: side, isClear: false)
      page.put(shown)
      let isLast = number == moments.count - 1
      try film.add(page, for: isLast ? rest : min(step, 60_000))
    }
    return film.bytes
  }
}

/// Pixels that are drawn on.
private final class Layer {
  let surface: OpaquePointer?
  let canvas: Canvas
  private let side: Int

  init(side: Int, isClear: Bool) {
    self.side = side
    surface = library.cairo_image_surface_create(
      isClear ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(side), Int32(side))
    canvas = Canvas(library.cairo_create(surface), width: Double(side), height: Double(side))
    if !isClear {
      canvas.use(.white)
      library.cairo_paint(canvas.context)
    }
    Painting.prepare(canvas)
  }

  deinit {
    library.cairo_destroy(canvas.context)
    library.cairo_surface_destroy(surface)
  }

  /// Puts another one over it.
  func put(_ other: Layer) {
    library.cairo_save(canvas.context)
    library.cairo_identity_matrix(canvas.context)
    library.cairo_set_operator(canvas.context, CAIRO_OPERATOR_OVER)
    library.cairo_set_source_surface(canvas.context, other.surface, 0, 0)
    library.cairo_paint(canvas.context)
    library.cairo_restore(canvas.context)
  }

  /// One number for each pixel.
  var pixels: [UInt32] {
    library.cairo_surface_flush(surface)
    guard let data = library.cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(library.cairo_image_surface_get_stride(surface))
    return data.withMemoryRebound(to: UInt32.self, capacity: stride / 4 * side) { start in
      (0..<side).flatMap { row in
        UnsafeBufferPointer(start: start + row * stride / 4, count: side).map { $0 & 0xffffff }
      }
    }
  }
}

/// Pictures one after the other in one PNG: each has only what differs from the one before.
private struct AnimatedPicture {
  private let side: Int
  private var frames: [(box: Box, milliseconds: UInt64, data: [[UInt8]])] = []
  private var last: [UInt32] = []
  private var header: [UInt8] = []

  private struct Box {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
  }

  init(side: Int) { self.side = side }

  mutating func add(_ layer: Layer, for milliseconds: UInt64) throws {
    let pixels = layer.pixels
    guard let box = changed(pixels) else {
      // Nothing moved: the picture before stays longer.
      frames[frames.count - 1].milliseconds += milliseconds
      return
    }
    let part = part(box, of: pixels)
    defer { library.cairo_surface_destroy(part) }
    last = pixels
    let chunks = Self.chunks(try DrawnFile.png(of: part))
    if frames.isEmpty { header = chunks.first { $0.name == "IHDR" }?.data ?? [] }
    frames.append((box, milliseconds, chunks.filter { $0.name == "IDAT" }.map(\.data)))
  }

  /// A part of a picture, in which only pixels that differ from the picture before are seen: many that are alike take few bytes.
  private func part(_ box: Box, of pixels: [UInt32]) -> OpaquePointer? {
    let part = library.cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(box.width), Int32(box.height))
    guard let data = library.cairo_image_surface_get_data(part) else { return part }
    library.cairo_surface_flush(part)
    let stride = Int(library.cairo_image_surface_get_stride(part)) / 4
    var isOpaque = true
    data.withMemoryRebound(to: UInt32.self, capacity: stride * box.height) { start in
      for row in 0..<box.height {
        for column in 0..<box.width {
          let place = (box.top + row) * side + box.left + column
          let isNew = last.isEmpty || pixels[place] != last[place]
          start[row * stride + column] = isNew ? 0xff00_0000 | pixels[place] : 0
          if !isNew { isOpaque = false }
        }
      }
      // Cairo writes a picture without any clear pixel in another form, and all of a film have one form.
      if isOpaque { start[0] = Self.nearlyOpaque(start[0]) }
    }
    library.cairo_surface_mark_dirty(part)
    return part
  }

  /// The same colour with 254 of 255 parts of ink, multiplied as cairo has it.
  private static func nearlyOpaque(_ pixel: UInt32) -> UInt32 {
    [0, 8, 16].reduce(0xfe00_0000) { $0 | ((pixel >> $1 & 255) * 254 + 127) / 255 << $1 }
  }

  /// The smallest part in which pixels differ from the picture before; all of the first one.
  private func changed(_ pixels: [UInt32]) -> Box? {
    guard !last.isEmpty else { return Box(left: 0, top: 0, width: side, height: side) }
    var (left, top, right, bottom) = (side, side, -1, -1)
    for row in 0..<side {
      for column in 0..<side where pixels[row * side + column] != last[row * side + column] {
        left = min(left, column)
        right = max(right, column)
        top = min(top, row)
        bottom = row
      }
    }
    guard right >= 0 else { return nil }
    return Box(left: left, top: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The file.
  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += Self.chunk("IHDR", header)
    // It begins again for ever.
    file += Self.chunk("acTL", Self.number(frames.count) + Self.number(0))
    var sequence = 0
    for (place, frame) in frames.enumerated() {
      let box = frame.box
      let time = UInt16(min(65_535, frame.milliseconds))
      file += Self.chunk(
        "fcTL",
        Self.number(sequence) + Self.number(box.width) + Self.number(box.height)
          + Self.number(box.left) + Self.number(box.top)
          // Milliseconds; it stays, and is laid over what was there.
          + [UInt8(time >> 8), UInt8(time & 255), 0x03, 0xe8, 0, 1])
      sequence += 1
      for data in frame.data {
        if place == 0 {
          file += Self.chunk("IDAT", data)
        } else {
          file += Self.chunk("fdAT", Self.number(sequence) + data)
          sequence += 1
        }
      }
    }
    return file + Self.chunk("IEND", [])
  }

  // MARK: Chunks

  private static func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var chunks: [(name: String, data: [UInt8])] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard place + 12 + length <= file.count else { break }
      let name = String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self)
      chunks.append((name, Array(file[(place + 8)..<(place + 8 + length)])))
      place += 12 + length
    }
    return chunks
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    let check = body.reduce(UInt32.max) { check, byte in
      table[Int((check ^ UInt32(byte)) & 255)] ^ check >> 8
    }
    return number(data.count) + body + number(Int(~check))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }

  /// The check sum of the PNG specification, annex D.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
    }
  }
}
