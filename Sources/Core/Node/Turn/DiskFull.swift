import Feature
import Schema
import Store
import Wire

/// The time in which the disk is full: the node reads, tells and forgets nothing, but takes on nothing new.
///
/// Links stay up. Commands that change something are refused; entries of others and questions wait.
struct DiskFull {
  /// The time between two checks for free space.
  static let probeMilliseconds: Int64 = 1_000
  /// For people.
  static let sentence =
    "The disk is full, so nothing can be changed: make room (5 MiB at least), and matches go on by themselves."

  /// The refusal of whatever would have to be written.
  static var refused: Refused { Refused(.storage, "\(StoreError.full)") }

  /// The time of the next check for free space (steady milliseconds).
  var probeAt: Int64
  /// The inputs that wait, in the order in which they came.
  private(set) var inputs: [Input] = []
  private var bytesOfLink: [LinkID: Int] = [:]

  init(probeAt: Int64) { self.probeAt = probeAt }

  /// Keeps a frame.
  ///
  /// - Returns: false when the link has used up its part.
  mutating func postpone(_ bytes: [UInt8], on link: LinkID) -> Bool {
    let total = bytesOfLink[link, default: 0] + bytes.count
    guard total <= Limits.postponedPerLink else { return false }
    bytesOfLink[link] = total
    inputs.append(.frame(link, bytes))
    return true
  }

  /// Keeps what DNS-SD told, as far as there is room in memory.
  mutating func postpone(_ input: Input) {
    if inputs.count < Limits.postponedInputs { inputs.append(input) }
  }

  /// Forgets what came over a link that is gone.
  mutating func drop(_ link: LinkID) {
    guard bytesOfLink.removeValue(forKey: link) != nil else { return }
    inputs.removeAll { if case .frame(link, _) = $0 { true } else { false } }
  }
}

extension NodeContext {
  /// Keeps nothing from now on, and looks for room from time to time.
  func beginShortage() {
    storage.beginShortage(probeAt: now.steady + DiskFull.probeMilliseconds)
  }

  /// Tells that there is room on the disk again, after a turn was committed.
  func announceSpaceAvailable() {
    storage.hasRoomAgain()
    turn.publish(.notice("There is room on the disk again: everything continues."))
  }
}
