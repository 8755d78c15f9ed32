import Feature
import Schema

extension Feature {
  /// Who a home belongs to, and who moderates a room (specification section 21). What keeps the password is in
  /// `Shell/Features/Profiles`.
  public static let profiles = Feature(
    name: "profiles", kinds: [Roles.moderator.erased],
    shows: [RecordView([.moderator], view: Roles.view)],
    handlers: [
      .command(Methods.Profiles.setRole, Roles.set), .read(Methods.Profiles.roles, Roles.list),
    ],
    settings: [ProfileSettings.mailCommand, ProfileSettings.lockAfter])
}
