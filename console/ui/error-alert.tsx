import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isUnauthorized, retryAfterSeconds } from '../lib/api.ts'
import { strings } from '../locales/index.ts'
import { Loading } from './loading.tsx'
import { ErrorText } from './error-text.tsx'

const { error: t } = strings('common')

type Props = { error: unknown; retry?: () => void; refetch?: () => void }

/** What went wrong, and what to do next. A reading that was too much goes on by itself; what changes something does not. */
export function ErrorAlert({ error, retry, refetch }: Props) {
  // Whoever is not signed in is on the way to the page for that.
  if (isUnauthorized(error)) return <Loading />
  if (retryAfterSeconds(error) !== null && refetch !== undefined)
    return <RateLimited error={error} readAgain={refetch} />
  return (
    <Alert color="red" title={t.title} role="alert">
      <ErrorText error={error} />
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={refetch ?? retry ?? (() => window.location.reload())}>
          {t.retry}
        </Button>
      </Group>
    </Alert>
  )
}

/** Too much was asked from here. It goes on by itself when the time is over. */
function RateLimited({ error, readAgain: refetch }: { error: unknown; readAgain: () => void }) {
  const latestRefetch = useRef(refetch)
  useEffect(() => {
    latestRefetch.current = refetch
  })
  useEffect(() => {
    const timer = setTimeout(() => latestRefetch.current(), (retryAfterSeconds(error) ?? 0) * 1_000)
    return () => clearTimeout(timer)
  }, [error])
  return (
    <Alert color="ink" title={t.rateLimited} role="alert">
      {t.retryIn(retryAfterSeconds(error) ?? 0)}
    </Alert>
  )
}
