import Client
import Schema

/// The answers of a home's daemon about itself.
enum DaemonFacts: Sendable {
  /// None runs.
  case none
  /// One runs and does not answer properly; the reason.
  case silent(String)
  /// It runs.
  case running(StatusView, [PeerView])
  /// It runs a program that an upgrade has replaced.
  case outdated(StatusView, [PeerView])

  /// It did not answer in time.
  static let late = DaemonFacts.silent("it did not answer in time")

  /// Asks it.
  ///
  /// - Parameter limit: how long it may be silent within one question.
  static func ask(home: String, within limit: Duration) -> DaemonFacts {
    let client = DaemonClient(
      home: home, timeoutMilliseconds: Int32(clamping: Int64(limit / .milliseconds(1))))
    do {
      let status = try client.call(Methods.Node.status)
      // A locked home shows no peers.
      let peers = status.lock.locked ? [] : try client.call(Methods.Peers.list).peers
      return client.isOutdated ? .outdated(status, peers) : .running(status, peers)
    } catch ClientFailure.noDaemon {
      return .none
    } catch ClientFailure.timedOut {
      return late
    } catch ClientFailure.notStarted(let reason) {
      return .silent(reason)
    } catch ClientFailure.refused(let refusal) {
      return .silent(refusal.message)
    } catch ClientFailure.garbled(let reason) {
      return .silent(reason)
    } catch {
      return .silent("it cannot be asked")
    }
  }

  var status: StatusView? { answer?.status }

  var peers: [PeerView] { answer?.peers ?? [] }

  private var answer: (status: StatusView, peers: [PeerView])? {
    switch self {
    case .none, .silent: nil
    case .running(let status, let peers), .outdated(let status, let peers): (status, peers)
    }
  }

  func check(command: String) -> DoctorCheck {
    switch self {
    case .none:
      .notChecked(
        .daemon,
        "The daemon does not run, so its port, discovery and peers were not checked. Any command starts it.",
        fix: "\(command) status")
    case .silent(let reason):
      .problem(
        .daemon,
        "The daemon runs, but its answer cannot be understood (\(reason)): end it, and the next command starts it.",
        fix: "\(command) stop")
    case .outdated:
      .problem(
        .daemon,
        "Parlor was upgraded, and the daemon still runs the old version: it begins again with the next command when no match is open, or now.",
        fix: "\(command) stop --restart")
    case .running(let status, _):
      status.lock.locked
        ? .ok(
          .daemon,
          "The daemon runs (version \(status.version)) and answers. Its home is locked, so its peers were not checked."
        ) : .ok(.daemon, "The daemon runs (version \(status.version)) and answers.")
    }
  }

  /// Judges the daemon's report on finding others; nil when the daemon does not run.
  ///
  /// - Parameter isAvahiThere: whether Avahi has just taken a registration.
  func discoveryCheck(isAvahiThere: Bool) -> DoctorCheck? {
    guard let status else { return nil }
    if status.discovery { return .ok(.discovery, "The daemon finds others by DNS-SD.") }
    if status.discoveryProblem.hasPrefix("DNS-SD is switched off") {
      return .notChecked(.discovery, status.discoveryProblem)
    }
    if isAvahiThere || status.isStartingDiscovery {
      return .notChecked(
        .discovery, "The daemon has not reached Avahi yet and tries again by itself.")
    }
    return .problem(.discovery, status.discoveryProblem)
  }
}
