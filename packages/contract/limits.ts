/** Limits of the platform. Comments mark those that the specification does not define. Units are part of the names. */
export const limits = {
  clientSessions: 10,
  userSessions: 3,
  subscriptionsPerSession: 30,
  messageLength: 100,
  /** Not in the specification: length of the name of a channel. */
  channelNameLength: 30,
  /** UTF-16 code units that an input field accepts. Characters are counted in NFC; a decomposed syllable has up to 3. */
  textInputLength: 400,
  channelIdsPerRequest: 20,
  /** Followers and subscribers per page: default and maximum. */
  audienceSize: 30,
  audienceSizeMax: 50,
  /** Console: followers and subscribers per page of a search, activity per page, and rows of one CSV file. */
  audienceSearchSizeMax: 500,
  audienceExportMax: 100_000,
  categorySize: 20,
  categorySizeMax: 50,
  /** Not in the specification; every list needs a bound. */
  managersPerChannel: 100,
  /** Not in the specification: channels of the same name in one result. */
  channelsPerName: 20,
  liveListSize: 20,
  /** Channels that are not live and that a search of the pages also finds. */
  offlineFoundChannels: 12,
  /** Followed channels that the list of live channels also shows. */
  offlineFollowedChannels: 24,
  /** Not in the specification: broadcasts on one page of a search of the pages. */
  liveSearchSize: 100,
  /** Not in the specification: categories that the pages offer, those with the most live channels. */
  liveCategories: 12,
  /** Gap 47: length of a title. */
  liveTitleLength: 100,
  /** Gap 47: number of tags, and length of each. */
  liveTags: 5,
  liveTagLength: 20,
  /** A text with more UTF-16 code units is refused before its characters are counted. Gap 22. */
  textCodeUnits: 2000,
  minFollowerMinutes: [0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200],
  chatSlowModeSecs: [0, 3, 5, 10, 30, 60, 120, 300],
  restrictionListSize: 30,
  /** Not in the specification: durations of a timeout that moderators can choose, in seconds. */
  timeoutSecs: [60, 300, 600, 1800, 3600, 86400, 604800],
  /** Not in the specification: blocked words of a chat, and length of each. */
  blockedWords: 100,
  blockedWordLength: 30,
  moderationLogSize: 30,
  sessionListSize: 20,
  sessionListSizeMax: 50,
  /** How long a disconnected session remains in the lists. */
  sessionRetentionSec: 90 * 86_400,
  appIdleDays: 90,
  /** Not in the specification: the warning before an unused application is deleted, and how long it can be restored. */
  appIdleNoticeDays: 7,
  appRestoreDays: 7,
  /** Not in the specification: applications per person. */
  appsPerUser: 50,
  /** Not in the specification. */
  appListSize: 50,
  appListSizeMax: 100,
  claimIdsPerRequest: 100,
  claimListSize: 20,
  /** Gap 61. */
  claimListSizeMax: 100,
  /** Not in the specification: events that the event list of an overlay shows. */
  overlayEvents: 20,
  webhookRetries: 3,
  /** Not in the specification: endpoints of an application, the registered webhook included, and ids in one filter. */
  webhookEndpoints: 10,
  idsPerEndpointFilter: 100,
  /** For one attempt, from DNS lookup to the end of the response. Gap 101. */
  webhookDeadlineMs: 5_000,
  /** Not in the specification: bytes read of a response. */
  webhookResponseBytes: 65_536,
  /** Not in the specification: UTF-16 code units that the inspector stores of a body. */
  recordedTextLength: 16_384,
  /** Not in the specification: sessions that one record of an event names, and lists of such sessions that are kept. */
  receiversPerRecord: 1_000,
  receiverLists: 5_000,
  /** Not in the specification: records that the inspector keeps of one application. */
  recordsPerApp: 50_000,
  /** Not in the specification: records that the inspector keeps of calls without valid credentials. */
  anonymousRecords: 10_000,
  /** Not in the specification: records that the inspector keeps in total. */
  recordsTotal: 500_000,
  /** Not in the specification: records that one search for a text, a name or a status scans. */
  recordsPerSearch: 10_000,
  /** Not in the specification: how long the viewers and chat rate of a broadcast are kept by minute. */
  liveSampleDays: 8,
  /** Not in the specification: broadcasts per page in the studio. */
  listedBroadcasts: 50,
  /** Not in the specification: how long the sums of viewers by quarter of an hour are kept, and the rows of each kind that a sum counts. */
  viewerQuarterDays: 400,
  summedEvents: 100_000,
  /** Not in the specification: the days that are summed unless the caller asks for others. */
  summedDays: 30,
  /** Not in the specification: how long the counts of an application's traffic by minute and by hour are kept. */
  trafficMinutesKeptSec: 2 * 3_600,
  trafficHoursKeptSec: 8 * 86_400,
  /** Not in the specification: calls per minute of an application, and of it with the tokens of one user, unless configured. */
  callsPerApp: 6_000,
  callsPerToken: 1_200,
  /** Not in the specification: the characters of a client secret, an access token and a session cookie. */
  credentialLength: 54,
  /** Not in the specification: how long the older client secret remains valid after a rotation. Gap 106. */
  secretOverlapHours: 24,
  secretOverlapHoursMax: 168,
  endpointSecretOverlapHoursMax: 24,
  /** Not in the specification: campaigns per list or page, rewards per campaign, and the highest count of claims shown. */
  campaignListSize: 20,
  campaignListSizeMax: 100,
  rewardsPerCampaign: 100,
  campaignUrlLength: 500,
  /** Not in the specification: a picture of a reward or of a channel's broadcasts, in bytes and in pixels of the longer side. */
  pictureBytes: 262_144,
  picturePixels: 1_024,
  /** Not in the specification: pictures of an application that no reward has. A later one replaces the oldest. */
  unusedPicturesPerApp: 100,
  /** Not in the specification: channels that a campaign can be limited to. */
  channelsPerCampaign: 100,
  claimCountMax: 10_000,
  /** Of each campaign of a list. */
  listedClaimCountMax: 1_000,
  /** Not in the specification: claims that the console lists or marks in one call, reads for one filtered page, and exports. */
  claimsPerCall: 1_000,
  claimsPerScan: 10_000,
  claimExportMax: 1_000_000,
  /** Not in the specification: people, applications or rewards of a sandbox per page. */
  sandboxListSize: 200,
  /** Not in the specification: notifications among which the console chooses those about the claims of a viewer, for one page. */
  deliveriesPerScan: 10_000,
  accessTokenSec: 86_400,
  refreshTokenSec: 30 * 86_400,
  /** Gap 9. */
  authorizationCodeSec: 600,
  /** Gap 36. */
  sessionUrlSec: 60,
} as const

/** How often an action may be taken: `count` times in `seconds`, for each channel or in total. */
export type ActionLimit = { readonly count: number; readonly seconds: number; readonly perChannel?: boolean }

/** Not in the specification: limits of one person's actions on the pages that affect others. */
export const actionLimits = {
  sendMessage: { count: 20, seconds: 10, perChannel: true },
  /** Follow and unfollow. */
  follow: { count: 30, seconds: 60 },
  subscribe: { count: 10, seconds: 60 },
  donate: { count: 20, seconds: 60 },
  registerApp: { count: 10, seconds: 600 },
  /** Client secrets and stream keys. */
  rotateKey: { count: 10, seconds: 600 },
  testWebhook: { count: 10, seconds: 60 },
  renameChannel: { count: 5, seconds: 3_600 },
  changeEmail: { count: 5, seconds: 3_600 },
} as const satisfies Record<string, ActionLimit>

export type LimitedAction = keyof typeof actionLimits
