import Feature
import Features
import Foundation
import Schema
import Testing

@testable import Node

extension Feature {
  /// A feature for these tests, with a setting.
  fileprivate static let tea = Feature(
    name: "tea", kinds: [],
    settings: [
      SettingDefinition(
        "tea", initial: "green", isRestored: true,
        check: { value in
          guard ["green", "black"].contains(value) else {
            throw Refused(.invalid, "There is no \(value) tea.")
          }
          return value
        }, show: { $1.name += " with \($0) tea" })
    ])
}

/// The settings of features.
@Suite struct SettingTests {
  private func set(_ world: RoomWorld, _ key: String, _ value: String) throws -> SettingsView {
    try world.call(0, Methods.Node.set) {
      $0.key = key
      $0.value = value
    }
  }

  @Test("a setting of a feature is checked, shown, read by features and kept over a start")
  func feature() throws {
    let registry = Registry(beside: [.chat, .files, .events, .tea])
    let world = try RoomWorld(["Ada"], registry: registry)
    func read() throws -> String { try world.read(0, "lobby") { $0.home.setting("tea") } }
    #expect(try read() == "green")
    #expect(try set(world, "tea", "black").name == "Ada with black tea")
    #expect(throws: Refused.self) { try set(world, "tea", "blue") }
    #expect(try read() == "black")
    world.network.crash(0)
    try world.network.start(0)
    #expect(try set(world, "bell", "off").name == "Ada with black tea")
    #expect(Settings.restored(registry).contains("tea"))
    #expect(!Settings.restored(registry).contains("calendar-folder"))
    #expect(try world.read(0, "lobby") { $0.home.setting("coffee") } == "")
  }

  @Test("a setting that nobody has is refused with those that there are")
  func unknown() throws {
    let world = try RoomWorld(["Ada"])
    #expect {
      _ = try set(world, "tea", "black")
    } throws: { error in
      let message = (error as? Refused)?.refusal.message ?? ""
      return ["bell", "mention-all", "notify-limit", "calendar-folder", "share-paired"].allSatisfy {
        message.contains($0)
      }
    }
  }

  @Test(
    "42.15: of a secret people are told that it is set, and programs of this home alone its value")
  func secrets() throws {
    let world = try RoomWorld(["Ada"])
    for key in ["weather-key", "picture-search-key"] {
      let view = try world.call(0, Methods.Node.set) {
        $0.key = key
        $0.value = "sesame4711"
      }
      #expect(!"\(view)".contains("sesame") && "\(view)".contains("set"))
    }
    let settings = try world.network.nodes[0].store.read {
      Settings(try $0.settings(), defaultName: "Ada", $0.registry)
    }
    #expect(settings.view.weatherKey == "set" && settings.view.pictureSearchKey == "set")
    #expect(settings.view(withSecrets: true).weatherKey == "sesame4711")
    let registered = Registry.parlor.settings.filter { $0.key.hasSuffix("-key") }
    #expect(registered.count == 2 && registered.allSatisfy(\.isSecret), "every key is a secret")
  }
}
