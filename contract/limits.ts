/** The numbers of the specification, "Limits"; times in seconds unless the name says otherwise. */
export const limits = {
  clientSessions: 10,
  userSessions: 3,
  subscriptionsPerSession: 30,
  messageLength: 100,
  channelIdsPerRequest: 20,
  /** Followers and subscribers on a page: without `size`, and at the most. */
  audienceSize: 30,
  audienceSizeMax: 50,
  categorySize: 20,
  categorySizeMax: 50,
  /** Ours: the specification has no number, and every list needs an end. */
  managersPerChannel: 100,
  /** Ours: how many channels of one name are shown. */
  channelsPerName: 20,
  liveListSize: 20,
  /** Gap: how long a title may be. */
  liveTitleLength: 100,
  /** Gap: how many tags, and how long each. */
  liveTags: 5,
  liveTagLength: 20,
  /** Over this many UTF-16 units a text is refused before anything counts it. Gap 22. */
  messageCodeUnits: 2000,
  minFollowerMinutes: [0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200],
  chatSlowModeSecs: [0, 3, 5, 10, 30, 60, 120, 300],
  restrictionListSize: 30,
  sessionListSize: 50,
  sessionListDefaultSize: 20,
  /** How long a disconnected session stays listed. */
  sessionRetentionSec: 90 * 86_400,
  appIdleDays: 90,
  /** Ours: how long before its deletion an application is warned of it, and how long it may be restored after. */
  appIdleNoticeDays: 7,
  appTombstoneDays: 7,
  /** Ours: how many applications one person may have. */
  appsPerUser: 50,
  claimIdsPerRequest: 100,
  claimListSize: 20,
  /** Gap 61. */
  claimListSizeMax: 100,
  webhookResends: 3,
  /** For the whole exchange of one attempt. Gap 101. */
  webhookDeadlineMs: 5_000,
  /** Ours: how much of an answer is read, and how long the log of deliveries is kept. */
  webhookResponseBytes: 65_536,
  deliveryLogDays: 30,
  /** Ours: how much of a body, an answer or a payload the inspector keeps, for how long, and how many records of an application, of those whose credentials nobody knows, and in all. */
  recordedTextLength: 16_384,
  recordRetentionHours: 24,
  recordsPerApp: 50_000,
  anonymousRecords: 10_000,
  recordsTotal: 500_000,
  /** Ours: in how many records a text, a name or a status is looked for at once. */
  recordsPerSearch: 10_000,
  /** Ours: how long the older of two client secrets stays good. Gap 106. */
  secretOverlapHours: 24,
  secretOverlapHoursMax: 168,
  /** Ours: campaigns in one list, or in one part of a list; the rewards of one, and how far the claims of a reward are counted. */
  campaignListSize: 20,
  campaignListSizeMax: 100,
  rewardsPerCampaign: 100,
  claimCountMax: 10_000,
  accessTokenSec: 86_400,
  refreshTokenSec: 30 * 86_400,
  /** Gap 9. */
  authorizationCodeSec: 600,
  /** Gap 36. */
  sessionUrlSec: 60,
} as const
