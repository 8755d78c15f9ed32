import Neighbours

/// One connection with Avahi, from its start to the moment it stops: looks for services and
/// resolves them. Our own service is announced for as long.
///
/// A session that failed is dead for good; make another.
final class Session {
  /// Whether avahi is gone or does not work; the session is of no more use.
  private(set) var isOver = false
  private let type: String
  private let announcement: Announcement
  private let browser: Reference
  private var directory = Directory()
  private var resolutions: [ServiceKey: Resolution] = [:]
  /// The time at which each service that is not being resolved is due; those that wait for a free place are due.
  private var due: [ServiceKey: Int64] = [:]
  private var backoffs: [ServiceKey: Backoff] = [:]

  /// Opens the browser and the announcement; blocks on D-Bus for up to 25 s each.
  init(type: String, announcement: Announcement) throws(Failure) {
    self.type = type
    self.announcement = announcement
    browser = try Reference.browse(type: type)
    try announcement.open()
  }

  /// The operations whose descriptors are to be polled now.
  var references: [Reference] {
    [browser] + [announcement.reference].compactMap(\.self)
      + resolutions.values.flatMap(\.references)
  }

  /// The latest time at which to call `advance`, in monotonic milliseconds.
  var deadline: Int64? {
    let mayStart = resolutions.count < Limits.resolutions
    return (resolutions.values.map(\.deadline) + (mayStart ? due.values.map(\.self) : [])).min()
  }

  /// Reads from one of `references` that polled readable.
  func process(_ reference: Reference, now: Int64) {
    if reference === browser || reference === announcement.reference {
      for reply in reference.process() { receive(reply, from: reference, now: now) }
    } else if let resolution = resolutions.values.first(where: {
      $0.references.contains { $0 === reference }
    }) {
      for reply in reference.process() { resolution.receive(reply, now: now) }
    }
  }

  /// Does what the time demands: starts, reports and ends resolutions.
  func advance(now: Int64) {
    for (key, resolution) in resolutions {
      switch resolution.advance(now: now) {
      case .waiting: break
      case .progress(let resolved): carryOut(directory.resolved(key, resolved), now: now)
      case .finished(let resolved): finish(key, resolved, now: now)
      }
    }
    let waiting = due.filter { $0.value <= now }.sorted { $0.value < $1.value }
    for (key, _) in waiting where resolutions.count < Limits.resolutions {
      due[key] = nil
      do {
        resolutions[key] = try Resolution(key, type: type, now: now)
      } catch {
        finish(key, nil, now: now)
      }
    }
  }

  private func receive(_ reply: Reference.Reply, from reference: Reference, now: Int64) {
    switch reply {
    case .registered(let name): say(.registered(name: name))
    case .appeared(let key): carryOut(directory.appeared(key), now: now)
    case .vanished(let key): carryOut(directory.vanished(key), now: now)
    case .failed(let failure) where failure.isNameConflict && reference !== browser:
      do { try announcement.open() } catch { isOver = true }
    case .failed: isOver = true
    case .resolved, .address: break
    }
  }

  private func finish(_ key: ServiceKey, _ resolved: Resolved?, now: Int64) {
    resolutions[key] = nil
    if let resolved {
      backoffs[key] = nil
      due[key] = now + Limits.refreshTime
      carryOut(directory.resolved(key, resolved), now: now)
    } else {
      due[key] = now + backoffs[key, default: Backoff()].wait()
    }
  }

  private func carryOut(_ steps: [Directory.Step], now: Int64) {
    for step in steps {
      switch step {
      case .resolve(let key):
        due[key] = now
      case .forget(let key):
        due[key] = nil
        backoffs[key] = nil
        resolutions[key] = nil
      case .tell(let event):
        say(event)
      }
    }
  }
}
