import Commands
import Testing

/// The help that is named where words are wrong.
@Suite struct ExplainingHelpTests {
  @Test("42.20: a word that names no command of a group leads to the help of the group")
  func group() {
    func help(_ command: String, _ words: String...) -> String {
      Invocation.help(command, typed: ["/usr/bin/parlor"] + words)
    }
    #expect(help("parlor room list --help", "room", "create", "picnic") == "parlor room --help")
    #expect(help("parlor room list --help", "room", "list", "picnic") == "parlor room list --help")
    #expect(help("parlor room make --help", "room", "make") == "parlor room make --help")
    #expect(help("parlor --help", "rom") == "parlor --help")
  }
}
