import Schema

extension Seat {
  /// The byte that stands for the chair in hashes: 1 host, 2 joiner.
  var roleByte: UInt8 { self == .joiner ? 2 : 1 }
}

/// One value for each chair.
public struct Pair<Value> {
  /// The host's.
  public var host: Value
  /// The joiner's.
  public var joiner: Value

  /// Pairs the host's value with the joiner's.
  public init(host: Value, joiner: Value) {
    self.host = host
    self.joiner = joiner
  }

  /// The value of a chair.
  public subscript(seat: Seat) -> Value {
    get { seat == .joiner ? joiner : host }
    set { if seat == .joiner { joiner = newValue } else { host = newValue } }
  }
}

extension Pair: Sendable where Value: Sendable {}
extension Pair: Equatable where Value: Equatable {}
