import Dispatch
import FoundationEssentials
import Glibc
import Node
import Programs
import Synchronization

/// Finds nodes on the local network and lets them find this one (design section 10).
///
/// The work is done by the program `parlor-discovery`, which this starts, reads and starts again.
/// No call here blocks, except `stop`. Inputs come on a thread of its own: `deliver` must hand them
/// to the node's mailbox and return.
public final class Discovery: Sendable {
  /// The service type that nodes announce.
  public static let serviceType = "_parlor._tcp"

  private let path: String
  private let timing: Timing
  private let deliver: @Sendable (Input) -> Void
  private let mailbox = Mailbox()
  private let ended = Mutex<DispatchSemaphore?>(nil)

  /// Prepares discovery; nothing runs before `start`.
  ///
  /// `deliver` is given `.discovered`, `.lost` and `.discovery(problem:)`, the last one only when it
  /// has changed. `program` is the path of the program, found by itself when nil.
  public init(
    program: String? = nil, timing: Timing = Timing(), deliver: @escaping @Sendable (Input) -> Void
  ) {
    path = program ?? Installed.program("parlor-discovery")
    self.timing = timing
    self.deliver = deliver
  }

  deinit { mailbox.post { $0.isStopping = true } }

  /// Announces this node on its TCP port and begins to look for others; call it once.
  ///
  /// Port 0 looks without announcing. A second call, or one after `stop`, does nothing.
  public func start(advertisement: Advertisement, port: Int) {
    let semaphore = DispatchSemaphore(value: 0)
    let isFirst = ended.withLock { ended in
      defer { ended = ended ?? semaphore }
      return ended == nil
    }
    guard isFirst else { return }
    let (path, timing, mailbox, deliver) = (path, timing, mailbox, deliver)
    OwnThread.start(name: "discovery") {
      let supervisor = Supervisor(
        path: path, type: Discovery.serviceType, port: port, advertisement: advertisement,
        timing: timing, mailbox: mailbox, deliver: deliver)
      supervisor.work()
      semaphore.signal()
    }
  }

  /// Carries out `Output.advertise`: announces another name or other TXT pairs from now on.
  ///
  /// A name is cut to 63 octets and gets a number where it is taken; TXT pairs past 400 octets are
  /// left out.
  public func update(_ advertisement: Advertisement) {
    mailbox.post { $0.advertisement = advertisement }
  }

  /// Takes the announcement back and ends the program; returns when it is gone, after a second at
  /// most. Must not be called from `deliver`.
  public func stop() {
    mailbox.post { $0.isStopping = true }
    guard let semaphore = ended.withLock({ $0 }) else {
      return ended.withLock { $0 = DispatchSemaphore(value: 1) }
    }
    semaphore.wait()
    semaphore.signal()
  }
}
