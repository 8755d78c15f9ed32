import FoundationEssentials
import Glibc
import Identifiers
import Node
import Programs
import Store
import Synchronization
import Wire

/// Inspects the database once beside the daemon, and ends the daemon where it is damaged: what a damaged page says is
/// noticed, whether SQLite can see it or not.
final class Inspector: Sendable {
  private let isEnding = Atomic(false)
  private let ended = AsyncStream<Never>.makeStream()

  init(_ store: Store, own account: Author, _ stopping: StopSignal) {
    OwnThread.start { [self] in
      // Of this thread alone: it takes what nobody else wants of the processor.
      _ = nice(19)
      do {
        try Inspection.run(store, own: account) { !isEnding.load(ordering: .relaxed) }
      } catch let error as StoreError {
        stopping.stop(error)
      } catch {
        stopping.stop(StoreError.damaged("\(error)"))
      }
      ended.continuation.finish()
    }
  }

  /// Breaks off, and waits until the store is no longer read.
  func end() async {
    isEnding.store(true, ordering: .relaxed)
    for await _ in ended.stream {}
  }
}
