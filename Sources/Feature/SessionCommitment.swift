import FoundationEssentials
import Schema

/// The commitment that a seat publishes before the start.
public struct SessionCommitment: Equatable, Sendable {
  /// The tips of the seat's chains, 32 bytes each. None of them may ever be used at another table.
  public var tips: [[UInt8]]
  /// The rest, in the game's own encoding.
  public var data: [UInt8]

  /// Puts a commitment together.
  public init(tips: [[UInt8]], data: [UInt8] = []) {
    self.tips = tips
    self.data = data
  }

  /// Reads the commitment in a step; its tips may have any length.
  public init(_ step: CommitTip) {
    self.init(tips: ([step.tip] + step.tips).map { [UInt8]($0) }, data: [UInt8](step.data))
  }

  /// The step that publishes it.
  public var step: CommitTip {
    .with {
      $0.tip = Data(tips.first ?? [])
      $0.tips = tips.dropFirst().map { Data($0) }
      $0.data = Data(data)
    }
  }
}
