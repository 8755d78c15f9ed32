import FoundationEssentials

/// A drawing of boxes, lines and words, which `parlord picture sheet` makes a file of. All lengths are in points, from the upper left corner.
public struct PictureSheet: Codable, Sendable {
  /// One thing on it.
  public struct Mark: Codable, Sendable {
    /// Left, top, width and height.
    public var box: [Double]?
    /// The corners of a line: x and y of each.
    public var path: [Double]?
    /// Words, with `at`.
    public var text: String?
    /// The place where the words begin, or end with `right`, on the line that they stand on.
    public var at: [Double]?
    /// The size of the words; 13 without it.
    public var size: Double?
    /// Whether the words are bold; not without it.
    public var bold: Bool?
    /// Whether the words are grey; not without it.
    public var faint: Bool?
    /// Whether the words end at their place; not without it.
    public var right: Bool?

    /// A box.
    public static func box(left: Int, top: Int, width: Int, height: Int) -> Mark {
      var mark = Mark()
      mark.box = [left, top, width, height].map(Double.init)
      return mark
    }

    /// A line through corners.
    public static func path(_ corners: [(x: Int, y: Int)]) -> Mark {
      var mark = Mark()
      mark.path = corners.flatMap { [Double($0.x), Double($0.y)] }
      return mark
    }

    /// Words that begin at a place, or end there with `right`.
    public static func text(
      _ text: String, x: Int, base: Int, size: Int = 13, bold: Bool = false, faint: Bool = false,
      right: Bool = false
    ) -> Mark {
      var mark = Mark()
      (mark.text, mark.at, mark.size) = (text, [Double(x), Double(base)], Double(size))
      (mark.bold, mark.faint, mark.right) = (bold, faint, right)
      return mark
    }
  }

  /// The title of a PDF of it.
  public var title: String
  /// The width, in points.
  public var width: Double
  /// The height of all pages together, in points.
  public var height: Double
  /// The height of each page of a PDF; nil for one page.
  public var page: Double?
  /// The things on it, the lowest ones first.
  public var marks: [Mark]

  /// Puts a sheet together.
  public init(title: String, width: Int, height: Int, page: Int? = nil, marks: [Mark]) {
    (self.title, self.marks) = (title, marks)
    (self.width, self.height, self.page) = (Double(width), Double(height), page.map(Double.init))
  }

  /// The sheet as `parlord picture sheet` reads it.
  ///
  /// - Throws: what JSONEncoder throws for numbers that are none.
  public func json() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }
}
