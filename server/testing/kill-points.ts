/** Where the platform kills itself; at the others it is killed by who watches it. */
const ownPoints = [
  'before the commit of a claim',
  'after the commit of a claim',
  'after the lease',
  'before connecting',
  // Now something is held by a process that is gone.
  'during the recovery',
  'after the answer, before it is recorded',
  'while a resend waits',
] as const
const watchedPoints = ['after the headers', 'after the body', 'while idle'] as const

/** The points of a notification's life at which a process is killed, besides the migration. */
export const killPoints = [...ownPoints, ...watchedPoints]
export type KillPoint = (typeof killPoints)[number] | 'during the migration'
