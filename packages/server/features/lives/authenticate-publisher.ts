import type { ingest, ParametersOf } from '@onair/contract'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, constantTimeEqual } from '../../shared/secrets.ts'
import { isLoopbackAddress } from '../../infra/outbound/ssrf-guard.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadChannelOfKey } from './stream-key-store.ts'

/** Returns the channel whose stream key a media server presents, or throws 403. */
export async function authenticatePublisher(
  { streamKey, name, path, action = 'publish', secret }: ParametersOf<typeof ingest.publish>,
  ip: string,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<string> {
  const refusal = refusalToIngest(secret, ip, config.ingestSecret)
  if (refusal) throw new Refusal('forbidden', refusal)
  if (action !== 'publish') throw new Refusal('forbidden', 'UNSUPPORTED_INGEST_ACTION')
  const key = streamKey ?? name ?? path?.split('/').at(-1)
  const channelId = key ? await loadChannelOfKey(db.read, hashSecret(key)) : null
  if (channelId === null) throw new Refusal('forbidden', 'NO_SUCH_STREAM_KEY')
  return channelId
}

/** If the configuration has no secret, only media servers on this machine may call. */
function refusalToIngest(secret: string | undefined, ip: string, expectedSecret: string | null) {
  if (expectedSecret !== null)
    return secret !== undefined && constantTimeEqual(secret, expectedSecret) ? null : 'WRONG_INGEST_SECRET'
  return isLoopbackAddress(ip.replace(/^::ffff:/, '')) ? null : 'INGEST_SECRET_NOT_SET'
}
