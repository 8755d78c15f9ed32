import ArgumentParser
import Commands
import Schema
import Terminal

/// The person that `chat mute` and `chat unmute` are about.
struct MuteOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The person's name or the beginning of the author id.")
  var person: String

  func perform(_ isMuted: Bool, _ done: String) throws {
    let answer = try options.client().call(Methods.Rooms.mute) {
      $0.person = person
      $0.muted = isMuted
    }
    try options.show(answer, done)
  }
}

/// `parlor chat mute`.
struct ChatMuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Hide what somebody writes; nobody is told.",
    discussion:
      "Answers to that person show no quotation, and mentions by that person ring no bell.")

  @OptionGroup var mute: MuteOptions

  func run() throws {
    try mute.perform(true, "You no longer see what \(mute.person.plain) writes.")
  }
}

/// `parlor chat unmute`.
struct ChatUnmuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmute", abstract: "Show again what somebody writes.")

  @OptionGroup var mute: MuteOptions

  func run() throws {
    try mute.perform(false, "You now see again what \(mute.person.plain) writes.")
  }
}
