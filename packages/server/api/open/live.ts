import type { openApi } from '@onair/contract'
import { listLives } from '../../features/lives/list-lives.ts'
import { displayTitle } from '../../features/lives/live-rules.ts'
import { getLiveSetting, updateLiveSetting } from '../../features/lives/live-settings.ts'
import { getStreamKey } from '../../features/lives/stream-key.ts'
import { invalidFieldForCaller } from '../../shared/callers/wire-profile.ts'
import { withPoster } from '../../shared/pictures/picture-urls.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const live: Handlers<typeof openApi.live> = {
  async listLives({ caller, query }, deps) {
    const page = await listLives(query, deps)
    if (page === null) throw invalidFieldForCaller(caller, 'next', 'INVALID_CURSOR')
    return page
  },

  getStreamKey: async ({ caller }, deps) => ({ streamKey: await getStreamKey(caller.channelId, deps) }),

  async getLiveSetting({ caller }, { addresses, db }) {
    const { chosenTitle, channelName, category, tags } = await getLiveSetting(caller.channelId, db.read)
    return {
      defaultLiveTitle: displayTitle(chosenTitle, channelName),
      category: category && withPoster(category, addresses),
      tags,
    }
  },

  updateLiveSetting: ({ caller, body }, deps) =>
    updateLiveSetting(caller.channelId, body, (field, reason) => invalidFieldForCaller(caller, field, reason), deps),
}
