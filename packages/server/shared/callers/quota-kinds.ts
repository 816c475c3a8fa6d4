import { counterKind, defaultMaxKeys, type CounterKind } from '../../infra/counters/counters.ts'

/** Calls of a busy caller that a process counts at once with Redis: a command per call costs more than the call. */
const maxPortion = 100

/** The calls of a minute. */
export function quotaKind(name: string): CounterKind {
  return counterKind(`quota/${name}`, 60_000, defaultMaxKeys, maxPortion)
}

/** Quotas limit calls per minute. The key is the client id of the application. */
export const appQuota = quotaKind('app')
