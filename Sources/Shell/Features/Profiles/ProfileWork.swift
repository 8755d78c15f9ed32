import Dispatch
import Feature
import FoundationEssentials
import Homes
import Node
import Profiles
import ProfileSchema
import Programs
import Schema
import SwiftProtobuf
import Synchronization

/// The profile of a home as work of a daemon: its password, its mails, and the latch that keeps others out.
///
/// Changes are kept before anybody is told, so that a lock and each try outlive a kill. Its methods are performed one after the other,
/// except for the mails, which may take long.
final class ProfileWork: OutsideWork {
  /// The name under which the profile is kept.
  static let key = "profile"

  let host: OutsideHost
  let homes: ProfileHomes?
  let mailPatience: Duration
  let line = WaitingLine()
  private let profile = Mutex(HomeProfile())
  private let idle = IdleTimer()

  /// Describes the work.
  ///
  /// - Parameters:
  ///   - homes: where the other homes of this machine are; nil where the environment names no place for them.
  ///   - mailPatience: how long the program that takes mails may take.
  init(
    _ host: OutsideHost, homes: ProfileHomes? = .own, mailPatience: Duration = .seconds(20)
  ) {
    self.host = host
    self.homes = homes
    self.mailPatience = mailPatience
  }

  /// The profile as it is kept.
  var now: HomeProfile { profile.withLock { $0 } }

  /// Returns the part of a profile that is kept in a home restored from a backup.
  static func restored(_ value: Data) -> Data {
    guard let stored = try? StoredProfile(serializedBytes: value) else { return value }
    var profile = HomeProfile(stored)
    profile.restore()
    return (try? profile.stored.serializedData()) ?? value
  }

  // MARK: What the daemon asks of it

  /// Reads what was kept; what cannot be read keeps the home locked.
  func start() {
    do {
      let kept = try host.kept(Self.key) ?? Data()
      let stored = try StoredProfile(serializedBytes: kept)
      profile.withLock { $0 = HomeProfile(stored) }
    } catch {
      return host.latch.set(locked: true)
    }
    // How long nobody has used it while no daemon ran is not known.
    let locksByItself = (try? minutes()).map { $0 > 0 } ?? false
    if now.isLocked {
      host.latch.set(locked: true)
      Task(executorPreference: TaskThreads.shared) { await self.host.leave() }
    } else if locksByItself, now.hasPassword {
      profile.withLock { try? $0.lock() }
      host.latch.set(locked: true)
      Task(executorPreference: TaskThreads.shared) { try await self.lock() }
    }
    host.latch.noteUse(nil, at: host.now())
    watchIdleTime()
  }

  func note(_ change: Change) {
    guard case .settings(let view) = change.what else { return }
    watchIdleTime()
    guard let label = HomeLabel(home: host.home), label.name != view.name else { return }
    Task(executorPreference: TaskThreads.shared) { try await self.writeLabel() }
  }

  func stop() { idle.stop() }

  func refusal(of key: String, _ value: String) -> Refused? { nil }

  func show(in status: inout StatusView) {
    let profile = now
    let time = host.now()
    let wait = profile.wait(at: time)
    let isLocked = host.latch.isLocked
    status.lock = .with {
      $0.hasPassword_p = profile.hasPassword
      $0.locked = isLocked
      $0.waitMilliseconds = wait
      $0.resetUntil = profile.resetUntil(at: time)
      let locked = host.latch.refusal?.refusal.message ?? ""
      $0.text = isLocked && wait > 0 ? ProfileText.wait(wait) : locked
    }
  }

  // MARK: Changes

  /// Changes the profile: it is kept first, then it counts.
  ///
  /// - Throws: what `body` throws, and `Refused` where it cannot be kept; nothing has changed then.
  func change(_ body: (inout HomeProfile) throws -> Void) async throws {
    var changed = now
    try body(&changed)
    let value = try changed.stored.serializedData()
    let call = Call(
      Node.keepPrivate,
      .with {
        $0.key = Self.key
        $0.value = value
      })
    for result in await host.perform([call]) { _ = try result.get() }
    profile.withLock { $0 = changed }
    host.latch.set(locked: changed.isLocked)
  }

  /// Locks the home: the screens at once, then for good.
  ///
  /// - Throws: `Refused` where there is no password.
  func lock() async throws {
    var trial = now
    try trial.lock()
    host.latch.set(locked: true)
    await host.leave()
    try await line.run { try await self.change { try $0.lock() } }
  }

  // MARK: Idle time

  /// Minutes without use after which the home locks.
  func minutes() throws -> Int64 { Int64(try host.setting(ProfileSettings.lockAfter.key)) ?? 0 }

  /// Locks the home where it was not used for long enough, and looks again when it may be so next.
  func watchIdleTime() {
    let profile = now
    guard let minutes = try? minutes(),
      let rest = profile.rest(
        minutes: minutes, usedAt: host.latch.usedAt, now: host.now(),
        isLocked: host.latch.isLocked)
    else { return idle.stop() }
    if rest <= 0 {
      idle.stop()
      Task(executorPreference: TaskThreads.shared) { try await self.lock() }
    } else {
      idle.start(milliseconds: rest) { [weak self] in self?.watchIdleTime() }
    }
  }
}

/// One timer that goes by the clock on the wall, which runs on while the machine is suspended.
private final class IdleTimer: Sendable {
  /// One higher with each start and stop: only what was started last counts.
  private let turn = Mutex(UInt64(0))
  private let queue = DispatchQueue(label: "parlor.idle")

  func start(milliseconds: Int64, _ body: @escaping @Sendable () -> Void) {
    let mine = next()
    queue.asyncAfter(
      wallDeadline: .now() + .milliseconds(Int(clamping: milliseconds))
    ) { [self] in
      if turn.withLock({ $0 == mine }) { body() }
    }
  }

  func stop() { _ = next() }

  private func next() -> UInt64 {
    turn.withLock {
      $0 += 1
      return $0
    }
  }
}
