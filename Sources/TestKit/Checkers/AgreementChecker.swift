import Node
import Schema
import WarSchema

/// The check that two nodes publish the same of one table at one point of its match. No node may go back behind what it has published.
public final class AgreementChecker: Checker {
  private struct Point: Hashable, Comparable {
    let decided: UInt32
    let battle: UInt32

    static func < (left: Point, right: Point) -> Bool {
      (left.decided, left.battle) < (right.decided, right.battle)
    }
  }

  private var hashes: [String: [Point: String]] = [:]
  private var newest: [Int: [String: Point]] = [:]
  /// Points of a match that both sides published.
  public private(set) var agreements = 0

  /// A checker that has seen nothing.
  public init() {}

  /// Compares what the turn publishes and answers.
  public func turned(
    _ number: Int, _ inputs: [Input], _ outputs: [Output], in network: VirtualNetwork
  ) throws {
    for output in outputs {
      switch output {
      case .publish(let change):
        if case .table(let view)? = change.what { try compare(view, of: number) }
      case .answer(_, .success(let answer)):
        if let view = answer as? TableView { try compare(view, of: number) }
      default: break
      }
    }
  }

  /// Compares what the store shows after a restart.
  public func started(_ number: Int, in network: VirtualNetwork) throws {
    for view in try network.nodes[number].tables() {
      try compare(view, of: number)
    }
  }

  private func compare(_ view: TableView, of number: Int) throws {
    guard view.phase == .playing || view.phase == .finished else { return }
    let point = Point(decided: view.roundsDecided, battle: view.war.battle)
    if let last = newest[number]?[view.id], point < last {
      throw CheckViolation(
        "agreement",
        "node \(number) went back from round \(last.decided) to round \(point.decided)")
    }
    newest[number, default: [:]][view.id] = point
    if let known = hashes[view.id]?[point] {
      agreements += 1
      guard known == view.stateHash else {
        throw CheckViolation(
          "agreement",
          "after round \(point.decided), battle \(point.battle), node \(number) says \(view.stateHash) and another said \(known)"
        )
      }
    }
    hashes[view.id, default: [:]][point] = view.stateHash
  }
}
