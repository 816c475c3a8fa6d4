import { limits, type CampaignState, type consoleCampaigns, type ContentOf } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { isUuid } from '../../kit/ids.ts'
import { badField, Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { movedEnd } from './campaign-rules.ts'
import {
  findCampaignsOfOwner,
  findRewardCounts,
  loadCampaignOfApp,
  lockCampaignOfApp,
  markEnd,
  type CampaignOfApp,
  type CampaignPlace,
} from './campaign-store.ts'

type Of = { clientId: string; campaignId: string }

type Asked = { clientId?: string; state?: CampaignState; text?: string; size?: number; next?: string }

/** The campaigns of somebody's applications, from where the last answer ended. */
export async function campaignsOf(
  ownerChannelId: string,
  { size = limits.campaignListSize, next = '', clientId, state, text }: Asked,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleCampaigns.listOwnCampaigns>> {
  const filter = { clientId, state, text: text?.normalize('NFC').trim() }
  const behind = next === '' ? null : placeIn(next)
  const found = await findCampaignsOfOwner(db.read, ownerChannelId, filter, {
    behind,
    size: size + 1,
    now: clock.now(),
  })
  const last = found.length > size ? found[size - 1] : undefined
  return { data: found.slice(0, size).map(shown), page: { next: last === undefined ? null : nextFrom(last) } }
}

/** The place as callers carry it: nothing they need to understand. */
function nextFrom({ startsAt, campaignId }: CampaignPlace): string {
  return Buffer.from(`${startsAt} ${campaignId}`).toString('base64url')
}

function placeIn(next: string): CampaignPlace {
  const [startsAt = '', campaignId = ''] = Buffer.from(next, 'base64url').toString().split(' ')
  if (!/^-?\d{1,16}$/.test(startsAt) || !isUuid(campaignId)) throw badField('next', 'NOT_FROM_AN_ANSWER')
  return { startsAt: Number(startsAt), campaignId }
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

function shown<C extends CampaignOfApp>({ startsAt, endsAt, ...campaign }: C) {
  return { ...campaign, startsDate: utcSecond(startsAt), endsDate: endsAt === null ? null : utcSecond(endsAt) }
}

function noCampaign(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_CAMPAIGN')
}
