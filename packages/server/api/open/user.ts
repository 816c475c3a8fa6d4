import type { openApi } from '@onair/contract'
import type { Handlers } from '../pipeline/handler.ts'

export const user: Handlers<typeof openApi.user> = {
  async getMe({ caller: { channelId, channelName } }) {
    return { channelId, channelName, nickname: channelName }
  },
}
