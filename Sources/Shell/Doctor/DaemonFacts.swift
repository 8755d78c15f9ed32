import Client
import Schema

/// What the daemon of a home says of itself.
enum DaemonFacts: Sendable {
  /// None runs.
  case none
  /// One runs and does not answer properly; the reason.
  case silent(String)
  /// It runs.
  case running(StatusView, [PeerView])

  /// Asks it; bounded by the client's own deadlines.
  static func ask(home: String) -> DaemonFacts {
    let client = DaemonClient(home: home, timeoutMilliseconds: 3_000)
    do {
      let status = try client.call(Methods.Node.status)
      // A locked home shows no peers.
      let peers = status.lock.locked ? [] : try client.call(Methods.Peers.list).peers
      return .running(status, peers)
    } catch ClientFailure.noDaemon {
      return .none
    } catch ClientFailure.timedOut {
      return .silent("it did not answer in time")
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

  var status: StatusView? { if case .running(let status, _) = self { status } else { nil } }

  var peers: [PeerView] { if case .running(_, let peers) = self { peers } else { [] } }

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
    case .running(let status, _):
      status.lock.locked
        ? .ok(
          .daemon,
          "The daemon runs (version \(status.version)) and answers. Its home is locked, so its peers were not checked."
        ) : .ok(.daemon, "The daemon runs (version \(status.version)) and answers.")
    }
  }

  /// What the daemon says of finding others; nil when it does not run.
  var discoveryCheck: DoctorCheck? {
    guard let status else { return nil }
    if status.discovery { return .ok(.discovery, "The daemon finds others by DNS-SD.") }
    if status.discoveryProblem.hasPrefix("DNS-SD is switched off") {
      return .notChecked(.discovery, status.discoveryProblem)
    }
    return .problem(.discovery, status.discoveryProblem)
  }
}
