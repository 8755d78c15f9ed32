import Schema

/// The part of a match that only one seat's node can replay: its hidden cards. A value without clock and chance.
///
/// `Session.makePrivate` makes it as soon as the seat has committed. Its match holds no secret, so spectators and files use the
/// same match and have no such value.
public protocol PrivateSession: Sendable {
  /// Follows a step of any seat that the match has accepted.
  ///
  /// - Parameter match: the match after the step.
  mutating func follow(
    _ step: TableStep, by seat: Seat, at position: SessionPosition, in match: any Session)
  /// Takes a choice of the person that came with a tap, before `moves(for:in:)`. After a restart it is in the `SessionKeep`.
  ///
  /// - Throws: `Refused` where it does not count now.
  mutating func choose(_ choice: [UInt8], in match: any Session) throws
  /// Returns the step that the node must write now without asking its person, where `Session.due` knows of none; nil for none.
  func due(in match: any Session) -> SessionDuty?
  /// Returns the step that the node writes once its person has let it wait for some time; nil for none.
  func late(in match: any Session) -> LateDuty?
  /// Returns the steps that a tap of the person plays, where `Session.moves` knows of none; empty if it does not count now. They
  /// stand in one entry, or in as few as hold them.
  ///
  /// - Throws: `Refused` with the reason why it does not count.
  func moves(for tap: Tap, in match: any Session) throws -> [SessionDuty]
  /// Adds what only this seat sees, such as its hand. The view is never sent to another node.
  func fill(_ view: inout TableView, in match: any Session)
}

extension PrivateSession {
  /// By default, there is nothing to choose after the start.
  public mutating func choose(_ choice: [UInt8], in match: any Session) throws {
    throw Refused(.invalid, "There is nothing to choose now.")
  }
  /// By default, nothing.
  public func due(in match: any Session) -> SessionDuty? { nil }
  /// By default, nothing.
  public func late(in match: any Session) -> LateDuty? { nil }
  /// By default, none.
  public func moves(for tap: Tap, in match: any Session) throws -> [SessionDuty] { [] }
}

/// A step that a node writes for its person after some time in which the person could have done another.
public struct LateDuty: Sendable {
  /// The name of the question that it answers: with another one its time begins again.
  public let name: String
  /// The seconds for which the person has the choice.
  public let seconds: Int64
  /// The step.
  public let duty: SessionDuty

  /// Describes a step.
  public init(_ name: String, after seconds: Int64, _ duty: SessionDuty) {
    (self.name, self.seconds, self.duty) = (name, seconds, duty)
  }
}
