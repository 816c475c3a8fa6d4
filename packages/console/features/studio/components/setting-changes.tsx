import { Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import type { ChatSettings } from '../queries/studio-queries.ts'

const { chat: t } = strings('studio')

/** The label of each setting, and its value in words. */
const settings: { [Name in keyof ChatSettings]: readonly [string, (value: ChatSettings[Name]) => string] } = {
  chatAvailableGroup: [t.group, (group) => t.groups[group]],
  minFollowerMinute: [t.followedFor, t.followMinutes],
  allowSubscriberInFollowerMode: [t.subscribers, t.onOrOff],
  chatAvailableCondition: [t.condition, (condition) => t.conditions[condition]],
  chatSlowModeSec: [t.slowMode, t.slowModeSeconds],
  chatEmojiMode: [t.emoticonMode, t.onOrOff],
}

type Props = Record<'from' | 'to', Partial<ChatSettings>>

/** The chat settings that a moderator changed, each with its old and its new value. */
export function SettingChanges({ from, to }: Props) {
  const names = (Object.keys(settings) as (keyof ChatSettings)[]).filter((name) => name in from)
  return names.map((name) => {
    const [label, describe] = settings[name] as readonly [string, (value: unknown) => string]
    return (
      <Text key={name} size="sm" c="dimmed">
        {label}: {describe(from[name])} → {describe(to[name])}
      </Text>
    )
  })
}
