import Commands

Invocation.openStandardStreams()
let words = Array(CommandLine.arguments.dropFirst())
if let plain = DaemonWords(words) { DaemonCommand.run(plain) }
Invocation.run(ParlordCommand.self, words)
