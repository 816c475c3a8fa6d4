import type { Reader, Tx } from '../../world/db/db.ts'
import { defaultSettings, type ChatSettings } from './speaking-rules.ts'

export const settingsColumns = [
  'chat_settings.available_condition as chatAvailableCondition',
  'chat_settings.available_group as chatAvailableGroup',
  'chat_settings.min_follower_minute as minFollowerMinute',
  'chat_settings.allow_subscriber_in_follower_mode as allowSubscriberInFollowerMode',
  'chat_settings.slow_mode_sec as chatSlowModeSec',
  'chat_settings.emoji_mode as chatEmojiMode',
] as const

type SettingsRow = { [K in keyof ChatSettings]: ChatSettings[K] | null }

/** The settings in a row; all null where the channel has none of its own. */
export function settingsOf(row: SettingsRow): ChatSettings {
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

/** Writes the settings that are given; the others keep their value, also when two changes come at once. */
export async function putSettings(tx: Tx, channelId: string, given: Partial<ChatSettings>) {
  const changed = {
    ...(given.chatAvailableCondition !== undefined && { available_condition: given.chatAvailableCondition }),
    ...(given.chatAvailableGroup !== undefined && { available_group: given.chatAvailableGroup }),
    ...(given.minFollowerMinute !== undefined && { min_follower_minute: given.minFollowerMinute }),
    ...(given.allowSubscriberInFollowerMode !== undefined && {
      allow_subscriber_in_follower_mode: given.allowSubscriberInFollowerMode,
    }),
    ...(given.chatSlowModeSec !== undefined && { slow_mode_sec: given.chatSlowModeSec }),
    ...(given.chatEmojiMode !== undefined && { emoji_mode: given.chatEmojiMode }),
  }
  if (Object.keys(changed).length === 0) return
  await tx
    .insertInto('chat_settings')
    .values({ channel_id: channelId, ...changed })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(changed))
    .execute()
}
