import Feature
import Foundation
import Schema
import Testing

@testable import Decks
@testable import Features

/// Pictures of cards in a folder: which file is that of a card, and that no other file is ever read.
@Suite struct CardPicturesTests {
  private let home: CardHome
  private var folder: String { home.path + "/pictures" }
  private let pictures = CardPictures()

  init() throws {
    home = try CardHome()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  /// The beginning of a PNG, and a word by which it is known.
  private func png(_ word: String, width: UInt8 = 5, height: UInt8 = 7) -> Data {
    Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
      + Data("IHDR".utf8) + Data([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0])
      + Data(word.utf8)
  }

  /// Writes files that hold their own paths as words.
  private func write(_ paths: String...) throws {
    for path in paths { try write(path, png("=" + path)) }
  }

  private func write(_ path: String, _ content: Data) throws {
    let file = URL(fileURLWithPath: folder + "/" + path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
  }

  /// The path of the file that is the picture of a card; nil where it has none.
  private func path(_ name: String, set: String = "", number: String = "") throws -> String? {
    let card = PicturedCard(name: name, set: set, number: number)
    do {
      let content = try pictures.file(of: card, in: folder).content
      return String(decoding: content, as: UTF8.self).split(separator: "=").last.map(String.init)
    } catch {
      guard error.refusal.code == .notFound else { throw error }
      return nil
    }
  }

  @Test("D-61: a picture is found by the name of its card, though no file can have some names")
  func names() throws {
    try write(
      "attic ghost.JPG", "Éclair Ünd Æther.png", "Lamp_of_the_Long_Evening.jpeg", "DawnCourt.webp",
      "Rook - Raven.png", "Tea__Time.jpg", "Moth.txt", "Owl", ".Hidden.png", "Dr. Teapot.png",
      "Hans, Run!.png")
    #expect(try path("Attic Ghost") == "attic ghost.JPG")
    #expect(try path("Eclair und Aether") == "Éclair Ünd Æther.png")
    #expect(try path("Lamp of the Long Evening") == "Lamp_of_the_Long_Evening.jpeg")
    #expect(try path("Dr. Teapot") == "Dr. Teapot.png")
    #expect(try path("\"Hans, Run!\"") == "Hans, Run!.png")
    // Both faces, however a program wrote what stands between them; the front alone; and a back, which is another picture.
    #expect(try path("Dawn // Court") == "DawnCourt.webp")
    #expect(try path("Rook // Raven") == "Rook - Raven.png")
    #expect(try path("Rook") == "Rook - Raven.png")
    #expect(try path("Tea") == "Tea__Time.jpg")
    #expect(try path("Attic Ghost // Cellar Ghost") == "attic ghost.JPG")
    #expect(try path("Raven") == nil)
    for name in ["Moth", "Owl", "Hidden", "Attic", "Dr", "", "  ", "_____"] {
      #expect(try path(name) == nil, "\(name)")
    }
    try write("Rook.png")
    #expect(try path("Rook") == "Rook.png")
    #expect(try path("Rook // Raven") == "Rook - Raven.png")
  }

  @Test(
    "D-61, V-51: a set that is known comes first, by number and by name; then the folder; then any set"
  )
  func sets() throws {
    try write(
      "Forest.png", "abc/7.png", "abc/Forest.png", "ABD/Forest.png", "ABD/Moth.png",
      "zzz/Moth.png", "abc/deep/Owl.png")
    #expect(try path("Forest", set: "ABC", number: "7") == "abc/7.png")
    #expect(try path("Forest", set: "ABC", number: "8") == "abc/Forest.png")
    #expect(try path("Forest", set: "abd") == "ABD/Forest.png")
    #expect(try path("Forest", set: "XYZ", number: "7") == "Forest.png")
    #expect(try path("Forest") == "Forest.png")
    #expect(try path("Moth") == "ABD/Moth.png")
    #expect(try path("Moth", set: "zzz") == "zzz/Moth.png")
    #expect(try path("Owl") == nil, "only one folder down")
    #expect(try path("7") == "abc/7.png", "a number is as good a name as any")
  }

  @Test("D-61: no name leads out of the folder, and no link, pipe or folder is read")
  func hostile() throws {
    try png("=secret").write(to: URL(fileURLWithPath: home.path + "/secret.png"))
    try FileManager.default.createDirectory(
      atPath: home.path + "/other", withIntermediateDirectories: true)
    try png("=secret").write(to: URL(fileURLWithPath: home.path + "/other/secret.png"))
    try write("Good.png")
    let links = [
      ("secret.png", home.path + "/secret.png"), ("Near.png", "Good.png"), ("other", "../other"),
      ("up", ".."),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + name, withDestinationPath: target)
    }
    #expect(mkfifo(folder + "/Pipe.png", 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: folder + "/Folder.png", withIntermediateDirectories: true)
    let names = [
      "secret", "../secret", "..//secret", "/secret", home.path + "/secret", "secret.png",
      "other/secret", "up/secret", "..", ".", "/", "\0", "secret\0", "\u{202e}secret",
      "%2e%2e%2fsecret", "..\\secret", "Near", "Pipe", "Folder", "./", "~", "*", "$(id)",
    ]
    for name in names {
      for set in ["", "..", "../other", "other", "up", "/", "\0", home.path] {
        #expect(try path(name, set: set, number: "../secret") == nil, "\(name) of \(set)")
      }
    }
    #expect(try path("Good", set: "..", number: "secret") == "Good.png")
    #expect(throws: Refused.self) { try path(String(repeating: "x", count: 201)) }
  }

  @Test("D-61: a file that is too large, no picture or no shape of a card is refused by its name")
  func bad() throws {
    try write("Text.png", Data("hello".utf8))
    try write("Large.png", png("x") + Data(count: CardPictures.mostBytes))
    try write("Tower.png", png("x", width: 5, height: 16))
    try write("Wall.png", png("x", width: 16, height: 5))
    try write("Empty.png", Data())
    for name in ["Text", "Large", "Tower", "Wall", "Empty"] {
      #expect(throws: Refused.self, "\(name)") { try path(name) }
      do { _ = try path(name) } catch let refused as Refused {
        #expect(refused.refusal.code == .invalid, "\(name)")
        #expect(refused.refusal.message.hasPrefix("\(name).png "), "\(refused.refusal.message)")
      }
    }
  }

  @Test("D-61: what changes in the folder is seen, and a changed file has another tag")
  func changes() throws {
    let card = PicturedCard(name: "Moth")
    #expect(try path("Moth") == nil)
    try write("Moth.png")
    let first = try pictures.file(of: card, in: folder)
    #expect(try pictures.file(of: card, in: folder).tag == first.tag)
    try write("Moth.png", png("=another moth"))
    let second = try pictures.file(of: card, in: folder)
    #expect(second.tag != first.tag && second.content != first.content)
    try FileManager.default.removeItem(atPath: folder + "/Moth.png")
    #expect(try path("Moth") == nil)
  }

  @Test("D-61: a folder that cannot be read is refused in words, and a path that is none as well")
  func folders() throws {
    #expect(CardPictures.refusal(of: folder) == nil)
    try write("Moth.png")
    for path in [folder + "/none", folder + "/Moth.png"] {
      let message = CardPictures.refusal(of: path)?.refusal.message ?? ""
      #expect(message.contains("\(path) cannot be read ("), "\(message)")
    }
    let check = CardSettings.pictureFolder.check
    #expect(try check("off") == "" && check(folder) == folder)
    for path in ["pictures", "~/pictures", "/a\nb", "/" + String(repeating: "x", count: 1_024)] {
      #expect(throws: Refused.self, "\(path)") { try check(path) }
    }
    #expect(!CardSettings.pictureFolder.isRestored)
  }
}
