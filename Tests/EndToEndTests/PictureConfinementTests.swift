import Events
import Foundation
import Glibc
import Testing

extension EndToEndTests {
  /// The rights of the program that decodes pictures of others.
  @Suite(
    .enabled(
      if: getenv("ASAN_OPTIONS") == nil && getenv("TSAN_OPTIONS") == nil,
      "a sanitizer traces its own process"))
  struct PictureConfinementTests {
    private static let program = Home.binaries + "/parlord picture"

    /// Starts the program and gives it bytes.
    private func run(
      _ words: String, _ input: Data, _ home: Home
    ) async throws -> (ending: Program.Ending, output: Data, said: String) {
      let path = home.scratch + "/input"
      try input.write(to: URL(fileURLWithPath: path))
      let program = try Program(
        ["sh", "-c", "exec \(Self.program) \(words) <\(path) >\(path).out"],
        streams: .files(home.scratch), environment: home.environment)
      let ending = try await program.end()
      return (ending, try Data(contentsOf: URL(fileURLWithPath: path + ".out")), program.complaints)
    }

    @Test(
      "E-42: what decodes pictures reads and writes no file, opens no connection and starts nothing",
      arguments: ["", " sealed"])
    func confined(_ mode: String) async throws {
      let home = try Home("ada")
      let place = home.scratch + "/private"
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      try Data("key".utf8).write(to: URL(fileURLWithPath: place + "/secret"))
      let said = try await run("probe \(place)" + mode, Data(), home)
      #expect(said.ending == .exit(0), "\(said)")
      let lines = String(decoding: said.output, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 19)
      for line in lines { #expect(line.hasSuffix(": refused"), "\(line)") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["secret"])
      #expect(FileManager.default.contents(atPath: place + "/secret") == Data("key".utf8))
    }

    @Test(
      "E-42: a node is not linked with what decodes pictures, and a picture says what is missing")
    func loaded() async throws {
      let home = try Home("ada")
      let linked = try Program(
        ["ldd", Home.binaries + "/parlord"], streams: .files(home.scratch),
        environment: home.environment)
      #expect(try await linked.end() == .exit(0), "\(linked.story)")
      #expect(linked.output.contains("libsqlite3"), "\(linked.story)")
      for library in ["libcairo", "libpango", "libgdk_pixbuf"] {
        #expect(!linked.output.contains(library), "\(linked.story)")
      }
      // A file that is no library stands where one is looked for first.
      let folder = home.scratch + "/libraries"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try Data("no library".utf8).write(
        to: URL(fileURLWithPath: folder + "/libgdk_pixbuf-2.0.so.0"))
      var environment = home.environment
      environment["LD_LIBRARY_PATH"] = folder
      let program = try Program(
        [Home.binaries + "/parlord", "picture", "show", "100"], streams: .files(home.scratch),
        environment: environment)
      program.closeInput()
      #expect(try await program.end() == .exit(1), "\(program.story)")
      #expect(
        program.complaints.hasPrefix(
          "Pictures are neither read nor drawn, because a library is missing (\(folder)/libgdk_pixbuf-2.0.so.0: "
        ), "\(program.story)")
    }

    @Test(
      "E-42: words in many scripts and pictures of each kind are drawn the same without any file to open"
    )
    func sealed() async throws {
      let home = try Home("ada")
      var snapshot = CountdownImage(
        .with { $0.name = "Picnic пикник πικνίκ نزهة פיקניק 野餐 ピクニック 소풍 🧺" }, now: 1_000,
        unit: .days,
        when: "Sun", ago: { _ in "" })
      (snapshot.width, snapshot.height) = (240, 300)
      for format in [CountdownImage.Format.png, .svg, .pdf] {
        snapshot.format = format
        let input = try JSONEncoder().encode(snapshot) + Data([10])
        let open = try await run("draw", input, home)
        let sealed = try await run("draw sealed", input, home)
        #expect(open.ending == .exit(0) && sealed.ending == .exit(0), "\(open) \(sealed)")
        #expect(format != .png || open.output == sealed.output)
        guard format == .png else { continue }
        let small = try await run("shrink 100000", open.output, home)
        #expect(try await run("shrink 100000 sealed", open.output, home).output == small.output)
        let behind = try await run("draw", input + small.output, home)
        #expect(behind.ending == .exit(0), "\(behind)")
        #expect(
          try await run("draw sealed", input + small.output, home).output == behind.output)
      }
      // What decodes these is a library that has to be open by then.
      for webP in PictureTests.webPs {
        let open = try await run("shrink 100000", webP, home)
        #expect(open.ending == .exit(0), "\(open)")
        #expect(try await run("shrink 100000 sealed", webP, home).output == open.output)
      }
    }
  }
}
