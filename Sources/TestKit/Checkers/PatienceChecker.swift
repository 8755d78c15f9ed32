import Node

/// A node that wants to be woken has something to do then: it never asks again and again for the same
/// moment, which on a real machine would be a processor core spent on waiting.
public final class PatienceChecker: Checker {
  /// Wakes at one moment that may follow from each other.
  private static let limit = 20

  private var last: [Int: (at: Int64, count: Int)] = [:]

  /// A checker that has seen nothing.
  public init() {}

  /// Counts the wakes of one moment.
  public func turned(
    _ number: Int, _ inputs: [Input], _ outputs: [Output], in network: VirtualNetwork
  ) throws {
    guard case .wake? = inputs.first, inputs.count == 1 else { return }
    let before = last[number]
    let count = before?.at == network.now ? (before?.count ?? 0) + 1 : 1
    last[number] = (network.now, count)
    guard count <= Self.limit else {
      throw CheckViolation(
        "patience", "node \(number) asked \(count) times to be woken at one moment")
    }
  }
}
