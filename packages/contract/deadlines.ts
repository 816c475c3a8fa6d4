/** The kinds of deadlines that the clock of a sandbox can be moved to. */
export const deadlineKinds = [
  'ACCESS_TOKEN',
  'REFRESH_TOKEN',
  'CLIENT_SECRET',
  'RESTRICTION_END',
  'SUBSCRIPTION_RENEWAL',
  'CAMPAIGN_START',
  'CAMPAIGN_END',
  'WEBHOOK_RETRY',
  'APP_DELETION',
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]
