import Commands

Invocation.openStandardStreams()
Invocation.run(ParlordCommand.self, Array(CommandLine.arguments.dropFirst()))
