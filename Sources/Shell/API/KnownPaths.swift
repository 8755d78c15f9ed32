import HTTPTypes
import Schema
import Synchronization
import WholeSchema

/// The paths of a router and those of all methods, to tell a wrong HTTP method from a wrong path.
final class KnownPaths: Sendable {
  private struct Route {
    let parts: [Substring]
    let method: HTTPRequest.Method
  }

  private let routes = Mutex<[Route]>([])

  /// Takes the routes once all are added; a part in braces stands for any text.
  func set(_ all: [(path: String, method: HTTPRequest.Method)]) {
    let made = all.map { path, method in
      // The texts outlive this call: parts are slices of them.
      Route(parts: path.split(separator: "/"), method: method)
    }
    routes.withLock { $0 = made }
  }

  /// The methods that a path of a request can be used with, in order; none for an unknown path.
  func methods(of path: String) -> [HTTPRequest.Method] {
    let parts = path.split(separator: "/")
    if parts.count == 3, parts[0] == "v1", let method = Methods.method("\(parts[1])/\(parts[2])") {
      return method.verbs
    }
    return routes.withLock { routes in
      routes.filter { route in
        route.parts.count == parts.count
          && zip(route.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      }.map(\.method).sorted { $0.rawValue < $1.rawValue }
    }
  }
}
