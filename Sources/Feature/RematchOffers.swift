import Schema

/// The offers of a rematch that one seat's log has written, and its acceptance of one of the other seat (specification section 8).
public struct RematchOffers: Equatable, Sendable {
  private struct Offer: Equatable, Sendable {
    let sequence: UInt64
    /// The entry that took it back.
    var withdrawn: UInt64?
  }

  private var all: [Offer] = []
  /// The id of the table of the rematch that the seat has accepted, 16 bytes; nil for none.
  public var table: [UInt8]?

  /// A seat that has offered nothing.
  public init() {}

  /// Whether the seat offers a rematch and has not taken that back.
  public var stands: Bool { all.contains { $0.withdrawn == nil } }

  /// Whether a writer of the other seat knows of an offer, and not that it was taken back.
  public func stands(for writer: StepWriter) -> Bool {
    let seat = writer.seat.other
    return all.contains {
      writer.knows($0.sequence, of: seat) && !writer.knows($0.withdrawn, of: seat)
    }
  }

  /// Offers a rematch.
  public mutating func add(at sequence: UInt64) { all.append(Offer(sequence: sequence)) }

  /// Takes the offer back that stands.
  ///
  /// - Returns: false where none stands.
  public mutating func withdraw(at sequence: UInt64) -> Bool {
    guard let place = all.firstIndex(where: { $0.withdrawn == nil }) else { return false }
    all[place].withdrawn = sequence
    return true
  }
}
