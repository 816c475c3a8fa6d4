import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { isUuid } from '../../shared/ids.ts'
import { invalidField } from '../../shared/refusal.ts'
import { compose } from '../../shared/text.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { findChannels, findChannelsWithText } from '../channels/channel-store.ts'
import { findLastDeliveryByClaim } from '../webhooks/delivery-log-store.ts'
import { listAppClaims } from './list-app-claims.ts'
import { utcSecond } from '../../shared/dates.ts'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import { findClaimsOfPerson } from './claim-store.ts'
import { pictureUrl } from './upload-picture.ts'

/** Lists an application's claims with the name of the claimant and the latest notification. */
export async function listClaims(
  clientId: string,
  { search, ...filter }: QueryOf<typeof consoleApi.campaigns.listClaims>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.campaigns.listClaims>> {
  const claimants = await findClaimants(search, db.read)
  const { data, page } = await listAppClaims(clientId, { ...filter, ...claimants }, invalidField, { db })
  const channels = await findChannels(
    db.read,
    data.map(({ channelId }) => channelId),
  )
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const deliveries = await findLastDeliveryByClaim(
    db.read,
    clientId,
    data.map(({ claimId }) => claimId),
  )
  const deliveryByClaim = new Map(deliveries.map(({ claimId, ...delivery }) => [claimId, delivery]))
  return {
    data: data.map((claim) => ({
      ...claim,
      channelName: names.get(claim.channelId) ?? '',
      notification: deliveryByClaim.get(claim.claimId) ?? null,
    })),
    page,
  }
}

/** `search` is the id of a claim, or a part of the name or the id of a channel. The claims of a few channels have an index. */
export async function findClaimants(search: string | undefined, db: Reader) {
  if (search === undefined) return {}
  if (isUuid(search)) return { claimId: [search] }
  const text = compose(search).trim()
  const channelIds = await findChannelsWithText(db, text, limits.channelsPerName + 1)
  return channelIds.length > limits.channelsPerName ? { claimant: text } : { channelIds }
}

/** A page of a person's claims, newest first. */
export async function listOwnClaims(
  channelId: string,
  { size = limits.claimListSize, next }: QueryOf<typeof consoleApi.drops.listOwnClaims>,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
): Promise<ContentOf<typeof consoleApi.drops.listOwnClaims>> {
  const before = next === undefined ? null : Number(decodeCursor(next, /^(\d{1,15})$/)[0])
  const found = await findClaimsOfPerson(db.read, channelId, { before, limit: size + 1 })
  const { page, next: following } = cutPage(found, size, ({ position }) => [position])
  return {
    data: page.map(({ position: _position, claimedAt, pictureId, ...claim }) => ({
      ...claim,
      claimedDate: utcSecond(claimedAt),
      imageUrl: pictureId && pictureUrl(pictureId, addresses),
    })),
    page: { next: following },
  }
}
