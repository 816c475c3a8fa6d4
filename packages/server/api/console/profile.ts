import type { consoleApi } from '@onair/contract'
import { changeHandle, findHandle } from '../../features/profiles/handle.ts'
import { deleteChannelPicture, putChannelPicture } from '../../features/profiles/picture.ts'
import { getChannelProfile, getOwnProfile, updateProfile } from '../../features/profiles/profile.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const profile: Handlers<typeof consoleApi.profile> = {
  getProfile: ({ caller }, deps) => getOwnProfile(caller.channelId, deps),
  updateProfile: ({ caller, body }, deps) => updateProfile(caller.channelId, body, deps),

  async changeHandle({ caller: { channelId }, body: { handle } }, deps) {
    const { name: siteName } = await deps.site.shown()
    await changeHandle({ channelId, handle, siteName }, deps)
  },

  putPicture: async ({ caller: { channelId }, body: { picture } }, deps) => ({
    channelImageUrl: await putChannelPicture({ channelId, base64: picture }, deps),
  }),
  deletePicture: ({ caller }, deps) => deleteChannelPicture(caller.channelId, deps),
  getChannelProfile: ({ pathParams: { channelId } }, deps) => getChannelProfile(channelId, deps),

  async findHandle({ pathParams: { handle } }, deps) {
    const channelId = await findHandle(handle, deps)
    if (channelId === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    return { channelId }
  },
}
