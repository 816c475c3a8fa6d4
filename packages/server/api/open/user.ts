import type { openApi } from '@onair/contract'
import type { Handlers } from '../pipeline/handler.ts'

export const user: Handlers<typeof openApi.user> = {
  getMe: async ({ caller: { channelId, channelName } }) => ({ channelId, channelName, nickname: channelName }),
}
