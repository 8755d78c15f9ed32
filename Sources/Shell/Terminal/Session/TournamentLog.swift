import Schema
import TournamentSchema

/// The events of a tournament, a line for each change (row T-22).
public struct TournamentLog: Session {
  private var view: TournamentView
  private let mode: SessionMode
  /// The number of lines that are printed before it ends; nil without an end.
  private var left: Int?

  /// Begins with a tournament as it stands.
  ///
  /// - Parameter count: the most changes that are printed; nil for all.
  public init(_ view: TournamentView, mode: SessionMode, count: Int?) {
    (self.view, self.mode, left) = (view, mode, count)
  }

  /// Everything: the tournament may be moved to another room.
  public var query: String { "" }

  /// Whether `--wait` counts as long as it runs.
  public var isWaiting: Bool { true }

  /// No screen.
  public func lines(_ size: ScreenSize) -> [Line] { [] }

  /// Takes one input.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    switch input {
    case .change(let change):
      guard let view = change.shown(TournamentView.self), view.id == self.view.id else { return [] }
      return show(view)
    case .ready, .gap:
      return [.send(Methods.Tournaments.show { $0.tournament = view.id })]
    case .done(let reply): return reply.shown(TournamentView.self).map { show($0) } ?? []
    case .refused(let refusal):
      return [.end(SessionEnd(code: SessionEnd.refused, text: refusal.message.plain))]
    case .timeUp:
      return [.end(SessionEnd(code: SessionEnd.timedOut, text: "Nothing else came in time."))]
    case .line("leave"): return [.end(SessionEnd(code: SessionEnd.done, text: ""))]
    default: return []
    }
  }

  private mutating func show(_ new: TournamentView) -> [SessionDirective] {
    guard !new.deleted else {
      return [.end(SessionEnd(code: SessionEnd.done, text: "The tournament was deleted."))]
    }
    let old = view
    view = new
    guard new != old else { return [] }
    var directives: [SessionDirective] =
      mode == .json
      ? [.json(new)] : TournamentText.changes(from: old, to: new).map { .print($0) }
    if let left {
      directives = Array(directives.prefix(left))
      self.left = left - directives.count
    }
    if new.phase == .finished {
      if mode != .json { directives += TournamentText.ranks(new).map { .print($0) } }
      directives.append(.end(SessionEnd(code: SessionEnd.done, text: "")))
    } else if left == 0 {
      directives.append(.end(SessionEnd(code: SessionEnd.done, text: "")))
    }
    return directives
  }
}
