import Commands
import Schema
import Terminal

extension SettingsView {
  /// The settings that have something to show: nobody is told of ignored people whom there are none of.
  var shown: [SettingView] { settings.filter { $0.form != .people || !$0.value.isEmpty } }
}

extension SettingView {
  /// The value as people are shown it: in its colour, and of people the beginnings of their ids.
  var text: String {
    if key == "colour" {
      return Output.style.coloured(value.plain, AccentColour(name: value))
    }
    guard form == .people else { return value.plain }
    return value.split(separator: " ").map { ShortID.text(String($0)) }.joined(separator: " ")
  }

  /// Its name with what it is; lines after the first begin where the words of the first do.
  var explained: [String] {
    let lines = Self.wrapped(help.plain)
    return lines.enumerated().map { number, line in
      Columns.fit(number == 0 ? key.plain : "", to: 20) + line
    }
  }

  /// The longest line of what a setting is.
  private static let longest = 56

  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: [""]) { lines, word in
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + word.count < longest {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
