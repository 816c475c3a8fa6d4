import { ingest, type ParametersOf } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, constantTimeEqual } from '../../shared/secrets.ts'
import { isLoopbackAddress } from '../../infra/public-address.ts'
import type { Deps } from '../../infra/deps.ts'
import { goLive } from './go-live.ts'
import { goOffline } from './go-offline.ts'
import { loadChannelOfKey } from './stream-key-store.ts'

type IngestCall = { parameters: ParametersOf<typeof ingest.publish>; ip: string }

export const publish = defineHandler(ingest.publish, async (call, deps) => {
  const channelId = await authenticatePublisher(call, deps)
  return { channelId, liveId: await goLive({ channelId }, deps) }
})

export const unpublish = defineHandler(ingest.unpublish, async (call, deps) => {
  const channelId = await authenticatePublisher(call, deps)
  return { channelId, liveId: await goOffline(channelId, deps) }
})

/** The channel that a media server asks for; whatever is wrong with the question, the answer is 403. */
async function authenticatePublisher({ parameters, ip }: IngestCall, { config, db }: Pick<Deps, 'config' | 'db'>) {
  const { streamKey, name, path, action = 'publish', secret } = parameters
  const refusal = refusalToIngest({ secret, address: ip }, config.ingestSecret)
  if (refusal) throw new Refusal('forbidden', refusal)
  if (action !== 'publish') throw new Refusal('forbidden', 'UNSUPPORTED_INGEST_ACTION')
  const key = streamKey ?? name ?? path?.split('/').at(-1)
  const channelId = key ? await loadChannelOfKey(db.read, hashSecret(key)) : null
  if (channelId === null) throw new Refusal('forbidden', 'NO_SUCH_STREAM_KEY')
  return channelId
}

function refusalToIngest(
  { secret, address: ip }: { secret: string | undefined; address: string },
  expectedSecret: string | null,
) {
  if (expectedSecret !== null)
    return secret !== undefined && constantTimeEqual(secret, expectedSecret) ? null : 'WRONG_INGEST_SECRET'
  return isLoopbackAddress(ip.replace(/^::ffff:/, '')) ? null : 'INGEST_SECRET_NOT_SET'
}
