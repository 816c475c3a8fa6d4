import type { consoleApi } from '@onair/contract'
import { deleteUpload, listEmoticons, listUploads, putUpload } from '../../features/uploads/uploads.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const uploads: Handlers<typeof consoleApi.uploads> = {
  async listUploads({ caller }, deps) {
    return { data: await listUploads(caller.channelId, deps) }
  },

  async putUpload({ caller: { channelId }, pathParams, body: { months, file } }, deps) {
    return { url: await putUpload({ channelId, ...pathParams, months, base64: file }, deps) }
  },

  async deleteUpload({ caller: { channelId }, pathParams }, deps) {
    await deleteUpload({ channelId, ...pathParams }, deps)
    return null
  },

  async listEmoticons({ caller: { visitor }, pathParams: { channelId }, query }, deps) {
    await requireChannelAccess(channelId, watcherOf(visitor, query, deps), deps)
    return { data: await listEmoticons(channelId, deps) }
  },
}
