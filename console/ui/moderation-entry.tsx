import { Text } from '@mantine/core'
import type { consoleApi, ContentOf } from '@onair/contract'
import { formatExactDuration } from '../lib/time-phrase.ts'
import { language, strings } from '../locales/index.ts'
import { RelativeTime } from './relative-time.tsx'

const { moderation: t } = strings('common')

type Entry = ContentOf<typeof consoleApi.moderation.listModerationLog>['data'][number]

/** One line of the moderation log: who did what to whom, and when. */
export function ModerationEntry({ entry }: { entry: Entry }) {
  const { action, seconds, actorChannelId, actorName, targetChannelName, createdDate } = entry
  const target = targetChannelName === null ? t.deletedAccount : t.person(targetChannelName)
  const missingActor = actorChannelId === null ? t.noAccount : t.deletedAccount
  const actor = actorName === null ? missingActor : t.person(actorName)
  const text =
    action === 'restriction.created' && seconds !== null
      ? t.timedOut(actor, target, formatExactDuration(seconds, language))
      : t.actions[action](actor, target)
  return (
    <>
      <span>{text}</span>
      <Text span size="xs" c="dimmed">
        <RelativeTime at={createdDate} />
      </Text>
    </>
  )
}
