/** The kinds of data whose retention operators see, in the order of the page. */
export const retentionKinds = [
  'chat',
  'lives',
  'recordings',
  'clips',
  'pictures',
  'payments',
  'accounts',
  'apps',
  'audit',
  'reports',
  'mails',
  'deliveries',
  'sessions',
  'inspector',
  'held',
  'other',
] as const
export type RetentionKind = (typeof retentionKinds)[number]
