import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// One changed record.
public struct RecordChange: Sendable {
  /// The kinds of change to a record.
  public enum Effect: Equatable, Sendable {
    /// It was made, or is shown again.
    case made
    /// Some of its fields were changed.
    case changed
    /// It was deleted.
    case deleted
  }

  /// The record as it is now; a deleted one as it was before, where that is known.
  public let record: Record
  /// The change.
  public let effect: Effect
  /// The author of the change.
  public let by: Author
  /// Of a deleted record: the fields that our person wrote last, as a message of its kind; empty where there are none.
  public let written: Data
  /// Of a deleted record: what belonged to it and our person had made, or changed some field of, as it was before.
  public let lost: [Record]
  /// Whether our person wrote some of a deleted record that its deleter had not seen.
  public let isUnseen: Bool

  /// Puts a change together.
  public init(
    record: Record, effect: Effect, by: Author, written: Data = Data(), lost: [Record] = [],
    isUnseen: Bool = false
  ) {
    self.isUnseen = isUnseen
    self.record = record
    self.effect = effect
    self.by = by
    self.written = written
    self.lost = lost
  }

  /// Whether it deletes something that a person wrote. There is no more of that than this person has written.
  public func isLoss(of person: Author) -> Bool {
    effect == .deleted && (record.author == person || !written.isEmpty || !lost.isEmpty)
  }
}

/// The records for which our person is called, away from the screen, when somebody else writes them.
public struct Arrival: Sendable {
  /// The text that the person is told.
  public struct Call: Equatable, Sendable {
    /// The writer's name, cleaned.
    public let sender: String
    /// The text that was written, cleaned.
    public let text: String

    /// Puts a call together.
    public init(sender: String, text: String) {
      self.sender = sender
      self.text = text
    }
  }

  /// The kinds of records that are looked at when they are made.
  public let kinds: Set<RecordKind>
  /// Makes the call; nil for a record for which our person need not be called.
  public let call: @Sendable (Record, any Snapshot) throws -> Call?

  /// Describes arrivals.
  public init(
    _ kinds: Set<RecordKind>, call: @escaping @Sendable (Record, any Snapshot) throws -> Call?
  ) {
    self.kinds = kinds
    self.call = call
  }
}

/// The records that our node writes by itself for our person when records change, such as the answer to an offer.
///
/// A reaction may run more than once for one change, also after a restart, so everything that it makes has a derived nonce.
public struct Reaction: Sendable {
  /// The kinds of records whose changes are looked at.
  public let kinds: Set<RecordKind>
  /// The kind of parent whose records are looked at together; nil where each change stands for itself.
  public let root: RecordKind?
  /// Whether a change may lead to something. Others are not counted against their author.
  public let concerns: @Sendable (RecordChange, any Snapshot) throws -> Bool
  /// Finds the records that may still wait for a reaction: called after a start and after rooms were rebuilt.
  public let open: @Sendable (any Snapshot) throws -> [Record]
  /// Fills in a draft.
  public let react: @Sendable (RecordChange, any Snapshot, inout Draft) throws -> Void

  /// Describes a reaction.
  ///
  /// - Parameters:
  ///   - root: a kind. Of all changes of one such record and of what belongs to it in one turn, the reaction sees one: it must read
  ///     what is there, and not go by the change.
  ///   - concerns: whether a change may lead to something.
  public init(
    _ kinds: Set<RecordKind>, together root: RecordKind? = nil,
    to concerns: @escaping @Sendable (RecordChange, any Snapshot) throws -> Bool = { _, _ in true },
    open: @escaping @Sendable (any Snapshot) throws -> [Record] = { _ in [] },
    react: @escaping @Sendable (RecordChange, any Snapshot, inout Draft) throws -> Void
  ) {
    self.kinds = kinds
    self.root = root
    self.concerns = concerns
    self.open = open
    self.react = react
  }

  /// So many reactions to reactions are made in one turn.
  public static let depth = 8
  /// So many changes by one author are reacted to at once, and one more each second.
  public static let burst = 60
}
