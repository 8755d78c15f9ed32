import Foundation
import Identifiers
import Packing
import Schema
import TestKit
import Testing

@testable import Drawings

/// Files as large as a drawing may become: what is written is read, and a film is no larger than it must be.
@Suite struct LargeFileTests {
  /// Strokes of a pen that is pressed differently at each point, far from each other.
  private static func pressed(strokes: Int, points: Int) -> Sketch {
    var random = SeededGenerator(seed: 43)
    return Sketch(
      (0..<strokes).map { number in
        var time: UInt32 = 0
        let points = (0..<points).map { _ in
          defer { time += .random(in: 4...24, using: &random) }
          return Ink.Point(
            x: .random(in: 0...10_000, using: &random), y: .random(in: 0...10_000, using: &random),
            time: time, pressure: .random(in: 0...1_000, using: &random))
        }
        return Sketch.Line(
          Samples.ada,
          Ink(
            width: 800, points: points, start: UInt64(number) * 3_000, hasTimes: true,
            hasPressure: true))
      })
  }

  @Test("43 S-4: JSON of Parlor's own with more than 4 MiB is read as it was written")
  func ownJSON() throws {
    let sketch = Self.pressed(strokes: 500, points: 400)
    let text = try SketchJSON.text(sketch, title: "Large", names: ["Ada"], made: 0)
    #expect(text.utf8.count > 4_300_000, "\(text.utf8.count)")
    let reading = try DrawingFiles.read(Data(text.utf8))
    #expect(reading.strokes == sketch.lines.map(\.ink) && reading.told.isEmpty)
    // The node is sent the strokes: packed they are as large as a drawing that is saved.
    let packed = try StrokePacking.pack(Sketch(reading.strokes.map { Sketch.Line(.zero, $0) }))
    #expect(packed.count <= BlobID.mostBytes)
  }

  @Test("43 S-4: a file that gzip has packed is read, and one that unpacks without end is not")
  func packedFile() throws {
    let sketch = Samples.sketch(seed: 4)
    let text = try SketchJSON.text(sketch, title: "House", names: [], made: 0)
    func gzip(_ bytes: [UInt8]) -> Data {
      var check = UInt32.max
      for byte in bytes {
        check ^= UInt32(byte)
        for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xedb8_8320 : 0) }
      }
      var file = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
      file.append(Deflate.pack(bytes))
      for number in [~check, UInt32(bytes.count)] {
        for shift in [0, 8, 16, 24] { file.append(UInt8(number >> UInt32(shift) & 255)) }
      }
      return file
    }
    let packed = gzip(Array(text.utf8))
    #expect(try DrawingFiles.read(packed).strokes == DrawingFiles.read(text).strokes)
    for broken in [packed.dropLast(9), packed.prefix(12), packed.prefix(2) + packed.dropFirst(3)] {
      #expect(throws: DrawingProblem.self) { try DrawingFiles.read(Data(broken)) }
    }
    let endless = gzip([UInt8](repeating: 0x20, count: DrawingRules.file + 1))
    #expect(endless.count < 1 << 16)
    #expect(throws: DrawingProblem.self) { try DrawingFiles.read(endless) }
  }

  @Test(
    "43 S-4: a film of pressed strokes has 40 bytes a point where there is no more room, and ends with the picture"
  )
  func film() throws {
    let sketch = Self.pressed(strokes: 60, points: 100)
    let free = try SketchFilm.text(sketch, title: "")
    let small = try SketchFilm.text(sketch, title: "", moving: 60 * 99 * 32)
    #expect(small.utf8.count < 60 * 100 * 40, "\(small.utf8.count)")
    #expect(free.utf8.count > small.utf8.count, "with room it moves more")
    // What is shown in the end is each part of each stroke, once, with its width.
    for film in [free, small] { #expect(Self.parts(of: film) == Self.parts(of: sketch)) }
  }

  @Test("43 S-4: a film shows no part of a stroke before the pen was there")
  func order() throws {
    let sketch = Self.pressed(strokes: 3, points: 60)
    let film = try SketchFilm.text(sketch, title: "")
    let begins = film.split(separator: "begin=\"").dropFirst().map {
      Double($0.prefix { $0 != "s" }) ?? -1
    }
    #expect(begins == begins.sorted() && begins.count > 30, "\(begins.count)")
    #expect((begins.last ?? 0) <= Double(SketchReplay(sketch).duration) / 1_000)
  }

  /// The lines of a sketch that have one width each, as texts.
  private static func parts(of sketch: Sketch) -> [String] {
    sketch.lines.flatMap { InkShape.parts(of: $0.ink) }.map { part in
      "\(part.width): " + part.points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    }.sorted()
  }

  /// The same of a film of strokes that are straight from point to point, by a reader of its own.
  private static func parts(of film: String) -> [String] {
    film.split(separator: "<path d=\"").dropFirst().flatMap { path -> [String] in
      let width = path.split(separator: "stroke-width=\"")[1].prefix { $0 != "\"" }
      let hundredths = Int((Double(width) ?? 0) * 100 + 0.5)
      var (x, y) = (0.0, 0.0)
      var lines: [[String]] = []
      let data = path.prefix { $0 != "\"" }
      var letters = data.filter(\.isLetter).makeIterator()
      for numbers in data.split(whereSeparator: \.isLetter) {
        let letter = letters.next() ?? " "
        let pair = numbers.replacing("-", with: " -").split(separator: " ").compactMap {
          Double($0)
        }
        guard pair.count >= 2 else { continue }
        let (left, top) = (pair[pair.count - 2], pair[pair.count - 1])
        (x, y) = letter == "M" ? (left, top) : (x + left, y + top)
        let pull = pair.count == 4 ? (x - left + pair[0], y - top + pair[1]) : (x, y)
        let place = "\(Int((pull.0 * 10).rounded())),\(Int((pull.1 * 10).rounded()))"
        if letter.lowercased() == "m" {
          lines.append([place])
        } else {
          lines[lines.count - 1].append(place)
        }
      }
      return lines.map { line in
        // Of a curve its pulling points are those of the stroke: the first line only leads to the first curve.
        let points = line.count > 2 ? [line[0]] + line.dropFirst(2) : line
        return "\(hundredths): " + points.joined(separator: " ")
      }
    }.sorted()
  }

  @Test("43 S-3: strokes that are packed before their author is known are those of the author")
  func unsigned() throws {
    for seed in UInt64(0)..<20 {
      let inks = Samples.sketch(seed: seed, strokes: Int(seed) * 9 + 1).lines.map(\.ink)
      let pack = try UnsignedPack(inks)
      let signed = try pack.signed(by: Samples.bob)
      let wanted = Sketch(inks.map { Sketch.Line(Samples.bob, $0) })
      #expect(StrokePacking.unpack(signed) == wanted)
      #expect(pack.strokes == inks.count && pack.points == wanted.pointCount)
      let counts = StrokePacking.counts(signed)
      #expect(counts.strokes == inks.count && counts.points == wanted.pointCount)
      // It costs a few bytes more than a pack that is made at once.
      #expect(signed.count <= (try StrokePacking.pack(wanted)).count + 64)
    }
    let ink = Ink(points: [Ink.Point(x: 0, y: 0)])
    #expect(throws: DrawingProblem.tooManyStrokes(5_001)) {
      try UnsignedPack(Array(repeating: ink, count: 5_001))
    }
  }
}
