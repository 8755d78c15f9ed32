import FoundationEssentials
import Schema
import Wire

/// Cuts a run of stored entries into slices that end at signed entries.
public struct BatchBuilder {
  /// Bytes that a slice takes in a batch beside its entries and its signature, at most.
  private static let sliceCost = 72

  private let limit: Int
  private let mostSlices: Int
  private let peerNext: [LogKey: UInt64]
  private var open: Slice?
  private var openLog: LogKey?
  private var openCost = 0
  /// Bytes of the slices so far, roughly.
  public private(set) var cost = 0
  private var lastCost = 0
  private var pending: [LogKey: UInt64] = [:]

  /// The slices so far.
  public private(set) var slices: [Slice] = []
  /// The next sequence of each log after the slices.
  public private(set) var nexts: [LogKey: UInt64] = [:]
  /// The local position up to which everything is in the slices or known to the peer.
  public private(set) var position: Int64

  /// Starts after `position` for a peer that stands at `peerNext`.
  public init(
    position: Int64, peerNext: [LogKey: UInt64], limit: Int, mostSlices: Int = .max
  ) {
    self.mostSlices = mostSlices
    self.position = position
    self.peerNext = peerNext
    self.limit = limit
  }

  /// Offers the next entry in local order.
  ///
  /// - Returns: false when the batch is full; the entry is then not in it.
  public mutating func add(_ entry: VerifiedEntry, at position: Int64) -> Bool {
    let log = entry.place.log
    let wanted = nexts[log] ?? peerNext[log] ?? 1
    guard entry.place.sequence >= (pending[log] ?? wanted) else {
      if open == nil { self.position = position }
      return true
    }
    if openLog != log { drop() }
    let signatureCost = entry.signature?.count ?? 0
    let sliceCost = open == nil ? Self.sliceCost : 0
    guard slices.isEmpty || cost + openCost + sliceCost + entry.cost + signatureCost <= limit,
      slices.count < mostSlices
    else { return false }
    openCost += sliceCost + signatureCost
    var slice = open ?? Slice()
    if open == nil {
      slice.log = log.message
      slice.first = entry.place.sequence
      openLog = log
    }
    slice.entries.append(entry.message)
    openCost += entry.cost
    pending[log] = entry.place.sequence + 1
    guard let signature = entry.signature else {
      open = slice
      return true
    }
    slice.signature = signature
    close(slice, log: log, next: entry.place.sequence + 1, position: position)
    return true
  }

  private mutating func close(_ slice: Slice, log: LogKey, next: UInt64, position: Int64) {
    if var last = slices.last, last.log == slice.log,
      last.first + UInt64(last.entries.count) == slice.first,
      lastCost + openCost <= Limits.sliceMerged
    {
      lastCost += openCost
      last.entries += slice.entries
      last.signature = slice.signature
      slices[slices.count - 1] = last
    } else {
      slices.append(slice)
      lastCost = openCost
    }
    cost += openCost
    openCost = 0
    open = nil
    openLog = nil
    nexts[log] = next
    self.position = position
  }

  private mutating func drop() {
    open = nil
    openLog = nil
    openCost = 0
  }
}
