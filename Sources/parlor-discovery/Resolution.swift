import Neighbours

/// Finds out where one service is: resolve, then both address families on the same interface.
///
/// The result is given as soon as both families have answered, or a moment after the first did. Later addresses are given once more at the
/// end. The queries are closed then: no answer is the only sign that a host lacks a family.
final class Resolution {
  /// The outcome of one call of `advance`.
  enum Outcome: Equatable {
    /// Nothing to say yet.
    case waiting
    /// Something new is known, and the queries stay open.
    case progress(Resolved)
    /// It is over; nil when no address was found.
    case finished(Resolved?)
  }

  private let key: ServiceKey
  private let type: String
  private(set) var references: [Reference] = []
  private var resolved: Resolved?
  private var families: Set<Bool> = []
  private var reportAt: Int64?
  private let endAt: Int64

  /// Opens the first query. `now` is monotonic, in milliseconds.
  init(_ key: ServiceKey, type: String, now: Int64) throws(Failure) {
    self.key = key
    self.type = type
    endAt = now + Limits.resolutionTime
    references = [try Reference.resolve(key, type: type)]
  }

  /// The latest time at which to call `advance`, in monotonic milliseconds.
  var deadline: Int64 { min(reportAt ?? endAt, endAt) }

  /// Takes in what one of `references` brought.
  func receive(_ reply: Reference.Reply, now: Int64) {
    switch reply {
    case .resolved(let host, let port, let text):
      guard resolved == nil else { return }
      resolved = Resolved(
        host: host, port: port, text: TextRecord.decode(text), addresses: [])
      references = [false, true].compactMap {
        try? Reference.addresses(of: host, version6: $0, on: key.interface)
      }
    case .address(let address):
      add(address, now: now)
    case .failed:
      // Without a host nothing can follow; one family may fail alone.
      if resolved == nil { references = [] }
    case .registered, .appeared, .vanished:
      break
    }
  }

  /// Says what is known when the time has come.
  func advance(now: Int64) -> Outcome {
    if references.isEmpty || now >= endAt {
      references = []
      return .finished(resolved.flatMap { $0.addresses.isEmpty ? nil : $0 })
    }
    guard let reportAt, now >= reportAt, let resolved else { return .waiting }
    self.reportAt = nil
    return .progress(resolved)
  }

  private func add(_ address: Address, now: Int64) {
    guard address.isUsable(onLoopback: key.interface.isLoopback), let resolved,
      resolved.addresses.count < Limits.addresses
    else { return }
    let isFirst = resolved.addresses.isEmpty
    let reachable = Reachable(
      rank: address.rank, text: address.text(scope: key.interface.scope))
    self.resolved?.addresses.insert(reachable)
    if case .version4 = address { families.insert(false) } else { families.insert(true) }
    if isFirst { reportAt = now + Limits.otherFamilyTime }
    if families.count == 2, let before = reportAt {
      reportAt = min(before, now + Limits.quietTime)
    }
  }
}
