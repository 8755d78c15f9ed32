import Feature
import Dispatch
import FoundationEssentials
import Node
import Programs
import Schema
import Synchronization
import War

/// Asks for the weather once for each table that our person opens or asks to join, and sets the back of the cards by it
/// (rows G-26 to G-28).
///
/// Nothing waits for it, and what goes wrong is told to nobody: the back stays as it was.
final class WeatherWork: OutsideWork {
  /// The longest time that the service may take, in seconds.
  private static let seconds = 20
  /// Tables that are remembered as asked for.
  private static let mostTables = 256

  private let host: OutsideHost
  private let asked = Mutex<[String]>([])
  private let queue = DispatchQueue(label: "parlor.weather")
  private let isStopped = Mutex(false)

  init(_ host: OutsideHost) { self.host = host }

  func note(_ change: Change) {
    guard case .table(let view)? = change.what, view.phase == .open || view.phase == .asked else {
      return
    }
    let isNew = asked.withLock { asked in
      guard !asked.contains(view.id) else { return false }
      asked = asked.suffix(Self.mostTables - 1) + [view.id]
      return true
    }
    if isNew { queue.async { self.ask() } }
  }

  func stop() { isStopped.withLock { $0 = true } }

  /// Waits until everything that was asked for is answered or has failed.
  func finish() { queue.sync {} }

  private func ask() {
    guard !isStopped.withLock({ $0 }), let service = setting(WarSettings.weatherURL),
      let key = setting(WarSettings.weatherKey)
    else { return }
    let place = setting(WarSettings.weatherPlace) ?? ""
    guard let answer = fetch(CardBacks.address(service, key: key, place: place)),
      let name = CardBacks.name(ofAnswer: answer), name != setting(WarSettings.cardBack)
    else { return }
    let call = Methods.Node.set {
      $0.key = WarSettings.cardBack.key
      $0.value = name
    }
    let host = host
    Task(executorPreference: TaskThreads.shared) { _ = await host.perform([call]) }
  }

  /// Returns the value of a setting; nil if it is empty.
  private func setting(_ definition: SettingDefinition) -> String? {
    (try? host.setting(definition.key)).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func fetch(_ address: String) -> Data? {
    let request = WebRequest(address, seconds: Self.seconds, most: CardBacks.mostBytes)
    guard let result = try? request.run(), result.code == 0 else { return nil }
    return Data(result.output)
  }
}
