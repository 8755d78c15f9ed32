import Events
import Foundation
import Testing

extension EndToEndTests {
  /// Files of drawings and pictures, as people at terminals give and get them.
  @Suite struct DrawingFileTests {
    private func write(_ content: Data, _ home: Home, _ name: String) throws -> String {
      let path = home.scratch + "/" + name
      try FileManager.default.createDirectory(
        atPath: home.scratch, withIntermediateDirectories: true)
      try content.write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test(
      "43 S-6: a name's ending decides what is written, and one that says nothing is refused with a list"
    )
    func endings() async throws {
      let home = try Home("ada")
      try await home.done("drawing", "new", "House")
      try await home.done("drawing", "draw", "House", "--points", "100,100 900,900")
      try await home.done("tournament", "new", "Cup", "--entrants", "Ada,Bob")
      let refused: [([String], String)] = [
        (
          ["drawing", "export", "House", "h.jpg"],
          "one of .apng, .dptxt, .excalidraw, .json, .pdf, .png, .svg."
        ),
        (["drawing", "export", "House", "h.pdf", "--format", "json"], "end the name in .json"),
        (["drawing", "export", "House", "h.apng", "--size", "3000"], "from 16 to 2000"),
        (["tournament", "export", "Cup", "c.docx"], "one of .csv, .htm, .html, .json, .pdf"),
        (
          ["tournament", "export", "Cup", "c.csv", "--format", "trf26"],
          "end the name in .trf or .trfx or .txt"
        ),
        (["event", "export", "e.csv"], "end the name in one of .ical, .icalendar, .ics"),
      ]
      for (words, reason) in refused {
        let said = try await home.run(words)
        #expect(said.code == 2 && said.complaints.contains(reason), "\(words): \(said)")
        let name = try #require(words.first { $0.contains(".") })
        #expect(!FileManager.default.fileExists(atPath: name))
      }
      for name in ["h.svg", "h.PNG", "h.json", "h", "h.pdf"] {
        try await home.done("drawing", "export", "House", home.scratch + "/" + name)
      }
      let start = try #require(FileManager.default.contents(atPath: home.scratch + "/h"))
      #expect(start.starts(with: Data("<svg".utf8)))
    }

    @Test("43 S-6: where something was erased a PDF has lines all the same, and no pixels")
    func vectors() async throws {
      let home = try Home("ada")
      try await home.done("drawing", "new", "House")
      try await home.done(
        "drawing", "draw", "House", "--points", "100,100 900,900", "--width", "100")
      try await home.done(
        "drawing", "draw", "House", "--points", "100,900 900,100", "--width", "50", "--eraser")
      for clear in [[], ["--clear"]] {
        let path = home.scratch + "/h\(clear.count).pdf"
        #expect(try await home.run(["drawing", "export", "House", path] + clear).code == 0)
        let file = String(
          decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        #expect(file.hasPrefix("%PDF-") && !file.contains("/Image"))
      }
    }

    @Test(
      "43 S-3, S-4: an SVG of 5,000 paths and JSON of more than 4 MiB are taken while others write")
    func large() async throws {
      let home = try Home("ada")
      try await home.done("status")
      let paths = (0..<5_000).map {
        "<path d='M\($0 % 900) \($0 / 9)l9 1 3 9c1 2 3 4 5 6' fill='none' stroke='#123'/>"
      }
      let svg = try write(
        Data(("<svg viewBox='0 0 1000 1000'>" + paths.joined() + "</svg>").utf8), home, "many.svg")
      let points = (0..<100).map { "[\($0).5,\(999 - $0).5,\($0 * 12),0.\($0 % 9 + 1)]" }
      let line = "{\"points\":[\(points.joined(separator: ","))],\"width\":3}"
      let file =
        "{\"type\":\"parlor-drawing\",\"version\":1,\"width\":1000,\"height\":1000,\"strokes\":["
        + Array(repeating: line, count: 2_500).joined(separator: ",") + "]}"
      #expect(file.utf8.count > 4_300_000)
      let json = try write(Data(file.utf8), home, "large.json")
      let writing = Task {
        var longest = Duration.zero
        while !Task.isCancelled {
          let begin = ContinuousClock.now
          do {
            try await home.done("todo", "add", "still here")
          } catch is CancellationError {
            break
          }
          longest = max(longest, ContinuousClock.now - begin)
        }
        return longest
      }
      let first = try await home.run("drawing", "import", svg)
      #expect(first.code == 0 && first.output.contains("has 5000 strokes"), "\(first)")
      let second = try await home.run("drawing", "import", json, "--room", "lobby")
      #expect(second.code == 0 && second.output.contains("has 2500 strokes"), "\(second)")
      writing.cancel()
      let longest = try await writing.value
      // Nothing of the files is read or packed in a turn; the bound has room for a busy machine, a debug build and the start of a command.
      #expect(longest < .seconds(3), "\(longest)")
    }

    @Test(
      "43 S-7: a WebP that a camera has turned is the right way up, and one that moves is named")
    func turned() async throws {
      let home = try Home("ada")
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      let picture = Array([UInt8](PictureTests.webPs[1]).dropFirst(12))
      func number(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(value >> $0 & 255) } }
      func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        var chunk = Array(name.utf8)
        chunk += number(data.count)
        return chunk + data
      }
      func file(_ flags: UInt8, _ chunks: [UInt8]) -> Data {
        let body = chunk("VP8X", [flags, 0, 0, 0, 8, 0, 0, 4, 0, 0]) + chunks
        return Data(chunk("RIFF", Array("WEBP".utf8) + body))
      }
      // The orientation alone, in a directory of one entry.
      let tiff: [UInt8] = [
        0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ]
      let exif = chunk("EXIF", tiff)
      let turned = try write(file(8, picture + exif), home, "turned.webp")
      let said = try await home.run("event", "picture", "set", "picnic", turned)
      #expect(said.code == 0 && said.complaints.isEmpty, "\(said)")
      let copy = home.scratch + "/copy"
      try await home.done("event", "picture", "save", "picnic", copy)
      let header = PictureHeader([UInt8](FileManager.default.contents(atPath: copy) ?? Data()))
      #expect([header?.width, header?.height] == [5, 9])
      let place: [UInt8] = [0, 0, 0, 0, 0, 0, 8, 0, 0, 4, 0, 0, 100, 0, 0, 0]
      let frame = chunk("ANMF", place + picture)
      let moving = chunk("ANIM", [255, 255, 255, 255, 0, 0]) + frame + frame
      let path = try write(file(2, moving), home, "moving.webp")
      let named = try await home.run("event", "picture", "set", "picnic", path)
      #expect(named.complaints.contains("only the first of its pictures"), "\(named)")
    }
  }
}
