import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import type { Deps } from '../../infra/deps.ts'
import { findClaimsOfPerson } from './claim-store.ts'
import { pictureUrl } from './upload-picture.ts'

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
    data: page.map((claim) => ({
      claimId: claim.claimId,
      claimedDate: utcSecond(claim.claimedAt),
      fulfillmentState: claim.fulfillmentState,
      rewardName: claim.rewardName,
      imageUrl: claim.pictureId && pictureUrl(claim.pictureId, addresses),
      campaignTitle: claim.campaignTitle,
      appName: claim.appName,
      makerName: claim.makerName,
      detailsUrl: claim.detailsUrl,
    })),
    page: { next: following },
  }
}
