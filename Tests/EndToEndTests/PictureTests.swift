import Events
import Client
import EventSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Pictures of events, what is drawn of them, and what others may have made of them.
  @Suite struct PictureTests {
    private static let program = Home.binaries + "/parlord picture"
    /// 9 x 5 pixels: without loss, with loss, and seen through.
    static let webPs = [
      "5249464642000000574542505650384c360000002f08000100b93244f43f7611d1ff8042b611a0e29cbf"
        + "e2e3301406d9461ac98866f05e47f28031012037c049588408458c0631e23940",
      "524946463600000057454250565038202a0000009001009d012a0900050002c04c25a00274ba00039800fede12"
        + "7f73639c5ade3ff253f92ee95b66000000",
    ].map { hex in
      Data(
        stride(from: 0, to: hex.count, by: 2).compactMap { place in
          let start = hex.index(hex.startIndex, offsetBy: place)
          return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
        })
    }

    private func write(_ content: Data, _ home: Home, _ name: String) throws -> String {
      let path = home.scratch + "/" + name
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try content.write(to: URL(fileURLWithPath: path))
      return path
    }

    /// Runs the program that draws on a file, as `parlor` does.
    private func filter(
      _ words: String, _ input: Data, _ home: Home
    ) async throws -> (ending: Program.Ending, output: Data, said: String) {
      let name = "filter-\(input.hashValue)-\(words.count)"
      let path = try write(input, home, name)
      let program = try Program(
        ["sh", "-c", "exec \(Self.program) \(words) <\(path) >\(path).out"],
        streams: .files(home.scratch), environment: home.environment)
      let ending = try await program.end()
      let output = try Data(contentsOf: URL(fileURLWithPath: path + ".out"))
      return (ending, output, program.complaints)
    }

    private func description(_ fill: (inout CountdownImage) -> Void = { _ in }) throws -> Data {
      var snapshot = CountdownImage(
        .with { $0.name = "Picnic" }, now: 1_000, unit: .days, when: "Sun", ago: { _ in "" })
      (snapshot.width, snapshot.height) = (240, 300)
      fill(&snapshot)
      return try JSONEncoder().encode(snapshot) + Data([10])
    }

    /// The size that a picture says it has.
    private func size(_ file: Data) -> [Int]? {
      PictureHeader([UInt8](file)).map { [$0.width, $0.height] }
    }

    @Test("E-04, E-29, E-37, E-41, E-42: a picture is set, cropped, saved and removed")
    func picture() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic by the lake", "--at", "in 9 days")
      let drawn = try await filter("draw", description(), home).output
      let path = try write(drawn, home, "lake view.png")
      let shown = try await home.done(
        "event", "picture", "set", "picnic", path, "--crop", "10,0,50.5,80")
      #expect(
        shown.contains("picture lake view.png, ") && shown.contains("cropped to 10,0,50.5,80 %"))
      let event = try await home.ask("event", "show", "picnic", as: EventView.self)
      #expect(event.picture.crop.width == 5_050 && event.picture.received == event.picture.size)
      #expect(
        try await home.ask("event", "list", as: EventViews.self).events[0].picture == event.picture)
      let whole = try await home.done("event", "picture", "crop", "picnic", "0,0,100,100")
      #expect(!whole.contains("cropped"))
      let wrong = home.scratch + "/copy.png"
      let misnamed = try await home.run("event", "picture", "save", "picnic", wrong)
      #expect(misnamed.code == 1 && misnamed.complaints.contains("is a JPEG: name the file"))
      #expect(misnamed.complaints.contains("copy.jpg."), "\(misnamed)")
      #expect(!FileManager.default.fileExists(atPath: wrong))
      let copy = home.scratch + "/copy.jpg"
      try await home.done("event", "picture", "save", "picnic", copy)
      let saved = try #require(FileManager.default.contents(atPath: copy))
      #expect(PictureHeader([UInt8](saved))?.format == .jpeg && size(saved) == [240, 300])
      for (number, webP) in Self.webPs.enumerated() {
        let path = try write(webP, home, "small\(number).webp")
        let said = try await home.done("event", "picture", "set", "picnic", path)
        #expect(said.contains("small\(number).webp"), "\(said)")
      }
      #expect(try await !home.done("event", "picture", "remove", "picnic").contains("picture"))
      let none = try await home.run("event", "picture", "remove", "picnic")
      #expect(none.code == 1 && none.complaints.contains("has no picture yet"), "\(none)")
    }

    @Test("E-11, E-12, E-23, E-29: a snapshot is saved, shared and printed")
    func snapshot() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic / lake", "--at", "in 9 days")
      let paths = ["svg", "png", "pdf"].map { home.scratch + "/shot." + $0 }
      let said = try await home.done(
        "event", "snapshot", "picnic", "--svg", paths[0], "--png", paths[1], "--pdf", paths[2],
        "--size", "400x500", "--until", "hours")
      #expect(said.split(separator: "\n").count == 3 && said.contains(paths[1]), "\(said)")
      let files = paths.map { FileManager.default.contents(atPath: $0) ?? Data() }
      #expect(String(decoding: files[0], as: UTF8.self).contains("<svg"))
      #expect(size(files[1]) == [400, 500])
      #expect(files[2].starts(with: Data("%PDF".utf8)))
      let picture = try write(files[1], home, "lake.png")
      try await home.done("event", "picture", "set", "picnic", picture, "--crop", "0,0,50,50")
      let other = home.scratch + "/other.png"
      try await home.done("event", "snapshot", "picnic", "--png", other, "--size", "400x500")
      #expect(FileManager.default.contents(atPath: other) != files[1], "the picture is behind it")
      let wrong: [([String], Int32, String)] = [
        ([], 2, "Say where it goes"), (["--png", other], 1, "already exists"),
        (["--png", "/nowhere/x.png"], 1, "cannot be written"),
        (["--png", "x", "--size", "9x9"], 2, "from 100 to 5000"),
        (["--png", "x", "--until", "years"], 2, "until"), (["--to", "nowhere"], 1, "no room"),
      ]
      for (words, code, reason) in wrong {
        let said = try await home.run(["event", "snapshot", "picnic"] + words)
        #expect(said.code == code && said.complaints.contains(reason), "\(words): \(said)")
      }
      let shared = try await home.done("event", "snapshot", "picnic", "--to", "lobby")
      #expect(shared.hasPrefix("Picnic - lake.png is shared: "), "\(shared)")
      #expect(try await home.done("chat", "read").contains("Picnic - lake.png"))
      // A printer is a program that takes a file.
      let words = home.words(["event", "snapshot", "picnic", "--print"])
      let bin = home.scratch + "/bin"
      try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
      func print() async throws -> (Program.Ending, String) {
        var environment = home.environment
        environment["PATH"] = bin
        let program = try Program(words, streams: .files(home.scratch), environment: environment)
        return (try await program.end(), program.output + program.complaints)
      }
      let (ending, reason) = try await print()
      #expect(
        ending == .exit(1) && reason.contains("The program lp, which prints, is not installed"),
        "\(reason)")
      let lp = try write(
        Data("#!/bin/sh\necho \"$@\" >\(bin)/words\nexec /bin/cat >\(bin)/page\n".utf8), home,
        "bin/lp")
      chmod(lp, 0o755)
      let (printed, _) = try await print()
      #expect(printed == .exit(0))
      let page = FileManager.default.contents(atPath: bin + "/page") ?? Data()
      #expect(page.starts(with: Data("%PDF".utf8)))
      #expect(try String(contentsOfFile: bin + "/words", encoding: .utf8) == "-t Picnic / lake\n")
    }

    @Test("E-37: what is no picture, is broken or made to do harm is refused, and nothing changes")
    func hostile() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      let png = try await filter("draw", description(), home).output
      let jpeg = try await filter("shrink 4000000", png, home).output
      #expect(size(png) == [240, 300] && size(jpeg) == [240, 300] && jpeg.count < png.count)
      try await home.done("event", "picture", "set", "picnic", write(png, home, "good.png"))
      let before = try await home.ask("event", "show", "picnic", as: EventView.self).picture
      func bent(_ file: Data, _ place: Int, _ bytes: [UInt8]) -> Data {
        var file = file
        file.replaceSubrange(place..<place + bytes.count, with: bytes)
        return file
      }
      let bomb = bent(png, 16, [0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50])
      for (name, content, reason) in [
        ("empty", Data(), "cannot be read as a picture"),
        ("text", Data("hello".utf8), "cannot be read as a picture"),
        (
          "svg", Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
          "cannot be read as a picture"
        ),
        ("bomb", bomb, "50000 x 50000 pixels"),
        ("cut", png.prefix(png.count / 2), "cannot be read"),
        ("crc", bent(png, 29, [1, 2, 3, 4]), "cannot be read"),
        ("gif", Data("GIF89a".utf8) + png, "cannot be read as a picture"),
      ] {
        let said = try await home.run(
          "event", "picture", "set", "picnic", try write(content, home, "\(name).png"))
        #expect(said.code == 1 && said.sentences.count == 1, "\(name): \(said)")
        #expect(said.complaints.contains(reason), "\(name): \(said)")
      }
      let long = try write(Data(count: (64 << 20) + 1), home, "long.png")
      let said = try await home.run("event", "picture", "set", "picnic", long)
      #expect(said.complaints.contains("67108864 that are allowed"), "\(said)")
      // Whatever is done to a file: it is read or refused in words, within its limits, and nothing else happens.
      var state: UInt64 = 11
      func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      for number in 0..<36 {
        var file = [png, jpeg, Self.webPs[0], Self.webPs[1]][number % 4]
        if number % 3 == 0 { file = file.prefix(next(file.count)) }
        for _ in 0..<(number % 5) where !file.isEmpty {
          file[next(file.count)] = UInt8(next(256))
        }
        let (ending, output, said) = try await filter("shrink 4000000", file, home)
        switch ending {
        case .exit(0): #expect(size(output) != nil, "\(number)")
        case .exit(1): #expect(said.contains(": ") && output.isEmpty, "\(number): \(said)")
        default: Issue.record("\(number): \(ending) \(said)")
        }
      }
      #expect(try await home.ask("event", "show", "picnic", as: EventView.self).picture == before)
    }

    @Test(
      "E-11, E-37: a picture that somebody else broke is not shown, and the snapshot is drawn without"
    )
    func broken() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      let png = try await filter("draw", description(), home).output
      // The node looks at the size that a picture says, and decodes nothing.
      let path = try write(png.prefix(png.count / 2), home, "half.png")
      let client = DaemonClient(home: home.path)
      var bytes = [[UInt8](FileManager.default.contents(atPath: path) ?? Data())]
      let blob = try client.keep { bytes.popLast() }
      try client.call(Methods.Events.setPicture) {
        $0.event = "Picnic"
        $0.blob = blob
      }
      let shot = home.scratch + "/shot.png"
      let said = try await home.run(
        "event", "snapshot", "picnic", "--png", shot, "--size", "200x250")
      #expect(said.code == 0 && said.complaints.contains("drawn without its picture"), "\(said)")
      #expect(size(FileManager.default.contents(atPath: shot) ?? Data()) == [200, 250])
    }

    @Test("E-11, E-37, E-61: a picture goes along with its event to somebody else, who draws it")
    func together() async throws {
      let pair = try await Pair.linked()
      try await pair.trust()
      let room = try await pair.ada.ask("room", "make", "friends", "Berta", as: RoomView.self)
      try await holds("Berta is in the room") {
        try await pair.berta.run("room", "show", room.id).code == 0
      }
      try await pair.ada.done("event", "add", "Picnic", "--at", "in 9 days")
      let png = try await filter("draw", description(), pair.ada).output
      let path = try write(png, pair.ada, "lake.png")
      try await pair.ada.done("event", "picture", "set", "picnic", path, "--crop", "0,0,50,50")
      let mine = pair.ada.scratch + "/mine.jpg"
      try await pair.ada.done("event", "picture", "save", "picnic", mine)
      try await pair.ada.done("event", "share", "picnic", "friends")
      try await holds("the picture is there") {
        let said = try await pair.berta.run("event", "show", "picnic", "--json")
        guard said.code == 0 else { return false }
        let event = try JSONMapping.message(EventView.self, from: Array(said.output.utf8))
        return event.hasPicture && event.picture.received == event.picture.size
          && event.picture.crop.width == 5_000
      }
      let theirs = pair.berta.scratch + "/theirs.jpg"
      try await pair.berta.done("event", "picture", "save", "picnic", theirs)
      #expect(
        FileManager.default.contents(atPath: theirs) == FileManager.default.contents(atPath: mine))
      let shot = try await pair.berta.run("event", "snapshot", "picnic", "--to", "friends")
      #expect(shot.code == 0 && shot.complaints.isEmpty, "\(shot)")
      try await holds("the snapshot is in the room") {
        try await pair.ada.done("file", "list", "--room", "friends").contains("Picnic.png")
      }
    }

    @Test(
      "E-39, E-40, E-41: pictures of a folder are found by a phrase, seen one after the other, and used"
    )
    func folder() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      let png = try await filter("draw", description(), home).output
      let said = try await home.run("event", "picture", "search", "picnic", "lake")
      #expect(said.code == 1 && said.complaints.contains("settings set picture-folder"), "\(said)")
      for name in [
        "Summer/lake one.png", "Summer/lake two.png", "winter lake.png", "notes lake.txt",
      ] {
        _ = try write(png, home, "pictures/" + name)
      }
      try await home.done("settings", "set", "picture-folder", home.scratch + "/pictures")
      for (phrase, reason) in [
        ("", "Search Phrase is Missing"), ("  ", "Search Phrase is Missing"),
        ("lake spring", "try again, or use another phrase"),
      ] {
        let said = try await home.run("event", "picture", "search", "picnic", phrase, "--use")
        #expect(said.code == 1 && said.complaints.contains(reason), "\(said)")
      }
      let named = try await home.done("event", "picture", "search", "picnic", "winter LAKE")
      #expect(named == "winter lake.png: add --use to give it to the event, or run this again.\n")
      let used = try await home.done("event", "picture", "search", "picnic", "winter", "--use")
      #expect(used.contains("picture winter lake.png, "), "\(used)")
      let terminal = try PseudoTerminal()
      let search = try Program(
        home.words(["event", "picture", "search", "picnic", "summer"]),
        streams: .terminal(terminal.device), environment: home.environment)
      func shows(_ text: String) async throws {
        try await holds("\"\(text)\" on the terminal") { terminal.look().plain.contains(text) }
      }
      try await shows("Use This Picture? [y]es, [a]gain")
      let first = terminal.look().plain.contains("lake one") ? "lake one" : "lake two"
      let second = first == "lake one" ? "lake two" : "lake one"
      terminal.type("a\n")
      try await shows(second)
      terminal.type("desert\n")
      try await shows("No picture fits \"desert\"")
      terminal.type("winter\n")
      try await shows("winter lake.png")
      terminal.type("summer\n")
      try await holds("it asks again") {
        terminal.look().plain.components(separatedBy: "Use This Picture?").count >= 5
      }
      terminal.type("y\n")
      #expect(try await search.end() == .exit(0))
      let event = try await home.ask("event", "show", "picnic", as: EventView.self)
      #expect(event.picture.source.hasPrefix("Summer/lake"))
    }

    @Test("E-39, E-40: pictures of a service are found by a phrase, with its key")
    func service() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      let png = try await filter("draw", description(), home).output
      let server = try PictureServer(png)
      for (key, value) in [("url", server.address), ("key", "wrong key")] {
        try await home.done("settings", "set", "picture-search-\(key)", value)
      }
      func search(_ phrase: String) async throws -> Home.Said {
        try await home.run("event", "picture", "search", "picnic", phrase, "--use", "--online")
      }
      let refused = try await search("lake")
      #expect(refused.code == 1 && refused.complaints.contains("Invalid API Key"), "\(refused)")
      try await home.done("settings", "set", "picture-search-key", "right")
      #expect(try await search("nothing").complaints.contains("try again, or use another phrase"))
      #expect(try await search(" ").complaints.contains("Search Phrase is Missing"))
      let gone = try await search("gone")
      #expect(gone.code == 1 && gone.complaints.contains("404"), "\(gone)")
      let found = try await search("lake & summer")
      #expect(
        found.code == 0
          && found.output.contains("picture A lake, https://www.flickr.com/photos/o/7, "),
        "\(found)")
      let event = try await home.ask("event", "show", "picnic", as: EventView.self)
      #expect(event.hasPicture && event.picture.received == event.picture.size)
      try await server.stop()
      let off = try await search("lake")
      #expect(off.code == 1 && off.complaints.contains("check the network"), "\(off)")
    }
  }
}
