import Commands

Invocation.openStandardStreams()
let words = Array(CommandLine.arguments.dropFirst())
if let lines = Guide.lines(words, columns: min(RawTerminal.size.columns, 100)) {
  Output.lines(lines.map { $0.render(Output.style, columns: .max) })
  Invocation.end()
}
Invocation.run(ParlorCommand.self, words)
