import Schema
import SwiftProtobuf

/// The messages of the schema, for what is tried with each of them.
public enum SchemaMessages {
  /// Every message of `protocol/*.proto`; a test holds that none is missing.
  public static let all: [any Message.Type] = [
    Command.self, HostTable.self, AnswerAsk.self, StartTable.self, CloseTable.self,
    AskToJoin.self, Attend.self, Tap.self, GiveUp.self, MakeClaim.self, MoveHosting.self,
    AddPeer.self, ForgetPeer.self, ChangeSetting.self, Answer.self, Refusal.self, TableView.self,
    PlayerView.self, AskView.self, RoundView.self, MatchResult.self, TableEvent.self,
    PlayedView.self, DecidedView.self, Change.self, PeerView.self, SettingsView.self,
    StatusView.self, CalendarView.self, PeerList.self, TableList.self, EventList.self,
    VerifyReport.self,
    DoctorCheck.self, DoctorReport.self,
    Frame.self, Hello.self, AccountBinding.self, Goodbye.self, Ping.self, Pong.self, Digest.self,
    LogPosition.self, Have.self, Batch.self, Acknowledge.self, RoomRefused.self,
    TableOffers.self, TableOffer.self, Ask.self, Declined.self, Presence.self, Profile.self,
    PairAsk.self, PairNonce.self, PairConfirm.self, PairRefuse.self, PairTicket.self,
    PairPeer.self, AwaitPairing.self, AnswerPairing.self, MakeTicket.self, UseTicket.self,
    TrustPeer.self, UnpairPeer.self, BlockPeer.self, UnblockPeer.self, PairView.self,
    PairList.self, TicketView.self,
    LogID.self,
    Citation.self, EntryHeader.self, Entry.self, Head.self, Slice.self, ForkProof.self,
    Schema.Bundle.self, Payload.self, Schema.Operation.self, Card.self, Rules.self, WarStep.self,
    OpenTable.self, SeatJoiner.self, JoinTable.self, CommitTip.self, StartMatch.self,
    RevealLink.self, PlayCard.self, DecideStep.self, LeaveTable.self, ReturnToTable.self,
    Concede.self, ClaimResult.self, CancelTable.self, OfferHosting.self, TakeHosting.self,
    RoomsDigest.self, OpenRoom.self, LogCut.self, AddMember.self, RemoveMember.self, HandOver.self,
    LeaveRoom.self, PutRecord.self, EntryPlace.self, DeleteRecord.self, Introduction.self,
    RoomCard.self, Membership.self, Ownership.self, Belonging.self, Stretch.self,
    ChatMessage.self, SharedItem.self, SharedFile.self, BlobReference.self, BlobAsk.self,
    PayloadAsk.self, PayloadAnswer.self, PlacedPayload.self,
    BlobChunks.self, BlobHere.self, ShareFile.self, DeleteFile.self, FileView.self, FileList.self,
    MakeRoom.self, EditRoom.self, ChangeMember.self,
    QuitRoom.self, EnterRoom.self, MarkRead.self, MutePerson.self, MoveItem.self, PostMessage.self,
    EditMessage.self,
    DeleteMessage.self, RoomView.self, MemberView.self, MessageView.self, ItemView.self,
    RoomList.self, MessageList.self, RoomState.self, ImportBundle.self, BundleView.self,
    LimitPeer.self, RestoreVersion.self, VersionView.self, VersionList.self,
    Schema.Event.self, EventTime.self, ToDo.self, EventDraft.self, MakeEvent.self, EditEvent.self,
    DeleteEvent.self, ToDoDraft.self, MakeToDo.self, EditToDo.self, DeleteToDo.self,
    EventView.self, ToDoView.self, EventViews.self, Commands.self, CommandResult.self,
    CommandResults.self, Money.self, BudgetLine.self, BudgetDraft.self,
    MakeBudgetLine.self, EditBudgetLine.self, DeleteBudgetLine.self, BudgetLineView.self,
    EventPicture.self, PictureCrop.self, SetPicture.self, RemovePicture.self, PictureView.self,
    DebtView.self,
  ]
}
