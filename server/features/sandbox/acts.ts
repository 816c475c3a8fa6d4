import { sandboxActs } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { say } from '../chat/say.ts'
import { knownChannel } from './known.ts'

export const chatAsSomeone = handle(sandboxActs.chat, async ({ body }, world) => {
  await knownChannel('channelId', body.channelId, world)
  await knownChannel('byChannelId', body.byChannelId, world)
  return {
    messageId: await say(
      { channelId: body.channelId, senderChannelId: body.byChannelId, message: body.message },
      world,
    ),
  }
})
