import type { BodyOf, chat } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { putSettings } from './settings-store.ts'
import type { ChatSettings } from './sending-rules.ts'

/**
 * Updates the given fields of the streamer's studio. Refuses `REAL_NAME` on a site that verifies no identities, because
 * nobody could chat. The open API accepts it, as the specification says.
 */
export async function updateStudioChatSettings(
  channelId: string,
  input: BodyOf<typeof chat.updateSettings>,
  { db, identityProvider }: Pick<Deps, 'db' | 'identityProvider'>,
): Promise<void> {
  if (input.chatAvailableCondition === 'REAL_NAME' && identityProvider === null)
    throw new Refusal('badInput', reasonForField('chatAvailableCondition', 'NO_IDENTITY_PROVIDER'))
  await updateChatSettings(channelId, input, { db })
}

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
