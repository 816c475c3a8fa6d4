import type { ingest as ingestGroup } from '@onair/contract'
import { authenticatePublisher } from '../features/lives/authenticate-publisher.ts'
import { goLive, goOffline } from '../features/lives/go-live.ts'
import type { Handlers } from './pipeline/handler.ts'

export const ingest: Handlers<typeof ingestGroup> = {
  async publish({ parameters, ip }, deps) {
    const channelId = await authenticatePublisher(parameters, ip, deps)
    return { channelId, liveId: await goLive({ channelId }, deps) }
  },

  async unpublish({ parameters, ip }, deps) {
    const channelId = await authenticatePublisher(parameters, ip, deps)
    return { channelId, liveId: await goOffline(channelId, deps) }
  },
}
