import { user } from '@onair/contract'
import { handle } from '../../kit/handle.ts'

export const me = handle(user.me, async ({ caller: { channelId, channelName } }) => ({
  channelId,
  channelName,
  nickname: channelName,
}))
