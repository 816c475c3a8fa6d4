/** The kinds of data of an export, in its order. */
export const exportKinds = [
  'account',
  'webSessions',
  'passkeys',
  'channelSettings',
  'applications',
  'connections',
  'following',
  'subscriptions',
  'managers',
  'managedChannels',
  'chatMessages',
  'donationsSent',
  'donationsReceived',
  'subscriptionsReceived',
  'restrictions',
  'lives',
  'dropsClaims',
  'watchTime',
  'reports',
  'auditLog',
] as const
export type ExportKind = (typeof exportKinds)[number]
