import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { uuidPattern } from '@onair/server/shared/ids.ts'
import { cutPage, decodeCursor } from '@onair/server/shared/list-cursor.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { publishedState } from '@onair/server/features/drops/campaign-rules.ts'
import { findRewardsByName, type RewardCursor } from './reward-store.ts'

/** A page of the rewards of a sandbox, those of the newest campaign first, or of those that have a text in their names. */
export async function listRewards(
  { name = '', unclaimedBy, size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.drops.listRewards>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof sandboxApi.drops.listRewards>> {
  const now = clock.now()
  const after = next === undefined ? null : parseCursor(next)
  const found = await findRewardsByName(db.read, name, { after, unclaimedBy, limit: size + 1 })
  const { page, next: following } = cutPage(found, size, (reward) => [
    reward.createdAt,
    reward.campaignId,
    reward.position,
  ])
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
    page: { next: following },
  }
}

const cursorPattern = new RegExp(`^(\\d{1,15}) (${uuidPattern}) (\\d{1,9})$`)

function parseCursor(next: string): RewardCursor {
  const [createdAt, campaignId = '', position] = decodeCursor(next, cursorPattern)
  return { createdAt: Number(createdAt), campaignId, position: Number(position) }
}
