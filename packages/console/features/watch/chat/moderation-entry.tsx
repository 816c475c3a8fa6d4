import type { consoleApi, ContentOf } from '@onair/contract'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { formatExactDuration } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { MessageText, nameEmoticons } from './message-text.tsx'
import classes from './moderation-entry.module.css'

const t = strings('moderation')

type Entry = ContentOf<typeof consoleApi.moderation.listModerationLog>['data'][number]

/** An entry of the moderation log: who did what to whom, and the message that was hidden. */
export function ModerationEntry({ entry }: { entry: Entry }) {
  const { message } = entry
  return (
    <div className={classes.entry}>
      {describeEntry(entry)}
      {message !== null && (
        <q className={`clip soft ${classes.message}`} dir="auto" title={nameEmoticons(message.content)}>
          <MessageText text={message.content} emojis={message.emojis} />
        </q>
      )}
    </div>
  )
}

function describeEntry(entry: Entry): string {
  const { streamingBlock: block } = entry
  const action = describeAction(entry)
  const end = block?.endDate == null ? null : dateMinuteFormat.format(new Date(block.endDate))
  const sentence = block === null ? action : t.blocked(action, end)
  return entry.reason === null ? sentence : t.because(sentence, entry.reason)
}

function describeAction({
  action,
  seconds,
  isTemporary,
  userRole,
  blockedWords,
  actorKind,
  actorName,
  siteRole,
  targetChannelName,
}: Entry): string {
  const actor = siteRole === null ? t.actors[actorKind](actorName) : t.siteStaff(actorName)
  const target = targetChannelName === null ? t.deletedAccount : t.person(targetChannelName)
  if (action === 'manager.set') return t.managerSet(actor, target, userRole === null ? '' : t.managerRoles[userRole])
  if (action === 'restriction.created' && seconds !== null)
    return t.timedOut(actor, target, formatExactDuration(seconds, language))
  if (action === 'restriction.released' && isTemporary) return t.timeoutEnded(actor, target)
  if (action === 'donation.hidden') return t.donationHidden(actor, targetChannelName === null ? null : target)
  if (blockedWords !== null) return t.wordsChanged(actor, blockedWords)
  return t.actions[action](actor, target)
}
