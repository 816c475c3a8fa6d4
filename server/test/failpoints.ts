/** Where the platform kills itself; at the others it is killed by who watches it. */
const selfKillPoints = [
  'before the commit of a claim',
  'after the commit of a claim',
  'after the lease',
  'before connecting',
  // Now something is held by a process that is gone.
  'during the recovery',
  'after the answer, before it is recorded',
  'while a resend waits',
] as const
const externalKillPoints = ['after the headers', 'after the body', 'while idle'] as const

/** The points of a notification's life at which a process is killed, besides the migration. */
export const failpoints = [...selfKillPoints, ...externalKillPoints]
export type Failpoint = (typeof failpoints)[number] | 'during the migration'
