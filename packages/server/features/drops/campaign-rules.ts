import { isDeepStrictEqual } from 'node:util'
import type { CampaignState } from '@onair/contract'
import type { CodeOrReason } from '../../shared/refusal.ts'

export type CampaignPeriod = { startsAt: number; endsAt: number | null }

/** Why a campaign cannot have this start and end, or null. */
export function refusalToSchedule({ startsAt, endsAt }: CampaignPeriod, now: number): CodeOrReason | null {
  if (endsAt === null) return null
  if (endsAt <= startsAt) return 'END_BEFORE_START'
  return endsAt <= now ? 'END_IN_PAST' : null
}

/** The state of a campaign that is no draft. */
export function publishedState({ startsAt, endsAt }: CampaignPeriod, now: number): Exclude<CampaignState, 'DRAFT'> {
  if (endsAt !== null && endsAt <= now) return 'OVER'
  return startsAt > now ? 'SCHEDULED' : 'RUNNING'
}

/** The new end of a campaign, or why it is refused: a draft, a campaign that has ended, or an end in the past. */
export function moveEnd(
  { isDraft, startsAt, endsAt }: CampaignPeriod & { isDraft: boolean },
  requestedEnd: number | null,
  now: number,
): { endsAt: number } | { refusal: CodeOrReason } {
  if (isDraft) return { refusal: 'CAMPAIGN_IS_DRAFT' }
  if (endsAt !== null && endsAt <= now) return { refusal: 'CAMPAIGN_OVER' }
  const earliest = Math.max(now, startsAt)
  if (requestedEnd !== null && requestedEnd < earliest) return { refusal: 'END_TOO_EARLY' }
  return { endsAt: requestedEnd ?? earliest }
}

/** Whether every field can still change: no viewer could watch or claim so far. A moved clock can be before the start again. */
export function isBeforeStart(
  { isDraft, startsAt }: { isDraft: boolean; startsAt: number },
  { isUsed, now }: { isUsed: boolean; now: number },
): boolean {
  return isDraft || (startsAt > now && !isUsed)
}

export type CampaignTerms = CampaignPeriod & {
  externalId: string | null
  categoryId: string
  channelIds: readonly string[] | null
  rewards: readonly { rewardId: string; watchMinutes: number; externalId: string | null }[]
}

/** The field that changes although the campaign has started, or null. Channels can be added. */
export function findFixedField(before: CampaignTerms, after: CampaignTerms): string | null {
  if (after.externalId !== before.externalId) return 'externalId'
  if (after.categoryId !== before.categoryId) return 'categoryId'
  if (!includesChannels(after.channelIds, before.channelIds)) return 'channelIds'
  if (after.startsAt !== before.startsAt) return 'startsDate'
  if (after.endsAt !== before.endsAt) return 'endsDate'
  return isDeepStrictEqual(after.rewards.map(toTerms), before.rewards.map(toTerms)) ? null : 'rewards'
}

function includesChannels(after: readonly string[] | null, before: readonly string[] | null): boolean {
  return after === null || (before !== null && before.every((channelId) => after.includes(channelId)))
}

function toTerms({ rewardId, watchMinutes, externalId }: CampaignTerms['rewards'][number]) {
  return [rewardId, watchMinutes, externalId]
}
