import type { RefusalReason } from '../../shared/refusal.ts'

type CampaignPeriod = { startsAt: number; endsAt: number | null }

/** Why a campaign may not run from one moment to the other, or null when it may. */
export function refusalOfPeriod({ startsAt, endsAt }: CampaignPeriod, now: number): RefusalReason | null {
  if (endsAt === null) return null
  if (endsAt <= startsAt) return 'END_BEFORE_START'
  return endsAt <= now ? 'END_IN_PAST' : null
}

/** Where the end of a campaign is moved to, or why it may not be. Nobody ends what is over, nor in the past. */
export function moveEnd(
  { startsAt, endsAt }: CampaignPeriod,
  requestedEnd: number | null,
  now: number,
): { endsAt: number } | { refused: RefusalReason } {
  if (endsAt !== null && endsAt <= now) return { refused: 'CAMPAIGN_OVER' }
  const earliest = Math.max(now, startsAt)
  if (requestedEnd !== null && requestedEnd < earliest) return { refused: 'END_TOO_EARLY' }
  return { endsAt: requestedEnd ?? earliest }
}
