import Identifiers
import Schema

extension MatchEvent {
  /// The event as people see it, without the table and the number, which the caller knows.
  var tableEvent: TableEvent {
    var event = TableEvent()
    switch self {
    case .opened(let name): (event.seat, event.what) = (.host, .opened(name))
    case .seated(let key): (event.seat, event.what) = (.joiner, .seated(Base32.encode(key)))
    case .joined(let name): (event.seat, event.what) = (.joiner, .joined(name))
    case .started: (event.seat, event.what) = (.host, .started(true))
    case .played(let by, let view): (event.seat, event.what) = (by, .played(view))
    case .decided(let by, let view): (event.seat, event.what) = (by, .decided(view))
    case .left(let by): (event.seat, event.what) = (by, .left(true))
    case .returned(let by): (event.seat, event.what) = (by, .returned(true))
    case .offeredHosting(let by): (event.seat, event.what) = (by, .offeredHosting(true))
    case .tookHosting(let by): (event.seat, event.what) = (by, .tookHosting(true))
    case .claimed(let view): (event.seat, event.what) = (view.seat, .claimed(view))
    case .admitted(let name): (event.seat, event.what) = (.host, .admitted(name))
    case .removed(let name): (event.seat, event.what) = (.host, .removed(name))
    case .offeredRematch(let by): (event.seat, event.what) = (by, .offeredRematch(true))
    case .withdrewRematch(let by): (event.seat, event.what) = (by, .withdrewRematch(true))
    case .acceptedRematch(let by, let table):
      (event.seat, event.what) = (by, .acceptedRematch(Base32.encode(table)))
    case .askedTakeBack(let by): (event.seat, event.what) = (by, .askedTakeBack(true))
    case .grantedTakeBack(let by): (event.seat, event.what) = (by, .grantedTakeBack(true))
    case .playsOn(let by): (event.seat, event.what) = (by, .playsOn(true))
    case .closed(let reason): (event.seat, event.what) = (.host, .closed(reason))
    case .finished(let result): event.what = .finished(result)
    }
    return event
  }
}
