import { chat, type BodyOf } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { channelChanged } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { loadSettings, putSettings } from './settings-store.ts'
import type { ChatSettings } from './speaking-rules.ts'

export const readSettings = handle(chat.readSettings, ({ caller }, { db }) => loadSettings(db.read, caller.channelId))

export const changeSettings = handle(chat.changeSettings, async ({ caller, body }, world) => {
  await changeSettingsOf(caller.channelId, body, world)
  return null
})

/** Changes what is given; what is left out, or null, keeps its value. Gap 28. */
export async function changeSettingsOf(
  channelId: string,
  sent: BodyOf<typeof chat.changeSettings>,
  { db }: Pick<World, 'db'>,
): Promise<void> {
  const given: Partial<ChatSettings> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== null && value !== undefined),
  )
  await db.change(async (tx, tell) => {
    await putSettings(tx, channelId, given)
    tell(channelChanged(channelId))
  })
}
