import CPictures

/// A colour; each part from 0 to 1.
struct Colour {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  static let white = Colour(red: 1, green: 1, blue: 1)
  static let black = Colour(red: 0, green: 0, blue: 0)

  init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// As web pages write it: 0xrrggbb.
  init(_ hex: Int) {
    let parts = [hex >> 16, hex >> 8, hex].map { Double($0 & 255) / 255 }
    (red, green, blue) = (parts[0], parts[1], parts[2])
  }

  /// The same, seen through so much.
  func faint(_ alpha: Double) -> Colour {
    Colour(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// A surface to draw on, measured in pixels or points.
struct Canvas {
  let context: OpaquePointer?
  let width: Double
  let height: Double

  init(_ context: OpaquePointer?, width: Double, height: Double) {
    (self.context, self.width, self.height) = (context, width, height)
  }

  func use(_ colour: Colour) {
    library.cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
  }

  /// Fills what lies in the path with a gradient.
  func fill(_ gradient: OpaquePointer?, _ stops: [(place: Double, colour: Colour)]) {
    for stop in stops {
      library.cairo_pattern_add_color_stop_rgba(
        gradient, stop.place, stop.colour.red, stop.colour.green, stop.colour.blue,
        stop.colour.alpha)
    }
    library.cairo_set_source(context, gradient)
    library.cairo_pattern_destroy(gradient)
    library.cairo_fill(context)
  }

  /// Fills all of it from the top to the bottom.
  func fillDown(_ stops: [(place: Double, colour: Colour)]) {
    library.cairo_rectangle(context, 0, 0, width, height)
    fill(library.cairo_pattern_create_linear(0, 0, 0, height), stops)
  }

  /// Darkens the lower part of a picture, so that words in front of it can be read.
  func shade() {
    fillDown([
      (0, .black.faint(0.28)), (0.18, .black.faint(0.12)), (0.36, .black.faint(0.32)),
      (0.60, .black.faint(0.60)), (1, .black.faint(0.84)),
    ])
  }
}
