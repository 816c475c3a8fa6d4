import { limits, type CampaignState, type consoleApi, type ContentOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { isUuid } from '../../shared/ids.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { moveEnd } from './campaign-rules.ts'
import {
  findCampaignsOfOwner,
  findRewardCounts,
  loadCampaignOfApp,
  lockCampaignOfApp,
  updateCampaignEnd,
  type CampaignOfApp,
  type CampaignCursor,
} from './campaign-store.ts'
import { countFunnel } from './funnel-store.ts'

type CampaignKey = { clientId: string; campaignId: string }

type CampaignQuery = { clientId?: string; state?: CampaignState; text?: string; size?: number; next?: string }

/** Lists the campaigns of a person's applications from a cursor. */
export async function listCampaigns(
  ownerChannelId: string,
  { size = limits.campaignListSize, next = '', clientId, state, text }: CampaignQuery,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.campaigns.listCampaigns>> {
  const filter = { clientId, state, text: text?.normalize('NFC').trim() }
  const after = next === '' ? null : decodeCursor(next)
  const found = await findCampaignsOfOwner(db.read, ownerChannelId, filter, {
    behind: after,
    size: size + 1,
    now: clock.now(),
  })
  const last = found.length > size ? found[size - 1] : undefined
  return {
    data: found.slice(0, size).map(toCampaignView),
    page: { next: last === undefined ? null : encodeCursor(last) },
  }
}

/** The opaque cursor for clients. */
function encodeCursor({ startsAt, campaignId }: CampaignCursor): string {
  return Buffer.from(`${startsAt} ${campaignId}`).toString('base64url')
}

function decodeCursor(next: string): CampaignCursor {
  const [startsAt = '', campaignId = ''] = Buffer.from(next, 'base64url').toString().split(' ')
  if (!/^-?\d{1,16}$/.test(startsAt) || !isUuid(campaignId)) throw invalidField('next', 'INVALID_CURSOR')
  return { startsAt: Number(startsAt), campaignId }
}

/** A campaign with the claims of its rewards. */
export async function getCampaign({ clientId, campaignId }: CampaignKey, { db }: Pick<Deps, 'db'>) {
  const campaign = await loadCampaignOfApp(db.read, clientId, campaignId)
  if (campaign === null) throw campaignNotFound()
  return {
    ...toCampaignView(campaign),
    rewards: await findRewardCounts(db.read, campaign.campaignId, limits.claimCountMax),
  }
}

/** How many people got from watching to a fulfilled reward. */
export async function getCampaignFunnel({ clientId, campaignId }: CampaignKey, { db }: Pick<Deps, 'db'>) {
  const campaign = await loadCampaignOfApp(db.read, clientId, campaignId)
  if (campaign === null) throw campaignNotFound()
  return countFunnel(db.read, campaign.campaignId, limits.claimCountMax)
}

/** Changes the end of a campaign; without a date it ends now. Returns the new end. */
export async function endCampaign(
  { clientId, campaignId, endsAt }: CampaignKey & { endsAt: number | null },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<string> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const campaign = await lockCampaignOfApp(tx, clientId, campaignId)
    if (campaign === null) throw campaignNotFound()
    const result = moveEnd(campaign, endsAt, now)
    if ('refusal' in result) throw invalidField('endsDate', result.refusal)
    await updateCampaignEnd(tx, campaignId, result.endsAt)
    return utcSecond(result.endsAt)
  })
}

function toCampaignView<C extends CampaignOfApp>({ startsAt, endsAt, ...campaign }: C) {
  return { ...campaign, startsDate: utcSecond(startsAt), endsDate: endsAt === null ? null : utcSecond(endsAt) }
}

function campaignNotFound(): Refusal {
  return new Refusal('notFound', 'NO_SUCH_CAMPAIGN')
}
