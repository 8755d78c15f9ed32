import Programs

/// Performs pieces of asynchronous work one after the other, in the order in which they came.
actor WaitingLine {
  private var last: Task<Void, Never>?

  /// Does some work after all earlier work, even when nobody waits for it any more.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let before = last
    let work = Task(executorPreference: TaskThreads.shared) {
      await before?.value
      return try await body()
    }
    last = Task(executorPreference: TaskThreads.shared) { _ = try? await work.value }
    return try await work.value
  }
}
