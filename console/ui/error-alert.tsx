import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isUnauthorized, retryAfterSeconds } from '../lib/api.ts'
import { strings } from '../locales/index.ts'
import { Loading } from './loading.tsx'
import { ErrorText } from './error-text.tsx'

const { error: t } = strings('common')

type Props = { error: unknown; retry?: () => void; refetch?: () => void }

/** An error and a button to retry. After a 429 response, `refetch` runs automatically; `retry` does not. */
export function ErrorAlert({ error, retry, refetch }: Props) {
  // The query client redirects to the sign-in page.
  if (isUnauthorized(error)) return <Loading />
  if (retryAfterSeconds(error) !== null && refetch !== undefined) return <RateLimited error={error} refetch={refetch} />
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
