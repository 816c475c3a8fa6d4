import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { isSubscribed, type Fix, type FixContext, type FixLink } from '../fixes.ts'

const { fixes: t } = strings('live')

const sessionPollMs = 700

type Props = {
  fix: Fix | FixLink | null
  /** The session for which the action waits. */
  awaited?: { clientId: string; eventType: string; channelId: string }
  /** Runs the action again; null where another page ran it. */
  retry: (() => void) | null
  startBot?: FixContext['startBot']
}

/** The button that mends what stopped an event. The action runs again afterwards, or when a client or a bot has subscribed. */
export function FixButton({ fix, awaited, retry, startBot = null }: Props) {
  const queries = useQueryClient()
  const mend = useMutation({
    mutationFn: async ({ run, after }: Fix) => {
      await run()
      if (after === 'RETRY') retry?.()
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  const isAwaiting = mend.isSuccess && mend.variables.after === 'SESSION' && awaited !== undefined
  if (fix === null) return null
  if (!('run' in fix)) {
    const { label, ...link } = fix
    return (
      <Button size="compact-sm" renderRoot={(props) => <Link {...link} {...props} />}>
        {label}
      </Button>
    )
  }
  const isRepeated = retry !== null && fix.after !== 'WAIT' && fix.label !== t.retry
  // The same button keeps the focus.
  const press = !isAwaiting
    ? { label: isRepeated ? t.again(fix.label) : fix.label, run: () => mend.mutate(fix) }
    : startBot && { label: t.bot, run: () => startBot(awaited.clientId) }
  return (
    <>
      {press && (
        <Button size="compact-sm" loading={mend.isPending} onClick={press.run}>
          {press.label}
        </Button>
      )}
      {isAwaiting && <Awaiting {...awaited} retry={retry} onEnd={mend.reset} />}
      {mend.error && <ErrorAlert error={mend.error} retry={() => mend.mutate(fix)} />}
    </>
  )
}

type AwaitingProps = NonNullable<Props['awaited']> & { retry: Props['retry']; onEnd: () => void }

/** Waits until a session has subscribed, and then runs the action again. */
function Awaiting({ clientId, eventType, channelId, retry, onEnd }: AwaitingProps) {
  const { data: isReady } = useQuery({
    queryKey: ['awaited-session', clientId, eventType, channelId],
    queryFn: () => isSubscribed(clientId, eventType, channelId),
    refetchInterval: sessionPollMs,
    gcTime: 0,
  })
  const finish = useEffectEvent(() => {
    onEnd()
    retry?.()
  })
  useEffect(() => {
    if (isReady === true) finish()
  }, [isReady])
  return (
    <Text size="sm" role="status">
      {t.awaiting}
    </Text>
  )
}
