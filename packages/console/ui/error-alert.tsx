import { Alert, Button, Group, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isClientError, isUnauthorized, retryAfterSeconds } from '../lib/api.ts'
import { useRetryWait } from '../lib/use-retry-wait.ts'
import { strings } from '../locales/index.ts'
import { ErrorText } from './forms/error-text.tsx'

const { error: t } = strings('common')

type Props = { error: unknown; retry?: () => void; refetch?: () => void }

/**
 * An error and a button to retry. After a 429 response, `refetch` runs automatically; `retry` does not, and is possible
 * when the wait is over.
 */
export function ErrorAlert({ error, retry, refetch }: Props) {
  // The notice of the shell says it, with the link to sign in.
  if (isUnauthorized(error)) return null
  if (retryAfterSeconds(error) !== null)
    return refetch === undefined ? (
      <RetryCountdown error={error} {...(retry && { retry })} />
    ) : (
      <RateLimited error={error} refetch={refetch} />
    )
  const isRefused = isClientError(error)
  const again = refetch ?? retry ?? (isRefused ? undefined : () => window.location.reload())
  return (
    // A refusal says what to do; a title would only say that something failed.
    <Alert color="red" title={isRefused ? undefined : t.title} role="alert">
      <ErrorText error={error} />
      {again && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={again}>
            {t.retry}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

function RateLimited({ error, refetch }: { error: unknown; refetch: () => void }) {
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

/** How long to wait after a 429 response of an action. Gone when the wait is over, unless it has a button to retry. */
export function RetryCountdown({ error, retry }: { error: unknown; retry?: () => void }) {
  const seconds = useRetryWait(error)
  if (seconds === 0 && retry === undefined) return null
  return (
    <Alert color="ink" title={t.rateLimited} role="alert">
      {/* A screen reader announces every change of an alert. */}
      <VisuallyHidden>{t.retryAllowedIn(retryAfterSeconds(error) ?? 0)}</VisuallyHidden>
      <span aria-hidden>{t.retryAllowedIn(seconds)}</span>
      {retry && (
        <Group mt="sm">
          <Button size="xs" variant="default" disabled={seconds > 0} onClick={retry}>
            {t.retry}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
