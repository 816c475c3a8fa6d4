import type { ContentOf, consoleApi, WireProfile } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { findProfileSign } from './suspected-profile-store.ts'

type NeededProfile = ContentOf<typeof consoleApi.apps.getApp>['neededProfile']

/** The wire profile that the client of an application seems to need instead of its own; null if it seems to fit. */
export async function findNeededProfile(
  clientId: string,
  wireProfile: WireProfile,
  { db }: Pick<Deps, 'db'>,
): Promise<NeededProfile> {
  const sign = await findProfileSign(db.read, clientId)
  if (sign === null || sign.wireProfile !== wireProfile) return null
  const other = wireProfile === 'documented' ? 'observed' : 'documented'
  return { wireProfile: other, sign: sign.kind === 'request' ? 'HEADERS' : 'SILENT' }
}
