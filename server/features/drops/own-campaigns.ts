import { limits } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { badField, Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { movedEnd } from './campaign-rules.ts'
import {
  findCampaignsOfApp,
  findRewardCounts,
  loadCampaignOfApp,
  lockCampaignOfApp,
  markEnd,
  type CampaignOfApp,
} from './campaign-store.ts'

type Of = { clientId: string; campaignId: string }

export async function campaignsOf(clientId: string, page: number, { db }: Pick<World, 'db'>) {
  const size = limits.campaignListSize
  return (await findCampaignsOfApp(db.read, clientId, { size, offset: page * size })).map(shown)
}

/** A campaign with what became of its rewards. */
export async function campaignOf({ clientId, campaignId }: Of, { db }: Pick<World, 'db'>) {
  const campaign = await loadCampaignOfApp(db.read, clientId, campaignId)
  if (campaign === null) throw noCampaign()
  return { ...shown(campaign), rewards: await findRewardCounts(db.read, campaign.campaignId, limits.claimsCounted) }
}

/** Moves the end of a campaign; without a moment it ends now. Answers when it ends. */
export async function endCampaign(
  { clientId, campaignId, endsAt }: Of & { endsAt: number | null },
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<string> {
  const now = clock.now()
  return db.change(async (tx) => {
    const campaign = await lockCampaignOfApp(tx, clientId, campaignId)
    if (campaign === null) throw noCampaign()
    const moved = movedEnd(campaign, endsAt, now)
    if ('refused' in moved) throw badField('endsDate', moved.refused)
    await markEnd(tx, campaignId, moved.endsAt)
    return utcSecond(moved.endsAt)
  })
}

function shown({ startsAt, endsAt, ...campaign }: CampaignOfApp) {
  return { ...campaign, startsDate: utcSecond(startsAt), endsDate: endsAt === null ? null : utcSecond(endsAt) }
}

function noCampaign(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_CAMPAIGN')
}
