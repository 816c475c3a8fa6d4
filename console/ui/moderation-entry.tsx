import { Text } from '@mantine/core'
import type { consoleApi, ContentOf } from '@onair/contract'
import { formatExactDuration } from '../lib/time-phrase.ts'
import { language, strings } from '../locales/index.ts'
import { RelativeTime } from './relative-time.tsx'

const { moderation: t, managerRoles } = strings('common')

type Entry = ContentOf<typeof consoleApi.moderation.listModerationLog>['data'][number]

/** One line of the moderation log: who did what to whom, and when. */
export function ModerationEntry({ entry }: { entry: Entry }) {
  return (
    <>
      <span>{describeEntry(entry)}</span>
      <Text span size="xs" c="dimmed">
        <RelativeTime at={entry.createdDate} />
      </Text>
    </>
  )
}

function describeEntry({
  action,
  seconds,
  userRole,
  blockedWords,
  actorKind,
  actorName,
  targetChannelName,
}: Entry): string {
  const actor = t.actors[actorKind](actorName)
  const target = targetChannelName === null ? t.deletedAccount : t.person(targetChannelName)
  if (action === 'manager.set') return t.managerSet(actor, target, userRole === null ? '' : managerRoles[userRole])
  if (action === 'restriction.created' && seconds !== null)
    return t.timedOut(actor, target, formatExactDuration(seconds, language))
  if (blockedWords !== null) return t.wordsChanged(actor, blockedWords)
  return t.actions[action](actor, target)
}
