import Identifiers
import Schema
import War
import Wire

extension TableEvent {
  /// What the match told, as people see it.
  init(_ event: MatchEvent, table: RoomID, number: UInt64) {
    self.init()
    self.table = table.description
    self.number = number
    switch event {
    case .opened(let name): (seat, what) = (.host, .opened(name))
    case .seated(let key): (seat, what) = (.joiner, .seated(Base32.encode(key)))
    case .joined(let name): (seat, what) = (.joiner, .joined(name))
    case .started: (seat, what) = (.host, .started(true))
    case .played(let by, let view): (seat, what) = (by, .played(view))
    case .decided(let by, let view): (seat, what) = (by, .decided(view))
    case .left(let by): (seat, what) = (by, .left(true))
    case .returned(let by): (seat, what) = (by, .returned(true))
    case .offeredHosting(let by): (seat, what) = (by, .offeredHosting(true))
    case .tookHosting(let by): (seat, what) = (by, .tookHosting(true))
    case .claimed(let view): (seat, what) = (view.seat, .claimed(view))
    case .admitted(let name): (seat, what) = (.host, .admitted(name))
    case .removed(let name): (seat, what) = (.host, .removed(name))
    case .offeredRematch(let by): (seat, what) = (by, .offeredRematch(true))
    case .withdrewRematch(let by): (seat, what) = (by, .withdrewRematch(true))
    case .acceptedRematch(let by, let table):
      (seat, what) = (by, .acceptedRematch(Base32.encode(table)))
    case .askedTakeBack(let by): (seat, what) = (by, .askedTakeBack(true))
    case .grantedTakeBack(let by): (seat, what) = (by, .grantedTakeBack(true))
    case .playsOn(let by): (seat, what) = (by, .playsOn(true))
    case .closed(let reason): (seat, what) = (.host, .closed(reason))
    case .finished(let result): what = .finished(result)
    }
  }
}
