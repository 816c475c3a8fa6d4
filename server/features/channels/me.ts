import { user } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'

export const me = defineHandler(user.getMe, async ({ caller: { channelId, channelName } }) => ({
  channelId,
  channelName,
  nickname: channelName,
}))
