import type { Config } from '../config/config.ts'

type Role = Config['roles'][number]

export type Readiness = {
  /** Whether any role of the process can do its work. */
  isReady: boolean
  /** A line for each role that lacks something, with the effect. */
  lines: string[]
}

const withoutDatabase: Record<Role, string> = {
  api: 'calls and pages return 503',
  gateway: 'no session can be connected',
  worker: 'nothing is sent',
}
/** Null where a role does everything. */
const withoutRedis: Record<Role, string | null> = {
  api: 'subscribe, sign-in, sign-up and password checks return 503',
  gateway: 'chat is not delivered, donations and subscriptions are delivered within 2 seconds',
  worker: null,
}

/**
 * Says which roles of a process can work, and what they lack. Without Redis they stay ready: a balancer that followed a 503 would take pages and
 * calls offline that are answered.
 */
export function readinessOf(
  roles: readonly Role[],
  { isDatabaseUp, isBusUp }: { isDatabaseUp: boolean; isBusUp: boolean },
): Readiness {
  const describe = (missing: string, effects: Record<Role, string | null>) =>
    roles.flatMap((role) => (effects[role] === null ? [] : [`${role}: no ${missing}: ${effects[role]}`]))
  if (!isDatabaseUp) return { isReady: false, lines: describe('database', withoutDatabase) }
  return { isReady: true, lines: isBusUp ? [] : describe('Redis', withoutRedis) }
}
