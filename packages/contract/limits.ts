/** Limits of the platform. Comments mark those that the specification does not define. Units are part of the names. */
export const limits = {
  clientSessions: 10,
  userSessions: 3,
  subscriptionsPerSession: 30,
  messageLength: 100,
  /** Length of the name of a channel. Not in the specification. */
  channelNameLength: 30,
  /** How long a person keeps a name that somebody who runs the site chose. Not in the specification. */
  siteNameDays: 30,
  /** The short address, the introduction and the links of a channel. Not in the specification. */
  handleLengthMin: 3,
  handleLength: 20,
  handleKeptDays: 30,
  introductionLength: 1_000,
  channelLinks: 8,
  linkLabelLength: 30,
  /** UTF-16 code units that an input field accepts. Characters are counted in NFC; a decomposed syllable has up to 3. */
  textInputLength: 400,
  channelIdsPerRequest: 20,
  /** People whom one action in the operator's area is about. Not in the specification. */
  peoplePerAction: 100,
  /** Networks that are blocked at a time. Not in the specification. */
  blockedNetworks: 1_000,
  /** People whose browsers are blocked. */
  deviceBlocks: 1_000,
  /** How long a mail is kept that was rejected. Not in the specification. */
  rejectedMailDays: 30,
  /** Holds at a time. Not in the specification. */
  holds: 500,
  /** The most invitations to sign up that can be used at a time, and the most uses of one. */
  invitations: 100,
  invitationUses: 1_000,
  /** Messages of a person that wait in the reports for a word of the site. Not in the specification. */
  reviewedMessages: 20,
  /** UTF-16 code units of a request for an account. Not in the specification. */
  signUpRequestLength: 500,
  /** UTF-16 code units of a request to stream. Not in the specification. */
  streamRequestLength: 300,
  /** Notes about a person, and UTF-16 code units of one. Not in the specification. */
  personNotes: 50,
  personNoteLength: 1_000,
  /** Lives per page in the operator's area. Not in the specification. */
  siteLiveListSize: 25,
  /** Followers and subscribers per page: default and maximum. */
  audienceSize: 30,
  audienceSizeMax: 50,
  /** Console: followers and subscribers per page of a search, activity per page, and rows of one CSV file. */
  audienceSearchSizeMax: 500,
  audienceExportMax: 100_000,
  categorySize: 20,
  categorySizeMax: 50,
  /** Managers of a channel. Not in the specification; every list needs a bound. */
  managersPerChannel: 100,
  /** Channels that a list of those in which a person has a role names. */
  listedManagedChannels: 100,
  /** Messages that clearing a chat hides, the latest ones. */
  clearedMessages: 5_000,
  /** Signed-in viewers of a live that its moderators see. */
  listedViewers: 200,
  /** Channels of the same name in one result. Not in the specification. */
  channelsPerName: 20,
  liveListSize: 20,
  /** Channels that are not live and that a search of the pages also finds. */
  offlineFoundChannels: 12,
  /** Followed channels that the list of live channels also shows. */
  offlineFollowedChannels: 24,
  listedBells: 100,
  /** Lives on one page of a search of the pages. Not in the specification. */
  liveSearchSize: 100,
  /** Categories that the pages offer, those with the most live channels. Not in the specification. */
  liveCategories: 12,
  /** Gap 47: length of a title. */
  liveTitleLength: 100,
  /** Gap 47: number of tags, and length of each. */
  liveTags: 5,
  liveTagLength: 20,
  /** Polls of a chat. How long an ended one is shown, in seconds, is the last. Not in the specification. */
  pollQuestionLength: 100,
  pollOptions: 5,
  pollOptionLength: 40,
  pollSecMin: 30,
  pollSecMax: 600,
  pollShownSec: 300,
  /** The schedule of a channel: entries, occurrences in a list, weeks of a weekly one, minutes of one. Not in the specification. */
  scheduledLives: 50,
  listedOccurrences: 50,
  scheduledWeeks: 8,
  scheduledMinutes: 1_440,
  /** How far ahead one may be planned. */
  scheduledDays: 366,
  /** A text with more UTF-16 code units is refused before its characters are counted. Gap 22. */
  textCodeUnits: 2000,
  minFollowerMinutes: [0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200],
  chatSlowModeSecs: [0, 3, 5, 10, 30, 60, 120, 300],
  restrictionListSize: 30,
  /** Durations of a timeout that moderators can choose, in seconds. Not in the specification. */
  timeoutSecs: [60, 300, 600, 1800, 3600, 86400, 604800],
  /** Blocked words of a chat, and length of each. Not in the specification. */
  blockedWords: 100,
  blockedWordLength: 30,
  moderationLogSize: 30,
  sessionListSize: 20,
  sessionListSizeMax: 50,
  /** How long a disconnected session remains in the lists. */
  sessionRetentionSec: 90 * 86_400,
  appIdleDays: 90,
  /** Warning before an unused application is deleted, and time to restore it. Not in the specification. */
  appIdleNoticeDays: 7,
  appRestoreDays: 7,
  /** Applications per person. Not in the specification. */
  appsPerUser: 50,
  /** Teams of a person, members of a team, and invitations to one that can be used at a time. */
  teamsPerUser: 20,
  teamMembers: 50,
  teamInvitations: 20,
  teamInvitationDays: 7,
  /** Organizations that people ask to be approved, which wait for a decision. */
  organizationRequests: 100,
  /** Applications per page of a list. Not in the specification. */
  appListSize: 50,
  appListSizeMax: 100,
  claimIdsPerRequest: 100,
  claimListSize: 20,
  /** Claims per page of a list. Gap 61. */
  claimListSizeMax: 100,
  /** A subscription can be renewed after this number of days. Not in the specification. */
  subscriptionMonthDays: 30,
  /** Play money for a subscription that is given to somebody, and how many one gift has. Not in the specification. */
  giftWon: 4_900,
  subscriptionsPerGift: 20,
  /** Events that the event list of an overlay shows. Not in the specification. */
  overlayEvents: 20,
  /** Hidden messages, and hidden donations, that the status of an overlay names. Not in the specification. */
  overlayHidden: 100,
  webhookRetries: 3,
  /** Endpoints of an application with the registered webhook, and ids in one filter. Not in the specification. */
  webhookEndpoints: 10,
  idsPerEndpointFilter: 100,
  /** Time limit of one attempt, from DNS lookup to the end of the response. Gap 101. */
  webhookDeadlineMs: 5_000,
  /** Bytes read of a response. Not in the specification. */
  webhookResponseBytes: 65_536,
  /** UTF-16 code units that the inspector stores of a body. Not in the specification. */
  recordedTextLength: 16_384,
  /** Sessions that one record of an event names, and stored lists of such sessions. Not in the specification. */
  receiversPerRecord: 1_000,
  receiverLists: 5_000,
  /** Records that the inspector keeps of one application. Not in the specification. */
  recordsPerApp: 50_000,
  /** Records that the inspector keeps of all applications of one person. Not in the specification. */
  recordsPerOwner: 100_000,
  /** Records that the inspector keeps of calls without valid credentials. Not in the specification. */
  anonymousRecords: 10_000,
  /** Records that the inspector keeps in total. Not in the specification. */
  recordsTotal: 500_000,
  /** Records that one search for a text, a name or a status scans. Not in the specification. */
  recordsPerSearch: 10_000,
  /** Bytes of records that one search for a text scans. Not in the specification. */
  bytesPerSearch: 4_000_000,
  /** Days that the viewers and chat rate of a live are kept by minute. Not in the specification. */
  liveSampleDays: 8,
  /** Lives per page in the studio. Not in the specification. */
  listedChannelLives: 50,
  /** Days that viewer sums by quarter of an hour are kept, and rows per kind in a sum. Not in the specification. */
  viewerQuarterDays: 400,
  summedEvents: 100_000,
  /** Days that are summed unless the caller asks for others. Not in the specification. */
  summedDays: 30,
  /** How long an application's traffic counts by minute and by hour are kept. Not in the specification. */
  trafficMinutesKeptSec: 2 * 3_600,
  trafficHoursKeptSec: 8 * 86_400,
  /** Default calls per minute of an application in total, and with one user's tokens. Not in the specification. */
  callsPerApp: 6_000,
  callsPerToken: 1_200,
  /** Characters of a client secret, an access token and a session cookie. Not in the specification. */
  credentialLength: 54,
  /** Time that the older client secret remains valid after a rotation. Gap 106. Not in the specification. */
  secretOverlapHours: 24,
  secretOverlapHoursMax: 168,
  endpointSecretOverlapHoursMax: 24,
  /** Campaigns per list or page, rewards per campaign, highest count of claims shown. Not in the specification. */
  campaignListSize: 20,
  campaignListSizeMax: 100,
  rewardsPerCampaign: 100,
  campaignUrlLength: 500,
  /** A picture of a reward, of a live or of a channel, in bytes and in pixels of the longer side. Not in the specification. */
  pictureBytes: 262_144,
  picturePixels: 1_024,
  /** Files of a kind that a streamer uploads for the channel, their bytes and their pixels. Not in the specification. */
  uploads: {
    emoticon: { count: 40, bytes: 102_400, pixels: 512 },
    badge: { count: 12, bytes: 102_400, pixels: 512 },
    alertPicture: { count: 3, bytes: 1_048_576, pixels: 1_024 },
    alertSound: { count: 3, bytes: 1_048_576, pixels: 0 },
  },
  /** Pictures of an application that no reward has; a later one replaces the oldest. Not in the specification. */
  unusedPicturesPerApp: 100,
  /** Channels that a campaign can be limited to. Not in the specification. */
  channelsPerCampaign: 100,
  claimCountMax: 10_000,
  /** Highest count of claims shown for each campaign of a list. */
  listedClaimCountMax: 1_000,
  /** Claims that the console lists or marks in a call, scans for a page, exports. Not in the specification. */
  claimsPerCall: 1_000,
  claimsPerScan: 10_000,
  claimExportMax: 1_000_000,
  /** People, applications or rewards of a sandbox per page. Not in the specification. */
  sandboxListSize: 200,
  /** Notifications that one page of deliveries scans for those of a viewer. Not in the specification. */
  deliveriesPerScan: 10_000,
  /** Own video. Not in the specification. A batch of a page: its length, bytes, and how many may come in a second. */
  batchMs: 320,
  batchBytes: 2_000_000,
  batchesPerSec: 15,
  /** Seconds of batches that a page keeps while it has no network. */
  queueSec: 15,
  /** Seconds between the key frames of a page, and at most between those of an encoder. */
  pageKeyFrameSec: 1,
  keyFrameSec: 10,
  /** Picture sizes of a live, the pixels of each, and its longer side. */
  videoRenditions: 2,
  videoPixels: 1_920 * 1_088,
  videoWidth: 1_920,
  /** An encoded frame and a configuration in bytes; the longest frame and the latest time in microseconds. */
  videoPacketBytes: 4 * 1_048_576,
  videoConfigBytes: 4_096,
  videoFrameUs: 10_000_000,
  videoTimeUs: 2 ** 51,
  /** A server keeps so many seconds of each picture size of a live, and never more bytes or segments. */
  videoWindowSec: 20,
  videoWindowBytes: 32 * 1_048_576,
  videoWindowSegments: 100,
  /** The longest part of a segment, a little longer than a batch. */
  videoPartTargetMs: 370,
  /** How long a request for a playlist waits for the next part, and how many wait in a live. */
  blockedReloadSec: 6,
  blockedReloads: 5_000,
  /** A live without packets: viewers are told after some seconds, and it ends after more. */
  videoSilentSec: 5,
  videoGraceSec: 30,
  /** Servers to which the lives of a channel are sent too. */
  restreamTargets: 5,
  restreamNameLength: 50,
  /** A process that no longer renews this lease has lost its videos. */
  videoLeaseSec: 10,
  /** The picture of what a live shows: a JPEG of so many pixels and bytes, how often one is made, and at most replaced. */
  livePictureWidth: 480,
  livePictureHeight: 270,
  livePictureBytes: 100 * 1_024,
  livePictureSec: 60,
  livePictureMinSec: 20,
  /** The end of a playlist can be read for some seconds. */
  videoEndSec: 10,
  /** Bytes of a recording that wait for the disk; a longer wait ends it. A longer live has several recordings. */
  recordingPendingBytes: 64 * 1_048_576,
  recordingSec: 12 * 3_600,
  /** The length of a clip, its bytes, and how many a channel has and a person may make of it. */
  clipSec: 60,
  clipBytes: 64 * 1_048_576,
  clipsPerChannel: 200,
  clipsPerPerson: 20,
  /** Recordings or clips per page of a list. */
  recordingListSize: 12,

  watchPasswordLength: 100,
  /** How long a viewer need not enter the password of a channel again. */
  watchProofSec: 4 * 3_600,
  /** People who may watch a channel for listed people. */
  listedWatchers: 500,
  /** How long an address of a limited live can be used. Pages renew it. */
  playbackAddressSec: 180,
  /** The same for a recording or a clip. */
  replayAddressSec: 6 * 3_600,
  /** The chat of a recording is requested in windows of so many seconds, each with its last events of a kind. */
  replayWindowSec: 60,
  replayWindowEvents: 500,
  /** Reports: characters of a text, those about one subject, and those that their sender sees. Not in the specification. */
  reportTextLength: 500,
  reportsPerSubject: 100,
  ownReports: 20,
  reportListSize: 50,
  accessTokenSec: 86_400,
  refreshTokenSec: 30 * 86_400,
  /** Lifetime of an authorization code. Gap 9. */
  authorizationCodeSec: 600,
  /** Gap 36. */
  sessionUrlSec: 60,
} as const

export type UploadKind = keyof typeof limits.uploads

/** How often an action may be taken: `count` times in `seconds`, for each channel or in total. */
export type ActionLimit = { readonly count: number; readonly seconds: number; readonly perChannel?: boolean }

/** Limits of one person's actions on the pages that affect others. Not in the specification. */
export const actionLimits = {
  sendMessage: { count: 20, seconds: 10, perChannel: true },
  /** Follow and unfollow. */
  follow: { count: 30, seconds: 60 },
  subscribe: { count: 10, seconds: 60 },
  donate: { count: 20, seconds: 60 },
  /** Targets of a live that is sent on: to add, change, turn on and off. */
  changeRestream: { count: 30, seconds: 600 },
  createClip: { count: 3, seconds: 60 },
  registerApp: { count: 10, seconds: 600 },
  /** Client secrets and stream keys. */
  rotateKey: { count: 10, seconds: 600 },
  testWebhook: { count: 10, seconds: 60 },
  renameChannel: { count: 5, seconds: 3_600 },
  changeHandle: { count: 20, seconds: 3_600 },
  changeProfile: { count: 60, seconds: 3_600 },
  changeEmail: { count: 5, seconds: 3_600 },
  inviteMember: { count: 20, seconds: 3_600 },
  report: { count: 20, seconds: 3_600 },
  requestStreaming: { count: 10, seconds: 86_400 },
  sendVerification: { count: 5, seconds: 3_600 },
} as const satisfies Record<string, ActionLimit>

export type LimitedAction = keyof typeof actionLimits
