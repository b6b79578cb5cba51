// Written by Tools/web/types from Tests/ServiceTests/Golden/openapi.json: do not edit.
// deno-fmt-ignore-file

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly name: string;
  readonly field?: string | null;
  readonly changes?: readonly Change[] | null;
  readonly next?: number | null;
  readonly instance?: string | null;
}

export interface Change {
  readonly sequence: number;
  readonly kind: string;
  readonly entity: string;
  readonly actor: string;
  readonly actorName: string;
  readonly device: string;
  readonly time: string;
  readonly event: string;
}

export interface CommandBatch {
  readonly commands: readonly CommandEntry[];
}

export interface CommandEntry {
  readonly device?: string | null;
  readonly sequence: number;
  readonly base?: number | null;
  readonly batch?: string | null;
  readonly command: Command;
}

export type Command =
  | CommandNotesCreateFolder
  | CommandNotesRenameFolder
  | CommandNotesMoveFolder
  | CommandNotesArrangeFolder
  | CommandNotesTrashFolder
  | CommandNotesRestoreFolder
  | CommandNotesMergeFolder
  | CommandNotesCreateNote
  | CommandNotesRetitleNote
  | CommandNotesEditNote
  | CommandNotesMoveNote
  | CommandNotesTrashNote
  | CommandNotesRestoreNote
  | CommandNotesPinNote
  | CommandNotesUnpinNote
  | CommandNotesTagNote
  | CommandNotesUntagNote
  | CommandNotesOpenNote
  | CommandNotesMarkNoteChanged
  | CommandNotesAddInk
  | CommandNotesAddStrokes
  | CommandNotesEraseStrokes
  | CommandNotesRedrawStrokes
  | CommandNotesRecogniseInk
  | CommandNotesAttachFile
  | CommandNotesDetachFile
  | CommandNotesReadFile
  | CommandBoardsOpenBoard
  | CommandBoardsRetitleBoard
  | CommandBoardsArchiveBoard
  | CommandBoardsUnarchiveBoard
  | CommandBoardsTrashBoard
  | CommandBoardsRestoreBoard
  | CommandBoardsPinBoard
  | CommandBoardsUnpinBoard
  | CommandBoardsVisitBoard
  | CommandBoardsAddColumn
  | CommandBoardsRenameColumn
  | CommandBoardsMoveColumn
  | CommandBoardsDeleteColumn
  | CommandBoardsRestoreColumn
  | CommandBoardsArchiveColumn
  | CommandBoardsUnarchiveColumn
  | CommandBoardsAddCard
  | CommandBoardsRetitleCard
  | CommandBoardsDescribeCard
  | CommandBoardsMoveCard
  | CommandBoardsScheduleCard
  | CommandBoardsPrioritiseCard
  | CommandBoardsTagCard
  | CommandBoardsUntagCard
  | CommandBoardsArchiveCard
  | CommandBoardsUnarchiveCard
  | CommandBoardsTrashCard
  | CommandBoardsRestoreCard
  | CommandBoardsMarkCardChanged
  | CommandBoardsAddItem
  | CommandBoardsRewordItem
  | CommandBoardsMoveItem
  | CommandBoardsCheckItem
  | CommandBoardsUncheckItem
  | CommandBoardsRemoveItem
  | CommandBoardsAddComment
  | CommandBoardsRewordComment
  | CommandBoardsRemoveComment
  | CommandBoardsAttachFile
  | CommandBoardsDetachFile
  | CommandCaptureCaptureItem
  | CommandCaptureRewordItem
  | CommandCaptureTypeItem
  | CommandCaptureAnnotateItem
  | CommandCaptureTagItem
  | CommandCaptureUntagItem
  | CommandCaptureStarItem
  | CommandCaptureUnstarItem
  | CommandCaptureFollowUpItem
  | CommandCaptureCompleteItem
  | CommandCaptureReopenItem
  | CommandCaptureTrashItem
  | CommandCaptureRestoreItem
  | CommandCaptureSplitItem
  | CommandCaptureMergeItems
  | CommandCaptureCreateCollection
  | CommandCaptureRenameCollection
  | CommandCaptureTrashCollection
  | CommandCaptureRestoreCollection
  | CommandCaptureOpenCollection
  | CommandCaptureAddToCollection
  | CommandCaptureMoveInCollection
  | CommandCaptureRemoveFromCollection
  | CommandCaptureCreateTag
  | CommandCaptureRenameTag
  | CommandCaptureRecolourTag
  | CommandCaptureDeleteTag
  | CommandCaptureRestoreTag
  | CommandCaptureRenameTagValue
  | CommandCaptureDeleteTagValue
  | CommandCaptureAttachFile
  | CommandCaptureDetachFile
  | CommandCaptureSnoozePrompt
  | CommandCaptureDismissPrompt
  | CommandCaptureRevivePrompt
  | CommandCaptureRequestRun
  | CommandCaptureCompleteRun
  | CommandCaptureFailRun
  | CommandCaptureCancelRun
  | CommandCaptureAnswerQuestion
  | CommandCaptureAcceptSuggestion
  | CommandCaptureDeclineSuggestion
  | CommandCaptureForgetRunPayload
  | CommandStudioAddChild
  | CommandStudioRenameChild
  | CommandStudioCorrectBirth
  | CommandStudioPortrayChild
  | CommandStudioTrashChild
  | CommandStudioRestoreChild
  | CommandStudioUploadArtwork
  | CommandStudioAddImage
  | CommandStudioMoveImage
  | CommandStudioRemoveImage
  | CommandStudioReturnImage
  | CommandStudioEditImage
  | CommandStudioDateArtwork
  | CommandStudioCategoriseArtwork
  | CommandStudioSetMedium
  | CommandStudioCaptionArtwork
  | CommandStudioAnnotateArtwork
  | CommandStudioTagArtwork
  | CommandStudioUntagArtwork
  | CommandStudioReassignArtwork
  | CommandStudioFavouriteArtwork
  | CommandStudioUnfavouriteArtwork
  | CommandStudioOpenArtwork
  | CommandStudioTrashArtwork
  | CommandStudioRestoreArtwork
  | CommandStudioCreateAlbum
  | CommandStudioCreateSmartAlbum
  | CommandStudioRenameAlbum
  | CommandStudioRefilterAlbum
  | CommandStudioAddToAlbum
  | CommandStudioMoveInAlbum
  | CommandStudioRemoveFromAlbum
  | CommandStudioTrashAlbum
  | CommandStudioRestoreAlbum
  | CommandStudioGiveConsent
  | CommandStudioWithdrawConsent
  | CommandStudioRequestAnalysis
  | CommandStudioCompleteAnalysis
  | CommandStudioFailAnalysis
  | CommandStudioRetryAnalysis
  | CommandStudioSaveTip
  | CommandStudioUnsaveTip
  | CommandStudioRateTip
  | CommandStudioReadTips
  | CommandStudioRequestStory
  | CommandStudioCompleteStory
  | CommandStudioFailStory
  | CommandStudioRegenerateStory
  | CommandStudioRetitleStory
  | CommandStudioOpenStory
  | CommandStudioTrashStory
  | CommandStudioRestoreStory
  | CommandStudioCelebrateMilestone
  | CommandStudioRenameMilestone
  | CommandStudioDateMilestone
  | CommandStudioHideMilestone
  | CommandStudioShowMilestone
  | CommandStudioRemindOfUpload
  | CommandStudioSnoozeReminders
  | CommandStudioTurnRemindersOff
  | CommandStudioTurnRemindersOn
  | CommandAcrossRenameTag
  | CommandAcrossDeleteTag
  | CommandRegistryNameActor
  | CommandRegistryNameDevice
  | CommandRegistryRecordSource;

export interface CommandNotesCreateFolder {
  readonly type: "notes.createFolder";
  readonly folder: string;
  readonly name: string;
  readonly parent?: string | null | undefined;
  readonly clashing?: "refused" | "kept" | null | undefined;
}

export interface CommandNotesRenameFolder {
  readonly type: "notes.renameFolder";
  readonly folder: string;
  readonly name: string;
  readonly clashing?: "refused" | "kept" | null | undefined;
}

export interface CommandNotesMoveFolder {
  readonly type: "notes.moveFolder";
  readonly folder: string;
  readonly parent: string | null;
  readonly clashing?: "refused" | "kept" | null | undefined;
}

export interface CommandNotesArrangeFolder {
  readonly type: "notes.arrangeFolder";
  readonly folder: string;
  readonly above?: string | null | undefined;
}

export interface CommandNotesTrashFolder {
  readonly type: "notes.trashFolder";
  readonly folder: string;
}

export interface CommandNotesRestoreFolder {
  readonly type: "notes.restoreFolder";
  readonly folder: string;
}

export interface CommandNotesMergeFolder {
  readonly type: "notes.mergeFolder";
  readonly folder: string;
  readonly into: string;
}

export interface CommandNotesCreateNote {
  readonly type: "notes.createNote";
  readonly note: string;
  readonly title?: string | null | undefined;
  readonly body?: string | null | undefined;
  readonly folder?: string | null | undefined;
}

export interface CommandNotesRetitleNote {
  readonly type: "notes.retitleNote";
  readonly note: string;
  readonly title: string | null;
}

export interface CommandNotesEditNote {
  readonly type: "notes.editNote";
  readonly note: string;
  readonly edit: TextEdit;
}

export interface TextEdit {
  readonly parents: readonly number[];
  readonly runs: readonly TextRun[];
}

export interface TextRun {
  readonly position: number;
  readonly deleteCount?: number | null;
  readonly insertion?: string | null;
}

export interface CommandNotesMoveNote {
  readonly type: "notes.moveNote";
  readonly note: string;
  readonly folder: string | null;
}

export interface CommandNotesTrashNote {
  readonly type: "notes.trashNote";
  readonly note: string;
}

export interface CommandNotesRestoreNote {
  readonly type: "notes.restoreNote";
  readonly note: string;
}

export interface CommandNotesPinNote {
  readonly type: "notes.pinNote";
  readonly note: string;
}

export interface CommandNotesUnpinNote {
  readonly type: "notes.unpinNote";
  readonly note: string;
}

export interface CommandNotesTagNote {
  readonly type: "notes.tagNote";
  readonly note: string;
  readonly tags: readonly string[];
}

export interface CommandNotesUntagNote {
  readonly type: "notes.untagNote";
  readonly note: string;
  readonly tags: readonly string[];
}

export interface CommandNotesOpenNote {
  readonly type: "notes.openNote";
  readonly note: string;
  readonly device?: string | null | undefined;
}

export interface CommandNotesMarkNoteChanged {
  readonly type: "notes.markNoteChanged";
  readonly note: string;
}

export interface CommandNotesAddInk {
  readonly type: "notes.addInk";
  readonly note: string;
  readonly ink: string;
  readonly edit: TextEdit;
  readonly strokes: readonly Stroke[];
}

export interface Stroke {
  readonly id: string;
  readonly tool: "pen" | "pencil" | "highlighter";
  readonly colour: number;
  readonly width: number;
  readonly points: string;
}

export interface CommandNotesAddStrokes {
  readonly type: "notes.addStrokes";
  readonly note: string;
  readonly ink: string;
  readonly strokes: readonly Stroke[];
}

export interface CommandNotesEraseStrokes {
  readonly type: "notes.eraseStrokes";
  readonly note: string;
  readonly ink: string;
  readonly strokes: readonly string[];
}

export interface CommandNotesRedrawStrokes {
  readonly type: "notes.redrawStrokes";
  readonly note: string;
  readonly ink: string;
  readonly erase: readonly string[];
  readonly add: readonly Stroke[];
}

export interface CommandNotesRecogniseInk {
  readonly type: "notes.recogniseInk";
  readonly note: string;
  readonly ink: string;
  readonly recognition: Recognition;
}

export interface Recognition {
  readonly text: string;
  readonly recogniser: string;
  readonly version: string;
  readonly language?: string | null;
  readonly state: string;
  readonly lines?: readonly RecognisedLine[] | null;
}

export interface RecognisedLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly confidence: number;
  readonly others: readonly string[];
}

export interface CommandNotesAttachFile {
  readonly type: "notes.attachFile";
  readonly attachment: string;
  readonly holder: Holder;
  readonly file: FileFacts;
}

export interface Holder {
  readonly folder?: string | null;
  readonly note?: string | null;
}

export interface FileFacts {
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly digest: string;
}

export interface CommandNotesDetachFile {
  readonly type: "notes.detachFile";
  readonly attachment: string;
}

export interface CommandNotesReadFile {
  readonly type: "notes.readFile";
  readonly attachment: string;
  readonly text: PictureText;
}

export interface PictureText {
  readonly text: string;
  readonly reader: string;
  readonly version: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly PictureLine[];
}

export interface PictureLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly confidence: number;
  readonly others?: readonly string[] | null;
}

export interface CommandBoardsOpenBoard {
  readonly type: "boards.openBoard";
  readonly board: string;
  readonly title: string;
  readonly columns: readonly NewColumn[];
}

export interface NewColumn {
  readonly id: string;
  readonly name: string;
}

export interface CommandBoardsRetitleBoard {
  readonly type: "boards.retitleBoard";
  readonly board: string;
  readonly title: string;
}

export interface CommandBoardsArchiveBoard {
  readonly type: "boards.archiveBoard";
  readonly board: string;
}

export interface CommandBoardsUnarchiveBoard {
  readonly type: "boards.unarchiveBoard";
  readonly board: string;
}

export interface CommandBoardsTrashBoard {
  readonly type: "boards.trashBoard";
  readonly board: string;
}

export interface CommandBoardsRestoreBoard {
  readonly type: "boards.restoreBoard";
  readonly board: string;
}

export interface CommandBoardsPinBoard {
  readonly type: "boards.pinBoard";
  readonly board: string;
}

export interface CommandBoardsUnpinBoard {
  readonly type: "boards.unpinBoard";
  readonly board: string;
}

export interface CommandBoardsVisitBoard {
  readonly type: "boards.visitBoard";
  readonly board: string;
  readonly device?: string | null | undefined;
}

export interface CommandBoardsAddColumn {
  readonly type: "boards.addColumn";
  readonly column: string;
  readonly board: string;
  readonly name: string;
  readonly above?: string | null | undefined;
}

export interface CommandBoardsRenameColumn {
  readonly type: "boards.renameColumn";
  readonly column: string;
  readonly name: string;
}

export interface CommandBoardsMoveColumn {
  readonly type: "boards.moveColumn";
  readonly column: string;
  readonly above?: string | null | undefined;
}

export interface CommandBoardsDeleteColumn {
  readonly type: "boards.deleteColumn";
  readonly column: string;
  readonly cards: CardsOfDeletedColumn;
}

export type CardsOfDeletedColumn =
  | CardsOfDeletedColumnMoved
  | CardsOfDeletedColumnArchived;

export interface CardsOfDeletedColumnMoved {
  readonly type: "moved";
  readonly column: string;
}

export interface CardsOfDeletedColumnArchived {
  readonly type: "archived";
}

export interface CommandBoardsRestoreColumn {
  readonly type: "boards.restoreColumn";
  readonly column: string;
}

export interface CommandBoardsArchiveColumn {
  readonly type: "boards.archiveColumn";
  readonly column: string;
}

export interface CommandBoardsUnarchiveColumn {
  readonly type: "boards.unarchiveColumn";
  readonly column: string;
}

export interface CommandBoardsAddCard {
  readonly type: "boards.addCard";
  readonly card: string;
  readonly column: string;
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly above?: string | null | undefined;
}

export interface CommandBoardsRetitleCard {
  readonly type: "boards.retitleCard";
  readonly card: string;
  readonly title: string;
}

export interface CommandBoardsDescribeCard {
  readonly type: "boards.describeCard";
  readonly card: string;
  readonly edit: TextEdit;
}

export interface CommandBoardsMoveCard {
  readonly type: "boards.moveCard";
  readonly card: string;
  readonly column: string;
  readonly above?: string | null | undefined;
}

export interface CommandBoardsScheduleCard {
  readonly type: "boards.scheduleCard";
  readonly card: string;
  readonly due: Due | null;
}

export interface Due {
  readonly day: string;
  readonly minuteOfDay?: number | null;
  readonly zone?: string | null;
}

export interface CommandBoardsPrioritiseCard {
  readonly type: "boards.prioritiseCard";
  readonly card: string;
  readonly priority: "none" | "low" | "medium" | "high" | "urgent";
}

export interface CommandBoardsTagCard {
  readonly type: "boards.tagCard";
  readonly card: string;
  readonly tags: readonly CardTag[];
}

export interface CardTag {
  readonly colour?: "none" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "brown" | "grey" | "black" | "sky" | "lime" | null;
  readonly label?: string | null;
}

export interface CommandBoardsUntagCard {
  readonly type: "boards.untagCard";
  readonly card: string;
  readonly tags: readonly CardTag[];
}

export interface CommandBoardsArchiveCard {
  readonly type: "boards.archiveCard";
  readonly card: string;
}

export interface CommandBoardsUnarchiveCard {
  readonly type: "boards.unarchiveCard";
  readonly card: string;
}

export interface CommandBoardsTrashCard {
  readonly type: "boards.trashCard";
  readonly card: string;
}

export interface CommandBoardsRestoreCard {
  readonly type: "boards.restoreCard";
  readonly card: string;
}

export interface CommandBoardsMarkCardChanged {
  readonly type: "boards.markCardChanged";
  readonly card: string;
}

export interface CommandBoardsAddItem {
  readonly type: "boards.addItem";
  readonly card: string;
  readonly item: string;
  readonly text: string;
  readonly checklist?: string | null | undefined;
  readonly above?: string | null | undefined;
}

export interface CommandBoardsRewordItem {
  readonly type: "boards.rewordItem";
  readonly card: string;
  readonly item: string;
  readonly text: string;
}

export interface CommandBoardsMoveItem {
  readonly type: "boards.moveItem";
  readonly card: string;
  readonly item: string;
  readonly above?: string | null | undefined;
}

export interface CommandBoardsCheckItem {
  readonly type: "boards.checkItem";
  readonly card: string;
  readonly item: string;
}

export interface CommandBoardsUncheckItem {
  readonly type: "boards.uncheckItem";
  readonly card: string;
  readonly item: string;
}

export interface CommandBoardsRemoveItem {
  readonly type: "boards.removeItem";
  readonly card: string;
  readonly item: string;
}

export interface CommandBoardsAddComment {
  readonly type: "boards.addComment";
  readonly card: string;
  readonly comment: string;
  readonly text: string;
}

export interface CommandBoardsRewordComment {
  readonly type: "boards.rewordComment";
  readonly card: string;
  readonly comment: string;
  readonly text: string;
}

export interface CommandBoardsRemoveComment {
  readonly type: "boards.removeComment";
  readonly card: string;
  readonly comment: string;
}

export interface CommandBoardsAttachFile {
  readonly type: "boards.attachFile";
  readonly card: string;
  readonly attachment: string;
  readonly file: FileFacts;
}

export interface CommandBoardsDetachFile {
  readonly type: "boards.detachFile";
  readonly card: string;
  readonly attachment: string;
}

export interface CommandCaptureCaptureItem {
  readonly type: "capture.captureItem";
  readonly item: string;
  readonly content: string;
  readonly captured: string;
}

export interface CommandCaptureRewordItem {
  readonly type: "capture.rewordItem";
  readonly item: string;
  readonly content: string;
}

export interface CommandCaptureTypeItem {
  readonly type: "capture.typeItem";
  readonly item: string;
  readonly itemType: ItemType;
}

export interface ItemType {
  readonly kind: "none" | "task" | "link";
  readonly collection?: string | null;
}

export interface CommandCaptureAnnotateItem {
  readonly type: "capture.annotateItem";
  readonly item: string;
  readonly metadata: string;
}

export interface CommandCaptureTagItem {
  readonly type: "capture.tagItem";
  readonly item: string;
  readonly tags: readonly string[];
}

export interface CommandCaptureUntagItem {
  readonly type: "capture.untagItem";
  readonly item: string;
  readonly tags: readonly string[];
}

export interface CommandCaptureStarItem {
  readonly type: "capture.starItem";
  readonly item: string;
}

export interface CommandCaptureUnstarItem {
  readonly type: "capture.unstarItem";
  readonly item: string;
}

export interface CommandCaptureFollowUpItem {
  readonly type: "capture.followUpItem";
  readonly item: string;
  readonly day: string | null;
}

export interface CommandCaptureCompleteItem {
  readonly type: "capture.completeItem";
  readonly item: string;
  readonly completed: string;
}

export interface CommandCaptureReopenItem {
  readonly type: "capture.reopenItem";
  readonly item: string;
}

export interface CommandCaptureTrashItem {
  readonly type: "capture.trashItem";
  readonly item: string;
}

export interface CommandCaptureRestoreItem {
  readonly type: "capture.restoreItem";
  readonly item: string;
}

export interface CommandCaptureSplitItem {
  readonly type: "capture.splitItem";
  readonly item: string;
  readonly parts: readonly NewItem[];
}

export interface NewItem {
  readonly id: string;
  readonly content: string;
}

export interface CommandCaptureMergeItems {
  readonly type: "capture.mergeItems";
  readonly survivor: string;
  readonly items: readonly string[];
}

export interface CommandCaptureCreateCollection {
  readonly type: "capture.createCollection";
  readonly collection: string;
  readonly name: string;
  readonly isStructured: boolean;
}

export interface CommandCaptureRenameCollection {
  readonly type: "capture.renameCollection";
  readonly collection: string;
  readonly name: string;
}

export interface CommandCaptureTrashCollection {
  readonly type: "capture.trashCollection";
  readonly collection: string;
}

export interface CommandCaptureRestoreCollection {
  readonly type: "capture.restoreCollection";
  readonly collection: string;
}

export interface CommandCaptureOpenCollection {
  readonly type: "capture.openCollection";
  readonly collection: string;
}

export interface CommandCaptureAddToCollection {
  readonly type: "capture.addToCollection";
  readonly collection: string;
  readonly item: string;
  readonly under?: string | null | undefined;
  readonly above?: string | null | undefined;
}

export interface CommandCaptureMoveInCollection {
  readonly type: "capture.moveInCollection";
  readonly collection: string;
  readonly item: string;
  readonly under?: string | null | undefined;
  readonly above?: string | null | undefined;
}

export interface CommandCaptureRemoveFromCollection {
  readonly type: "capture.removeFromCollection";
  readonly collection: string;
  readonly item: string;
}

export interface CommandCaptureCreateTag {
  readonly type: "capture.createTag";
  readonly tag: string;
  readonly name: string;
  readonly colour?: "none" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "brown" | "grey" | "black" | null | undefined;
}

export interface CommandCaptureRenameTag {
  readonly type: "capture.renameTag";
  readonly tag: string;
  readonly name: string;
}

export interface CommandCaptureRecolourTag {
  readonly type: "capture.recolourTag";
  readonly tag: string;
  readonly colour: "none" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "brown" | "grey" | "black";
}

export interface CommandCaptureDeleteTag {
  readonly type: "capture.deleteTag";
  readonly tag: string;
}

export interface CommandCaptureRestoreTag {
  readonly type: "capture.restoreTag";
  readonly tag: string;
}

export interface CommandCaptureRenameTagValue {
  readonly type: "capture.renameTagValue";
  readonly old: string;
  readonly new: string;
}

export interface CommandCaptureDeleteTagValue {
  readonly type: "capture.deleteTagValue";
  readonly name: string;
}

export interface CommandCaptureAttachFile {
  readonly type: "capture.attachFile";
  readonly attachment: string;
  readonly item: string;
  readonly file: FileFacts;
}

export interface CommandCaptureDetachFile {
  readonly type: "capture.detachFile";
  readonly attachment: string;
}

export interface CommandCaptureSnoozePrompt {
  readonly type: "capture.snoozePrompt";
  readonly prompt: string;
  readonly until: string;
}

export interface CommandCaptureDismissPrompt {
  readonly type: "capture.dismissPrompt";
  readonly prompt: string;
}

export interface CommandCaptureRevivePrompt {
  readonly type: "capture.revivePrompt";
  readonly prompt: string;
}

export interface CommandCaptureRequestRun {
  readonly type: "capture.requestRun";
  readonly run: string;
  readonly request: RunRequest;
}

export interface RunRequest {
  readonly items: readonly string[];
  readonly provider: string;
  readonly model: string;
  readonly promptVersion: string;
  readonly inputDigest: string;
  readonly month: string;
  readonly allowance: RunAllowance;
  readonly requester?: string | null;
}

export interface RunAllowance {
  readonly plan: "free" | "paid";
  readonly monthlyMax: number;
  readonly softMax?: number | null;
  readonly priority: "normal" | "high";
  readonly countedElsewhere?: number | null;
  readonly begunElsewhere?: number | null;
}

export interface CommandCaptureCompleteRun {
  readonly type: "capture.completeRun";
  readonly run: string;
  readonly output: RunOutput;
}

export interface RunOutput {
  readonly suggestions: readonly OrganiseSuggestion[];
  readonly questions?: readonly string[] | null;
  readonly outputDigest: string;
  readonly latencyMs: number;
  readonly usage?: ProviderUsage | null;
}

export interface OrganiseSuggestion {
  readonly id: string;
  readonly kind: "plan" | "list" | "task";
  readonly title: string;
  readonly parts: readonly SuggestedPart[];
  readonly confidenceThousandths: number;
}

export interface SuggestedPart {
  readonly text: string;
  readonly citation: ItemCitation;
  readonly under?: number | null;
}

export interface ItemCitation {
  readonly item: string;
  readonly start: number;
  readonly length: number;
}

export interface ProviderUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requests: number;
  readonly costMillionths?: number | null;
  readonly requestId?: string | null;
}

export interface CommandCaptureFailRun {
  readonly type: "capture.failRun";
  readonly run: string;
  readonly reason: "unreachable" | "timed out" | "declined" | "malformed" | "too large";
  readonly latencyMs: number;
}

export interface CommandCaptureCancelRun {
  readonly type: "capture.cancelRun";
  readonly run: string;
}

export interface CommandCaptureAnswerQuestion {
  readonly type: "capture.answerQuestion";
  readonly run: string;
  readonly question: number;
  readonly answer: string;
}

export interface CommandCaptureAcceptSuggestion {
  readonly type: "capture.acceptSuggestion";
  readonly run: string;
  readonly suggestion: string;
  readonly shape: AcceptedShape;
}

export interface AcceptedShape {
  readonly destination: Destination;
  readonly parts: readonly AcceptedPart[];
}

export type Destination =
  | DestinationNewPlan
  | DestinationNewList
  | DestinationExisting
  | DestinationStandalone;

export interface DestinationNewPlan {
  readonly type: "newPlan";
  readonly collection: string;
  readonly title: string;
}

export interface DestinationNewList {
  readonly type: "newList";
  readonly collection: string;
  readonly title: string;
}

export interface DestinationExisting {
  readonly type: "existing";
  readonly collection: string;
}

export interface DestinationStandalone {
  readonly type: "standalone";
}

export interface AcceptedPart {
  readonly index: number;
  readonly item: string;
  readonly text: string;
  readonly under?: string | null;
  readonly isTask: boolean;
}

export interface CommandCaptureDeclineSuggestion {
  readonly type: "capture.declineSuggestion";
  readonly run: string;
  readonly suggestion: string;
}

export interface CommandCaptureForgetRunPayload {
  readonly type: "capture.forgetRunPayload";
  readonly run: string;
}

export interface CommandStudioAddChild {
  readonly type: "studio.addChild";
  readonly child: string;
  readonly name: string;
  readonly birth?: string | null | undefined;
  readonly age?: number | null | undefined;
  readonly avatar?: Avatar | null | undefined;
  readonly today: string;
}

export interface Avatar {
  readonly emoji?: string | null;
  readonly photo?: FileFacts | null;
}

export interface CommandStudioRenameChild {
  readonly type: "studio.renameChild";
  readonly child: string;
  readonly name: string;
}

export interface CommandStudioCorrectBirth {
  readonly type: "studio.correctBirth";
  readonly child: string;
  readonly birth: string | null;
  readonly today: string;
}

export interface CommandStudioPortrayChild {
  readonly type: "studio.portrayChild";
  readonly child: string;
  readonly avatar: Avatar;
}

export interface CommandStudioTrashChild {
  readonly type: "studio.trashChild";
  readonly child: string;
}

export interface CommandStudioRestoreChild {
  readonly type: "studio.restoreChild";
  readonly child: string;
}

export interface CommandStudioUploadArtwork {
  readonly type: "studio.uploadArtwork";
  readonly artwork: string;
  readonly child: string;
  readonly upload: NewArtwork;
  readonly ifKnown?: "refused" | "kept" | null | undefined;
}

export interface NewArtwork {
  readonly images: readonly ImageFacts[];
  readonly date?: string | null;
  readonly uploaded: string;
  readonly category?: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other" | null;
  readonly medium?: string | null;
  readonly caption?: string | null;
  readonly notes?: string | null;
  readonly tags?: readonly string[] | null;
}

export interface ImageFacts {
  readonly id: string;
  readonly file: FileFacts;
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly orientation: number;
  readonly taken?: string | null;
  readonly fingerprint?: number | null;
}

export interface CommandStudioAddImage {
  readonly type: "studio.addImage";
  readonly artwork: string;
  readonly image: ImageFacts;
  readonly above?: string | null | undefined;
  readonly ifKnown?: "refused" | "kept" | null | undefined;
}

export interface CommandStudioMoveImage {
  readonly type: "studio.moveImage";
  readonly artwork: string;
  readonly image: string;
  readonly above?: string | null | undefined;
}

export interface CommandStudioRemoveImage {
  readonly type: "studio.removeImage";
  readonly artwork: string;
  readonly image: string;
}

export interface CommandStudioReturnImage {
  readonly type: "studio.returnImage";
  readonly artwork: string;
  readonly image: string;
}

export interface CommandStudioEditImage {
  readonly type: "studio.editImage";
  readonly artwork: string;
  readonly image: string;
  readonly recipe: EditRecipe;
}

export interface EditRecipe {
  readonly quarterTurns?: number | null;
  readonly isMirrored?: boolean | null;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface CommandStudioDateArtwork {
  readonly type: "studio.dateArtwork";
  readonly artwork: string;
  readonly day: string;
}

export interface CommandStudioCategoriseArtwork {
  readonly type: "studio.categoriseArtwork";
  readonly artwork: string;
  readonly category: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other";
}

export interface CommandStudioSetMedium {
  readonly type: "studio.setMedium";
  readonly artwork: string;
  readonly medium: string | null;
}

export interface CommandStudioCaptionArtwork {
  readonly type: "studio.captionArtwork";
  readonly artwork: string;
  readonly caption: string | null;
}

export interface CommandStudioAnnotateArtwork {
  readonly type: "studio.annotateArtwork";
  readonly artwork: string;
  readonly edit: TextEdit;
}

export interface CommandStudioTagArtwork {
  readonly type: "studio.tagArtwork";
  readonly artwork: string;
  readonly tags: readonly string[];
}

export interface CommandStudioUntagArtwork {
  readonly type: "studio.untagArtwork";
  readonly artwork: string;
  readonly tags: readonly string[];
}

export interface CommandStudioReassignArtwork {
  readonly type: "studio.reassignArtwork";
  readonly artwork: string;
  readonly child: string;
}

export interface CommandStudioFavouriteArtwork {
  readonly type: "studio.favouriteArtwork";
  readonly artwork: string;
}

export interface CommandStudioUnfavouriteArtwork {
  readonly type: "studio.unfavouriteArtwork";
  readonly artwork: string;
}

export interface CommandStudioOpenArtwork {
  readonly type: "studio.openArtwork";
  readonly artwork: string;
}

export interface CommandStudioTrashArtwork {
  readonly type: "studio.trashArtwork";
  readonly artwork: string;
}

export interface CommandStudioRestoreArtwork {
  readonly type: "studio.restoreArtwork";
  readonly artwork: string;
}

export interface CommandStudioCreateAlbum {
  readonly type: "studio.createAlbum";
  readonly album: string;
  readonly name: string;
}

export interface CommandStudioCreateSmartAlbum {
  readonly type: "studio.createSmartAlbum";
  readonly album: string;
  readonly name: string;
  readonly filter: ArtworkFilter;
}

export interface ArtworkFilter {
  readonly children?: readonly string[] | null;
  readonly categories?: readonly ("drawing" | "painting" | "writing" | "craft" | "worksheet" | "other")[] | null;
  readonly tags?: readonly string[] | null;
  readonly from?: string | null;
  readonly through?: string | null;
  readonly favouritesOnly?: boolean | null;
  readonly skill?: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | null;
}

export interface CommandStudioRenameAlbum {
  readonly type: "studio.renameAlbum";
  readonly album: string;
  readonly name: string;
}

export interface CommandStudioRefilterAlbum {
  readonly type: "studio.refilterAlbum";
  readonly album: string;
  readonly filter: ArtworkFilter;
}

export interface CommandStudioAddToAlbum {
  readonly type: "studio.addToAlbum";
  readonly album: string;
  readonly artwork: string;
  readonly above?: string | null | undefined;
}

export interface CommandStudioMoveInAlbum {
  readonly type: "studio.moveInAlbum";
  readonly album: string;
  readonly artwork: string;
  readonly above?: string | null | undefined;
}

export interface CommandStudioRemoveFromAlbum {
  readonly type: "studio.removeFromAlbum";
  readonly album: string;
  readonly artwork: string;
}

export interface CommandStudioTrashAlbum {
  readonly type: "studio.trashAlbum";
  readonly album: string;
}

export interface CommandStudioRestoreAlbum {
  readonly type: "studio.restoreAlbum";
  readonly album: string;
}

export interface CommandStudioGiveConsent {
  readonly type: "studio.giveConsent";
  readonly purpose: "analysis" | "stories" | "training";
  readonly child: string | null;
  readonly notice?: string | null | undefined;
}

export interface CommandStudioWithdrawConsent {
  readonly type: "studio.withdrawConsent";
  readonly purpose: "analysis" | "stories" | "training";
  readonly child: string | null;
}

export interface CommandStudioRequestAnalysis {
  readonly type: "studio.requestAnalysis";
  readonly analysis: string;
  readonly artwork: string;
  readonly method: AnalysisMethod;
  readonly inputDigest: string;
}

export interface AnalysisMethod {
  readonly provider: string;
  readonly model: string;
  readonly version: number;
}

export interface CommandStudioCompleteAnalysis {
  readonly type: "studio.completeAnalysis";
  readonly analysis: string;
  readonly attempt: number;
  readonly result: AnalysisResult;
}

export interface AnalysisResult {
  readonly metrics: readonly SkillMetric[];
  readonly tips: readonly Tip[];
  readonly suggestedTags?: readonly SuggestedTag[] | null;
  readonly usage?: ProviderUsage | null;
  readonly description?: string | null;
}

export interface SkillMetric {
  readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
  readonly thousandths: number;
  readonly method: string;
  readonly version: number;
  readonly noise?: number | null;
}

export interface Tip {
  readonly id: string;
  readonly text: string;
  readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
  readonly stage: "unknown" | "first" | "early" | "middle" | "late" | "beyond";
  readonly resource?: string | null;
  readonly listVersion?: number | null;
}

export interface SuggestedTag {
  readonly tag: string;
  readonly confidence: number;
}

export interface CommandStudioFailAnalysis {
  readonly type: "studio.failAnalysis";
  readonly analysis: string;
  readonly attempt: number;
  readonly reason: string;
}

export interface CommandStudioRetryAnalysis {
  readonly type: "studio.retryAnalysis";
  readonly analysis: string;
  readonly attempt: number;
  readonly method: AnalysisMethod;
  readonly inputDigest: string;
}

export interface CommandStudioSaveTip {
  readonly type: "studio.saveTip";
  readonly analysis: string;
  readonly tip: string;
}

export interface CommandStudioUnsaveTip {
  readonly type: "studio.unsaveTip";
  readonly analysis: string;
  readonly tip: string;
}

export interface CommandStudioRateTip {
  readonly type: "studio.rateTip";
  readonly analysis: string;
  readonly tip: string;
  readonly rating: "none" | "up" | "down";
}

export interface CommandStudioReadTips {
  readonly type: "studio.readTips";
  readonly analysis: string;
}

export interface CommandStudioRequestStory {
  readonly type: "studio.requestStory";
  readonly story: string;
  readonly request: StoryRequest;
}

export interface StoryRequest {
  readonly artworks: readonly string[];
  readonly theme: string;
  readonly names: readonly string[];
  readonly length?: "short" | "medium" | null;
  readonly note?: string | null;
}

export interface CommandStudioCompleteStory {
  readonly type: "studio.completeStory";
  readonly story: string;
  readonly version: number;
  readonly text: StoryText;
  readonly moderation: Moderation;
  readonly today: string;
}

export interface StoryText {
  readonly title?: string | null;
  readonly passages: readonly StoryPassage[];
  readonly method: AnalysisMethod;
  readonly usage?: ProviderUsage | null;
}

export interface StoryPassage {
  readonly text: string;
  readonly artworks?: readonly string[] | null;
}

export type Moderation =
  | ModerationPassed
  | ModerationBlocked;

export interface ModerationPassed {
  readonly type: "passed";
}

export interface ModerationBlocked {
  readonly type: "blocked";
  readonly reason: string;
}

export interface CommandStudioFailStory {
  readonly type: "studio.failStory";
  readonly story: string;
  readonly version: number;
  readonly reason: string;
}

export interface CommandStudioRegenerateStory {
  readonly type: "studio.regenerateStory";
  readonly story: string;
  readonly version: number;
  readonly request: StoryRequest;
}

export interface CommandStudioRetitleStory {
  readonly type: "studio.retitleStory";
  readonly story: string;
  readonly title: string | null;
}

export interface CommandStudioOpenStory {
  readonly type: "studio.openStory";
  readonly story: string;
}

export interface CommandStudioTrashStory {
  readonly type: "studio.trashStory";
  readonly story: string;
}

export interface CommandStudioRestoreStory {
  readonly type: "studio.restoreStory";
  readonly story: string;
}

export interface CommandStudioCelebrateMilestone {
  readonly type: "studio.celebrateMilestone";
  readonly milestone: string;
  readonly name: string;
  readonly child: string;
  readonly day: string;
}

export interface CommandStudioRenameMilestone {
  readonly type: "studio.renameMilestone";
  readonly milestone: string;
  readonly name: string;
}

export interface CommandStudioDateMilestone {
  readonly type: "studio.dateMilestone";
  readonly milestone: string;
  readonly day: string;
}

export interface CommandStudioHideMilestone {
  readonly type: "studio.hideMilestone";
  readonly milestone: string;
}

export interface CommandStudioShowMilestone {
  readonly type: "studio.showMilestone";
  readonly milestone: string;
}

export interface CommandStudioRemindOfUpload {
  readonly type: "studio.remindOfUpload";
  readonly today: string;
}

export interface CommandStudioSnoozeReminders {
  readonly type: "studio.snoozeReminders";
  readonly until: string | null;
  readonly today: string;
}

export interface CommandStudioTurnRemindersOff {
  readonly type: "studio.turnRemindersOff";
}

export interface CommandStudioTurnRemindersOn {
  readonly type: "studio.turnRemindersOn";
}

export interface CommandAcrossRenameTag {
  readonly type: "across.renameTag";
  readonly old: string;
  readonly new: string;
}

export interface CommandAcrossDeleteTag {
  readonly type: "across.deleteTag";
  readonly name: string;
}

export interface CommandRegistryNameActor {
  readonly type: "registry.nameActor";
  readonly actor: string;
  readonly name: string;
}

export interface CommandRegistryNameDevice {
  readonly type: "registry.nameDevice";
  readonly device: string;
  readonly name: string;
}

export interface CommandRegistryRecordSource {
  readonly type: "registry.recordSource";
  readonly entity: string;
  readonly source: string;
  readonly fingerprint: string;
  readonly textRevision: number;
}

export interface CommandResults {
  readonly last: number;
  readonly results: readonly CommandResult[];
}

export interface CommandResult {
  readonly device: string;
  readonly sequence: number;
  readonly status: number;
  readonly outcome: "done" | "nothingToDo" | "refused";
  readonly first?: number | null;
  readonly last?: number | null;
  readonly repeated?: boolean | null;
  readonly events?: readonly CommandEvent[] | null;
  readonly problem?: Problem | null;
  readonly undone?: UndoneChange | null;
}

export interface CommandEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly entity: string;
}

export interface UndoneChange {
  readonly sequence: number;
  readonly kind: string;
  readonly title?: string | null;
  readonly summary: string;
  readonly redone?: boolean | null;
}

export interface ImportResult {
  readonly format: string;
  readonly name: string;
  readonly batch?: string | null;
  readonly first?: number | null;
  readonly last?: number | null;
  readonly created: ImportCounts;
  readonly changed: number;
  readonly unchanged: number;
  readonly notTaken: readonly NotTaken[];
}

export interface ImportCounts {
  readonly folders: number;
  readonly notes: number;
  readonly boards: number;
  readonly columns: number;
  readonly cards: number;
  readonly plans: number;
  readonly items: number;
  readonly attachments: number;
  readonly artworks: number;
}

export interface NotTaken {
  readonly what: string;
  readonly where: string;
  readonly why: string;
}

export interface ArtworkAnalysis {
  readonly id: string;
  readonly status: "pending" | "completed" | "failed" | "stopped";
  readonly attempt: number;
  readonly method: string;
  readonly reason: string | null;
  readonly tips: number;
  readonly usage?: Usage;
  readonly suggestedTags: readonly {
    readonly tag: string;
    readonly confidence: number;
  }[];
}

export interface ArtworkImage {
  readonly id: string;
  readonly file: KeptFile;
  readonly originalWidth: number;
  readonly originalHeight: number;
  readonly orientation: number;
  readonly taken: string | null;
  readonly mirrored: boolean;
  readonly quarterTurns: number;
  readonly crop: readonly number[];
  readonly width: number;
  readonly height: number;
}

export interface ArtworkLine {
  readonly id: string;
  readonly title: string;
  readonly child: string;
  readonly childName: string;
  readonly date: string;
  readonly age: number | null;
  readonly category: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other";
  readonly medium: string | null;
  readonly tags: readonly string[];
  readonly images: number;
  readonly favourite: boolean;
  readonly digest: string;
}

export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly read?: TextOfPicture;
}

export interface BrokenLink {
  readonly written: string;
  readonly sources: readonly ThingLine[];
}

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly state: "live" | "archived" | "trashed";
  readonly board: string | null;
  readonly boardTitle: string;
  readonly column: string;
  readonly columnName: string;
  readonly columnState?: "archived";
  readonly due: string | null;
  readonly priority: "none" | "low" | "medium" | "high" | "urgent";
  readonly tags: readonly ColouredTag[];
  readonly added: string;
  readonly addedBy: string;
  readonly updated: string;
  readonly updatedBy: string;
  readonly parents: readonly number[];
  readonly checklists: readonly {
    readonly name: string;
    readonly items: readonly {
      readonly id: string;
      readonly text: string;
      readonly done: boolean;
    }[];
  }[];
  readonly comments: readonly {
    readonly id: string;
    readonly author: string;
    readonly made: string;
    readonly reworded?: string;
    readonly text: string;
  }[];
  readonly files: readonly AttachedFile[];
  readonly description: string;
}

export interface CardLine {
  readonly id: string;
  readonly title: string;
  readonly due: string | null;
  readonly priority: "none" | "low" | "medium" | "high" | "urgent";
  readonly tags: readonly ColouredTag[];
  readonly done: number;
  readonly items: number;
  readonly comments: number;
  readonly excerpt: string;
}

export interface Child {
  readonly id: string;
  readonly name: string;
  readonly state: "live" | "trashed";
  readonly born: string | null;
  readonly bornIsEstimated: boolean;
  readonly age: number | null;
  readonly avatar: string | KeptFile | null;
  readonly artworks: number;
  readonly updated: string;
  readonly updatedBy: string;
}

export interface ColouredTag {
  readonly colour: "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "brown" | "grey" | "black" | "sky" | "lime" | null;
  readonly label: string;
}

export interface ColumnOfCards {
  readonly id: string;
  readonly name: string;
  readonly cards: readonly CardLine[];
}

export interface Delivery {
  readonly delivery: number;
  readonly reason: "event" | "ping" | "redelivery";
  readonly sequence?: number;
  readonly attempt: number;
  readonly began: string;
  readonly latencyMicroseconds: number;
  readonly outcome: "delivered" | "refused" | "gone" | "timedOut" | "unreachable" | "unknownHost" | "privateAddress" | "insecure";
  readonly status: number | null;
}

export interface Drawing {
  readonly id: string;
  readonly state: string;
  readonly recognised?: {
    readonly text: string;
    readonly recogniser: string;
    readonly version: string;
    readonly language: string | null;
    readonly state: string;
    readonly current: boolean;
    readonly lines?: readonly {
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
      readonly confidence: number;
      readonly others: readonly string[];
    }[];
  };
  readonly strokes: readonly ({
    readonly id: string;
    readonly tool: "pen" | "pencil" | "highlighter";
    readonly colour: number;
    readonly width: number;
    readonly points: string;
  })[];
}

export interface ExportProgress {
  readonly export: string;
  readonly kind: "story" | "progress" | "note" | "timeline";
  readonly format: "pdf" | "epub" | "opus" | "html" | "webm" | "mp4";
  readonly state: "waiting" | "running" | "ready" | "failed" | "cancelled";
  readonly done?: number;
  readonly all?: number;
  readonly name?: string;
  readonly mediaType?: string;
  readonly sizeBytes?: number;
  readonly notes?: readonly string[];
  readonly reason?: string;
  readonly expires: string;
}

export interface FolderNode {
  readonly id: string;
  readonly name: string;
  readonly notes: number;
  readonly total: number;
  readonly folders: readonly FolderNode[];
}

export interface Found {
  readonly found: number;
  readonly next?: string;
  readonly hits: readonly ({
    readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
    readonly id: string;
    readonly path: string;
    readonly title: string;
    readonly updated: string;
    readonly titleMatches: readonly (readonly number[])[];
    readonly passages: readonly ({
      readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
      readonly start: number;
      readonly text: string;
      readonly matches: readonly (readonly number[])[];
      readonly drawing?: string;
      readonly file?: string;
      readonly size?: readonly number[];
      readonly box?: readonly number[];
    })[];
  })[];
}

export interface ItemLine {
  readonly id: string;
  readonly title: string;
  readonly type: "none" | "task" | "link";
  readonly linkedCollection?: string;
  readonly target?: string;
  readonly starred: boolean;
  readonly completed: string | null;
  readonly followUp: string | null;
  readonly tags: readonly string[];
  readonly captured: string;
}

export interface KeptFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly digest: string;
}

export interface Link {
  readonly target: "thing" | "trashed" | "file" | "unresolved";
  readonly kind?: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
  readonly id?: string;
  readonly path?: string;
  readonly file?: string;
  readonly written: string;
  readonly heading?: string;
  readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
  readonly line: number;
  readonly context: string;
}

export interface NoteLine {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly updated: string;
  readonly updatedBy: string;
  readonly snippet: string;
  readonly words: number;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly ink: boolean;
  readonly attachments: boolean;
  readonly checklist: boolean;
  readonly tasks?: number;
  readonly tasksDone?: number;
}

export interface OpenedSession {
  readonly user: string;
  readonly device: string;
  readonly session: string;
  readonly workspace?: string;
  readonly expires: string;
  readonly token: string | null;
  readonly csrf: string | null;
}

export interface PictureFacts {
  readonly mediaType: string;
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly orientation: number;
  readonly taken: string | null;
}

export interface Run {
  readonly id: string;
  readonly status: "pending" | "completed" | "failed" | "cancelled";
  readonly askedBy: string;
  readonly asked: string;
  readonly provider: string;
  readonly model: string;
  readonly promptVersion: string;
  readonly plan: "free" | "paid";
  readonly priority: "normal" | "high";
  readonly month: string;
  readonly counted: boolean;
  readonly items: readonly string[];
  readonly inputSHA256: string;
  readonly payloadForgotten: boolean;
  readonly reason?: "unreachable" | "timed out" | "declined" | "malformed" | "too large";
  readonly outputSHA256?: string;
  readonly latencyMs?: number;
  readonly usage?: Usage;
  readonly droppedSuggestions?: number;
  readonly droppedParts?: number;
  readonly questions?: readonly ({
    readonly question: string;
    readonly answer: string | null;
  })[];
  readonly suggestions?: readonly RunSuggestion[];
}

export interface RunSuggestion {
  readonly id: string;
  readonly kind: "plan" | "list" | "task";
  readonly title: string;
  readonly confidenceThousandths: number;
  readonly confidence: string;
  readonly decision: "open" | "accepted" | "declined";
  readonly collection?: string | null;
  readonly made?: readonly string[];
  readonly parts: readonly {
    readonly text: string;
    readonly item: string;
    readonly start: number;
    readonly length: number;
    readonly under?: number;
  }[];
}

export interface TextOfPicture {
  readonly text: string;
  readonly reader: string;
  readonly version: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
    readonly confidence: number;
    readonly others: readonly string[];
  }[];
}

export interface ThingLine {
  readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
  readonly id: string;
  readonly path: string;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requests: number;
  readonly costMillionths: number;
  readonly requestID: string | null;
}

/** The answers of the views below a workspace, by operation. */
export interface Views {
  /** All albums by name; with `child`, those that hold a work of this child. */
  readonly listAlbums: readonly {
    readonly id: string;
    readonly name: string;
    readonly smart: boolean;
    readonly artworks: number;
  }[];
  /** One album with its artworks in their order. */
  readonly showAlbum: {
    readonly id: string;
    readonly name: string;
    readonly state: "live" | "trashed";
    readonly smart: boolean;
    readonly filter: {
      readonly children: readonly string[];
      readonly categories: readonly ("drawing" | "painting" | "writing" | "craft" | "worksheet" | "other")[];
      readonly tags: readonly string[];
      readonly from: string | null;
      readonly through: string | null;
      readonly favouritesOnly: boolean;
      readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | null;
    } | null;
    readonly updated: string;
    readonly updatedBy: string;
    readonly artworks: readonly ArtworkLine[];
  };
  /** One artwork with everything known of it. */
  readonly showArtwork: {
    readonly artwork: ArtworkLine;
    readonly state: "live" | "trashed";
    readonly description?: string;
    readonly uploaded: string;
    readonly images: readonly ArtworkImage[];
    readonly removedImages: readonly ArtworkImage[];
    readonly albums: readonly string[];
    readonly skills: readonly ({
      readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
      readonly valueThousandths: number;
      readonly method: string;
      readonly changeThousandths: number | null;
      readonly comparedWith: string | null;
    })[];
    readonly analyses: readonly ArtworkAnalysis[];
    readonly added: string;
    readonly addedBy: string;
    readonly updated: string;
    readonly updatedBy: string;
    readonly notes: string;
    readonly parents: readonly number[];
  };
  /** All attached files, by what they hang on. */
  readonly listAttachments: readonly {
    readonly id: string;
    readonly name: string;
    readonly mediaType: string;
    readonly sizeBytes: number;
    readonly sha256: string;
    readonly holder: ThingLine;
  }[];
  /** Every record that matches, in journal order; the newest first with `newest`. */
  readonly audit: readonly ({
    readonly seq: number;
    readonly time: string;
    readonly actor: string;
    readonly actorName: string;
    readonly recordedTime: string;
    readonly recordedActor: string;
    readonly device: string;
    readonly deviceName: string;
    readonly command: number;
    readonly kind: string;
    readonly entity: string;
    readonly cause: string;
    readonly causeSeq: number | null;
    readonly batch: string | null;
    readonly event: {
      readonly [name: string]: unknown;
    } | null;
    readonly erasedBy?: number;
  })[];
  /** How large a file is, its kind, and what a picture says about itself. */
  readonly showFile: {
    readonly sha256: string;
    readonly name: string;
    readonly sizeBytes: number;
    readonly picture?: PictureFacts;
  };
  /** All boards: archived ones last, pinned ones first, by their titles. */
  readonly listBoards: readonly {
    readonly id: string;
    readonly title: string;
    readonly archived: boolean;
    readonly pinned: boolean;
    readonly columns: number;
    readonly cards: number;
    readonly updated: string;
    readonly updatedBy: string;
  }[];
  /** One board, column by column. */
  readonly showBoard: {
    readonly id: string;
    readonly title: string;
    readonly state: "live" | "archived" | "trashed";
    readonly updated: string;
    readonly updatedBy: string;
    readonly columns: readonly ColumnOfCards[];
  };
  /** What was archived of a board. */
  readonly showArchive: {
    readonly id: string;
    readonly title: string;
    readonly cards: readonly {
      readonly id: string;
      readonly title: string;
      readonly column: string;
      readonly board: string;
    }[];
    readonly archivedColumns?: readonly ColumnOfCards[];
    readonly columns: readonly {
      readonly id: string;
      readonly name: string;
      readonly board: string;
      readonly cards: number;
    }[];
  };
  /** One card with everything known of it. */
  readonly showCard: Card;
  /** Waits until something changes after a sequence number, and says what: for clients without server-sent events. */
  readonly pollChanges: {
    readonly last: number;
    readonly areas: readonly ("registry" | "notes" | "boards" | "captures" | "studio")[];
  };
  /** The children of the family. */
  readonly listChildren: readonly Child[];
  /** One child, with its age and its artworks. */
  readonly showChild: Child;
  /** A child's skills by month. */
  readonly showHeatmap: {
    readonly child: string;
    readonly name: string;
    readonly months: readonly string[];
    readonly rows: readonly ({
      readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
      readonly cells: readonly ({
        readonly levelThousandths: number;
        readonly observations: number;
      } | null)[];
    })[];
  };
  /** How a child is coming along. */
  readonly showProgress: {
    readonly child: string;
    readonly name: string;
    readonly age: number | null;
    readonly artworks: number;
    readonly allowed: boolean;
    readonly guide: {
      readonly stage: "unknown" | "first" | "early" | "middle" | "late" | "beyond";
      readonly years: string;
      readonly focus: string;
      readonly categories: readonly ("drawing" | "painting" | "writing" | "craft" | "worksheet" | "other")[];
      readonly skills: readonly ("fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity")[];
      readonly vocabulary: {
        readonly words: string;
        readonly sentenceWordsMax: number;
      };
    };
    readonly skills: readonly ({
      readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
      readonly month: string;
      readonly levelThousandths: number | null;
      readonly changeThousandths: number | null;
      readonly comparedWith: string | null;
      readonly observations: number;
      readonly direction: "Improving" | "Steady" | "Taking its time" | null;
      readonly badge: string | null;
      readonly step: "Starting" | "Growing" | "Confident" | "Flourishing" | null;
      readonly sentence: string;
      readonly method: string;
      readonly otherwise: number;
    })[];
  };
  /** All plans and lists by name, with how much of each is done. */
  readonly listCollections: {
    readonly collections: readonly {
      readonly id: string;
      readonly name: string;
      readonly structured: boolean;
      readonly done: number;
      readonly count: number;
      readonly created: string;
      readonly createdBy: string;
    }[];
  };
  /** One plan or list. */
  readonly showCollection: {
    readonly id: string;
    readonly name: string;
    readonly structured: boolean;
    readonly state: "live" | "trashed";
    readonly created: string;
    readonly createdBy: string;
    readonly done: number;
    readonly count: number;
    readonly items: readonly ({
      readonly id: string;
      readonly title: string;
      readonly type: "none" | "task" | "link";
      readonly linkedCollection?: string;
      readonly target?: string;
      readonly starred: boolean;
      readonly completed: string | null;
      readonly followUp: string | null;
      readonly tags: readonly string[];
      readonly captured: string;
      readonly level: number;
      readonly under: string | null;
    })[];
  };
  /** The number for the next command of a device in this workspace. */
  readonly showNextSequence: {
    readonly device: string;
    readonly next: number;
  };
  /** Texts that several people wrote at once, merged, and that nobody has gone on with since. */
  readonly listConflicts: readonly ({
    readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
    readonly id: string;
    readonly path: string;
    readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
    readonly revision: number;
    readonly heads: readonly number[];
    readonly updated: string;
  })[];
  /** What was agreed to for which child. */
  readonly listConsents: readonly ({
    readonly purpose: "analysis" | "stories" | "training";
    readonly child: string | null;
    readonly whom: string;
    readonly answer: "given" | "withdrawn";
    readonly notice: string | null;
    readonly answered: string;
    readonly answeredBy: string;
  })[];
  /** The cards of all boards that have a due date, day by day. */
  readonly showDue: {
    readonly days: readonly {
      readonly day: string;
      readonly cards: readonly {
        readonly board: string;
        readonly boardTitle: string;
        readonly columnName: string;
        readonly card: CardLine;
      }[];
    }[];
  };
  /** Images that are there twice, or look alike. */
  readonly listDuplicates: {
    readonly exact: readonly (readonly {
      readonly artwork: string;
      readonly title: string;
      readonly image: string;
      readonly file: string;
    }[])[];
    readonly near: readonly (readonly {
      readonly artwork: string;
      readonly title: string;
      readonly image: string;
      readonly file: string;
    }[])[];
  };
  /** How far a file is: waiting, running, ready, failed or cancelled. */
  readonly showExport: ExportProgress;
  /** The tree of folders. */
  readonly listFolders: {
    readonly notes: number;
    readonly total: number;
    readonly folders: readonly FolderNode[];
    readonly clashes?: readonly ({
      readonly name: string;
      readonly parent: string | null;
      readonly folders: readonly string[];
      readonly merges: readonly {
        readonly type: string;
        readonly folder: string;
        readonly into: string;
      }[];
    })[];
  };
  /** One folder with everything known of it. */
  readonly showFolder: {
    readonly id: string;
    readonly name: string;
    readonly parent: string | null;
    readonly path: string;
    readonly trashed: boolean;
    readonly created: string;
    readonly createdBy: string;
    readonly updated: string;
    readonly updatedBy: string;
    readonly notes: number;
    readonly totalNotes: number;
    readonly totalFolders: number;
    readonly files: readonly AttachedFile[];
  };
  /** The notes directly in a folder. */
  readonly listFolderNotes: {
    readonly folder: string | null;
    readonly count: number;
    readonly notes: readonly NoteLine[];
  };
  /** What is open and has a day to be looked at again. */
  readonly showFollowUp: {
    readonly days: readonly {
      readonly day: string;
      readonly items: readonly ItemLine[];
    }[];
  };
  /** Artworks side by side, newest first. */
  readonly showGallery: readonly ArtworkLine[];
  /** What was captured and not filed, the newest first. */
  readonly showInbox: {
    readonly items: readonly ItemLine[];
  };
  /** The cards with a tag, or one nested below it, those changed last first. */
  readonly intentFindCards: Found;
  /** The tags of items, with their colours. */
  readonly listItemTags: {
    readonly tags: readonly ({
      readonly id: string | null;
      readonly name: string;
      readonly colour: "none" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "brown" | "grey" | "black";
      readonly count: number;
      readonly countWithin: number;
    })[];
  };
  /** One captured item with everything known of it. */
  readonly showItem: {
    readonly id: string;
    readonly title: string;
    readonly type: "none" | "task" | "link";
    readonly linkedCollection?: string;
    readonly target?: string;
    readonly starred: boolean;
    readonly completed: string | null;
    readonly followUp: string | null;
    readonly tags: readonly string[];
    readonly captured: string;
    readonly state: "live" | "trashed";
    readonly collections: readonly ({
      readonly id: string;
      readonly name: string;
      readonly structured: boolean;
      readonly trashed: boolean;
      readonly under: string | null;
    })[];
    readonly metadata: {
      readonly [name: string]: unknown;
    } | null;
    readonly source: string | null;
    readonly splitInto: readonly string[];
    readonly mergedInto: string | null;
    readonly mergedFrom: readonly string[];
    readonly files: readonly AttachedFile[];
    readonly received: string;
    readonly receivedBy: string;
    readonly updated: string;
    readonly updatedBy: string;
    readonly content: string;
    readonly original: string;
  };
  /** All links that lead nowhere. */
  readonly listLinks: {
    readonly links: number;
    readonly sources: number;
    readonly trashed: readonly BrokenLink[];
    readonly unresolved: readonly BrokenLink[];
  };
  /** All albums by name; with `child`, those that hold a work of this child. As {items, next, total}. */
  readonly listAlbumsPage: {
    readonly items: readonly {
      readonly id: string;
      readonly name: string;
      readonly smart: boolean;
      readonly artworks: number;
    }[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** All attached files, by what they hang on. As {items, next, total}. */
  readonly listAttachmentsPage: {
    readonly items: readonly {
      readonly id: string;
      readonly name: string;
      readonly mediaType: string;
      readonly sizeBytes: number;
      readonly sha256: string;
      readonly holder: ThingLine;
    }[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** Every record that matches, in journal order; the newest first with `newest`. As {items, next, total}. */
  readonly auditPage: {
    readonly items: readonly ({
      readonly seq: number;
      readonly time: string;
      readonly actor: string;
      readonly actorName: string;
      readonly recordedTime: string;
      readonly recordedActor: string;
      readonly device: string;
      readonly deviceName: string;
      readonly command: number;
      readonly kind: string;
      readonly entity: string;
      readonly cause: string;
      readonly causeSeq: number | null;
      readonly batch: string | null;
      readonly event: {
        readonly [name: string]: unknown;
      } | null;
      readonly erasedBy?: number;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** All boards: archived ones last, pinned ones first, by their titles. As {items, next, total}. */
  readonly listBoardsPage: {
    readonly items: readonly {
      readonly id: string;
      readonly title: string;
      readonly archived: boolean;
      readonly pinned: boolean;
      readonly columns: number;
      readonly cards: number;
      readonly updated: string;
      readonly updatedBy: string;
    }[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The children of the family. As {items, next, total}. */
  readonly listChildrenPage: {
    readonly items: readonly Child[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** All plans and lists by name, with how much of each is done. As {items, next, total}. */
  readonly listCollectionsPage: {
    readonly items: readonly {
      readonly id: string;
      readonly name: string;
      readonly structured: boolean;
      readonly done: number;
      readonly count: number;
      readonly created: string;
      readonly createdBy: string;
    }[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** Texts that several people wrote at once, merged, and that nobody has gone on with since. As {items, next, total}. */
  readonly listConflictsPage: {
    readonly items: readonly ({
      readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
      readonly id: string;
      readonly path: string;
      readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
      readonly revision: number;
      readonly heads: readonly number[];
      readonly updated: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What was agreed to for which child. As {items, next, total}. */
  readonly listConsentsPage: {
    readonly items: readonly ({
      readonly purpose: "analysis" | "stories" | "training";
      readonly child: string | null;
      readonly whom: string;
      readonly answer: "given" | "withdrawn";
      readonly notice: string | null;
      readonly answered: string;
      readonly answeredBy: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The notes directly in a folder. As {items, next, total}. */
  readonly listFolderNotesPage: {
    readonly items: readonly NoteLine[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** Artworks side by side, newest first. As {items, next, total}. */
  readonly showGalleryPage: {
    readonly items: readonly ArtworkLine[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What was captured and not filed, the newest first. As {items, next, total}. */
  readonly showInboxPage: {
    readonly items: readonly ItemLine[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The cards with a tag, or one nested below it, those changed last first. As {items, next, total}. */
  readonly intentFindCardsPage: {
    readonly items: readonly ({
      readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
      readonly id: string;
      readonly path: string;
      readonly title: string;
      readonly updated: string;
      readonly titleMatches: readonly (readonly number[])[];
      readonly passages: readonly ({
        readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
        readonly start: number;
        readonly text: string;
        readonly matches: readonly (readonly number[])[];
        readonly drawing?: string;
        readonly file?: string;
        readonly size?: readonly number[];
        readonly box?: readonly number[];
      })[];
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The tags of items, with their colours. As {items, next, total}. */
  readonly listItemTagsPage: {
    readonly items: readonly ({
      readonly id: string | null;
      readonly name: string;
      readonly colour: "none" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "brown" | "grey" | "black";
      readonly count: number;
      readonly countWithin: number;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What is completed, the last first. As {items, next, total}. */
  readonly showLogbookPage: {
    readonly items: readonly ItemLine[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What was celebrated, latest first. As {items, next, total}. */
  readonly listMilestonesPage: {
    readonly items: readonly {
      readonly id: string;
      readonly milestone: string;
      readonly child: string;
      readonly childName: string;
      readonly date: string;
      readonly hidden: boolean;
    }[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** All notes, pinned ones first, then those changed last. As {items, next, total}. */
  readonly listNotesPage: {
    readonly items: readonly NoteLine[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What is pinned, starred or a favourite, by kind and name. As {items, next, total}. */
  readonly listPinsPage: {
    readonly items: readonly ThingLine[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What was put off or dismissed. As {items, next, total}. */
  readonly listPromptsPage: {
    readonly items: readonly ({
      readonly kind: string;
      readonly snoozedUntil: string;
    } | {
      readonly kind: string;
      readonly dismissed: boolean;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What was made, written or opened last. As {items, next, total}. */
  readonly listRecentPage: {
    readonly items: readonly ({
      readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
      readonly id: string;
      readonly path: string;
      readonly at: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The runs that wait for an answer, those of paid plans first: an early feature, for plans that have them. As {items, next, total}. */
  readonly showRunQueuePage: {
    readonly items: readonly ({
      readonly id: string;
      readonly priority: "normal" | "high";
      readonly asked: string;
      readonly provider: string;
      readonly model: string;
      readonly items: number;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** Every time that suggestions were asked for, the last first. As {items, next, total}. */
  readonly listRunsPage: {
    readonly items: readonly Run[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** Finds words and phrases in titles, texts, tags and file names, the best first. As {items, next, total}. */
  readonly searchPage: {
    readonly items: readonly ({
      readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
      readonly id: string;
      readonly path: string;
      readonly title: string;
      readonly updated: string;
      readonly titleMatches: readonly (readonly number[])[];
      readonly passages: readonly ({
        readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
        readonly start: number;
        readonly text: string;
        readonly matches: readonly (readonly number[])[];
        readonly drawing?: string;
        readonly file?: string;
        readonly size?: readonly number[];
        readonly box?: readonly number[];
      })[];
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The share links of a workspace in the order in which they were made, those that are over too. As {items, next, total}. */
  readonly listShareLinksPage: {
    readonly items: readonly ({
      readonly id: string;
      readonly kind: "other" | "note" | "artwork" | "album" | "story";
      readonly thing: string;
      readonly title: string | null;
      readonly maker: string;
      readonly secret: string;
      readonly password: boolean;
      readonly viewOnly: boolean;
      readonly expires: string;
      readonly revoked: boolean;
      readonly opens?: boolean;
      readonly made: string;
      readonly madeBy: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** All stories, those minted last first; with `child`, those that are told around a work of this child. As {items, next, total}. */
  readonly listStoriesPage: {
    readonly items: readonly ({
      readonly id: string;
      readonly title: string;
      readonly status: "pending" | "told" | "blocked" | "failed" | "stopped";
      readonly versions: number;
      readonly artworks: number;
      readonly updated: string;
      readonly updatedBy: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** All tags by name, with how often each is used. As {items, next, total}. */
  readonly listTagsPage: {
    readonly items: readonly {
      readonly name: string;
      readonly level: number;
      readonly total: number;
      readonly uses: {
        readonly note?: number;
        readonly card?: number;
        readonly item?: number;
        readonly artwork?: number;
      };
    }[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The revisions of a thing, oldest first; the newest first with `newest`. As {items, next, total}. */
  readonly showHistoryPage: {
    readonly items: readonly ({
      readonly seq: number;
      readonly time: string;
      readonly actor: string;
      readonly device: string;
      readonly kind: string;
      readonly summary: string;
      readonly cause: string;
      readonly causeSeq: number | null;
      readonly diff: string | null;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What to try next, the newest analysis first. As {items, next, total}. */
  readonly listTipsPage: {
    readonly items: readonly ({
      readonly id: string;
      readonly text: string;
      readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
      readonly stage: "unknown" | "first" | "early" | "middle" | "late" | "beyond";
      readonly resource: string | null;
      readonly listVersion: number;
      readonly analysis: string;
      readonly artwork: string;
      readonly artworkTitle: string;
      readonly childName: string;
      readonly saved: boolean;
      readonly new: boolean;
      readonly rating: "none" | "up" | "down";
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What was deleted, and where each thing comes back to. As {items, next, total}. */
  readonly listTrashPage: {
    readonly items: readonly ({
      readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
      readonly id: string;
      readonly path: string;
      readonly holds: string;
      readonly waitsFor: ThingLine | null;
      readonly trashed: string;
      readonly trashedBy: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The webhooks of a workspace, and where each of them stands. As {items, next, total}. */
  readonly listWebhooksPage: {
    readonly items: readonly ({
      readonly id: string;
      readonly url: string;
      readonly areas: readonly ("nothing" | "registry" | "notes" | "boards" | "captures" | "studio")[];
      readonly kinds: readonly string[];
      readonly state: "active" | "paused" | "disabled";
      readonly failedAttempts?: number;
      readonly user: string;
      readonly secret: string;
      readonly formerUntil: string | null;
      readonly added: string;
      readonly addedBy: string;
      readonly told: number;
      readonly last: Delivery | null;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The latest attempts to tell a webhook something, newest first; nothing of what was told. As {items, next, total}. */
  readonly listDeliveriesPage: {
    readonly items: readonly Delivery[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** What is completed, the last first. */
  readonly showLogbook: {
    readonly items: readonly ItemLine[];
  };
  /** Who belongs to a workspace, and who is invited. */
  readonly listMembers: {
    readonly id: string;
    readonly name: string;
    readonly closed: boolean;
    readonly created: string;
    readonly createdBy: string;
    readonly members: readonly ({
      readonly user: string;
      readonly name: string;
      readonly role: "viewer" | "editor" | "owner";
      readonly children: readonly string[] | null;
    })[];
    readonly invitations: readonly ({
      readonly id: string;
      readonly role: "viewer" | "editor" | "owner";
      readonly children: readonly string[] | null;
      readonly email: string | null;
      readonly secret: string;
      readonly expires: string;
      readonly answer: "waiting" | "accepted" | "declined" | "revoked";
      readonly sent: string;
      readonly sentBy: string;
    })[];
  };
  /** What was celebrated, latest first. */
  readonly listMilestones: readonly {
    readonly id: string;
    readonly milestone: string;
    readonly child: string;
    readonly childName: string;
    readonly date: string;
    readonly hidden: boolean;
  }[];
  /** All notes, pinned ones first, then those changed last. */
  readonly listNotes: {
    readonly folder: string | null;
    readonly count: number;
    readonly notes: readonly NoteLine[];
  };
  /** One note with everything known of it. */
  readonly showNote: {
    readonly id: string;
    readonly title: string;
    readonly folder: string | null;
    readonly path: string;
    readonly tags: readonly string[];
    readonly pinned: boolean;
    readonly trashed: boolean;
    readonly created: string;
    readonly createdBy: string;
    readonly updated: string;
    readonly updatedBy: string;
    readonly opened?: string;
    readonly parents: readonly number[];
    readonly words: number;
    readonly length: number;
    readonly tasks?: number;
    readonly tasksDone?: number;
    readonly ink: readonly Drawing[];
    readonly files: readonly AttachedFile[];
    readonly body: string;
  };
  /** What is pinned, starred or a favourite, by kind and name. */
  readonly listPins: readonly ThingLine[];
  /** What was put off or dismissed. */
  readonly listPrompts: {
    readonly prompts: readonly ({
      readonly kind: string;
      readonly snoozedUntil: string;
    } | {
      readonly kind: string;
      readonly dismissed: boolean;
    })[];
  };
  /** What was made, written or opened last. */
  readonly listRecent: {
    readonly device: string | null;
    readonly things: readonly ({
      readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
      readonly id: string;
      readonly path: string;
      readonly at: string;
    })[];
  };
  /** Whether and when the family is reminded. */
  readonly showReminders: {
    readonly on: boolean;
    readonly snoozedUntil: string | null;
    readonly lastSent: string | null;
    readonly lastUpload: string | null;
    readonly words: string;
  };
  /** The runs that wait for an answer, those of paid plans first: an early feature, for plans that have them. */
  readonly showRunQueue: {
    readonly runs: readonly ({
      readonly id: string;
      readonly priority: "normal" | "high";
      readonly asked: string;
      readonly provider: string;
      readonly model: string;
      readonly items: number;
    })[];
  };
  /** Every time that suggestions were asked for, the last first. */
  readonly listRuns: {
    readonly runs: readonly Run[];
  };
  /** One organising run, with what was suggested and decided. */
  readonly showRun: Run;
  /** Finds words and phrases in titles, texts, tags and file names, the best first. */
  readonly search: Found;
  /** The share links of a workspace in the order in which they were made, those that are over too. */
  readonly listShareLinks: readonly ({
    readonly id: string;
    readonly kind: "other" | "note" | "artwork" | "album" | "story";
    readonly thing: string;
    readonly title: string | null;
    readonly maker: string;
    readonly secret: string;
    readonly password: boolean;
    readonly viewOnly: boolean;
    readonly expires: string;
    readonly revoked: boolean;
    readonly opens?: boolean;
    readonly made: string;
    readonly madeBy: string;
  })[];
  /** How much room the originals take. */
  readonly showStorage: {
    readonly files: number;
    readonly bytes: number;
    readonly bytesInTrash: number;
    readonly children: readonly {
      readonly id: string;
      readonly name: string;
      readonly artworks: number;
      readonly images: number;
      readonly bytes: number;
    }[];
  };
  /** All stories, those minted last first; with `child`, those that are told around a work of this child. */
  readonly listStories: readonly ({
    readonly id: string;
    readonly title: string;
    readonly status: "pending" | "told" | "blocked" | "failed" | "stopped";
    readonly versions: number;
    readonly artworks: number;
    readonly updated: string;
    readonly updatedBy: string;
  })[];
  /** One story with all its versions. */
  readonly showStory: {
    readonly id: string;
    readonly title: string;
    readonly state: "live" | "trashed";
    readonly shown: number | null;
    readonly updated: string;
    readonly updatedBy: string;
    readonly versions: readonly ({
      readonly version: number;
      readonly theme: string;
      readonly names: readonly string[];
      readonly length: "short" | "medium";
      readonly note: string;
      readonly artworks: readonly string[];
      readonly status: "pending" | "told" | "blocked" | "failed" | "stopped";
      readonly reason: string | null;
      readonly method: string | null;
      readonly usage?: Usage;
      readonly passages: readonly {
        readonly text: string;
        readonly artworks: readonly string[];
      }[];
    })[];
  };
  /** All tags by name, with how often each is used. */
  readonly listTags: readonly {
    readonly name: string;
    readonly level: number;
    readonly total: number;
    readonly uses: {
      readonly note?: number;
      readonly card?: number;
      readonly item?: number;
      readonly artwork?: number;
    };
  }[];
  /** What each of them wrote, what they all began with, and the merge. */
  readonly showConflict: {
    readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
    readonly id: string;
    readonly path: string;
    readonly in: "title" | "text" | "handwriting" | "picture" | "description" | "checklist item" | "comment" | "medium" | "tag" | "file";
    readonly revision: number;
    readonly heads: readonly number[];
    readonly updated: string;
    readonly base: string;
    readonly versions: readonly {
      readonly revision: number;
      readonly seq: number;
      readonly actor: string;
      readonly actorName: string;
      readonly time: string;
      readonly text: string;
    }[];
    readonly merged: string;
  };
  /** The revisions of a thing, oldest first; the newest first with `newest`. */
  readonly showHistory: readonly ({
    readonly seq: number;
    readonly time: string;
    readonly actor: string;
    readonly device: string;
    readonly kind: string;
    readonly summary: string;
    readonly cause: string;
    readonly causeSeq: number | null;
    readonly diff: string | null;
  })[];
  /** What a thing leads to, and is led to by. */
  readonly showLinks: {
    readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
    readonly id: string;
    readonly path: string;
    readonly outgoing: readonly Link[];
    readonly backlinks: readonly Link[];
  };
  /** Artworks by the months they were made in. */
  readonly showTimeline: {
    readonly total: number;
    readonly months: readonly ({
      readonly month: string;
      readonly continued: boolean;
      readonly milestones: readonly string[];
      readonly trends: readonly string[];
      readonly artworks: readonly ({
        readonly id: string;
        readonly title: string;
        readonly date: string;
        readonly child: string;
        readonly childName: string;
        readonly age: number | null;
        readonly category: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other";
        readonly favourite: boolean;
        readonly images: number;
        readonly digest: string | null;
        readonly badges: readonly string[];
      })[];
    })[];
    readonly next: string | null;
  };
  /** What to try next, the newest analysis first. */
  readonly listTips: readonly ({
    readonly id: string;
    readonly text: string;
    readonly skill: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity";
    readonly stage: "unknown" | "first" | "early" | "middle" | "late" | "beyond";
    readonly resource: string | null;
    readonly listVersion: number;
    readonly analysis: string;
    readonly artwork: string;
    readonly artworkTitle: string;
    readonly childName: string;
    readonly saved: boolean;
    readonly new: boolean;
    readonly rating: "none" | "up" | "down";
  })[];
  /** What was deleted, and where each thing comes back to. */
  readonly listTrash: readonly ({
    readonly kind: "folder" | "note" | "board" | "column" | "card" | "item" | "collection" | "child" | "artwork" | "album" | "story";
    readonly id: string;
    readonly path: string;
    readonly holds: string;
    readonly waitsFor: ThingLine | null;
    readonly trashed: string;
    readonly trashedBy: string;
  })[];
  /** How much of an upload is here; once all is, its digest and what a picture says about itself. */
  readonly showUpload: {
    readonly id: string;
    readonly lengthBytes: number;
    readonly offsetBytes: number;
    readonly expires: string;
    readonly name: string | null;
    readonly sha256: string | null;
    readonly picture?: PictureFacts;
  };
  /** The webhooks of a workspace, and where each of them stands. */
  readonly listWebhooks: readonly ({
    readonly id: string;
    readonly url: string;
    readonly areas: readonly ("nothing" | "registry" | "notes" | "boards" | "captures" | "studio")[];
    readonly kinds: readonly string[];
    readonly state: "active" | "paused" | "disabled";
    readonly failedAttempts?: number;
    readonly user: string;
    readonly secret: string;
    readonly formerUntil: string | null;
    readonly added: string;
    readonly addedBy: string;
    readonly told: number;
    readonly last: Delivery | null;
  })[];
  /** The latest attempts to tell a webhook something, newest first; nothing of what was told. */
  readonly listDeliveries: readonly Delivery[];
  /** What the family did in a week, from Monday to Sunday. */
  readonly showWeek: {
    readonly from: string;
    readonly through: string;
    readonly uploads: number;
    readonly stories: number;
    readonly tips: number;
    readonly milestones: number;
    readonly children: readonly {
      readonly id: string;
      readonly name: string;
      readonly uploads: readonly {
        readonly id: string;
        readonly title: string;
      }[];
      readonly stories: readonly {
        readonly id: string;
        readonly title: string;
      }[];
      readonly tips: number;
      readonly milestones: readonly {
        readonly id: string;
        readonly milestone: string;
        readonly date: string;
      }[];
      readonly trends: readonly string[];
    }[];
  };
  /** The three cards that are next on one's primary board, else on the first one: JSON, SVG, HTML or text. */
  readonly showTop3: {
    readonly board: string;
    readonly title: string;
    readonly cards: readonly ({
      readonly id: string;
      readonly title: string;
      readonly column: string;
      readonly due: string | null;
      readonly priority: "none" | "low" | "medium" | "high" | "urgent";
    })[];
  };
}

/** The parameters of the views, of the path and of the query. */
export interface ViewParameters {
  readonly listAlbums: {
    readonly child?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showAlbum: {
    readonly album: string;
    readonly at?: string | undefined;
  };
  readonly showArtwork: {
    readonly artwork: string;
    readonly at?: string | undefined;
  };
  readonly listAttachments: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly audit: {
    readonly thing?: string | undefined;
    readonly actor?: string | undefined;
    readonly device?: string | undefined;
    readonly kind?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly newest?: boolean | undefined;
    readonly at?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly showFile: {
    readonly digest: string;
  };
  readonly listBoards: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showBoard: {
    readonly board: string;
    readonly at?: string | undefined;
  };
  readonly showArchive: {
    readonly board: string;
    readonly at?: string | undefined;
  };
  readonly showCard: {
    readonly card: string;
    readonly at?: string | undefined;
  };
  readonly pollChanges: {
    readonly after: number;
    readonly seconds?: number | undefined;
  };
  readonly listChildren: {
    readonly at?: string | undefined;
  };
  readonly showChild: {
    readonly child: string;
    readonly at?: string | undefined;
  };
  readonly showHeatmap: {
    readonly child: string;
    readonly months?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showProgress: {
    readonly child: string;
    readonly at?: string | undefined;
  };
  readonly listCollections: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showCollection: {
    readonly collection: string;
    readonly at?: string | undefined;
  };
  readonly showNextSequence: {
    readonly device?: string | undefined;
  };
  readonly listConflicts: {
    readonly at?: string | undefined;
  };
  readonly listConsents: {
    readonly child?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly showDue: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly listDuplicates: {
    readonly at?: string | undefined;
  };
  readonly showExport: {
    readonly export: string;
  };
  readonly listFolders: {
    readonly at?: string | undefined;
  };
  readonly showFolder: {
    readonly folder: string;
    readonly at?: string | undefined;
  };
  readonly listFolderNotes: {
    readonly folder: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showFollowUp: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly showGallery: {
    readonly child?: string | undefined;
    readonly from?: string | undefined;
    readonly through?: string | undefined;
    readonly category?: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other" | undefined;
    readonly skill?: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | undefined;
    readonly tag?: string | undefined;
    readonly favourites?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showInbox: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly intentFindCards: {
    readonly tag: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listItemTags: {
    readonly at?: string | undefined;
  };
  readonly showItem: {
    readonly item: string;
    readonly at?: string | undefined;
  };
  readonly listLinks: {
    readonly at?: string | undefined;
  };
  readonly listAlbumsPage: {
    readonly child?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listAttachmentsPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly auditPage: {
    readonly thing?: string | undefined;
    readonly actor?: string | undefined;
    readonly device?: string | undefined;
    readonly kind?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly newest?: boolean | undefined;
    readonly at?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly listBoardsPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listChildrenPage: {
    readonly at?: string | undefined;
  };
  readonly listCollectionsPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listConflictsPage: {
    readonly at?: string | undefined;
  };
  readonly listConsentsPage: {
    readonly child?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly listFolderNotesPage: {
    readonly folder: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showGalleryPage: {
    readonly child?: string | undefined;
    readonly from?: string | undefined;
    readonly through?: string | undefined;
    readonly category?: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other" | undefined;
    readonly skill?: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | undefined;
    readonly tag?: string | undefined;
    readonly favourites?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showInboxPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly intentFindCardsPage: {
    readonly tag: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listItemTagsPage: {
    readonly at?: string | undefined;
  };
  readonly showLogbookPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listMilestonesPage: {
    readonly child?: string | undefined;
    readonly hidden?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listNotesPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listPinsPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listPromptsPage: {
    readonly at?: string | undefined;
  };
  readonly listRecentPage: {
    readonly limit?: number | undefined;
    readonly device?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly showRunQueuePage: {
    readonly at?: string | undefined;
  };
  readonly listRunsPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly searchPage: {
    readonly q: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listShareLinksPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly listStoriesPage: {
    readonly child?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listTagsPage: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showHistoryPage: {
    readonly thing: string;
    readonly diffs?: boolean | undefined;
    readonly newest?: boolean | undefined;
    readonly at?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly listTipsPage: {
    readonly child?: string | undefined;
    readonly skill?: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | undefined;
    readonly stage?: "unknown" | "first" | "early" | "middle" | "late" | "beyond" | undefined;
    readonly saved?: boolean | undefined;
    readonly new?: boolean | undefined;
    readonly at?: string | undefined;
  };
  readonly listTrashPage: {
    readonly at?: string | undefined;
  };
  readonly listWebhooksPage: Readonly<Record<never, never>>;
  readonly listDeliveriesPage: {
    readonly webhook: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly showLogbook: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listMembers: Readonly<Record<never, never>>;
  readonly listMilestones: {
    readonly child?: string | undefined;
    readonly hidden?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listNotes: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showNote: {
    readonly note: string;
    readonly at?: string | undefined;
  };
  readonly listPins: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listPrompts: {
    readonly at?: string | undefined;
  };
  readonly listRecent: {
    readonly limit?: number | undefined;
    readonly device?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly showReminders: {
    readonly at?: string | undefined;
  };
  readonly showRunQueue: {
    readonly at?: string | undefined;
  };
  readonly listRuns: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showRun: {
    readonly run: string;
    readonly at?: string | undefined;
  };
  readonly search: {
    readonly q: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listShareLinks: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly showStorage: {
    readonly at?: string | undefined;
  };
  readonly listStories: {
    readonly child?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showStory: {
    readonly story: string;
    readonly at?: string | undefined;
  };
  readonly listTags: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly showConflict: {
    readonly thing: string;
    readonly at?: string | undefined;
  };
  readonly showHistory: {
    readonly thing: string;
    readonly diffs?: boolean | undefined;
    readonly newest?: boolean | undefined;
    readonly at?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly showLinks: {
    readonly thing: string;
    readonly at?: string | undefined;
  };
  readonly showTimeline: {
    readonly child?: string | undefined;
    readonly from?: string | undefined;
    readonly through?: string | undefined;
    readonly category?: "drawing" | "painting" | "writing" | "craft" | "worksheet" | "other" | undefined;
    readonly skill?: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | undefined;
    readonly tag?: string | undefined;
    readonly favourites?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly at?: string | undefined;
  };
  readonly listTips: {
    readonly child?: string | undefined;
    readonly skill?: "fine_motor" | "line_control" | "colouring" | "composition" | "writing" | "creativity" | undefined;
    readonly stage?: "unknown" | "first" | "early" | "middle" | "late" | "beyond" | undefined;
    readonly saved?: boolean | undefined;
    readonly new?: boolean | undefined;
    readonly at?: string | undefined;
  };
  readonly listTrash: {
    readonly at?: string | undefined;
  };
  readonly showUpload: {
    readonly upload: string;
  };
  readonly listWebhooks: Readonly<Record<never, never>>;
  readonly listDeliveries: {
    readonly webhook: string;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly showWeek: {
    readonly child?: string | undefined;
    readonly day?: string | undefined;
    readonly at?: string | undefined;
  };
  readonly showTop3: {
    readonly board?: string | undefined;
    readonly format?: "json" | "text" | "svg" | "html" | undefined;
    readonly at?: string | undefined;
  };
}

/** The answers of the account's routes that read. */
export interface AccountViews {
  /** The account with its devices, sessions, tokens, preferences and workspaces. */
  readonly showAccount: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly plan: "free" | "paid";
    readonly aiRunsPerMonthMax: number | null;
    readonly storageBytesMax: number | null;
    readonly features: readonly string[];
    readonly registered: string;
    readonly registeredBy: string;
    readonly preferences: {
      readonly theme: string;
      readonly humour: boolean;
      readonly weeklySummary: boolean;
      readonly zone: string | null;
      readonly primaryBoard: string | null;
      readonly trashDays: number | null;
      readonly blobsDays: number | null;
      readonly historyDays: number | null;
      readonly shortcuts: {
        readonly [name: string]: string;
      };
    };
    readonly devices: readonly ({
      readonly id: string;
      readonly name: string;
      readonly notifications: readonly ("reminders" | "tips" | "family")[];
      readonly revoked: boolean;
      readonly added: string;
      readonly addedBy: string;
    })[];
    readonly sessions: readonly {
      readonly id: string;
      readonly device: string;
      readonly secret: string;
      readonly expires: string;
      readonly revoked: boolean;
      readonly opened: string;
      readonly openedBy: string;
    }[];
    readonly tokens: readonly ({
      readonly id: string;
      readonly name: string;
      readonly secret: string;
      readonly scopes: readonly ("nothing" | "everything" | "reading" | "notes" | "boards" | "captures" | "studio" | "widget")[];
      readonly expires: string | null;
      readonly revoked: boolean;
      readonly issued: string;
      readonly issuedBy: string;
    })[];
    readonly workspaces: readonly ({
      readonly id: string;
      readonly name: string;
      readonly role: "viewer" | "editor" | "owner";
      readonly children: readonly string[] | null;
      readonly closed: boolean;
    })[];
  };
  /** The key that a browser subscribes with, and the devices of the account that are notified. */
  readonly listNotifications: {
    readonly key: string;
    readonly devices: readonly ({
      readonly device: string;
      readonly name: string;
      readonly service: string;
      readonly topics: readonly ("reminders" | "tips" | "family")[];
      readonly since: string;
      readonly signedIn: boolean;
    })[];
  };
  /** How many of this month's requests for suggestions are used, over all workspaces, and when there are new ones. */
  readonly showRunQuota: {
    readonly month: string;
    readonly plan: "free" | "paid";
    readonly used: number;
    readonly max: number;
    readonly remaining: number;
    readonly beyondSoftMax: boolean;
    readonly resets: string | null;
  };
  /** How many bytes one may keep and keeps, by kind and by workspace: those that one made count, with journals, files and uploads. */
  readonly showAccountStorage: {
    readonly maxBytes: number | null;
    readonly usedBytes: number;
    readonly journalBytes: number;
    readonly fileBytes: number;
    readonly uploadBytes: number;
    readonly otherBytes: number;
    readonly addedBytes: number;
    readonly measured: string | null;
    readonly workspaces: readonly {
      readonly id: string;
      readonly usedBytes: number;
    }[];
  };
  /** One's visit: the workspace, when it ends, how many uploads are left, and the CSRF token of a browser. */
  readonly showVisit: {
    readonly workspace: string;
    readonly device: string;
    readonly expires: string;
    readonly uploadsLeft: number;
    readonly csrf: string | null;
  };
  /** The content of an invitation, for anyone who has its secret, which stands in the address: from whom, to what, as what and until when. One that was answered or revoked, or is over, is not told from one that never was. */
  readonly previewInvitation: {
    readonly from: string | null;
    readonly workspace: string;
    readonly role: "viewer" | "editor" | "owner";
    readonly everything: boolean;
    readonly named: boolean;
    readonly expires: string;
  };
  /** Who is asked for what, and whether that leaves this service. As {items, next, total}. */
  readonly listProvidersPage: {
    readonly items: readonly ({
      readonly does: "organise" | "analyse" | "tell" | "transcribe" | "speak";
      readonly provider: string;
      readonly model: string;
      readonly version: number;
      readonly remote: boolean;
      readonly trains: boolean;
      readonly notice: string;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** The workspaces one belongs to, with one's role and the children one sees in each; a token is told those that it reaches. As {items, next, total}. */
  readonly listWorkspacesPage: {
    readonly items: readonly ({
      readonly id: string;
      readonly name: string;
      readonly role: "viewer" | "editor" | "owner";
      readonly children: readonly string[] | null;
      readonly closed: boolean;
    })[];
    readonly next: string | null;
    readonly total: number | null;
  };
  /** Takes a browser back from the issuer, and opens a session as a cookie. One that asks for a page is led on into the app, also where it went wrong. */
  readonly finishOIDC: OpenedSession;
  /** Who is asked for what, and whether that leaves this service. */
  readonly listProviders: {
    readonly providers: readonly ({
      readonly does: "organise" | "analyse" | "tell" | "transcribe" | "speak";
      readonly provider: string;
      readonly model: string;
      readonly version: number;
      readonly remote: boolean;
      readonly trains: boolean;
      readonly notice: string;
    })[];
  };
  /** Who is asking, the CSRF token of a browser, and how the devices of a token begin. */
  readonly showSession: {
    readonly user: string;
    readonly device: string;
    readonly session: string | null;
    readonly devices: string | null;
    readonly csrf: string | null;
  };
  /** The ways in that this service is set up for: making an account, a visit without one, an OpenID issuer by its name; and whether it mails. */
  readonly showSetup: {
    readonly signUp: boolean;
    readonly guests: boolean;
    readonly mail: boolean;
    readonly issuer: {
      readonly name: string;
      readonly start: string;
    } | null;
  };
  /** What a share link leads to, as it is now: JSON, HTML or text. One that is over, revoked or wrong, and one to what is in the trash or erased, are not told apart. */
  readonly showShared: {
    readonly kind: "other" | "note" | "artwork" | "album" | "story";
    readonly title: string;
    readonly from: string | null;
    readonly viewOnly: boolean;
    readonly expires: string;
    readonly parts: readonly ({
      readonly title: string | null;
      readonly day: string | null;
      readonly medium: string | null;
      readonly text: string;
      readonly drawings: readonly string[];
      readonly pictures: readonly {
        readonly file: string;
        readonly alternative: string;
      }[];
      readonly files: readonly {
        readonly name: string;
        readonly mediaType: string;
        readonly sizeBytes: number;
      }[];
    })[];
  };
  /** The workspaces one belongs to, with one's role and the children one sees in each; a token is told those that it reaches. */
  readonly listWorkspaces: readonly ({
    readonly id: string;
    readonly name: string;
    readonly role: "viewer" | "editor" | "owner";
    readonly children: readonly string[] | null;
    readonly closed: boolean;
  })[];
  /** One workspace, with one's role and the children one sees in it. */
  readonly showWorkspace: {
    readonly id: string;
    readonly name: string;
    readonly role: "viewer" | "editor" | "owner";
    readonly children: readonly string[] | null;
    readonly closed: boolean;
  };
}

/** The account that is signed in. */
export type Account = AccountViews["showAccount"];

/** Where each view is, below the workspace. */
export const viewAddress: Readonly<Record<keyof Views, string>> = {
  listAlbums: "/albums",
  showAlbum: "/albums/{album}",
  showArtwork: "/artworks/{artwork}",
  listAttachments: "/attachments",
  audit: "/audit",
  showFile: "/blobs/{digest}/facts",
  listBoards: "/boards",
  showBoard: "/boards/{board}",
  showArchive: "/boards/{board}/archive",
  showCard: "/cards/{card}",
  pollChanges: "/changes",
  listChildren: "/children",
  showChild: "/children/{child}",
  showHeatmap: "/children/{child}/heatmap",
  showProgress: "/children/{child}/progress",
  listCollections: "/collections",
  showCollection: "/collections/{collection}",
  showNextSequence: "/commands",
  listConflicts: "/conflicts",
  listConsents: "/consents",
  showDue: "/due",
  listDuplicates: "/duplicates",
  showExport: "/exports/{export}",
  listFolders: "/folders",
  showFolder: "/folders/{folder}",
  listFolderNotes: "/folders/{folder}/notes",
  showFollowUp: "/follow-up",
  showGallery: "/gallery",
  showInbox: "/inbox",
  intentFindCards: "/intents/cards",
  listItemTags: "/item-tags",
  showItem: "/items/{item}",
  listLinks: "/links",
  listAlbumsPage: "/lists/albums",
  listAttachmentsPage: "/lists/attachments",
  auditPage: "/lists/audit",
  listBoardsPage: "/lists/boards",
  listChildrenPage: "/lists/children",
  listCollectionsPage: "/lists/collections",
  listConflictsPage: "/lists/conflicts",
  listConsentsPage: "/lists/consents",
  listFolderNotesPage: "/lists/folders/{folder}/notes",
  showGalleryPage: "/lists/gallery",
  showInboxPage: "/lists/inbox",
  intentFindCardsPage: "/lists/intents/cards",
  listItemTagsPage: "/lists/item-tags",
  showLogbookPage: "/lists/logbook",
  listMilestonesPage: "/lists/milestones",
  listNotesPage: "/lists/notes",
  listPinsPage: "/lists/pins",
  listPromptsPage: "/lists/prompts",
  listRecentPage: "/lists/recent",
  showRunQueuePage: "/lists/run-queue",
  listRunsPage: "/lists/runs",
  searchPage: "/lists/search",
  listShareLinksPage: "/lists/shares",
  listStoriesPage: "/lists/stories",
  listTagsPage: "/lists/tags",
  showHistoryPage: "/lists/things/{thing}/history",
  listTipsPage: "/lists/tips",
  listTrashPage: "/lists/trash",
  listWebhooksPage: "/lists/webhooks",
  listDeliveriesPage: "/lists/webhooks/{webhook}/deliveries",
  showLogbook: "/logbook",
  listMembers: "/members",
  listMilestones: "/milestones",
  listNotes: "/notes",
  showNote: "/notes/{note}",
  listPins: "/pins",
  listPrompts: "/prompts",
  listRecent: "/recent",
  showReminders: "/reminders",
  showRunQueue: "/run-queue",
  listRuns: "/runs",
  showRun: "/runs/{run}",
  search: "/search",
  listShareLinks: "/shares",
  showStorage: "/storage",
  listStories: "/stories",
  showStory: "/stories/{story}",
  listTags: "/tags",
  showConflict: "/things/{thing}/conflict",
  showHistory: "/things/{thing}/history",
  showLinks: "/things/{thing}/links",
  showTimeline: "/timeline",
  listTips: "/tips",
  listTrash: "/trash",
  showUpload: "/uploads/{upload}",
  listWebhooks: "/webhooks",
  listDeliveries: "/webhooks/{webhook}/deliveries",
  showWeek: "/week",
  showTop3: "/widget/top3",
};
