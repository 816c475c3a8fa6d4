/** The kinds of deadlines that the clock of a sandbox can be moved to. */
export const deadlineKinds = [
  'ACCESS_TOKEN',
  'REFRESH_TOKEN',
  'CLIENT_SECRET',
  'CAMPAIGN_START',
  'CAMPAIGN_END',
  'WEBHOOK_RETRY',
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]
