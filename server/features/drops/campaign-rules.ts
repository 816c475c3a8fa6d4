import type { CodeOrReason } from '../../shared/refusal.ts'

type CampaignPeriod = { startsAt: number; endsAt: number | null }

/** Why a campaign cannot have this start and end, or null. */
export function refusalToSchedule({ startsAt, endsAt }: CampaignPeriod, now: number): CodeOrReason | null {
  if (endsAt === null) return null
  if (endsAt <= startsAt) return 'END_BEFORE_START'
  return endsAt <= now ? 'END_IN_PAST' : null
}

/** The new end of a campaign, or why it is refused: a campaign that has ended, or an end in the past. */
export function moveEnd(
  { startsAt, endsAt }: CampaignPeriod,
  requestedEnd: number | null,
  now: number,
): { endsAt: number } | { refusal: CodeOrReason } {
  if (endsAt !== null && endsAt <= now) return { refusal: 'CAMPAIGN_OVER' }
  const earliest = Math.max(now, startsAt)
  if (requestedEnd !== null && requestedEnd < earliest) return { refusal: 'END_TOO_EARLY' }
  return { endsAt: requestedEnd ?? earliest }
}
