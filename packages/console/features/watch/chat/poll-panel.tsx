import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { consoleApi, limits, type ChannelState, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { watchProofOf } from '../viewer-claims.ts'
import classes from './poll.module.css'

const t = strings('poll')

type Poll = NonNullable<ChannelState['poll']>
type Props = { channelId: string; poll: Poll; viewer: ViewerStatus | null; canModerate: boolean }

/**
 * The poll of a chat: its options with their votes, which a click counts, and in one line, which opens, its result. It
 * scrolls where the chat is low. Restricted people do not see it.
 */
export default function PollPanel({ channelId, poll, viewer, canModerate }: Props) {
  const { pollId, question, isOpen } = poll
  const block = viewer?.chatBlock?.code
  const pathParams = { channelId, pollId }
  const vote = useMutation({
    mutationFn: (option: number) =>
      api(consoleApi.polls.vote, { pathParams, body: { option, ...watchProofOf(channelId) } }),
  })
  if (block === 'RESTRICTED' || block === 'TEMPORARILY_RESTRICTED') return null
  // The status of the viewer, and the votes of all, arrive a moment after the vote.
  const given = vote.isSuccess && viewer?.vote == null ? vote.variables : null
  const own = viewer?.vote ?? given
  const options = poll.options.map(({ text, votes }, at) => ({ text, votes: votes + Number(at === given) }))
  const total = options.reduce((sum, { votes }) => sum + votes, 0)
  const shareOf = (votes: number) => (total === 0 ? 0 : Math.round((100 * votes) / total))
  const most = Math.max(...options.map(({ votes }) => votes))
  const isVoting = isOpen && viewer !== null && own === null
  const details = (
    <>
      <p className={classes.question} dir="auto">
        {question}
      </p>
      <ul className={classes.options}>
        {options.map(({ text, votes }, at) => {
          const share = shareOf(votes)
          const isMost = !isOpen && votes > 0 && votes === most
          const content = (
            <>
              <span className={classes.bar} style={{ width: isVoting ? 0 : `${share}%` }} />
              <bdi>{text}</bdi>
              {!isVoting && (
                <small>
                  {own === at && `${t.own} · `}
                  {isMost && `${t.most} · `}
                  {share}%
                </small>
              )}
            </>
          )
          return (
            <li key={at} data-most={isMost || undefined}>
              {isVoting ? (
                <button type="button" title={t.vote(text)} disabled={vote.isPending} onClick={() => vote.mutate(at)}>
                  {content}
                </button>
              ) : (
                <div aria-current={own === at || undefined}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
      {viewer === null && isOpen && (
        <Text size="sm" c="dimmed">
          {t.guest}
        </Text>
      )}
      {vote.error && <ErrorAlert error={vote.error} />}
      {canModerate && <Actions pathParams={pathParams} isOpen={isOpen && viewer?.role !== 'common_user'} />}
    </>
  )
  const winner = options.find(({ votes }) => votes > 0 && votes === most)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.poll} aria-label={t.title} tabIndex={0}>
      {isOpen ? (
        <>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text span size="sm" c="dimmed">
              {t.title} · {t.votes(total)}
            </Text>
            <Text span size="sm" c="dimmed" role="status">
              <TimeLeft endsDate={poll.endsDate} />
            </Text>
          </Group>
          {details}
        </>
      ) : (
        <details>
          <summary>
            <span role="status">{t.result}</span>
            {winner && (
              <>
                {' · '}
                <bdi>{winner.text}</bdi> {shareOf(winner.votes)}%
              </>
            )}
          </summary>
          {details}
        </details>
      )}
    </section>
  )
}

function Actions({ pathParams, isOpen }: { pathParams: { channelId: string; pollId: string }; isOpen: boolean }) {
  const end = useMutation({ mutationFn: () => api(consoleApi.polls.endPoll, { pathParams }) })
  return (
    <>
      <Group gap="xs" mt="xs">
        {isOpen && (
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {t.end}
          </Button>
        )}
        <ConfirmButton
          label={t.delete}
          title={t.deleteTitle}
          confirmLabel={t.delete}
          onConfirm={() => api(consoleApi.polls.deletePoll, { pathParams })}
        >
          {t.deleteAbout}
        </ConfirmButton>
      </Group>
      {end.error && <ErrorAlert error={end.error} />}
    </>
  )
}

/** The server says when the poll has ended; the clock of a browser may be another. */
function TimeLeft({ endsDate }: { endsDate: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil((Date.parse(endsDate) - now) / 1_000)
  return left > 0 && left <= limits.pollSecMax && t.left(left)
}
