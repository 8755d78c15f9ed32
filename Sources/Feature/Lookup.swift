/// A source outside the store that a feature looks things up in, such as a database of the home that is never sent to anybody.
///
/// A feature declares a type for it; the shell makes the value and gives it to the registry. It is called from any thread, in a turn
/// as well, so it answers at once. Handlers and views may ask it. Nothing that other nodes compute as well may depend on it: no index
/// of a kind, and no reaction.
public protocol Lookup: Sendable {}
