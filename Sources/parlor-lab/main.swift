import Commands

Invocation.openStandardStreams()
Invocation.run(ParlorLabCommand.self, Array(CommandLine.arguments.dropFirst()))
