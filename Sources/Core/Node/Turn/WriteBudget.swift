import Feature
import Identifiers
import Wire

/// The most that others may have this node write: so much at once, and so much each second from then on.
public struct WriteRate: Equatable, Sendable {
  /// Bytes that may be written at once.
  public var burst: Int64
  /// Bytes that come back each second.
  public var perSecond: Int64

  /// Describes a rate in bytes.
  public init(burst: Int64, perSecond: Int64) {
    self.burst = burst
    self.perSecond = perSecond
  }

  init(_ limit: (burst: Int64, perSecond: Int64)) {
    self.init(burst: limit.burst, perSecond: limit.perSecond)
  }
}

/// The rates of all kinds of writers (specification section 10).
public struct WriteRates: Equatable, Sendable {
  /// The rate of one paired node.
  public var paired = WriteRate(Limits.writesPaired)
  /// The rate of one private room, for all who are in it and not paired.
  public var room = WriteRate(Limits.writesRoom)
  /// The rate of one table, for players who are not paired.
  public var table = WriteRate(Limits.writesTable)
  /// The rate of all strangers in the lobby and all who watch tables, together.
  public var crowd = WriteRate(Limits.writesCrowd)

  /// The rates of the specification.
  public init() {}

  subscript(writer: Writer) -> WriteRate {
    switch writer {
    case .paired: paired
    case .room: room
    case .table: table
    case .crowd: crowd
    }
  }
}

/// Those whose writes count together. A new link, key or address gives nobody a budget of its own.
enum Writer: Hashable {
  /// A paired node.
  case paired(NodeID)
  /// Members of a private room who are not paired.
  case room(RoomID)
  /// Players at a table who are not paired.
  case table(RoomID)
  /// Everybody else.
  case crowd
}

/// The bytes that one writer may still have written. It may go into debt: whatever arrived is stored.
struct WriteBudget: Equatable {
  /// The scale of `credit`: thousandths of a byte, so that a millisecond gives back a whole number of them.
  private static let scale: Int64 = 1_000

  private let rate: WriteRate
  private var credit: Int64
  private var countedAt: Int64

  /// A full budget.
  ///
  /// - Parameter now: steady milliseconds.
  init(_ rate: WriteRate, at now: Int64) {
    self.rate = rate
    credit = rate.burst * Self.scale
    countedAt = now
  }

  /// Takes bytes out, also where there are not so many.
  mutating func spend(_ bytes: Int64, at now: Int64) {
    credit = credit(at: now) - bytes * Self.scale
    countedAt = max(countedAt, now)
  }

  /// The bytes that are left; below zero for a debt.
  func left(at now: Int64) -> Int64 { credit(at: now) / Self.scale }

  /// Whether nothing is missing, so that a new budget would be the same.
  func isFull(at now: Int64) -> Bool { credit(at: now) == rate.burst * Self.scale }

  /// The time at which the debt has come down to so many bytes (steady milliseconds).
  func readyAt(debt: Int64 = 0) -> Int64 {
    let missing = -credit - debt * Self.scale
    return missing <= 0 ? countedAt : countedAt + (missing + rate.perSecond - 1) / rate.perSecond
  }

  private func credit(at now: Int64) -> Int64 {
    min(rate.burst * Self.scale, credit + max(0, now - countedAt) * rate.perSecond)
  }
}

/// The budgets of all writers, by who they are. A budget that is full again is forgotten.
struct WriteBudgets {
  private var all: [Writer: WriteBudget] = [:]

  /// Takes bytes out of the budget of a writer.
  mutating func spend(_ bytes: Int64, of writer: Writer, _ rates: WriteRates, at now: Moment) {
    all[writer, default: WriteBudget(rates[writer], at: now.steady)].spend(bytes, at: now.steady)
  }

  /// The budget of a writer; nil while it is full.
  subscript(writer: Writer) -> WriteBudget? { all[writer] }

  /// The time at which the debt of a writer is paid (steady milliseconds); nil for one without a debt.
  func paidAt(_ writer: Writer, at now: Moment) -> Int64? {
    guard let budget = all[writer], budget.left(at: now.steady) < 0 else { return nil }
    return budget.readyAt()
  }

  /// Forgets the budgets that are full again.
  mutating func forgetFull(at now: Moment) {
    all = all.filter { !$0.value.isFull(at: now.steady) }
  }
}
