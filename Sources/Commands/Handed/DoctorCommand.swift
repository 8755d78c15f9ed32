import ArgumentParser

/// `parlor doctor`: what keeps people apart, and the commands that mend it.
package struct DoctorCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Look for what keeps others from finding and reaching you.",
    discussion: """
      It looks at the home, the disk, the clock, the network, the firewall, Avahi and your peers, whether or \
      not your daemon runs, and changes nothing. It ends with 1 when there is a problem. A firewall shows its \
      rules to root only: `sudo parlor --home DIR doctor` looks at them too.

      EXAMPLES
        parlor doctor
        parlor doctor --json
      """)

  @OptionGroup package var options: GlobalOptions

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
