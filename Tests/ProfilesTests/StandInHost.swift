import Feature
import Foundation
import Homes
import Identifiers
import Node
import ProfileSchema
import Schema
import SwiftProtobuf
import Synchronization
import Testing

@testable import Features

/// A daemon of values: what a profile has kept, its settings, and a clock of the test.
final class StandInHost: Sendable {
  struct State {
    var kept: [String: Data] = [:]
    var settings: [String: String] = ["name": "Ada", "mail-command": "off", "lock-after": "0"]
    var now: Int64 = 1_700_000_000_000
    var left = 0
    /// Nothing can be kept, as on a full disk.
    var isFull = false
    /// The failures that were kept, in order.
    var failures: [UInt32] = []
  }

  let state = Mutex(State())
  let latch = Latch()
  let home: String
  let homes: ProfileHomes

  init() throws {
    let pattern =
      FileManager.default.temporaryDirectory.path + "/parlor-profile."
      + String(repeating: "X", count: 6)
    let data = try #require(pattern.withCString { mkdtemp(strdup($0)) }.map { String(cString: $0) })
    home = data + "/parlor"
    homes = try #require(ProfileHomes { $0 == "XDG_DATA_HOME" ? data : nil })
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: home + "/parlor.sqlite", contents: nil)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: (home as NSString).deletingLastPathComponent)
  }

  /// A daemon that has just started on what was kept.
  func started(patience: Duration = .seconds(20)) -> ProfileWork {
    latch.set(locked: false)
    let work = ProfileWork(host, homes: homes, mailPatience: patience)
    work.start()
    return work
  }

  func set(_ key: String, _ value: String) { state.withLock { $0.settings[key] = value } }
  func pass(milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

  private var host: OutsideHost {
    OutsideHost(
      home: home, account: Author(Data(repeating: 7, count: 32))!,
      setting: { [self] key in state.withLock { $0.settings[key] ?? "" } },
      visitRooms: { _ in },
      perform: { [self] calls in calls.map { perform($0) } },
      now: { [self] in state.withLock(\.now) }, latch: latch,
      kept: { [self] key in state.withLock { $0.kept[key] } },
      leave: { [self] in state.withLock { $0.left += 1 } })
  }

  private func perform(_ call: Call) -> Result<any Message, Refused> {
    state.withLock { state in
      switch call.request {
      case let keep as KeepPrivate:
        if state.isFull { return .failure(Refused(.storage, "The disk is full.")) }
        state.kept[keep.key] = keep.value
        let stored = try? StoredProfile(serializedBytes: keep.value)
        state.failures.append(stored?.failures ?? 0)
        return .success(Done())
      case let set as ChangeSetting:
        state.settings[set.key] = set.value
        return .success(SettingsView())
      default:
        return .success(
          SettingsView.with {
            $0.name = state.settings["name"] ?? ""
            $0.mailCommand = state.settings["mail-command"] ?? ""
            $0.lockAfter = UInt32(state.settings["lock-after"] ?? "") ?? 0
          })
      }
    }
  }
}

extension ProfileWork {
  /// Performs a method as the API does.
  func call<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) -> Void = { _ in }
  ) async throws -> Response {
    let perform = try #require(methods[method.path])
    return try #require(try await perform(Request.with(fill)) as? Response)
  }

  /// Returns the sentence with which a method is refused; empty where it is not.
  func refusal<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) -> Void = { _ in }
  ) async throws -> String {
    do {
      _ = try await call(method, fill)
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    }
  }
}
