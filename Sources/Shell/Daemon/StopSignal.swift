import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Waits for the first reason to stop: a signal, a command or a failure. `SIGUSR1` stops as well, and asks to begin again.
final class StopSignal: Sendable {
  private struct State {
    var isStopped = false
    var beginsAgain = false
    var failure: (any Error)?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  // Made and resumed in `init`, only kept alive afterwards.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init() {
    let queue = DispatchQueue(label: "parlor.signals")
    sources = [SIGTERM, SIGINT, SIGUSR1].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    signal(SIGPIPE, SIG_IGN)
    // A write beyond a limit on the size of files fails as one on a full disk does.
    signal(SIGXFSZ, SIG_IGN)
    for source in sources.dropLast() {
      source.setEventHandler { [weak self] in self?.stop(nil) }
    }
    sources.last?.setEventHandler { [weak self] in self?.stop(nil, beginsAgain: true) }
    for source in sources { source.resume() }
  }

  /// Whether somebody asked to stop.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Whether the first request to stop wants the daemon to start again.
  var beginsAgain: Bool { state.withLock { $0.beginsAgain } }

  /// Stops; only the first call counts.
  func stop(_ failure: (any Error)?, beginsAgain: Bool = false) {
    let waiter = state.withLock { state in
      guard !state.isStopped else { return nil as CheckedContinuation<Void, Never>? }
      state.isStopped = true
      state.failure = failure
      state.beginsAgain = beginsAgain
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns when it is time to stop, with what failed.
  func wait() async -> (any Error)? {
    await withCheckedContinuation { continuation in
      let isStopped = state.withLock { state in
        if !state.isStopped { state.waiter = continuation }
        return state.isStopped
      }
      if isStopped { continuation.resume() }
    }
    return state.withLock { $0.failure }
  }
}
