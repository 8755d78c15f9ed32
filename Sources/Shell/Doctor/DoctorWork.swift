import Client
import Feature
import Features
import FoundationEssentials
import Schema
import Synchronization

/// Looks for what keeps people apart, for screens that cannot look themselves, such as the page (`Node.Examine`).
public final class DoctorWork: OutsideWork {
  private let doctor: Doctor
  private let isLooking = Mutex(false)

  /// - Parameter home: an absolute path.
  public init(home: String) {
    // A terminal that is opened later knows nothing of this daemon's PARLOR_HOME.
    let usual = HomeDirectory.path(
      named: nil,
      environment: { name in
        name == "PARLOR_HOME" ? nil : ProcessInfo.processInfo.environment[name]
      }, workingDirectory: { nil })
    doctor = Doctor(home: home, isUsual: home == usual)
  }

  /// `Node.Examine`.
  public var methods: [String: OutsideMethod] {
    Dictionary(uniqueKeysWithValues: [
      Self.on(Methods.Node.examine) { _ in try await self.examine() }
    ])
  }

  private func examine() async throws -> DoctorReport {
    let isFirst = isLooking.withLock { isLooking in
      defer { isLooking = true }
      return !isLooking
    }
    guard isFirst else {
      throw Refused(.busy, "The doctor is looking already: wait a second and ask again.")
    }
    defer { isLooking.withLock { $0 = false } }
    let doctor = doctor
    return try await aside {
      var report = DoctorReport()
      doctor.examine { report.checks.append($0) }
      return report
    }
  }
}
