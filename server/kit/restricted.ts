import { because, type Because } from './refusal.ts'

/** How far someone may take part in a channel; times in ms, null where there is no such restriction. */
export type Restricted = { restrictedAt: number | null; temporarilyUntil: number | null }

/** Why someone who is restricted in a channel may not take part there, or null when they may. */
export function refusalOfRestricted({ restrictedAt, temporarilyUntil }: Restricted, now: number): Because | null {
  if (restrictedAt !== null) return 'RESTRICTED'
  if (temporarilyUntil !== null && temporarilyUntil > now)
    return because('TEMPORARILY_RESTRICTED', { seconds: Math.ceil((temporarilyUntil - now) / 1000) })
  return null
}
