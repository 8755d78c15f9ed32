import CGuide
import Terminal

/// The pages of docs/ that the program holds: `parlor help TOPIC` shows one.
enum Guide {
  private static var pages: [parlor_guide_page] {
    (0..<parlor_guide_page_count).map { parlor_guide_page_at($0).pointee }
  }

  /// The topics that have a page, in the order of the alphabet.
  static let topics = pages.map { String(cString: $0.topic) }

  /// The lines that a call asks for; nil where it asks for no page. What a command takes is the argument parser's to say.
  static func lines(_ words: [String], columns: Int) -> [Line]? {
    // Options may stand before and behind; more words name a command.
    var rest = words[...]
    while let option = rest.first, option.hasPrefix("-") {
      rest = rest.dropFirst(option == "--home" ? 2 : 1)
    }
    guard rest.count >= 2, rest.removeFirst() == "help", let topic = rest.popFirst(),
      rest.first?.hasPrefix("-") ?? true, let page = page(topic)
    else { return nil }
    let isCommand = ParlorCommand.all.contains {
      $0.configuration.commandName == topic
    }
    let more = "Every command and option: `parlor \(topic) --help`."
    return GuideText.lines(page, columns: columns) + (isCommand ? [Line(), Line(more)] : [])
  }

  /// A page as it is written, in Markdown.
  private static func page(_ topic: String) -> String? {
    pages.first { String(cString: $0.topic) == topic }.map {
      String(decoding: UnsafeBufferPointer(start: $0.bytes, count: Int($0.length)), as: UTF8.self)
    }
  }
}
