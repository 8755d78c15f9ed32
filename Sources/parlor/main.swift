#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

// Whoever starts us may have closed these: the next file that is opened would take the place of one, and a sentence for
// people would be written into a database. Before anything else, also before what runs Swift's tasks opens its own.
for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
  _ = open("/dev/null", O_RDWR)
}

Invocation.run(Array(CommandLine.arguments.dropFirst()))
