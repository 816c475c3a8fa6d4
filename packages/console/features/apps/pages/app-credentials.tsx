import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, hasTeamRole, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { appQuery, type AppDetails } from '../queries.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

const { credentials: t } = strings('apps')

const overlapOptions = [0, 1, limits.secretOverlapHours, 72, 168]

/** Client ID, secrets and redirect URL. A new secret is shown once; the previous one stays valid for a while. */
export function AppCredentials({ app }: { app: AppDetails }) {
  const pathParams = { clientId: app.clientId }
  const [overlapHours, setOverlapHours] = useState<number>(limits.secretOverlapHours)
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(appQuery(app.clientId))
  const rotate = useMutation({
    mutationFn: () => api(consoleApi.webhooks.rotateSecret, { pathParams, body: { overlapHours } }),
    onSuccess,
  })
  const revokePreviousSecret = useMutation({
    mutationFn: () => api(consoleApi.webhooks.revokeOlderSecret, { pathParams }),
    onSuccess,
  })
  const hasPreviousSecret = app.secrets.length > 1

  return (
    <section className="card" aria-labelledby="credentials">
      <h2 id="credentials">{t.title}</h2>
      <Facts isNarrow>
        <Fact name="Client ID">
          <CopyableText value={app.clientId} />
        </Fact>
        <Fact name="Client Secret">
          {app.secrets.map(({ createdDate, expiryDate }) => (
            <div key={`${createdDate} ${expiryDate}`}>
              <code>••••••••</code>{' '}
              <Text span size="sm" c="dimmed">
                <RelativeTime at={createdDate} phrase={t.created} />
                {expiryDate && (
                  <>
                    {' · '}
                    <RelativeTime at={expiryDate} phrase={t.expires} />
                  </>
                )}
              </Text>
            </div>
          ))}
        </Fact>
        <Fact name={t.redirectUrl}>
          <CopyableText value={app.redirectUri} />
        </Fact>
      </Facts>
      <Stack gap="sm">
        {rotate.data && (
          <Alert color="orange" title={t.shownOnce}>
            <CopyableText value={rotate.data.clientSecret} />
          </Alert>
        )}
        {(rotate.error ?? revokePreviousSecret.error) && (
          <ErrorAlert error={rotate.error ?? revokePreviousSecret.error} />
        )}
        {!hasTeamRole(app.role, 'DEVELOPER') ? null : hasPreviousSecret ? (
          <Group>
            <Button
              size="xs"
              variant="default"
              loading={revokePreviousSecret.isPending}
              onClick={() => revokePreviousSecret.mutate()}
            >
              {t.revokePrevious}
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
            <ConfirmButton
              label={t.rotate}
              title={t.rotateTitle}
              confirmLabel={t.rotate}
              onConfirm={() => rotate.mutateAsync()}
            >
              {overlapHours === 0 ? t.rotateAtOnce : t.rotateWithOverlap(t.hours(overlapHours))}
            </ConfirmButton>
          </Group>
        )}
      </Stack>
    </section>
  )
}
