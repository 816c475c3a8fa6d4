import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { isUuid } from '../../shared/ids.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { publishedState } from './campaign-rules.ts'
import { findRewardsByName, type RewardCursor } from './reward-store.ts'

/** A page of the rewards of a sandbox, those of the newest campaign first, or of those that have a text in their names. */
export async function listRewards(
  { name = '', size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.drops.listRewards>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof sandboxApi.drops.listRewards>> {
  const now = clock.now()
  const after = next === undefined ? null : decodeCursor(next)
  const found = await findRewardsByName(db.read, name, { after, limit: size + 1 })
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return {
    data: page.map(({ rewardId, rewardName, campaignId, campaignTitle, startsAt, endsAt, clientId, appName }) => ({
      rewardId,
      rewardName,
      campaignId,
      campaignTitle,
      campaignState: publishedState({ startsAt, endsAt }, now),
      clientId,
      appName,
    })),
    page: { next: last === undefined ? null : encodeCursor(last) },
  }
}

function encodeCursor({ createdAt, campaignId, position }: RewardCursor): string {
  return Buffer.from(`${createdAt} ${campaignId} ${position}`).toString('base64url')
}

function decodeCursor(next: string): RewardCursor {
  const text = Buffer.from(next, 'base64url').toString()
  const [, createdAt, campaignId = '', position] = /^(\d{1,15}) (\S+) (\d{1,9})$/.exec(text) ?? []
  if (!isUuid(campaignId)) throw invalidField('next', 'INVALID_CURSOR')
  return { createdAt: Number(createdAt), campaignId, position: Number(position) }
}
