/** Where the program kills itself. */
const selfKillPoints = [
  'before the commit of a claim',
  'after the commit of a claim',
  'after the lease',
  'before connecting',
  // The killed process still holds a lease.
  'during the recovery',
  'after the answer, before it is recorded',
  'while a retry waits',
] as const
/** Where the test kills the program. */
const externalKillPoints = ['after the headers', 'after the body', 'while idle'] as const

/** The points in the delivery of a webhook at which a process is killed. */
export const failpoints = [...selfKillPoints, ...externalKillPoints]
export type Failpoint = (typeof failpoints)[number] | 'during the migration'
