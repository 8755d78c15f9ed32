import Commands
import Pictures
import Programs

let words = Array(CommandLine.arguments.dropFirst())
// Pictures of others are read in a process that has begun nothing of a node.
if words.first == PictureFilter.command { PictureWork.run(Array(words.dropFirst())) }
Invocation.openStandardStreams()
if let plain = DaemonWords(words) { DaemonCommand.run(plain) }
Invocation.run(ParlordCommand.self, words)
