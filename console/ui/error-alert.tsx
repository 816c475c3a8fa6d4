import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { pluralize } from '../lib/pluralize.ts'
import { isUnauthorized, retryAfterSeconds } from '../lib/api.ts'
import { localize } from '../lib/language.ts'
import { Loading } from './loading.tsx'
import { ErrorText } from './error-text.tsx'

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
          {t.again}
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
    <Alert color="ink" title={t.tooMany} role="alert">
      {t.wait(retryAfterSeconds(error) ?? 0)}
    </Alert>
  )
}

const t = localize({
  ko: {
    title: '요청을 처리하지 못했습니다',
    again: '다시 시도',
    tooMany: '이 네트워크에서 너무 많이 요청했습니다',
    wait: (sec: number) => `${sec}초 뒤에 저절로 이어집니다. 그대로 두셔도 됩니다.`,
  },
  en: {
    title: 'That did not work',
    again: 'Try again',
    tooMany: 'Too much was asked from your network',
    wait: (sec: number) => `This goes on by itself in ${pluralize(sec, 'second')}; there is nothing you need to do.`,
  },
})
