import SwiftProtobuf

/// A method of a service of the schema: what it takes, what it answers with, and where the API has it.
///
/// `Methods` has a value for each one.
public struct Method<Request: Message, Response: Message>: Sendable {
  /// Service and method with hyphens, as in `events/add-to-do`; the route is `/v1/` and the path.
  public let path: String
  /// Whether it changes nothing: it is answered from a snapshot, and may be asked for with GET.
  public let isRead: Bool

  /// Names a method.
  public init(_ path: String, isRead: Bool = false) {
    self.path = path
    self.isRead = isRead
  }

  /// Has a request filled in.
  public func callAsFunction(_ fill: (inout Request) -> Void = { _ in }) -> Call {
    Call(self, Request.with(fill))
  }
}

/// A method without the types of its messages: what the API reads.
public struct AnyMethod: Sendable {
  /// The kind of value that a field of a query holds.
  public enum QueryKind: Sendable {
    /// A text, or the name of a value of an enum.
    case text
    /// A number.
    case number
    /// `true` or `false`.
    case truth
  }

  /// Service and method.
  public let path: String
  /// Whether it changes nothing.
  public let isRead: Bool
  /// The message that it takes.
  public let request: any Message.Type
  /// The message that it answers with.
  public let response: any Message.Type
  /// The fields of the request that the query of a GET may give.
  public let query: [String: QueryKind]
  /// Whether programs on the socket of the home may call it, its page may not.
  public let isSocketOnly: Bool

  /// Leaves the types of a method out.
  public init<Request, Response>(
    _ method: Method<Request, Response>, query: [String: QueryKind] = [:], socketOnly: Bool = false
  ) {
    path = method.path
    isRead = method.isRead
    request = Request.self
    response = Response.self
    self.query = query
    isSocketOnly = socketOnly
  }
}

/// One method with its request.
public struct Call: Sendable, Equatable {
  /// Service and method.
  public let path: String
  /// The method's request.
  public let request: any Message
  /// The file that the request names, where it was read beforehand: nothing reads one within a turn.
  public var file: (any Sendable)?
  /// The number that the calls of one request share: an undo takes all of them back. Nil for a call alone.
  public var group: UInt64?

  /// A call of a method.
  public init<Request, Response>(_ method: Method<Request, Response>, _ request: Request) {
    path = method.path
    self.request = request
  }

  /// A call of a method that is known by its path alone.
  public init(_ method: AnyMethod, _ request: any Message) {
    path = method.path
    self.request = request
  }

  /// Equal calls do the same.
  public static func == (one: Call, other: Call) -> Bool {
    one.path == other.path && one.request.isEqualTo(message: other.request)
  }
}

extension Google_Protobuf_Any {
  /// The message that it holds.
  ///
  /// - Throws: what SwiftProtobuf throws for another message.
  public func unpacked<Kind: Message>(as kind: Kind.Type) throws -> Kind {
    try Kind(unpackingAny: self)
  }
}

extension TableView {
  /// Returns the part of the view that only its game shows; an empty one at a table that shows none of this type.
  public func shownByGame<View: Message>(_ view: View.Type = View.self) -> View {
    (try? gameView.unpacked(as: view)) ?? View()
  }

  /// Sets the part of the view that only its game shows.
  public mutating func showByGame(_ view: some Message) {
    if let view = try? Google_Protobuf_Any(message: view) { gameView = view }
  }
}

extension Change {
  /// The view of a record that was made, changed or deleted, where it is one of this kind.
  public func shown<View: Message>(_ view: View.Type = View.self) -> View? {
    guard case .record(let record)? = what, record.view.isA(view) else { return nil }
    return try? record.view.unpacked(as: view)
  }
}

/// The answer to a call.
public struct Reply: Sendable, Equatable {
  /// The method's response.
  public let message: any Message

  /// Keeps a response.
  public init(_ message: any Message) { self.message = message }

  /// The response where it is one of this kind.
  public func shown<View: Message>(_ view: View.Type = View.self) -> View? { message as? View }

  /// Equal replies say the same.
  public static func == (one: Reply, other: Reply) -> Bool {
    one.message.isEqualTo(message: other.message)
  }
}
