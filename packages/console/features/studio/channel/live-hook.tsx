import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

const { hook: t } = strings('profile')

type Hook = NonNullable<ContentOf<typeof consoleApi.notices.getLiveHook>['hook']>

const hookQuery = queryOptions({
  queryKey: ['studio', 'liveHook'],
  queryFn: () => api(consoleApi.notices.getLiveHook),
  refetchInterval: 10_000,
})

/** The chat service to which the starts of the streamer's lives are posted. */
export function LiveHook() {
  const query = useQuery(hookQuery)
  return (
    <Stack component="section" gap="sm" className="card" aria-labelledby="hook">
      <div>
        <h2 id="hook">{t.title}</h2>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
      </div>
      <QueryBoundary query={query}>
        {({ hook }) => (hook === null ? <AddHook /> : <StoredHook hook={hook} />)}
      </QueryBoundary>
    </Stack>
  )
}

function AddHook() {
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const put = useMutation({
    mutationFn: () => api(consoleApi.notices.putLiveHook, { body: { url } }),
    onSuccess: () => queries.invalidateQueries(hookQuery),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '') put.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group align="end" gap="xs">
        <TextInput
          label={t.url}
          description={t.urlHint}
          placeholder="https://discord.com/api/webhooks/…"
          value={url}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
          error={put.error && <ErrorText error={put.error} />}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          flex="1 1 20rem"
        />
        <Button type="submit" variant="default" loading={put.isPending} disabled={url.trim() === ''}>
          {t.add}
        </Button>
      </Group>
    </form>
  )
}

function StoredHook({ hook: { host, state, triedDate, failure } }: { hook: Hook }) {
  const queries = useQueryClient()
  const test = useMutation({ mutationFn: () => api(consoleApi.notices.testLiveHook) })
  const remove = useMutation({
    mutationFn: () => api(consoleApi.notices.deleteLiveHook),
    onSuccess: () => queries.invalidateQueries(hookQuery),
  })
  const error = test.error ?? remove.error
  return (
    <>
      <Text size="md">
        <b>{host}</b> · {t.states[state]}
        {triedDate !== null && (
          <>
            {' · '}
            <RelativeTime at={triedDate} />
          </>
        )}
      </Text>
      {failure !== null && (
        <Text size="sm" c="red">
          {describeFailure(failure)}
        </Text>
      )}
      <Group gap="xs">
        <Button size="sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t.test}
        </Button>
        <Button size="sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t.remove}
        </Button>
      </Group>
      <Text size="sm" role="status" c={test.data?.failure ? 'red' : 'dimmed'}>
        {test.data && (test.data.failure === null ? t.tested : describeFailure(test.data.failure))}
      </Text>
      {error && (
        <Text size="sm" c="red" role="alert">
          <ErrorText error={error} />
        </Text>
      )}
    </>
  )
}

function describeFailure(failure: string): string {
  if (/^\d+$/.test(failure)) return t.failures.status(failure)
  if (failure === 'LIVE_ENDED') return t.failures.ended
  if (failure === 'NOT_READABLE') return t.failures.notReadable
  return failure === 'ADDRESS_NOT_ALLOWED' ? t.failures.address : t.failures.noResponse
}
