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
        "tea", title: "Tea", help: "green or black", form: .choice, choices: ["green", "black"],
        initial: "green", isRestored: true,
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

  @Test("a view has each setting once, with its words, its form and its value")
  func described() throws {
    var settings = Settings([:], defaultName: "Ada", .parlor)
    let all = settings.view.settings
    let keys = all.map(\.key)
    #expect(Set(keys).count == keys.count && keys.first == "name" && keys.last == "share-paired")
    #expect(!keys.contains("paired-rooms"))
    #expect(all.allSatisfy { !$0.title.isEmpty && !$0.help.isEmpty && $0.form != .unspecified })
    let values = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0.value) })
    let expected = [
      "name": "Ada", "colour": "blue", "bell": "on", "quiet": "off", "lobby": "open", "muted": "",
      "notify-command": "off", "notify-limit": "64", "mail-command": "default",
      "lock-after": "off", "card-back": "plain", "share-stranger": "32",
    ]
    for (key, value) in expected { #expect(values[key] == value, "\(key)") }
    let terminal = all.filter(\.terminalOnly).map(\.key).sorted()
    #expect(
      terminal == [
        "calendar-folder", "card-picture-folder", "mail-command", "notify-command",
        "picture-folder", "picture-search-url", "weather-url",
      ])
    for setting in all where setting.form == .choice {
      #expect(setting.choices.contains(setting.value))
      for choice in setting.choices {
        let stored = try settings.set(setting.key, choice)
        #expect(stored == choice)
      }
    }
    for setting in all where setting.form == .flag {
      let stored = try settings.set(setting.key, "false")
      #expect(stored == "off")
    }
  }

  @Test("what is set is in the list and in the fields of the view")
  func set() throws {
    var settings = Settings([:], defaultName: "Ada", .parlor)
    let colour = try settings.set("color", "red")
    #expect(colour == "red" && settings.colour == "red")
    let share = try settings.set("share-member", "7")
    #expect(share == "7" && settings.share(of: .member) == 7 << 20)
    let muted = [settings.mute("b", true), settings.mute("a", true), settings.mute("b", false)]
    #expect(muted == ["b", "a b", "a"] && settings.muted == ["a"])
    let view = settings.view
    #expect(view.colour == "red" && view.shareMember == 7 && view.muted == ["a"])
    let values = Dictionary(uniqueKeysWithValues: view.settings.map { ($0.key, $0.value) })
    #expect(values["colour"] == "red" && values["share-member"] == "7" && values["muted"] == "a")
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
