import Schema

/// The concessions that one seat's log has written, in order. Each can be taken back while the other seat lets it
/// (specification section 8).
public struct Concessions: Equatable, Sendable {
  /// A concession.
  public struct Concession: Equatable, Sendable {
    /// The entry that conceded.
    public let sequence: UInt64
    /// The entry that asked to take it back.
    public fileprivate(set) var asked: UInt64?
    /// The entry of the other log that let it.
    public fileprivate(set) var granted: UInt64?
  }

  private var all: [Concession] = []

  /// A seat that has not conceded.
  public init() {}

  /// The last one; nil for none.
  public var last: Concession? { all.last }
  /// Whether one stands: it was not let be taken back.
  public var stands: Bool { all.contains { $0.granted == nil } }
  /// Whether the seat asks to take one back and waits for the other seat.
  public var isAsked: Bool { all.contains { $0.granted == nil && $0.asked != nil } }
  /// Whether one stands that the seat has not asked to take back.
  public var mayBeAsked: Bool { all.contains { $0.granted == nil && $0.asked == nil } }

  /// Whether their own seat has asked to take one back, and does not know yet that it may.
  public func waits(for writer: StepWriter) -> Bool {
    all.contains { $0.asked != nil && !writer.knows($0.granted, of: writer.seat.other) }
  }

  /// The concession of a seat, whose these are, that counts for a writer; nil for none.
  public func standing(of seat: Seat, for writer: StepWriter) -> Concession? {
    all.last { writer.knows($0.sequence, of: seat) && !writer.knows($0.granted, of: seat.other) }
  }

  /// Concedes.
  public mutating func add(at sequence: UInt64) { all.append(Concession(sequence: sequence)) }

  /// Asks to take one back.
  public mutating func ask(for concession: Concession, at sequence: UInt64) {
    change(concession) { $0.asked = sequence }
  }

  /// Lets the seat take one back.
  public mutating func grant(_ concession: Concession, at sequence: UInt64) {
    change(concession) { $0.granted = sequence }
  }

  private mutating func change(_ concession: Concession, _ body: (inout Concession) -> Void) {
    guard let place = all.firstIndex(of: concession) else { return }
    body(&all[place])
  }
}
