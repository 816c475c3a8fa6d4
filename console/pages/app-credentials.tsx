import { Alert, Button, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleWebhooks, limits } from '@onair/contract'
import { api } from '../api.ts'
import { appQuery, type ShownApp } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { Moment } from '../parts/moment.tsx'

const overlaps = [0, 1, limits.secretOverlapHours, 72, 168]

/** What the application is known by; a new secret is shown in full this once, beside the one that goes on for a while. */
export function AppCredentials({ app }: { app: ShownApp }) {
  const inPath = { clientId: app.clientId }
  const [overlapHours, setOverlap] = useState<number>(limits.secretOverlapHours)
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(appQuery(app.clientId))
  const rotate = useMutation({
    mutationFn: () => api(consoleWebhooks.rotateSecret, { inPath, body: { overlapHours } }),
    onSuccess,
  })
  const endOlder = useMutation({ mutationFn: () => api(consoleWebhooks.endOlderSecret, { inPath }), onSuccess })
  const hasTwo = app.secrets.length > 1

  return (
    <section className="card" aria-labelledby="credentials">
      <h2 id="credentials">{said.title}</h2>
      <dl className="facts tight">
        <dt>Client ID</dt>
        <dd>
          <Copied value={app.clientId} />
        </dd>
        <dt>Client secret</dt>
        <dd>
          {app.secrets.map(({ createdDate, expiryDate }) => (
            <div key={`${createdDate} ${expiryDate}`}>
              <code>••••••••</code>{' '}
              <span className="soft small">
                {said.made} <Moment at={createdDate} />
                {expiryDate && (
                  <>
                    {' · '}
                    {said.ends} <Moment at={expiryDate} />
                  </>
                )}
              </span>
            </div>
          ))}
        </dd>
        <dt>{said.redirect}</dt>
        <dd>
          <Copied value={app.redirectUri} />
        </dd>
      </dl>
      <Stack gap="sm">
        {rotate.data && (
          <Alert color="orange" title={said.once}>
            <Copied value={rotate.data.clientSecret} />
          </Alert>
        )}
        {(rotate.error ?? endOlder.error) && <Failed error={rotate.error ?? endOlder.error} />}
        {hasTwo ? (
          <Group>
            <Button size="xs" variant="default" loading={endOlder.isPending} onClick={() => endOlder.mutate()}>
              {said.endOlder}
            </Button>
          </Group>
        ) : (
          <Group align="end" gap="sm">
            <Select
              size="xs"
              label={said.overlap}
              data={overlaps.map((hours) => ({ value: String(hours), label: said.hours(hours) }))}
              value={String(overlapHours)}
              onChange={(chosen) => setOverlap(Number(chosen))}
              allowDeselect={false}
              w={200}
            />
            <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {said.rotate}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}

const said = inLanguage({
  ko: {
    title: '인증 정보',
    made: '만든 때',
    ends: '끝나는 때',
    redirect: '리디렉션 URL',
    once: '새 secret은 지금 한 번만 보입니다',
    overlap: '이전 secret을 함께 쓸 시간',
    hours: (hours: number) => (hours === 0 ? '바로 끝내기' : hours < 48 ? `${hours}시간` : `${hours / 24}일`),
    rotate: '새 secret 만들기',
    endOlder: '이전 secret 지금 끝내기',
  },
  en: {
    title: 'Credentials',
    made: 'made',
    ends: 'ends',
    redirect: 'Redirect URL',
    once: 'The new secret is shown this once',
    overlap: 'The one before stays good',
    hours: (hours: number) =>
      hours === 0 ? 'not at all' : hours === 1 ? '1 hour' : hours < 48 ? `${hours} hours` : `${hours / 24} days`,
    rotate: 'Make a new secret',
    endOlder: 'End the older secret now',
  },
})
