import type { consoleApi } from '@onair/contract'
import { changeHandle, findHandle } from '../../features/profiles/handle.ts'
import { deleteChannelPicture, putChannelPicture } from '../../features/profiles/picture.ts'
import { getChannelProfile, getOwnProfile, updateProfile } from '../../features/profiles/profile.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const profile: Handlers<typeof consoleApi.profile> = {
  async getProfile({ caller }, deps) {
    return getOwnProfile(caller.channelId, deps)
  },

  async updateProfile({ caller, body }, deps) {
    await updateProfile(caller.channelId, body, deps)
    return null
  },

  async changeHandle({ caller: { channelId }, body: { handle } }, deps) {
    const { name: siteName } = await deps.site.shown()
    await changeHandle({ channelId, handle, siteName }, deps)
    return null
  },

  async putPicture({ caller: { channelId }, body: { picture } }, deps) {
    return { channelImageUrl: await putChannelPicture({ channelId, base64: picture }, deps) }
  },

  async deletePicture({ caller }, deps) {
    await deleteChannelPicture(caller.channelId, deps)
    return null
  },

  async getChannelProfile({ pathParams: { channelId } }, deps) {
    return getChannelProfile(channelId, deps)
  },

  async findHandle({ pathParams: { handle } }, deps) {
    const channelId = await findHandle(handle, deps)
    if (channelId === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    return { channelId }
  },
}
