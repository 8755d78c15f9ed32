import Glibc

/// The error of a test that has waited too long.
struct Late: Error, CustomStringConvertible {
  let description: String
}

/// The time that a test waits for something that should take milliseconds: the machine may be busy.
let patience = Duration.seconds(40)

/// Looks again and again until there is something to return.
///
/// - Throws: `Late` when there is nothing in time, with what `otherwise` tells.
func eventually<Found>(
  _ what: String, within limit: Duration = patience, otherwise: () -> String = { "" },
  _ look: () async throws -> Found?
) async throws -> Found {
  let deadline = ContinuousClock.now + limit
  while true {
    if let found = try await look() { return found }
    guard ContinuousClock.now < deadline else {
      throw Late(description: "not within \(limit): \(what). \(otherwise())")
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// Waits until something holds.
func holds(
  _ what: String, within limit: Duration = patience, otherwise: () -> String = { "" },
  _ look: () async throws -> Bool
) async throws {
  _ = try await eventually(what, within: limit, otherwise: otherwise) {
    try await look() ? true : nil
  }
}
