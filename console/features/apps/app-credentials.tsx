import { Alert, Button, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleWebhooks, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { appQuery, type AppDetails } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import layout from '../../ui/layout.module.css'

const overlapOptions = [0, 1, limits.secretOverlapHours, 72, 168]

/** What the application is known by; a new secret is shown in full this once, beside the one that goes on for a while. */
export function AppCredentials({ app }: { app: AppDetails }) {
  const pathParams = { clientId: app.clientId }
  const [overlapHours, setOverlapHours] = useState<number>(limits.secretOverlapHours)
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(appQuery(app.clientId))
  const rotate = useMutation({
    mutationFn: () => api(consoleWebhooks.rotateSecret, { pathParams, body: { overlapHours } }),
    onSuccess,
  })
  const endPreviousSecret = useMutation({
    mutationFn: () => api(consoleWebhooks.revokeOlderSecret, { pathParams }),
    onSuccess,
  })
  const hasPreviousSecret = app.secrets.length > 1

  return (
    <section className="card" aria-labelledby="credentials">
      <h2 id="credentials">{t.title}</h2>
      <dl className={`${layout.facts} ${layout.tight}`}>
        <dt>Client ID</dt>
        <dd>
          <CopyableText value={app.clientId} />
        </dd>
        <dt>Client secret</dt>
        <dd>
          {app.secrets.map(({ createdDate, expiryDate }) => (
            <div key={`${createdDate} ${expiryDate}`}>
              <code>••••••••</code>{' '}
              <span className="soft small">
                {t.made} <RelativeTime at={createdDate} />
                {expiryDate && (
                  <>
                    {' · '}
                    {t.ends} <RelativeTime at={expiryDate} />
                  </>
                )}
              </span>
            </div>
          ))}
        </dd>
        <dt>{t.redirect}</dt>
        <dd>
          <CopyableText value={app.redirectUri} />
        </dd>
      </dl>
      <Stack gap="sm">
        {rotate.data && (
          <Alert color="orange" title={t.once}>
            <CopyableText value={rotate.data.clientSecret} />
          </Alert>
        )}
        {(rotate.error ?? endPreviousSecret.error) && <ErrorAlert error={rotate.error ?? endPreviousSecret.error} />}
        {hasPreviousSecret ? (
          <Group>
            <Button
              size="xs"
              variant="default"
              loading={endPreviousSecret.isPending}
              onClick={() => endPreviousSecret.mutate()}
            >
              {t.endOlder}
            </Button>
          </Group>
        ) : (
          <Group align="end" gap="sm">
            <Select
              size="xs"
              label={t.overlap}
              data={overlapOptions.map((hours) => ({ value: String(hours), label: t.hours(hours) }))}
              value={String(overlapHours)}
              onChange={(selected) => setOverlapHours(Number(selected))}
              allowDeselect={false}
              w={200}
            />
            <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {t.rotate}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}

const t = localize({
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
