import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { defaultSettings, type ChatSettings } from './sending-rules.ts'

export const settingsColumns = [
  'chat_settings.available_condition as chatAvailableCondition',
  'chat_settings.available_group as chatAvailableGroup',
  'chat_settings.min_follower_minute as minFollowerMinute',
  'chat_settings.allow_subscriber_in_follower_mode as allowSubscriberInFollowerMode',
  'chat_settings.slow_mode_sec as chatSlowModeSec',
  'chat_settings.emoji_mode as chatEmojiMode',
] as const

type SettingsRow = { [K in keyof ChatSettings]: ChatSettings[K] | null }

/** The columns of the settings; all null if the channel never changed them. */
export function toChatSettings(row: SettingsRow): ChatSettings {
  return {
    chatAvailableCondition: row.chatAvailableCondition ?? defaultSettings.chatAvailableCondition,
    chatAvailableGroup: row.chatAvailableGroup ?? defaultSettings.chatAvailableGroup,
    minFollowerMinute: row.minFollowerMinute ?? defaultSettings.minFollowerMinute,
    allowSubscriberInFollowerMode: row.allowSubscriberInFollowerMode ?? defaultSettings.allowSubscriberInFollowerMode,
    chatSlowModeSec: row.chatSlowModeSec ?? defaultSettings.chatSlowModeSec,
    chatEmojiMode: row.chatEmojiMode ?? defaultSettings.chatEmojiMode,
  }
}

export async function loadSettings(db: Reader, channelId: string): Promise<ChatSettings> {
  const row = await db
    .selectFrom('chat_settings')
    .select(settingsColumns)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row ?? defaultSettings
}

/** The settings before a change. No other change is written until the end of the transaction. */
export async function lockSettings(tx: Tx, channelId: string): Promise<ChatSettings> {
  // A channel without settings has no row to lock.
  await tx
    .insertInto('chat_settings')
    .values({ channel_id: channelId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const locked = tx.selectFrom('chat_settings').select(settingsColumns).where('channel_id', '=', channelId)
  return locked.forUpdate().executeTakeFirstOrThrow()
}

/** Updates the given settings; the others keep their value, also under concurrency. */
export async function putSettings(tx: Tx, channelId: string, values: Partial<ChatSettings>) {
  const columns = {
    ...(values.chatAvailableCondition !== undefined && { available_condition: values.chatAvailableCondition }),
    ...(values.chatAvailableGroup !== undefined && { available_group: values.chatAvailableGroup }),
    ...(values.minFollowerMinute !== undefined && { min_follower_minute: values.minFollowerMinute }),
    ...(values.allowSubscriberInFollowerMode !== undefined && {
      allow_subscriber_in_follower_mode: values.allowSubscriberInFollowerMode,
    }),
    ...(values.chatSlowModeSec !== undefined && { slow_mode_sec: values.chatSlowModeSec }),
    ...(values.chatEmojiMode !== undefined && { emoji_mode: values.chatEmojiMode }),
  }
  if (Object.keys(columns).length === 0) return
  await tx
    .insertInto('chat_settings')
    .values({ channel_id: channelId, ...columns })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(columns))
    .execute()
}

/** Messages up to this time no longer belong to the chat that pages show. */
export async function putClearedUntil(tx: Tx, channelId: string, time: number) {
  await tx
    .insertInto('chat_settings')
    .values({ channel_id: channelId, cleared_until: time })
    .onConflict((conflict) =>
      conflict
        .column('channel_id')
        .doUpdateSet({ cleared_until: sql<number>`greatest(chat_settings.cleared_until, excluded.cleared_until)` }),
    )
    .execute()
}
