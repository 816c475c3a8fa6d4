import { chat, type BodyOf } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { channelChanged } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadSettings, putSettings } from './settings-store.ts'
import type { ChatSettings } from './speaking-rules.ts'

export const readSettings = defineHandler(chat.getSettings, ({ caller }, { db }) =>
  loadSettings(db.read, caller.channelId),
)

export const updateSettings = defineHandler(chat.updateSettings, async ({ caller, body }, deps) => {
  await saveChatSettings(caller.channelId, body, deps)
  return null
})

/** Changes what is given; what is left out, or null, keeps its value. Gap 28. */
export async function saveChatSettings(
  channelId: string,
  input: BodyOf<typeof chat.updateSettings>,
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const values: Partial<ChatSettings> = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  )
  await db.transaction(async (tx, publish) => {
    await putSettings(tx, channelId, values)
    publish(channelChanged(channelId))
  })
}
