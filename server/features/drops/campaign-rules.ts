import type { Because } from '../../kit/refusal.ts'

type Window = { startsAt: number; endsAt: number | null }

/** Why a campaign may not run from one moment to the other, or null when it may. */
export function refusalOfWindow({ startsAt, endsAt }: Window, now: number): Because | null {
  if (endsAt === null) return null
  if (endsAt <= startsAt) return 'END_BEFORE_START'
  return endsAt <= now ? 'END_GONE_BY' : null
}

/** Where the end of a campaign is moved to, or why it may not be. Nobody ends what is over, nor in the past. */
export function movedEnd(
  { startsAt, endsAt }: Window,
  wanted: number | null,
  now: number,
): { endsAt: number } | { refused: Because } {
  if (endsAt !== null && endsAt <= now) return { refused: 'CAMPAIGN_OVER' }
  const earliest = Math.max(now, startsAt)
  if (wanted !== null && wanted < earliest) return { refused: 'END_TOO_EARLY' }
  return { endsAt: wanted ?? earliest }
}
