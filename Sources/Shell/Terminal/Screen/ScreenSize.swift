/// The room on a terminal.
public struct ScreenSize: Equatable, Sendable {
  /// Characters in a line.
  public var columns: Int
  /// Lines.
  public var rows: Int

  /// Room for everything.
  public static let unbounded = ScreenSize(columns: .max, rows: .max)

  /// States a size; nothing is smaller than one by one.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}
