import type { consoleApi } from '@onair/contract'
import { deleteUpload, listEmoticons, listUploads, putUpload } from '../../features/uploads/uploads.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const uploads: Handlers<typeof consoleApi.uploads> = {
  listUploads: async ({ caller }, deps) => ({ data: await listUploads(caller.channelId, deps) }),
  putUpload: async ({ caller: { channelId }, pathParams, body: { months, file } }, deps) => ({
    url: await putUpload({ channelId, ...pathParams, months, base64: file }, deps),
  }),
  deleteUpload: ({ caller: { channelId }, pathParams }, deps) => deleteUpload({ channelId, ...pathParams }, deps),

  async listEmoticons({ caller: { visitor }, pathParams: { channelId }, query }, deps) {
    await requireChannelAccess(channelId, watcherOf(visitor, query, deps), deps)
    return { data: await listEmoticons(channelId, deps) }
  },
}
