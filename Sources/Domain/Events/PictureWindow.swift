import EventSchema
import Schema

/// The part of a picture that fills a surface of some shape and shows a crop, in whole pixels of the picture (row E-42).
///
/// Surfaces differ in shape from the crop that somebody has chosen. So what is drawn is the smallest part of the surface's shape
/// that holds the whole crop; where the picture is too small for one, the greatest part of that shape about the crop's middle.
public struct PictureWindow: Equatable, Sendable {
  /// From the picture's left and top edge.
  public let x: Int
  /// From the picture's top edge.
  public let y: Int
  /// At least 1.
  public let width: Int
  /// At least 1.
  public let height: Int

  /// - Parameters:
  ///   - crop: the part that somebody has chosen.
  ///   - picture: its width and height in pixels, at least 1 each.
  ///   - shape: the width and height of the surface, at least 1 each.
  public init(
    _ crop: PictureCrop, of picture: (width: Int, height: Int), filling shape: (Int, Int)
  ) {
    let crop = PictureRules.shown(crop)
    let (across, down) = (
      Self.pixels(crop.x, crop.width, of: picture.width),
      Self.pixels(crop.y, crop.height, of: picture.height)
    )
    var wide = max(across.count, Self.share(across: shape.0, shape.1, of: down.count))
    var high = max(down.count, Self.share(across: shape.1, shape.0, of: across.count))
    if wide > picture.width || high > picture.height {
      wide = min(picture.width, max(1, picture.height * shape.0 / shape.1))
      high = min(picture.height, max(1, picture.width * shape.1 / shape.0))
    }
    (width, height) = (wide, high)
    x = Self.start(of: wide, about: across, in: picture.width)
    y = Self.start(of: high, about: down, in: picture.height)
  }

  /// All pixels that a part touches.
  private static func pixels(_ first: UInt32, _ count: UInt32, of whole: Int) -> Range<Int> {
    let parts = Int(PictureRules.parts)
    let start = min(Int(first) * whole / parts, whole - 1)
    return start..<max(start + 1, (Int(first + count) * whole + parts - 1) / parts)
  }

  /// A side that goes with another one in the surface's shape, rounded up.
  private static func share(across one: Int, _ other: Int, of side: Int) -> Int {
    (side * one + other - 1) / other
  }

  private static func start(of side: Int, about middle: Range<Int>, in whole: Int) -> Int {
    min(max((middle.lowerBound + middle.upperBound - side) / 2, 0), whole - side)
  }
}
