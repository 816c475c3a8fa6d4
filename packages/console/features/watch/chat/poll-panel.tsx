import { Button, Group, Progress, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi, limits, type ChannelState, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { usePlatformSecond } from '../../../lib/platform-time.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { watchProofOf } from '../viewer-claims.ts'
import classes from './poll.module.css'

const t = strings('poll')

type Poll = NonNullable<ChannelState['poll']>
type Props = { channelId: string; poll: Poll; viewer: ViewerStatus | null; canModerate: boolean }

/**
 * The poll of a chat, open or in one line, which opens, with its result. It scrolls where the chat is low. Restricted people
 * do not see it.
 */
export default function PollPanel(props: Props) {
  const { poll, viewer } = props
  const block = viewer?.chatBlock?.code
  if (block === 'RESTRICTED' || block === 'TEMPORARILY_RESTRICTED') return null
  const total = totalOf(poll)
  const winner = poll.options.find(({ votes }) => votes > 0 && votes === mostOf(poll))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.poll} aria-label={t.title} tabIndex={0}>
      {poll.isOpen ? (
        <PollContent {...props} />
      ) : (
        <details>
          <summary>
            <span role="status">{t.result}</span>
            {winner && (
              <>
                {' · '}
                <bdi>{winner.text}</bdi> {shareOf(winner.votes, total)}%
              </>
            )}
          </summary>
          <PollContent {...props} />
        </details>
      )}
    </section>
  )
}

const totalOf = ({ options }: Pick<Poll, 'options'>) => options.reduce((sum, { votes }) => sum + votes, 0)
const mostOf = ({ options }: Pick<Poll, 'options'>) => Math.max(...options.map(({ votes }) => votes))
const shareOf = (votes: number, total: number) => (total === 0 ? 0 : Math.round((100 * votes) / total))

/** A poll: its time, and its options with their votes, which a click counts. Moderators see the votes before they vote. */
export function PollContent({ channelId, poll, viewer, canModerate }: Props) {
  const { pollId, question, isOpen } = poll
  const pathParams = { channelId, pollId }
  const vote = useMutation({
    mutationFn: (option: number) =>
      api(consoleApi.polls.vote, { pathParams, body: { option, ...watchProofOf(channelId) } }),
  })
  // The status of the viewer, and the votes of all, arrive a moment after the vote.
  const given = vote.isSuccess && viewer?.vote == null ? vote.variables : null
  const own = viewer?.vote ?? given
  const options = poll.options.map(({ text, votes }, at) => ({ text, votes: votes + Number(at === given) }))
  const total = totalOf({ options })
  const most = mostOf({ options })
  const isVoting = isOpen && viewer !== null && own === null
  const hasShares = !isVoting || canModerate
  return (
    <>
      <PollHead poll={poll} total={total} />
      <p className={classes.question} dir="auto">
        {question}
      </p>
      <ul className={classes.options}>
        {options.map(({ text, votes }, at) => {
          const share = shareOf(votes, total)
          const isMost = !isOpen && votes > 0 && votes === most
          const content = (
            <>
              <span className={classes.bar} style={{ width: hasShares ? `${share}%` : 0 }} />
              <bdi>{text}</bdi>
              {hasShares && (
                <small>
                  {own === at && `${t.own} · `}
                  {isMost && `${t.most} · `}
                  {canModerate && `${t.votes(votes)} · `}
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
}

/** How many have voted, and the time that is left. */
function PollHead({ poll: { isOpen, startedDate, endsDate }, total }: { poll: Poll; total: number }) {
  const now = usePlatformSecond()
  const [start, end] = [Date.parse(startedDate), Date.parse(endsDate)]
  const left = Math.min(Math.ceil((end - now) / 1_000), limits.pollSecMax)
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text span size="sm" c="dimmed">
          {isOpen && `${t.title} · `}
          {t.votes(total)}
        </Text>
        {isOpen && left > 0 && (
          <Text span size="sm" c="dimmed">
            {t.left(left)}
          </Text>
        )}
      </Group>
      {isOpen && <Progress size={4} my={4} value={(100_000 * left) / (end - start)} aria-label={t.timeLeft} />}
    </>
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
