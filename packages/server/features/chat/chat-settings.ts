import type { BodyOf, chat } from '@onair/contract'
import { channelChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { putSettings } from './settings-store.ts'
import type { ChatSettings } from './sending-rules.ts'

/** Updates the given fields; a field that is omitted or null keeps its value. Gap 28. */
export async function updateChatSettings(
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
