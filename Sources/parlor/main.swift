#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

exit(await Invocation.run(Array(CommandLine.arguments.dropFirst())))
