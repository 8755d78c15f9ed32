import Testing

/// Real `parlor` processes on this machine, each person with a home of its own.
///
/// One after the other: each test keeps several processes busy.
@Suite(.serialized) struct EndToEndTests {}
