import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import FoundationEssentials
import Glibc
import Programs
import Schema
import Terminal

/// `parlor event picture search`.
struct PictureSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find a picture for an event by a phrase.",
    discussion: """
      Pictures come from the directory of the setting picture-folder: those in whose names all words of the phrase are, directories \
      among them. Only with the setting picture-search-url they are searched for on the network, by a service that answers as Flickr \
      does; where both are set, --online says which. One is picked at random: use it, see another, or type another phrase. Without a \
      terminal it is named, and used only with --use.

      EXAMPLES
        parlor settings set picture-folder ~/Pictures
        parlor event picture search picnic 'lake summer'
        parlor event picture search picnic 'lake summer' --use
      """)

  @OptionGroup var one: OneEvent

  @Argument(help: "What the picture should show.")
  var phrase: String

  @Flag(help: "Use the first one that is picked.")
  var use = false

  @Flag(help: "Search on the network and not in the folder.")
  var online = false

  @Option(help: "The part that is shown: left,top,width,height in per cent; all without this.")
  var crop: String?

  func run() throws {
    let crop = try crop.map(PictureCommand.crop) ?? PictureRules.whole
    let (found, client) = try one.find()
    let provider = try provider(client.call(Methods.Node.secrets))
    var picks = try Picks(phrase, provider)
    let isAsking = isatty(0) == 1 && isatty(1) == 1 && !one.choice.options.json && !use
    while isAsking {
      Output.line("  \(picks.now.title.plain)" + (picks.count > 1 ? "  (of \(picks.count))" : ""))
      if !picks.now.page.isEmpty { Output.line("  \(picks.now.page.plain)") }
      Output.raw("Use This Picture? [y]es, [a]gain, [q]uit, or another phrase: ")
      let answer = readLine()?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      switch answer?.lowercased() {
      case "y", "yes": return try set(picks.now, provider, crop, of: found, client)
      case "a", "again": picks.turn()
      case "q", "quit", nil: return
      default:
        do {
          picks = try Picks(answer ?? "", provider)
        } catch let failure as CommandFailure {
          Output.line(failure.text)
        }
      }
    }
    if use { return try set(picks.now, provider, crop, of: found, client) }
    let pick = picks.now
    if one.choice.options.json {
      let fields: [(String, JSONText.Value)] = [
        ("title", .text(pick.title)), ("address", .text(pick.address)), ("page", .text(pick.page)),
        ("found", .number(Int64(picks.count))),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line("\(pick.title.plain): add --use to give it to the event, or run this again.")
  }

  private func provider(_ settings: SettingsView) throws -> any PictureProvider {
    if !settings.pictureFolder.isEmpty, !online { return PictureFolder(settings.pictureFolder) }
    if !settings.pictureSearchURL.isEmpty {
      return PictureService(settings.pictureSearchURL, key: settings.pictureSearchKey)
    }
    let key = online ? "picture-search-url" : "picture-folder"
    throw CommandFailure(
      SessionEnd.refused,
      "No place for pictures is set: `parlor settings set \(key)` names one.")
  }

  private func set(
    _ pick: FoundPicture, _ provider: any PictureProvider, _ crop: PictureCrop,
    of event: EventView, _ client: DaemonClient
  ) throws {
    let content = try provider.content(of: pick)
    let source = pick.page.isEmpty ? pick.title : "\(pick.title), \(pick.page)"
    try one.choice.print(PictureCommand.set(content, source, crop, of: event, client))
  }
}

/// The pictures that fit a phrase, in an order that nobody knows, one after the other and round again.
private struct Picks {
  private let found: [FoundPicture]
  private var place = 0

  var now: FoundPicture { found[place] }
  var count: Int { found.count }

  init(_ typed: String, _ provider: any PictureProvider) throws {
    do {
      let phrase = try PictureSearch.phrase(typed)
      found = try provider.find(phrase).shuffled()
      if found.isEmpty { throw PictureProblem.noMatch(phrase) }
    } catch let problem as PictureProblem {
      throw CommandFailure(SessionEnd.refused, "\(problem)")
    }
  }

  mutating func turn() { place = (place + 1) % found.count }
}

/// A place in which pictures are searched.
protocol PictureProvider {
  /// Those that fit a phrase.
  func find(_ phrase: String) throws -> [FoundPicture]
  /// The bytes of one of them.
  func content(of picture: FoundPicture) throws -> [UInt8]
}

/// A directory and everything below it, by the names of files.
private struct PictureFolder: PictureProvider {
  /// Files that are looked at.
  private static let most = 50_000
  private let path: String

  init(_ path: String) { self.path = path }

  func find(_ phrase: String) throws -> [FoundPicture] {
    guard access(path, R_OK | X_OK) == 0 else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(path.plain) cannot be read (\(String(cString: strerror(errno)))): name another folder with `parlor settings set picture-folder`."
      )
    }
    var found: [FoundPicture] = []
    var folders = [path]
    var count = 0
    while let folder = folders.popLast() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        count += 1
        guard count <= Self.most else { return found }
        let address = "\(folder)/\(name)"
        if Self.isFolder(address) { folders.append(address) }
        let title = String(address.dropFirst(path.count + 1))
        if PictureSearch.fits(title, phrase) {
          found.append(FoundPicture(title: title, address: address))
        }
      }
    }
    return found
  }

  /// A link to a folder is none: it may lead back.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  func content(of picture: FoundPicture) throws -> [UInt8] {
    try PictureCommand.content(of: picture.address)
  }
}

/// A service of the network that answers as Flickr does, asked by the program `curl`.
private struct PictureService: PictureProvider {
  /// The longest time that one request may take, in seconds.
  private static let seconds = 30
  private let address: String
  private let key: String

  init(_ address: String, key: String) { (self.address, self.key) = (address, key) }

  func find(_ phrase: String) throws -> [FoundPicture] {
    let query = PictureSearch.fields(phrase, key: key)
      .map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    let answer = try fetch(address + (address.contains("?") ? "&" : "?") + query, most: 4 << 20)
    do {
      return try PictureSearch.found(in: answer)
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
  }

  func content(of picture: FoundPicture) throws -> [UInt8] {
    try fetch(picture.address, most: PictureRules.mostBytes)
  }

  private func fetch(_ address: String, most: Int) throws -> [UInt8] {
    let request = WebRequest(address, seconds: Self.seconds, most: most, redirects: 3)
    let reason: String
    do {
      let result = try request.run()
      if result.code == 0 { return result.output }
      reason = result.complaints.split(separator: "\n").last.map(String.init) ?? "curl failed"
    } catch .notStarted {
      throw CommandFailure(
        SessionEnd.refused,
        "The program curl, which searches the network, is not installed: install it, or use a picture-folder."
      )
    } catch .tooLong {
      reason = "it sends more than \(most >> 20) MiB"
    } catch {
      reason = "it does not answer"
    }
    throw CommandFailure(
      SessionEnd.refused,
      "The search service cannot be reached (\(reason.plain)): check the network and the setting picture-search-url."
    )
  }
}
