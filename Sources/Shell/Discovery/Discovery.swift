import Dispatch
import FoundationEssentials
import Glibc
import Node
import Programs
import Synchronization

/// Finds nodes on the local network and lets them find this one (design section 10).
///
/// DNS-SD is done by the program `parlor-discovery`, which this starts, reads and starts again. Homes of one machine find each
/// other by announcements on loopback, so they need nothing that is installed.
/// No call here blocks, except `stop`. Inputs come on a thread of its own: `deliver` must hand them
/// to the node's mailbox and return.
public final class Discovery: Sendable {
  /// The service type that nodes announce.
  public static let serviceType = "_parlor._tcp"

  /// The address and the TCP port of this node's links.
  public struct Place: Sendable {
    /// The IP address; nil for all of the machine.
    public var host: String?
    /// The port; with 0 others are looked for and nothing is announced.
    public var port: Int

    /// Names a place.
    public init(host: String? = nil, port: Int) {
      self.host = host
      self.port = port
    }
  }

  private let path: String
  private let localPort: UInt16
  private let timing: Timing
  private let deliver: @Sendable (Input) -> Void
  private let mailbox = Mailbox()
  private let ended = Mutex<DispatchSemaphore?>(nil)

  /// Prepares discovery; nothing runs before `start`.
  ///
  /// `deliver` is given `.discovered`, `.lost` and `.discovery(problem:)`, the last one only when it
  /// has changed. `program` is the path of the program, found by itself when nil; `localPort` is the UDP port of the
  /// announcements on loopback, 0 for none.
  public init(
    program: String? = nil, localPort: UInt16 = LocalHomes.port, timing: Timing = Timing(),
    deliver: @escaping @Sendable (Input) -> Void
  ) {
    path = program ?? Installed.program("parlor-discovery")
    self.localPort = localPort
    self.timing = timing
    self.deliver = deliver
  }

  deinit { mailbox.post { $0.isStopping = true } }

  /// Announces this node at its place and begins to look for others; call it once.
  ///
  /// A second call, or one after `stop`, does nothing.
  public func start(advertisement: Advertisement, at place: Place) {
    let semaphore = DispatchSemaphore(value: 0)
    let isFirst = ended.withLock { ended in
      defer { ended = ended ?? semaphore }
      return ended == nil
    }
    guard isFirst else { return }
    let (path, localPort, timing) = (path, localPort, timing)
    let (mailbox, deliver) = (mailbox, deliver)
    OwnThread.start(name: "discovery") {
      let supervisor = Supervisor(
        path: path, type: Discovery.serviceType, place: place, localPort: localPort,
        advertisement: advertisement, timing: timing, mailbox: mailbox, deliver: deliver)
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
