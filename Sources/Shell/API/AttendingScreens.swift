import Feature
import Node
import Programs
import Schema
import SwiftProtobuf

/// The screens of our person, by the table or room that each looks at. The first one that opens tells the node that our person is there;
/// the last one that closes tells it that our person is gone.
public actor AttendingScreens {
  /// The table or room that a screen looks at, by its whole id.
  enum Place: Hashable {
    case table(String)
    case room(String)
  }

  private let node: any NodeAccess
  /// The things that commands hold with their streams.
  nonisolated let held: HeldThings
  /// Screens open by place.
  private var screens: [Place: Int] = [:]
  /// The call that was sent to the node last; calls wait for each other, or they would overtake.
  private var last: Task<Result<any Message, Refused>, Never>?

  /// Nobody looks at anything yet.
  public init(node: any NodeAccess) {
    self.node = node
    held = HeldThings(node: node)
  }

  /// A screen opened; the answer is that of the node.
  ///
  /// Call `closed` for it afterwards, whatever the answer.
  /// - Parameter auto: the node plays by itself at the table.
  func opened(_ place: Place, auto: Bool) async -> Result<any Message, Refused> {
    screens[place, default: 0] += 1
    return await send(place, here: true, auto: auto)
  }

  /// A screen closed.
  func closed(_ place: Place) async {
    let left = (screens[place] ?? 1) - 1
    screens[place] = left > 0 ? left : nil
    guard left <= 0 else { return }
    _ = await send(place, here: false, auto: false)
  }

  private func send(_ place: Place, here: Bool, auto: Bool) async -> Result<any Message, Refused> {
    let call =
      switch place {
      case .table(let id):
        Methods.Tables.attend {
          $0.table = id
          $0.attendance = here ? .here : .lost
          $0.auto = auto
        }
      case .room(let id):
        Methods.Rooms.enter {
          $0.room = id
          $0.here = here
        }
      }
    let (node, before) = (node, last)
    let word = Task(executorPreference: TaskThreads.shared) {
      _ = await before?.value
      return await node.perform([call])[0]
    }
    last = word
    return await word.value
  }
}
