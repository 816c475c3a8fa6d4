import { chat } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { channelChanged } from '../../kit/signals.ts'
import { loadSettings, putSettings } from './settings-store.ts'
import type { ChatSettings } from './speaking-rules.ts'

export const readSettings = handle(chat.readSettings, ({ caller }, { db }) => loadSettings(db.read, caller.channelId))

/** Changes what is given; what is left out, or null, keeps its value. Gap 28. */
export const changeSettings = handle(chat.changeSettings, async ({ caller, body }, { db }) => {
  const given: Partial<ChatSettings> = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  )
  await db.change(async (tx, tell) => {
    await putSettings(tx, caller.channelId, given)
    tell(channelChanged(caller.channelId))
  })
  return null
})
