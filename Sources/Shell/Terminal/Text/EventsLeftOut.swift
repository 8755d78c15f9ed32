import Events
import Schema

/// The events that a list leaves out, as finding their dates takes more steps than the list may take.
public struct EventsLeftOut {
  /// The most events that are named.
  private static let mostNamed = 5

  /// The steps that finding the dates of all events of the list may take.
  public let steps: RuleSteps
  /// The number of events that are left out.
  public private(set) var count = 0
  private var named: [(name: String, id: String)] = []

  /// Nothing is left out yet.
  ///
  /// - Parameter steps: what finding the dates of all events of the list may take.
  public init(_ steps: RuleSteps = RuleSteps()) { self.steps = steps }

  /// The dates of an event that the list shows: none where some of them were not found.
  ///
  /// - Parameters:
  ///   - dates: those that were found.
  ///   - all: the event's, within `steps`.
  public mutating func kept(
    _ dates: [Occurrences.Occurrence], of all: Occurrences, _ name: String, _ id: String
  ) -> [Occurrences.Occurrence] {
    guard all.isCut else { return dates }
    count += 1
    if named.count < Self.mostNamed { named.append((name.plain, ShortID.text(id))) }
    return []
  }

  /// One sentence that names them; nil where nothing is left out.
  public var text: String? {
    guard let first = named.first else { return nil }
    let names = named.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
    let more = count > named.count ? " and \(count - named.count) more" : ""
    let reason = Count.of(
      count, "event is left out, as finding its dates takes too long",
      "events are left out, as finding their dates takes too long")
    return "\(reason): \(names)\(more). `parlor event show \(first.id)` shows one."
  }
}
