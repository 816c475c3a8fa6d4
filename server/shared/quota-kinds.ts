import { counterKind } from '../infra/counters/counters.ts'

/** Quotas limit calls per minute. The key is the client id of the application. */
export const appQuota = counterKind('quota/app', 60_000)
