import CDrawing
import DeckSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Cards by their photos.
  @Suite(
    .enabled(
      if: access("/usr/share/tesseract-ocr", R_OK) == 0,
      "Tesseract is not installed: apt-get install tesseract-ocr"))
  struct CardPhotoTests {
    private static let names = [
      "Spilled Ember", "Lamplight Owl", "Hedge Warden", "Orchard Giant", "Second Helping",
      "Chimney Drake", "Broken Window", "Polite Refusal", "Sunday Procession", "Clockwork Host",
    ]

    @Test(
      "D-33: of ten photos of cards, turned and noisy, at least nine give the right card among the first three"
    )
    func tenPhotos() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      var random = Noise(state: 33)
      var right = 0
      for (number, name) in Self.names.enumerated() {
        let path = home.scratch + "/card\(number).png"
        try CardPhoto(
          name: name, face: number % 2 == 0 ? "DejaVu Serif" : "DejaVu Sans",
          degrees: Double(number) * 10 / 9 - 5
        ).write(to: path, noise: &random)
        let cards = try await home.ask("card", "scan", path, as: RecognizedCards.self)
        let found = cards.matches.map(\.facts.name)
        if found.contains(name) { right += 1 }
      }
      #expect(right >= 9)
      let list = try await home.done("card", "scan", home.scratch + "/card0.png")
      #expect(list.contains("1  Spilled Ember") && !list.contains("Which one"))
    }

    @Test("D-33: what is no photo is refused in words, and text that was read elsewhere is taken")
    func others() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let path = home.scratch + "/words.png"
      try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
      let refused = try await home.run(["card", "scan", path])
      #expect(refused.code == 1 && refused.complaints.contains("words.png"))
      let missing = try await home.run(["card", "scan", home.scratch + "/none.png"])
      #expect(missing.code == 1 && missing.complaints.contains("cannot be read"))
      #expect(try await home.run(["card", "scan"]).code == 2)
      let read = try await home.run(
        ["card", "scan", "--text"], input: "Sp1lled Embcr 2\nqqqqqqqq\n")
      #expect(read.output.contains("1  Spilled Ember") && read.output.contains("no card of"))
      #expect(try await home.ask("card", "list", as: LibraryView.self).count == 0)
    }
  }
}

/// A card as a photo shows it: its name, a picture, its type, some words.
private struct CardPhoto {
  let name: String
  /// The typeface.
  let face: String
  /// The angle by which it is turned to the right.
  let degrees: Double

  private static let (width, height) = (640, 890)

  /// Draws it as PNG, with noise.
  func write(to path: String, noise random: inout Noise) throws {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(Self.width), Int32(Self.height))
    defer { cairo_surface_destroy(surface) }
    let canvas = cairo_create(surface)
    fill(canvas, (0.45, 0.42, 0.38), (0, 0, 640, 890))
    cairo_translate(canvas, 320, 445)
    cairo_rotate(canvas, degrees * .pi / 180)
    cairo_translate(canvas, -320, -445)
    fill(canvas, (0.84, 0.78, 0.67), (28, 28, 584, 834))
    fill(canvas, (0.93, 0.9, 0.82), (44, 44, 552, 56))
    text(canvas, name, 32, (60, 84))
    fill(canvas, (0.35, 0.47, 0.55), (60, 116, 520, 364))
    fill(canvas, (0.93, 0.9, 0.82), (44, 492, 552, 48))
    text(canvas, "Creature", 26, (60, 524))
    text(canvas, "When this enters, draw a card.", 22, (70, 590))
    cairo_destroy(canvas)
    cairo_surface_flush(surface)
    guard let pixels = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for place in 0..<(stride * Self.height) where place % 4 != 3 {
      let value = Int(pixels[place]) + Int(random.next() % 61) - 30
      pixels[place] = UInt8(clamping: value)
    }
    cairo_surface_mark_dirty(surface)
    #expect(cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS)
  }

  private func fill(
    _ canvas: OpaquePointer?, _ colour: (Double, Double, Double),
    _ place: (Double, Double, Double, Double)
  ) {
    cairo_set_source_rgb(canvas, colour.0, colour.1, colour.2)
    cairo_rectangle(canvas, place.0, place.1, place.2, place.3)
    cairo_fill(canvas)
  }

  private func text(
    _ canvas: OpaquePointer?, _ words: String, _ size: Double, _ place: (Double, Double)
  ) {
    cairo_set_source_rgb(canvas, 0.08, 0.07, 0.06)
    cairo_select_font_face(canvas, face, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    cairo_set_font_size(canvas, size)
    cairo_move_to(canvas, place.0, place.1)
    cairo_show_text(canvas, words)
  }
}

/// Numbers that are the same in each run (Marsaglia's xorshift of 64 bits).
private struct Noise {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
