import Node
import Schema

/// Who of our person's screens looks at which table: the first one that opens sits down, the last one that
/// closes is told to the node as lost.
actor AttendingScreens {
  private let node: any NodeAccess
  /// Screens open by table id.
  private var screens: [String: Int] = [:]
  /// What the node was told last: words to it wait for each other, or they would overtake.
  private var last: Task<Result<Answer, Refused>, Never>?

  init(node: any NodeAccess) { self.node = node }

  /// A screen opened at the table (a whole id); the answer is that of the node.
  ///
  /// Call `closed` for it afterwards, whatever the answer.
  func opened(table: String, auto: Bool) async -> Result<Answer, Refused> {
    screens[table, default: 0] += 1
    return await send(table, .here, auto: auto)
  }

  /// A screen at the table closed.
  func closed(table: String) async {
    let left = (screens[table] ?? 1) - 1
    screens[table] = left > 0 ? left : nil
    guard left <= 0 else { return }
    _ = await send(table, .lost, auto: false)
  }

  private func send(
    _ table: String, _ attendance: Attendance, auto: Bool
  ) async -> Result<Answer, Refused> {
    let attend = Attend.with {
      $0.table = table
      $0.attendance = attendance
      $0.auto = auto
    }
    let (node, before) = (node, last)
    let word = Task {
      _ = await before?.value
      return await node.submit(.with { $0.kind = .attend(attend) })
    }
    last = word
    return await word.value
  }
}
