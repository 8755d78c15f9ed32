import Foundation
import Glibc
import Testing

@testable import Programs

/// The note of a daemon about the file of its program.
@Suite struct ProgramNoteTests {
  private let home: String

  init() throws {
    home =
      FileManager.default.temporaryDirectory.path
      + "/parlor-note.\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  private func note(_ text: String) throws -> ProgramNote? {
    try text.write(toFile: home + "/program", atomically: true, encoding: .utf8)
    return ProgramNote(in: home)
  }

  @Test("45.5: another file in the program's place is seen, and one that is gone is none")
  func replaced() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let (program, fresh) = (home + "/a program", home + "/new")
    try "old".write(toFile: program, atomically: false, encoding: .utf8)
    var information = stat()
    try #require(stat(program, &information) == 0)
    let text = "7 9 \(information.st_dev) \(information.st_ino) \(program)\n"
    let found = try #require(try note(text))
    #expect(found.process == 7 && found.run == 9 && !found.isReplaced)
    // Touched and read, it is the same file.
    utimes(program, nil)
    #expect(!found.isReplaced)
    try "new".write(toFile: fresh, atomically: false, encoding: .utf8)
    try #require(rename(fresh, program) == 0)
    #expect(found.isReplaced)
    unlink(program)
    #expect(!found.isReplaced)
  }

  @Test(
    "45.5: a process notes its own program, for its own home, and takes its own note away alone")
  func own() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let own = try #require(ProgramNote())
    own.write(in: home)
    #expect(ProgramNote(in: home) == own && !own.isReplaced && own.process == getpid())
    let later = try #require(ProgramNote())
    later.write(in: home)
    own.remove(from: home)
    #expect(ProgramNote(in: home) == later, "the note of a later run stays")
    later.remove(from: home)
    #expect(ProgramNote(in: home) == nil)
    // Where nothing can be written, no old note misleads.
    later.write(in: home)
    mkdir(home + "/program.new", 0o700)
    own.write(in: home)
    #expect(ProgramNote(in: home) == nil)
  }

  @Test(
    "a note that cannot be understood says nothing",
    arguments: [
      "", "\n", "7 9 1 2\n", "x 9 1 2 /p\n", "0 9 1 2 /p\n", "-1 9 1 2 /p\n", "7 -9 1 2 /p\n",
      "7 9 1 2 /p", "7 9 1 18446744073709551616 /p\n",
    ])
  func strange(text: String) throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(try note(text) == nil)
  }
}
