import Schema

extension Match {
  /// The tip of the chain that a seat has committed to, 32 bytes; nil before.
  public func tip(of seat: Seat) -> [UInt8]? { logs[seat].tip }
}
