import API
import Client
import Foundation
import Logging
import Testing

/// Runs a server over a fake node in a fresh home for as long as `body` lasts.
func withServer(_ body: @escaping @Sendable (FakeNode, String) throws -> Void) async throws {
  try await withHome { home in
    let node = FakeNode()
    try await withRunning(APIServer(node: node, home: home, logger: quietLogger())) {
      try body(node, home)
    }
  }
}

/// A fresh directory for as long as `body` lasts.
func withHome(_ body: (String) async throws -> Void) async throws {
  let home = FileManager.default.temporaryDirectory.path + "/parlor-api-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: home) }
  try await body(home)
}

/// Runs one server while `body` lasts, and waits for its end.
///
/// `body` runs on a thread of its own, because the client blocks and there may be few threads for tasks.
func withRunning(
  _ server: APIServer, _ body: @escaping @Sendable () throws -> Void
) async throws {
  let (ready, signal) = AsyncStream.makeStream(of: Void.self)
  let running = Task {
    defer { signal.finish() }
    try await server.run { signal.yield() }
  }
  for await _ in ready { break }
  let result = await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: Result { try body() }) }.start()
  }
  running.cancel()
  _ = await running.result
  try result.get()
}

/// A logger that says nothing below errors.
func quietLogger() -> Logger {
  var logger = Logger(label: "api")
  logger.logLevel = .error
  return logger
}

/// Waits until a condition holds; false after ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<2000 {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}

/// Reads a stream up to an item.
func read(
  _ reader: ChangeReader, until last: ChangeReader.Item
) throws -> [ChangeReader.Item] {
  var items: [ChangeReader.Item] = []
  while !items.contains(last) { items += try reader.read(milliseconds: 2000) }
  return items
}
