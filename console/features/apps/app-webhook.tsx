import { Alert, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi, type ContentOf, type WebhookStatus } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { webhookQuery } from '../../lib/app-queries.ts'
import { useDraft } from '../../lib/drafts.ts'
import { failureMessage } from '../../lib/failure-messages.ts'
import { isLockedSandbox, isSandbox } from '../../lib/page-settings.ts'
import { language, strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { AppDeliveries } from './app-deliveries.tsx'
import { RecoverDeliveries } from './recover-deliveries.tsx'
import { WebhookCharts } from './webhook-charts.tsx'
import { WebhookTest } from './webhook-test.tsx'
import layout from '../../ui/layout.module.css'

const { webhook: t } = strings('apps')

/** The webhook's URL and status, and its notifications. */
export function AppWebhook({ clientId }: { clientId: string }) {
  const { data: found, error, refetch } = useQuery(webhookQuery(clientId))
  if (!found) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  return (
    <Stack gap="lg" mt="lg">
      {error && <ErrorAlert error={error} refetch={() => void refetch()} />}
      <WebhookForm key={found.webhook?.url ?? ''} clientId={clientId} webhook={found.webhook} />
      {found.webhook !== null && (
        <>
          <WebhookTest clientId={clientId} isEnabled={found.webhook.status === 'ENABLED'} />
          <WebhookCharts clientId={clientId} />
          <RecoverDeliveries clientId={clientId} failingSince={found.webhook.failingSinceDate} />
        </>
      )}
      <AppDeliveries clientId={clientId} />
    </Stack>
  )
}

type WebhookDetails = ContentOf<typeof consoleApi.webhooks.getWebhook>['webhook']

function WebhookForm({ clientId, webhook }: { clientId: string; webhook: WebhookDetails }) {
  const pathParams = { clientId }
  const [draft, setDraft] = useDraft<string>('webhook')
  const url = draft ?? webhook?.url ?? ''
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(webhookQuery(clientId))
  const update = useMutation({
    mutationFn: (body: { url?: string; status?: WebhookStatus }) =>
      api(consoleApi.webhooks.updateWebhook, { pathParams, body }),
    onSuccess: () => {
      setDraft(() => null)
      return onSuccess()
    },
  })
  const remove = useMutation({ mutationFn: () => api(consoleApi.webhooks.deleteWebhook, { pathParams }), onSuccess })
  const failure = update.error ?? remove.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ url })
  }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="md">
        <div className={layout.pageHead}>
          <h2>{t.title}</h2>
          {webhook && <Badge color={webhook.status === 'ENABLED' ? 'teal' : 'red'}>{t.statuses[webhook.status]}</Badge>}
        </div>
        <TextInput
          label={t.url}
          description={isSandbox || isLockedSandbox ? t.urlHintSandbox : t.urlHint}
          placeholder="https://example.com/webhook"
          value={url}
          onChange={({ currentTarget: { value } }) => setDraft(() => value)}
          inputMode="url"
          maxLength={2000}
          required
        />
        {webhook && (
          <Text size="sm" c="dimmed">
            {t.pending} {webhook.waiting.toLocaleString(language)}
            {webhook.statusReason && ` · ${failureMessage(webhook.statusReason)}`}
          </Text>
        )}
        {webhook?.failingSinceDate && (
          <Text size="sm" className={layout.error}>
            <RelativeTime at={webhook.failingSinceDate} phrase={t.failingSince} /> {t.failingHint}
          </Text>
        )}
        {failure && (
          <Alert color="red" role="alert" title={t.failed}>
            <ErrorText error={failure} />
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" loading={update.isPending} disabled={url === '' || url === webhook?.url}>
            {t.save}
          </Button>
          {webhook && (
            <>
              <Button
                variant="default"
                onClick={() => update.mutate({ status: webhook.status === 'ENABLED' ? 'DISABLED' : 'ENABLED' })}
              >
                {webhook.status === 'ENABLED' ? t.disable : t.enable}
              </Button>
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t.delete}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </form>
  )
}
