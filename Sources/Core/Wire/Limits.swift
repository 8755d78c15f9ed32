import Identifiers

/// Every number that bounds what comes from outside (specification section 10).
///
/// Sizes are bytes, times are milliseconds.
public enum Limits {
  /// Frame before the Hello is accepted.
  public static let frameUnproven = 4 << 10
  /// Frame from a stranger.
  public static let frameStranger = 64 << 10
  /// Frame from a paired peer.
  public static let framePaired = 1 << 20
  /// The size that a sync batch aims at; half of a stranger's frame, so that a stranger can take it.
  public static let batchStranger = 48 << 10
  /// The size that a sync batch to a paired peer aims at.
  public static let batchPaired = 256 << 10
  /// Entries behind one signature; a receiver keeps only the last, so a batch to anybody can be cut there.
  public static let sliceMerged = 32 << 10
  /// Batches of one room on one link that may wait for their acknowledgement.
  public static let batchesUnacknowledged = 4
  /// TLS handshake and Hello together.
  public static let helloMilliseconds: Int64 = 5_000
  /// A frame once begun.
  public static let frameMilliseconds: Int64 = 15_000
  /// Silence before a ping.
  public static let pingMilliseconds: Int64 = 15_000
  /// Silence before the link is dead.
  public static let silenceMilliseconds: Int64 = 45_000
  /// Silence before a ping while people look. Those at both ends look at the same match or room, or one looks at the list of
  /// peers.
  public static let watchedPingMilliseconds: Int64 = 3_000
  /// Silence before the link is dead then.
  public static let watchedSilenceMilliseconds: Int64 = 10_000
  /// Silence before a link is dead once something speaks against it: either end has moved, or the peer dials again.
  public static let doubtedSilenceMilliseconds: Int64 = 2_000
  /// The part of it after which a doubted link gives way to a new one. A live peer has answered by then.
  public static let doubtedAnswerMilliseconds: Int64 = 250
  /// Links in all.
  public static let links = 64
  /// Links to strangers.
  public static let linksToStrangers = 16
  /// A stranger that has not finished its Hello after this gives its place to a new one.
  public static let unprovenMilliseconds: Int64 = 1_000
  /// A stranger that said nothing for so long, pings apart, gives its place to a new one.
  public static let idleMilliseconds: Int64 = 30_000
  /// A stranger that was linked for so long gives its place to a new one when nobody is idle.
  public static let strangerTurnMilliseconds: Int64 = 60_000
  /// Dials at once to instances that only DNS-SD shows.
  public static let dialsToSightings = 8
  /// Such dials at once, and the time that gives one back: 60 in any minute, over all instances.
  public static let sightingDials = (burst: 20, everyMilliseconds: Int64(1_500))
  /// Links per address.
  public static let linksPerAddress = 4
  /// New links per minute and address.
  public static let linksPerMinute = 10
  /// Strangers that are remembered; the least recently seen goes.
  public static let strangersRemembered = 256
  /// Unsent output per link.
  public static let unsentOutput = 4 << 20
  /// The time for which output may stay full.
  public static let unsentOutputMilliseconds: Int64 = 10_000
  /// Frames of one link that wait while the disk is full, in bytes.
  public static let postponedPerLink = 256 << 10
  /// Inputs that wait meanwhile, in number, above which no more from DNS-SD are kept.
  public static let postponedInputs = 1_024
  /// Nesting of protobuf messages.
  public static let messageDepth = 16
  /// The body of an ephemeral.
  public static let ephemeral = 1 << 10
  /// Ephemerals of one link at once, and the time that gives one back: 30 a second each way. What is more is dropped.
  public static let ephemerals = (burst: 30, everyMilliseconds: Int64(33))
  /// Accounts in a Hello.
  public static let accountsPerNode = 16
  /// Features in a Hello that are looked at.
  public static let features = 16
  /// A name, in bytes of UTF-8.
  public static let name = 63
  /// A description or a reason, in bytes of UTF-8.
  public static let text = 280
  /// Citations in one entry header.
  public static let citations = 64
  /// The most citations that we write in a lobby that has at least that number of logs.
  public static let citationsInCrowd = (citations: 8, logs: 32)
  /// An entry's header.
  public static let header = 8 << 10
  /// An entry's payload.
  public static let payload = 64 << 10
  /// Operations in one payload.
  public static let operations = 256
  /// Members that a private room ever had.
  public static let roomMembers = 256
  /// Times that a member is added to a room, and owners of a room in turn.
  public static let stretches = 64
  /// Standings with which a term of a roster begins, and people who have a part in the room.
  public static let rosterMembers = 8_192
  /// Bytes of the standings with which a term begins.
  public static let rosterBase = 2 << 20
  /// Terms of a room one after the other.
  public static let rosterTerms = 64
  /// Terms kept that follow one in the chain, beside those for which somebody has signed.
  public static let rosterRivals = 8
  /// Invites of one term.
  public static let rosterInvites = 256
  /// Statements kept of one generation.
  public static let rosterVersions = 4
  /// A statement with its signatures.
  public static let rosterStatement = 8 << 10
  /// Cuts, and holes, in one statement.
  public static let rosterCuts = 64
  /// People whose word counts on which of two terms is the true one.
  public static let rosterVoters = 15
  /// Statements that go whole, without a comparison of buckets.
  public static let rosterWhole = 256
  /// Statements in one frame: each may have a signature to be checked.
  public static let rosterPart = 256
  /// Answers to what a peer says of its roster, of one room on one link, in the time of `digestMilliseconds`.
  public static let rosterAnswers = 64
  /// Bytes of statements and standings that are sent in answers in that time.
  public static let rosterBytes = 8 << 20
  /// Frames with statements that bring nothing new and are looked at in that time.
  public static let rosterUselessParts = 64
  /// Logs in one room.
  public static let logsPerRoom = 1_024
  /// Bytes of batches on one link that may wait for their acknowledgement, of all rooms, when another one is sent.
  public static let bytesPerLink = 2 << 20
  /// A blob.
  public static let blob = BlobID.mostBytes
  /// Each chunk of a blob but the last.
  public static let blobChunk = 32 << 10
  /// Blobs at which one record points.
  public static let blobsPerRecord = 64
  /// Chunks in one frame to a paired peer.
  public static let blobChunksPaired = 8
  /// Time for the answer to an ask for chunks.
  public static let blobMilliseconds: Int64 = 15_000
  /// Asks for chunks or payloads of one link that are answered in one turn.
  public static let answersPerTurn = 8
  /// Payloads in one ask.
  public static let payloadsPerAsk = 64
  /// Blobs that a peer asked for in vain and is told of once they are whole.
  public static let blobsPromised = 256
  /// Blobs that are fetched for one node, in number.
  public static let blobsPerNode = 4_096
  /// Bytes of this disk that the node of a stranger may fill, unless a person sets another share.
  public static let shareStranger = 32 << 20
  /// The same of a node with a member of a private room of ours.
  public static let shareMember = 128 << 20
  /// The same of a paired node.
  public static let sharePaired = 512 << 20
  /// Smallest and largest share that can be set, in MiB.
  public static let shareMebibytes = 1...1 << 20
  /// The cost of an entry beside its header and its payload.
  public static let shareOfEntry = 256
  /// The part of its share that a node must have left to come to a table.
  public static let shareForTable = 1 << 20
  /// Bytes that count against a share and need not be on disk yet.
  public static let shareUnwritten = 64 << 10
  /// The number of times that a peer may say on one link whether our share of its disk is used up.
  public static let shareChangesPerLink = 8
  /// Logs of one room that a link is told are not taken from it.
  public static let unwantedPerRoom = 256
  /// Bytes that a paired node may have this one write at once, and that come back each second.
  public static let writesPaired = (burst: Int64(96 << 20), perSecond: Int64(4 << 20))
  /// The same of all members of one private room who are not paired.
  public static let writesRoom = (burst: Int64(32 << 20), perSecond: Int64(1 << 20))
  /// The same of the players of one table who are not paired.
  public static let writesTable = (burst: Int64(4 << 20), perSecond: Int64(256 << 10))
  /// The same of all other strangers together: in the lobby, and where they watch.
  public static let writesCrowd = (burst: Int64(8 << 20), perSecond: Int64(256 << 10))
  /// The cost of a batch that brings something new, beside its entries: a commit writes whole pages.
  public static let writesOfBatch = 2 << 10
  /// Bytes of batches of a paired node that wait for their acknowledgement. Above it, its link is not read.
  public static let unacknowledgedPaired = bytesPerLink + framePaired
  /// The same of any other node.
  public static let unacknowledgedStranger = 512 << 10
  /// The longest time for which a link is not read at once: shorter than the silence that ends one.
  public static let unreadMilliseconds: Int64 = 8_000
  /// Bytes of all blobs of a home.
  public static let blobBytes = 2 << 30
  /// Digests of rooms in one frame, and in one turn: each room may have to be read.
  public static let digestsPerFrame = 64
  /// Private rooms that other people opened and we are in.
  public static let roomsOfOthers = 1_000
  /// Entries of one unpaired author that are kept in the lobby.
  public static let strangerEntries: UInt64 = 1_000
  /// Bytes of the same.
  public static let strangerBytes = 1 << 20
  /// Entries a minute that are taken from a stranger in the lobby.
  public static let strangerEntriesPerMinute = 20
  /// Logs in the lobby of authors that we have not paired with, at once.
  public static let strangersInLobby = 256
  /// Such logs that one link to a stranger may bring.
  public static let strangersPerLink = 16
  /// Such logs that one link to a paired peer may bring.
  public static let strangersPerPairedLink = 64
  /// The time after which a link may bring one more such log.
  public static let strangerLogMilliseconds: Int64 = 3_000
  /// The time for which a log that was given up is taken from nobody but its author.
  public static let givenUpMilliseconds: Int64 = 3_600_000
  /// Logs that were given up and are remembered.
  public static let givenUpRemembered = 256
  /// Slices in one batch from a stranger.
  public static let slicesStranger = 64
  /// Slices of a stranger that were checked and brought nothing new, at once, and the time that gives one back.
  public static let uselessSlices = (burst: 2_000, everyMilliseconds: Int64(5))
  /// Entries in one log of a table.
  public static let entriesPerTableLog: UInt64 = 60_000
  /// Header and payload of one entry of a table.
  public static let tableEntry = 2 << 10
  /// Tables offered by one node at once.
  public static let offers = 16
  /// Asks that wait at one table.
  public static let asksPerTable = 16
  /// Open tables of one node at once.
  public static let openTables = 16
  /// People who watch one table, those who were sent away among them.
  public static let spectators = 64
  /// Frames a second and link that are not batches or their acknowledgements.
  public static let framesPerSecond = 200
  /// Frames that may come in one burst above that rate.
  public static let framesBurst = 400
  /// Small violations (a refused room, a stale step) before a link is closed.
  public static let violationsPerLink = 32
  /// Addresses of kept peers for which places are kept free.
  public static let addressesExpected = 1_024
  /// Places for links from such addresses, beside those of strangers.
  public static let placesKept = 8
  /// Addresses remembered of one peer.
  public static let addressesPerPeer = 8
  /// Time for one pairing, and for a question to be answered.
  public static let pairingMilliseconds: Int64 = 120_000
  /// Failed pairings after which there are none for a time.
  public static let pairingFailures = 3
  /// The time for which pairing is locked then.
  public static let pairingLockMilliseconds: Int64 = 600_000
  /// Questions to pair that wait at once.
  public static let pairingQuestions = 8
  /// A question that waited for so long gives its place to a new one.
  public static let questionMilliseconds: Int64 = 10_000
  /// The time for which a ticket is valid.
  public static let ticketMilliseconds: Int64 = 600_000
  /// Longest ticket read, in bytes.
  public static let ticketText = 4 << 10
  /// Questions to pair that one stranger may ask at once, and the time that gives one back.
  public static let pairingAsks = (burst: 3, everyMilliseconds: Int64(200_000))
  /// Questions to join tables that one stranger may ask at once, and the time that gives one back.
  public static let tableAsks = (burst: 20, everyMilliseconds: Int64(10_000))
  /// Strangers with a count of their questions.
  public static let askersCounted = 256
  /// Time until the next digest of a room.
  public static let digestMilliseconds: Int64 = 60_000
  /// Time without an answer after which a claim may be made.
  public static let claimMilliseconds: Int64 = 60_000
  /// First and longest wait before dialling again.
  public static let redialMilliseconds: ClosedRange<Int64> = 500...30_000
}
