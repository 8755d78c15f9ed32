import Commands
import Schema

Invocation.openStandardStreams()
let words = Array(CommandLine.arguments.dropFirst())
if let lines = Guide.lines(words, columns: min(RawTerminal.size.columns, 100)) {
  Output.lines(lines.map { $0.render(Output.style, columns: .max) })
  Invocation.end()
}
// Asked for so often, by scripts, that it is answered at once.
if words == ["--version"] {
  Output.line(Version.text)
  Invocation.end()
}
// Where `parlord` cannot be started, the command says why.
if DaemonWords(words) != nil { try? OtherProgram.parlord.takeOver() }
Invocation.run(ParlorCommand.self, words)
