import { ingest, type ParametersOf } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { hashOf, isSame } from '../../kit/secrets.ts'
import { isLoopbackAddress } from '../../world/public-address.ts'
import type { World } from '../../world/world.ts'
import { goLive } from './go-live.ts'
import { goOffline } from './go-offline.ts'
import { loadChannelOfKey } from './stream-key-store.ts'

type Asked = { parameters: ParametersOf<typeof ingest.publish>; address: string }

export const publish = handle(ingest.publish, async (asked, world) => {
  const channelId = await publisherOf(asked, world)
  return { channelId, liveId: await goLive({ channelId }, world) }
})

export const unpublish = handle(ingest.unpublish, async (asked, world) => {
  const channelId = await publisherOf(asked, world)
  return { channelId, liveId: await goOffline(channelId, world) }
})

/** The channel that a media server asks for; whatever is wrong with the question, the answer is 403. */
async function publisherOf({ parameters, address }: Asked, { config, db }: Pick<World, 'config' | 'db'>) {
  const { streamKey, name, path, action = 'publish', secret } = parameters
  const refusal = refusalToAsk({ secret, address }, config.ingestSecret)
  if (refusal) throw new Refusal('forbidden', refusal)
  if (action !== 'publish') throw new Refusal('forbidden', 'INGEST_ACTION')
  const key = streamKey ?? name ?? path?.split('/').at(-1)
  const channelId = key ? await loadChannelOfKey(db.read, hashOf(key)) : null
  if (channelId === null) throw new Refusal('forbidden', 'NO_SUCH_STREAM_KEY')
  return channelId
}

function refusalToAsk({ secret, address }: { secret: string | undefined; address: string }, wanted: string | null) {
  if (wanted !== null) return secret !== undefined && isSame(secret, wanted) ? null : 'INGEST_SECRET_WRONG'
  return isLoopbackAddress(address.replace(/^::ffff:/, '')) ? null : 'INGEST_FROM_ELSEWHERE'
}
