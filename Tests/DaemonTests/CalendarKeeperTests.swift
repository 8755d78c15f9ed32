import Foundation
import Schema
import Synchronization
import Testing

@testable import Features

@Suite struct CalendarKeeperTests {
  /// The setting of a home.
  private final class Setting: Sendable {
    let value = Mutex("")
  }

  @Test("E-56: a folder is left at once, also where the look before took long")
  func leavesAtOnce() async throws {
    let home = FileManager.default.temporaryDirectory.path + "/keeper-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home + "/folder", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let folder = Setting()
    folder.value.withLock { $0 = home + "/folder" }
    let (told, tell) = AsyncStream<CalendarView>.makeStream()
    let keeper = CalendarKeeper(
      .init(
        home: home, account: "ada", folder: { folder.value.withLock { $0 } },
        plans: {
          // As with very many events. Four times as long comes the rest after it.
          Thread.sleep(forTimeInterval: 1.5)
          return CalendarPlans()
        },
        pictures: .init(fetch: { _ in nil }, keep: { _ in "" }), perform: { _ in [] },
        tell: { tell.yield($0) }, now: { 1_795_564_800_000 }))
    keeper.start()
    defer { keeper.stop() }
    var views = told.makeAsyncIterator()
    let first = try #require(await views.next())
    #expect(first.folder == home + "/folder")
    folder.value.withLock { $0 = "" }
    keeper.note(.with { $0.settings = .init() })
    let start = ContinuousClock.now
    while try #require(await views.next()).folder != "" {}
    #expect(ContinuousClock.now - start < .seconds(4))
  }
}
