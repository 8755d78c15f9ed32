import Foundation
import TestKit
import Testing

@testable import Events

/// The words of files on their pictures, in files that are put together here.
@Suite struct PictureExtrasTests {
  private static func number(_ value: Int, _ count: Int, isBig: Bool) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    return isBig ? bytes.reversed() : bytes
  }

  /// A directory with two other entries round the orientation.
  static func tiff(_ orientation: Int, isBig: Bool) -> [UInt8] {
    var bytes: [UInt8] = Array((isBig ? "MM" : "II").utf8)
    func add(_ value: Int, _ count: Int) { bytes += number(value, count, isBig: isBig) }
    add(42, 2)
    add(10, 4)
    bytes += [9, 9]
    add(3, 2)
    for (tag, value) in [(0x0100, 7), (0x0112, orientation), (0x0128, 2)] {
      add(tag, 2)
      add(3, 2)
      add(1, 4)
      add(value, 2)
      bytes += [0, 0]
    }
    add(0, 4)
    return bytes
  }

  static func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]
    let header: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 5, 8, 2, 0, 0, 0]
    for (name, data) in [("IHDR", header)] + chunks + [("IEND", [])] {
      file += number(data.count, 4, isBig: true)
      file += Array(name.utf8)
      file += data
      file += [0, 0, 0, 0]
    }
    return file
  }

  static func webP(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    let header: [UInt8] = [0, 0, 0, 0, 8, 0, 0, 4, 0, 0]
    for (name, data) in [("VP8X", header)] + chunks {
      body += Array(name.utf8)
      body += number(data.count, 4, isBig: false)
      body += data
      if data.count % 2 == 1 { body.append(0) }
    }
    var file = Array("RIFF".utf8)
    file += number(body.count + 4, 4, isBig: false)
    file += Array("WEBP".utf8)
    return file + body
  }

  static func jpeg(_ segments: [(UInt8, [UInt8])]) -> [UInt8] {
    var file: [UInt8] = [0xff, 0xd8]
    for (marker, data) in segments {
      file += [0xff, marker]
      file += number(data.count + 2, 2, isBig: true)
      file += data
    }
    return file + [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]
  }

  @Test("43 S-7: which way up a picture is, is read alike in JPEG, PNG and WebP", arguments: 1...8)
  func orientation(_ wanted: Int) {
    for isBig in [true, false] {
      let exif = Self.tiff(wanted, isBig: isBig)
      let marked = Array("Exif\0\0".utf8) + exif
      let files = [
        Self.png([("eXIf", exif), ("IDAT", [1, 2])]),
        Self.png([("IDAT", [1, 2]), ("eXIf", exif)]),
        Self.webP([("VP8 ", [1, 2, 3]), ("EXIF", exif)]), Self.webP([("EXIF", marked)]),
        Self.jpeg([(0xe0, [1, 2, 3]), (0xe1, Array("http://ns".utf8)), (0xe1, marked)]),
      ]
      for file in files {
        #expect(PictureExtras(file).orientation == wanted, "\(file.prefix(12))")
        #expect(PictureExtras(file).loss == nil)
      }
    }
  }

  @Test("43 S-7: a picture that says nothing, or nonsense, is as it is")
  func none() {
    for wrong in [0, 9, 65_535] {
      let exif = Self.tiff(wrong, isBig: true)
      #expect(PictureExtras(Self.png([("eXIf", exif)])).orientation == 1)
    }
    #expect(PictureExtras([]).orientation == 1)
    let good = Self.tiff(6, isBig: true)
    var random = SeededGenerator(seed: 43)
    for file in [Self.png([("eXIf", good)]), Self.webP([("EXIF", good), ("ANMF", [1])])] {
      for count in 0..<file.count { _ = PictureExtras(Array(file.prefix(count))) }
      for _ in 0..<2_000 {
        var bent = file
        for _ in 0..<3 {
          bent[.random(in: 0..<bent.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        #expect((1...8).contains(PictureExtras(bent).orientation))
      }
    }
  }

  @Test("43 S-7: a picture that moves is named, and one with a single frame is not")
  func moving() {
    func animation(_ frames: Int) -> [UInt8] {
      let control = Self.number(frames, 4, isBig: true) + [0, 0, 0, 0]
      return Self.png([("acTL", control), ("IDAT", [1])])
    }
    #expect(PictureExtras(animation(2)).loss?.contains("moves") == true)
    #expect(PictureExtras(animation(1)).loss == nil)
    let frame = ("ANMF", [UInt8](repeating: 0, count: 17))
    #expect(PictureExtras(Self.webP([("ANIM", [0, 0, 0, 0, 0, 0]), frame, frame])).moves)
    #expect(!PictureExtras(Self.webP([("ANIM", [0, 0, 0, 0, 0, 0]), frame])).moves)
  }
}
