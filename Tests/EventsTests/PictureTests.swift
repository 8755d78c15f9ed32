import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

/// The findings about pictures that are not decoded.
@Suite struct PictureTests {
  private static func crop(_ x: UInt32, _ y: UInt32, _ width: UInt32, _ height: UInt32)
    -> PictureCrop
  {
    .with { ($0.x, $0.y, $0.width, $0.height) = (x, y, width, height) }
  }

  @Test(
    "E-42: parts of pictures are typed in per cent, and read back",
    arguments: [
      ("0,0,100,100", crop(0, 0, 10_000, 10_000)),
      ("10,0,50.5,80", crop(1_000, 0, 5_050, 8_000)),
      (" 99.99, 0.01 ,0.01,99.99", crop(9_999, 1, 1, 9_999)),
      ("5.05,0,1,1", crop(505, 0, 100, 100)),
    ])
  func crops(text: String, crop: PictureCrop) throws {
    #expect(try PictureRules.crop(text) == crop)
    #expect(try PictureRules.crop(PictureRules.text(crop)) == crop)
  }

  @Test(
    "E-42: what is no part of a picture is said so",
    arguments: [
      "", "1,2,3", "1,2,3,4,5", "a,0,1,1", "-1,0,1,1", "+1,0,1,1", "0,0,0,1", "0,0,1,0",
      "50,0,50.01,1", "0,0,100.01,1", "1.234,0,1,1", "0,0,1e2,1", "1.,0,1,1", ".5,0,1,1",
      "1000,0,1,1", "٣,0,1,1", "0;0;1;1",
    ])
  func noCrops(text: String) {
    #expect(throws: PictureProblem.self) { try PictureRules.crop(text) }
  }

  @Test("E-42: what is drawn has the surface's shape, lies in the picture and holds the crop")
  func windows() {
    var random = SeededGenerator(seed: 42)
    var (held, cut) = (0, 0)
    for round in 0..<20_000 {
      let most = round % 3 == 0 ? 12 : 6_000
      let picture = (
        Int.random(in: 1...most, using: &random), Int.random(in: 1...most, using: &random)
      )
      let shape = (
        Int.random(in: 1...5_000, using: &random), Int.random(in: 1...5_000, using: &random)
      )
      let x = UInt32.random(in: 0..<10_000, using: &random)
      let y = UInt32.random(in: 0..<10_000, using: &random)
      let crop = Self.crop(
        x, y, .random(in: 1...(10_000 - x), using: &random),
        .random(in: 1...(10_000 - y), using: &random))
      let window = PictureWindow(crop, of: picture, filling: shape)
      let said = Comment(rawValue: "\(crop) of \(picture) on \(shape): \(window)")
      #expect(window.x >= 0 && window.width >= 1 && window.x + window.width <= picture.0, said)
      #expect(window.y >= 0 && window.height >= 1 && window.y + window.height <= picture.1, said)
      // The shape is kept but for the part of a pixel that a whole number cannot have.
      let (across, down) = (window.width * shape.1, window.height * shape.0)
      #expect(
        abs(across - down) <= max(shape.0, shape.1) || window.width == 1 || window.height == 1, said
      )
      let holds =
        window.x * 10_000 <= Int(x) * picture.0
        && (window.x + window.width) * 10_000 >= Int(x + crop.width) * picture.0
        && window.y * 10_000 <= Int(y) * picture.1
        && (window.y + window.height) * 10_000 >= Int(y + crop.height) * picture.1
      let isGreatest = window.width == picture.0 || window.height == picture.1
      #expect(holds || isGreatest, said)
      if holds { held += 1 } else { cut += 1 }
    }
    #expect(held > 1_000 && cut > 1_000, "both happened: \(held), \(cut)")
    let whole = PictureWindow(PictureRules.whole, of: (400, 300), filling: (100, 100))
    #expect((whole.x, whole.y, whole.width, whole.height) == (50, 0, 300, 300))
    let wrong = PictureWindow(Self.crop(.max, 1, .max, 0), of: (400, 300), filling: (4, 3))
    #expect((wrong.x, wrong.y, wrong.width, wrong.height) == (0, 0, 400, 300))
  }

  @Test("E-37: the sizes of pictures are read from their first bytes") func headers() throws {
    let png: [UInt8] =
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 1, 144, 0, 0, 1, 44]
    let jpeg: [UInt8] = [
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 11, 8, 1, 44, 1,
      144,
    ]
    let lossless: [UInt8] =
      Array("RIFF....WEBPVP8L....".utf8) + [0x2f, 8, 0, 1, 0] + [UInt8](repeating: 0, count: 8)
    let lossy: [UInt8] =
      Array("RIFF....WEBPVP8 ....".utf8) + [0, 0, 0, 0x9d, 1, 0x2a, 9, 0x40, 5, 0x40]
    let extended: [UInt8] =
      Array("RIFF....WEBPVP8X....".utf8) + [0, 0, 0, 0, 8, 0, 0, 4, 0, 0]
    for (bytes, format, width, height) in [
      (png, PictureHeader.Format.png, 400, 300), (jpeg, .jpeg, 400, 300), (lossless, .webp, 9, 5),
      (lossy, .webp, 9, 5), (extended, .webp, 9, 5),
    ] {
      let header = try #require(PictureHeader(bytes), "\(format)")
      #expect(header.format == format && header.width == width && header.height == height)
      #expect(PictureHeader.format(of: bytes) == format)
      // Cut anywhere it says nothing, and other bytes never end the process.
      for count in 0..<min(bytes.count, 23) {
        let header = PictureHeader(Array(bytes.prefix(count)))
        #expect(header == nil || header?.width == width)
      }
      var random = SeededGenerator(seed: 7)
      for _ in 0..<2_000 {
        var bent = bytes
        for _ in 0..<3 {
          bent[Int.random(in: 0..<bent.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        _ = PictureHeader(bent)
      }
    }
    #expect(PictureHeader(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)) == nil)
    #expect(PictureHeader(Array("GIF89a.............................".utf8)) == nil)
    #expect(throws: PictureProblem.tooLong(bytes: png.count, limit: 5)) {
      try PictureRules.check(png, limit: 5)
    }
  }

  @Test("E-39, E-40: a phrase finds files by the words of their paths") func folder() throws {
    #expect(try PictureSearch.phrase("  lake \n summer ") == "lake summer")
    for empty in ["", " ", "\n\u{200b}"] {
      #expect(throws: PictureProblem.noPhrase) { try PictureSearch.phrase(empty) }
    }
    #expect("\(PictureProblem.noPhrase)".hasPrefix("Search Phrase is Missing"))
    #expect("\(PictureProblem.noMatch("x"))".contains("try again"))
    for (path, phrase, fits) in [
      ("Summer/Lake Como.JPG", "lake summer", true), ("lake.png", "lake", true),
      ("Übersee am Café.webp", "ubersee cafe", true), ("lake.png", "lake summer", false),
      ("lake.txt", "lake", false), ("lake", "lake", false), ("a.png", "png", false),
      ("lake.png.gif", "lake", false),
    ] {
      #expect(PictureSearch.fits(path, phrase) == fits, "\(path) \(phrase)")
    }
  }

  @Test("E-39: the answers of a search service are read, whatever they hold") func service() throws
  {
    let fields = PictureSearch.fields("lake & summer", key: "k")
    #expect(fields.contains { $0 == ("method", "flickr.photos.search") })
    #expect(fields.contains { $0 == ("text", "lake & summer") })
    let answer = """
      {"photos":{"page":1,"photo":[
      {"id":"1","owner":"o","server":"s","secret":"x","farm":3,"title":"A \\u001b[31mlake"},
      {"id":"2","owner":"o","title":"","url_l":"http://127.0.0.1/2.jpg","height_l":5},
      {"id":"3","title":"no address"},
      {"id":"4","url_l":"file:///etc/passwd"},
      {"id":"5","url_l":"http://a/\\"\\noutput = \\"/etc/x"}]},"stat":"ok"}
      """
    #expect(
      try PictureSearch.found(in: Array(answer.utf8)) == [
        FoundPicture(
          title: "A [31mlake", address: "https://live.staticflickr.com/s/1_x_b.jpg",
          page: "https://www.flickr.com/photos/o/1"),
        FoundPicture(
          title: "untitled", address: "http://127.0.0.1/2.jpg",
          page: "https://www.flickr.com/photos/o/2"),
      ])
    let refused = #"{"stat":"fail","code":100,"message":"Invalid API Key"}"#
    #expect(throws: SearchProblem.refused("Invalid API Key")) {
      try PictureSearch.found(in: Array(refused.utf8))
    }
    for text in ["", "[]", "<html>", #"{"photos":3}"#] {
      #expect(throws: SearchProblem.unreadable) { try PictureSearch.found(in: Array(text.utf8)) }
    }
  }

  @Test("E-11, E-12, E-21 to E-23, E-29: a snapshot says what the countdown says, and no more")
  func snapshot() throws {
    let now: Int64 = 1_800_000_000_000
    var event = EventView.with {
      $0.name = "Picnic"
      $0.start.milliseconds = now + (5 * 86_400 + 3_600) * 1_000
    }
    let ago: (Countdown) -> String = { "\($0.elapsed) s ago" }
    func shot(_ unit: CountdownUnit = .days) -> CountdownImage {
      CountdownImage(event, now: now, unit: unit, when: "Sun", ago: ago)
    }
    #expect(shot().lead == "Only 5 + Days until" && shot().name == "Picnic" && shot().past.isEmpty)
    #expect(
      shot(.weeks).lead == "Only 5 + Days until", "E-21: a unit that is used up is not counted in")
    #expect(shot(.seconds).lead == "Only 435600 Seconds until")
    #expect(shot().counters.map(\.count) == [0, 5, 1, 0, 0])
    #expect(shot().counters.map(\.isUsedUp) == [true, false, false, false, false])
    #expect(shot().counters.map(\.unit) == ["Weeks", "Days", "Hours", "Minutes", "Seconds"])
    #expect(shot().crop == "0,0,100,100")
    event.picture.crop = Self.crop(1, 2, 3, 4)
    #expect(shot().crop == "0.01,0.02,0.03,0.04")
    event.start.milliseconds = now - 9_000
    #expect(shot().past == ["Event Has Past"] && shot().lead.isEmpty && shot().counters.isEmpty)
    event.countUp = true
    #expect(shot().past == ["Event Has Past", "9 s ago"])
    let (width, height) = try #require(CountdownImage.size("1920X1080"))
    #expect(width == 1_920 && height == 1_080)
    for text in ["", "10x", "99x100", "100x5001", "1e3x500", "100x100x100", "-100x100"] {
      #expect(CountdownImage.size(text) == nil)
    }
  }

  @Test("43: a file is not named as another kind of picture is")
  func endings() {
    for name in ["lake.png", "a.b/lake.PNG", "lake.webp"] {
      #expect(PictureHeader.Format.jpeg.isMisnamed(by: name), "\(name)")
    }
    for name in ["lake.jpg", "lake.JPEG", "lake", "-", "a.png/lake", "lake.bak"] {
      #expect(!PictureHeader.Format.jpeg.isMisnamed(by: name), "\(name)")
    }
    #expect(PictureHeader.Format.png.isMisnamed(by: "lake.jpg"))
    #expect(!PictureHeader.Format.png.isMisnamed(by: "lake.png"))
  }
}
