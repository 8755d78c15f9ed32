import Feature
import FoundationEssentials
import Identifiers
import Node
import Programs
import Schema
import Store
import SwiftProtobuf

/// The work of a feature outside the node, with files, programs or the network: a client of the node inside the daemon.
public protocol OutsideWork: Sendable {
  /// Starts it on a thread of its own, and returns at once.
  func start()
  /// Notes a change of the home, and returns at once; from any thread.
  func note(_ change: Change)
  /// Ends it, and waits until what it does now is done.
  func stop()
  /// Shows how far it is.
  func show(in status: inout StatusView)
  /// Returns the refusal of a setting's value that only a look outside the node can find; nil when there is none.
  func refusal(of key: String, _ value: String) -> Refused?
  /// The methods that it performs itself, outside the node, by their paths.
  var methods: [String: OutsideMethod] { get }
}

extension OutsideWork {
  /// Does nothing by itself.
  public func start() {}
  /// Follows no changes.
  public func note(_ change: Change) {}
  /// Has nothing to end.
  public func stop() {}
  /// Has nothing to show.
  public func show(in status: inout StatusView) {}
  /// Knows of no setting.
  public func refusal(of key: String, _ value: String) -> Refused? { nil }
  /// None.
  public var methods: [String: OutsideMethod] { [:] }

  /// A method for `methods`.
  public static func on<Request, Response>(
    _ method: Method<Request, Response>,
    _ perform: @escaping @Sendable (Request) async throws -> Response
  ) -> (String, OutsideMethod) {
    (method.path, { message in try await perform(try method.request(message)) })
  }
}

/// Work that does no more than perform methods.
struct MethodWork: OutsideWork {
  let methods: [String: OutsideMethod]

  /// - Parameter methods: made by `on`.
  init(_ methods: (String, OutsideMethod)...) {
    self.methods = Dictionary(uniqueKeysWithValues: methods)
  }
}

/// Does what waits, for files, programs or the node, on a thread that may wait.
public func aside<Outcome: Sendable>(
  _ work: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Outcome, any Error>) in
    OwnThread.start { continuation.resume(with: Result { try work() }) }
  }
}

/// Performs a method outside the node.
public typealias OutsideMethod = @Sendable (any Message) async throws -> any Message

/// The host of such work: everything that the daemon gives to it.
public struct OutsideHost: Sendable {
  /// The absolute path of the home.
  public let home: String
  /// Our account.
  public let account: Author
  /// The value of a setting.
  public let setting: @Sendable (_ key: String) throws -> String
  /// Visits all rooms of our person in one snapshot.
  public let visitRooms: @Sendable (_ visit: (RoomViews) throws -> Void) throws -> Void
  /// Looks into a snapshot of the store.
  public let read: @Sendable (_ look: (Reader) throws -> Void) throws -> Void
  /// Performs methods, each by itself.
  public let perform: @Sendable ([Call]) async -> [Result<any Message, Refused>]
  /// Milliseconds since 1970.
  public let now: @Sendable () -> Int64
  /// The latch that locks the home.
  public let latch: Latch
  /// A value that was kept for this work; nil before that.
  public let kept: @Sendable (_ key: String) throws -> Data?
  /// Says at each table and in each room that our person has left, and ends the streams of all screens.
  public let leave: @Sendable () async -> Void
  /// Ends the daemon.
  public let stop: @Sendable () -> Void
  /// The address of the page; nil while it is off.
  public let page: @Sendable () -> String?

  /// The bytes that our person has sent for a command (`PUT /v1/blobs`).
  ///
  /// - Throws: `Refused` where they are not here.
  func upload(_ blob: String) async throws -> Data {
    let call = Call(Node.keptBlob, .with { $0.blob = blob })
    return (try await perform([call]).first?.get() as? KeepBlob)?.content ?? Data()
  }

  /// Describes a host.
  public init(
    home: String, account: Author, setting: @escaping @Sendable (String) throws -> String,
    visitRooms: @escaping @Sendable ((RoomViews) throws -> Void) throws -> Void,
    read: @escaping @Sendable ((Reader) throws -> Void) throws -> Void = { _ in },
    perform: @escaping @Sendable ([Call]) async -> [Result<any Message, Refused>],
    now: @escaping @Sendable () -> Int64, latch: Latch = Latch(),
    kept: @escaping @Sendable (String) throws -> Data? = { _ in nil },
    leave: @escaping @Sendable () async -> Void = {}, stop: @escaping @Sendable () -> Void = {},
    page: @escaping @Sendable () -> String? = { nil }
  ) {
    self.home = home
    self.account = account
    self.setting = setting
    self.visitRooms = visitRooms
    self.read = read
    self.perform = perform
    self.now = now
    self.latch = latch
    self.kept = kept
    self.leave = leave
    self.stop = stop
    self.page = page
  }
}
