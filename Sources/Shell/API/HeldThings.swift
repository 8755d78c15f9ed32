import Feature
import Node
import Programs
import Schema
import SwiftProtobuf

/// Withdraws what a command opened once the command's stream has ended, however it ended (rows G-11, G-12).
///
/// A stream holds one thing: a table that was opened or asked for, or a pairing. A match that has begun is not touched.
public actor HeldThings {
  /// Something that a stream holds.
  enum Held: Hashable {
    /// Our open table, or our question at somebody's, by its whole id.
    case table(String)
    /// The pairing that our person has asked for or waits for.
    case pairing
  }

  /// The time between the end of the last stream and the withdrawal: a command that follows something else, or meets a
  /// daemon that starts again, opens its next stream meanwhile.
  private static let grace = Duration.seconds(1)

  private let node: any NodeAccess
  private let grace: Duration
  /// Streams open by thing.
  private var streams: [Held: Int] = [:]
  /// The newest end of a stream by thing, so that an older one withdraws nothing.
  private var ends: [Held: Int] = [:]
  private var lastEnd = 0

  /// Holds nothing yet.
  init(node: any NodeAccess, grace: Duration = HeldThings.grace) {
    (self.node, self.grace) = (node, grace)
  }

  /// A stream opened; call `closed` for it afterwards.
  func opened(_ held: Held) {
    streams[held, default: 0] += 1
    ends[held] = nil
  }

  /// A stream closed. What it held is withdrawn a moment later, unless another stream holds it by then.
  func closed(_ held: Held) {
    let left = (streams[held] ?? 1) - 1
    streams[held] = left > 0 ? left : nil
    guard left <= 0 else { return }
    lastEnd += 1
    let (end, grace) = (lastEnd, grace)
    ends[held] = end
    Task(executorPreference: TaskThreads.shared) {
      try? await Task.sleep(for: grace)
      await self.withdraw(held, after: end)
    }
  }

  private func withdraw(_ held: Held, after end: Int) async {
    guard ends[held] == end else { return }
    ends[held] = nil
    // A daemon that ends has ended the stream itself: the command may come back to what it held.
    guard !node.isStopping else { return }
    switch held {
    case .table(let id):
      guard let view = try? await node.call(Methods.Tables.show, { $0.table = id }),
        let call = Self.withdrawal(of: view)
      else { return }
      _ = await node.perform([call])
    case .pairing:
      guard let list = try? await node.call(Methods.Pairing.list).pairings else { return }
      let calls = list.filter(Self.isOurs).map { pairing in
        Methods.Pairing.answer {
          $0.peer = pairing.peer
          $0.yes = false
        }
      }
      if !calls.isEmpty { _ = await node.perform(calls) }
    }
  }

  /// The call that takes back what was opened at a table; nil where nothing can be, as in a match.
  static func withdrawal(of view: TableView) -> Call? {
    switch view.phase {
    case .open where view.seat == .host, .seated where view.seat == .host:
      Methods.Tables.close { $0.table = view.id }
    case .asked where view.seat != .host:
      Methods.Tables.ask {
        $0.table = view.id
        $0.withdrawn = true
      }
    case .watchable where view.seat == .unspecified:
      Methods.Tables.watch {
        $0.table = view.id
        $0.stop = true
      }
    case .open, .asked, .seated, .watchable, .offered, .playing, .finished, .closed, .unspecified,
      .UNRECOGNIZED:
      nil
    }
  }

  /// Whether our person has begun the pairing; a question of somebody else waits for an answer.
  private static func isOurs(_ pairing: PairView) -> Bool {
    switch pairing.state {
    case .waiting, .asking, .comparing: true
    case .asked, .done, .failed, .late, .unspecified, .UNRECOGNIZED: false
    }
  }
}
