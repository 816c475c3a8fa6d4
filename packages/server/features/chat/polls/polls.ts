import { limits, type BodyOf, type consoleApi } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { channelChanged, viewerStatusChanged } from '../../../shared/bus-messages.ts'
import { refusalToParticipate } from '../../../shared/chat/restriction-state.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { compose, countCodePoints, hasVisibleCharacter, validateText } from '../../../shared/text.ts'
import { refuseWord, type SiteText } from '../../../shared/words/site-words.ts'
import { requireModerator, roleToModerate, siteRoleDetail, type Moderator } from '../require-moderator.ts'
import { loadSender } from '../sender-store.ts'
import { deletePollOf, insertPoll, insertVote, updatePollEnd } from './poll-store.ts'

type ChannelPoll = { channelId: string; pollId: string }

/** Starts a poll in the chat of a channel, unless one is open. */
export async function startPoll(
  { channelId, moderatorChannelId }: { channelId: string; moderatorChannelId: string },
  { question: text, options: texts, seconds }: BodyOf<typeof consoleApi.polls.startPoll>,
  { clock, db, metrics, random, site }: Pick<Deps, 'clock' | 'db' | 'metrics' | 'random'> & { site: SiteText },
): Promise<{ pollId: string }> {
  const now = clock.now()
  const question = parseLine('question', text, limits.pollQuestionLength)
  const options = texts.map((option) => parseLine('options', option, limits.pollOptionLength))
  if (new Set(options).size < options.length) throw invalidField('options', 'EQUAL_OPTIONS')
  await refuseWord(question, () => invalidField('question', 'SITE_WORD'), { site })
  await refuseWord(options.join(' | '), () => invalidField('options', 'SITE_WORD'), { site })
  const id = random.uuid()
  const votes = options.map(() => 0)
  const poll = { id, channel_id: channelId, question, options, votes, created_at: now, ends_at: now + seconds * 1_000 }
  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, moderatorChannelId)
    if (!(await insertPoll(tx, poll))) throw new Refusal('badInput', 'POLL_OPEN')
    await recordAudit(tx, now, { action: 'poll.started', channelId, detail: { pollId: id } })
    publish(channelChanged(channelId))
  })
  metrics.actionDone('poll.started')
  return { pollId: id }
}

/** Ends a poll early. */
export async function endPoll(
  { channelId, pollId, moderatorChannelId }: ChannelPoll & { moderatorChannelId: string },
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, moderatorChannelId)
    if (!(await updatePollEnd(tx, channelId, pollId, now))) throw new Refusal('notFound', 'NO_OPEN_POLL')
    await recordAudit(tx, now, { action: 'poll.ended', channelId, detail: { pollId } })
    publish(channelChanged(channelId))
  })
  metrics.actionDone('poll.ended')
}

/** Deletes a poll with its votes. */
export async function deletePoll(
  { channelId, pollId, ...moderator }: ChannelPoll & Moderator,
  { clock, db, metrics }: Pick<Deps, 'clock' | 'db' | 'metrics'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const siteRole = await roleToModerate(tx, channelId, moderator)
    if (!(await deletePollOf(tx, channelId, pollId))) throw new Refusal('notFound', 'NO_OPEN_POLL')
    const detail = { pollId, ...siteRoleDetail(siteRole) }
    await recordAudit(tx, now, { action: 'poll.deleted', channelId, detail })
    publish(channelChanged(channelId))
  })
  metrics.actionDone('poll.deleted')
}

/** Counts the vote of a person. Watch pages get the new counts with the next round of states, not one for each vote. */
export async function vote(
  { channelId, pollId, voterChannelId, option }: ChannelPoll & { voterChannelId: string; option: number },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  const voter = await loadSender(db.read, channelId, voterChannelId)
  if (voter === null) throw new Refusal('notFound', 'NO_OPEN_POLL')
  const refusal = refusalToParticipate(voter, now)
  if (refusal) throw new Refusal('forbidden', refusal)
  await db.transaction(async (tx, publish) => {
    const result = await insertVote(tx, { channelId, pollId, voterChannelId, option, now })
    if (result === 'NOT_OPEN') throw new Refusal('notFound', 'NO_OPEN_POLL')
    if (result === 'ALREADY_VOTED') throw new Refusal('badInput', 'ALREADY_VOTED')
    publish(viewerStatusChanged(channelId, voterChannelId))
  })
}

/** The text in composed form without white space around it. */
function parseLine(field: string, value: string, most: number): string {
  const refusal = validateText(value)
  if (refusal) throw invalidField(field, refusal)
  const text = compose(value).trim()
  if (countCodePoints(text) > most) throw invalidField(field, errorReason('TOO_LONG', { most }))
  if (!hasVisibleCharacter(text)) throw invalidField(field, 'EMPTY')
  return text
}
