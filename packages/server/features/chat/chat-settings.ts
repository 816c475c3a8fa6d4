import type { BodyOf, chat } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockAsModerator } from './require-moderator.ts'
import { lockSettings, putSettings } from './settings-store.ts'
import type { ChatSettings } from './sending-rules.ts'

/**
 * Updates the given fields for a moderator of the channel. Refuses `REAL_NAME` on a site that verifies no identities,
 * because nobody could chat. The open API accepts it, as the specification says.
 */
export async function updateStudioChatSettings(
  { channelId, moderatorChannelId }: { channelId: string; moderatorChannelId: string },
  input: BodyOf<typeof chat.updateSettings>,
  { clock, db, identityProvider, metrics }: Pick<Deps, 'clock' | 'db' | 'identityProvider' | 'metrics'>,
): Promise<void> {
  if (input.chatAvailableCondition === 'REAL_NAME' && identityProvider === null)
    throw new Refusal('badInput', reasonForField('chatAvailableCondition', 'NO_IDENTITY_PROVIDER'))
  const now = clock.now()
  const values = givenValues(input)
  const isChange = await db.transaction(async (tx, publish) => {
    await lockAsModerator(tx, channelId, moderatorChannelId)
    const before = await lockSettings(tx, channelId)
    const changed = entriesOf(values).filter(([name, value]) => value !== before[name])
    if (changed.length === 0) return false
    await putSettings(tx, channelId, values)
    const detail = {
      ...Object.fromEntries(changed),
      before: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
    }
    await recordAudit(tx, now, { action: 'chat_settings.changed', channelId, detail })
    publish(channelChanged(channelId))
    return true
  })
  if (isChange) metrics.actionDone('chat_settings.changed')
}

/** Updates the given fields; a field that is omitted or null keeps its value. Gap 28. */
export async function updateChatSettings(
  channelId: string,
  input: BodyOf<typeof chat.updateSettings>,
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await putSettings(tx, channelId, givenValues(input))
    publish(channelChanged(channelId))
  })
}

const entriesOf = (values: Partial<ChatSettings>) => Object.entries(values) as [keyof ChatSettings, unknown][]

function givenValues(input: BodyOf<typeof chat.updateSettings>): Partial<ChatSettings> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
}
