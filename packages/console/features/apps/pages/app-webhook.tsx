import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { consoleApi, dropsScope, type ContentOf, type WebhookStatus } from '@onair/contract'
import examples from '@onair/contract/reference/event-examples.json' with { type: 'json' }
import { api } from '../../../lib/api.ts'
import { appQuery, webhookQuery } from '../queries.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { openSink } from '../../../lib/open-sink.ts'
import { isLockedSandbox, isSandbox, separateApiUrl } from '../../../lib/page-settings.ts'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { AppDeliveries } from '../components/webhook/app-deliveries.tsx'
import { CreateEndpoint } from '../components/webhook/create-endpoint.tsx'
import { EndpointHealth, EndpointStatus } from '../components/webhook/endpoint-health.tsx'
import { RecoverDeliveries } from '../components/webhook/recover-deliveries.tsx'
import { WebhookCharts } from '../components/webhook/webhook-charts.tsx'
import { WebhookEndpoint } from '../components/webhook/webhook-endpoint.tsx'
import { EndpointSwitch, newEndpoint } from '../components/webhook/webhook-endpoints.tsx'
import { WebhookTest } from '../components/webhook/webhook-test.tsx'
import classes from '../components/webhook/webhook.module.css'

const { webhook: t } = strings('apps')
const { webhooks } = strings('common')
const apiUrl = separateApiUrl ?? window.location.origin

/** The webhooks of an application: the registered one, or the endpoint that the address names. */
export function AppWebhook({ clientId }: { clientId: string }) {
  const { endpoint } = useSearch({ from: '/console/apps/$clientId' })
  if (endpoint === undefined) return <RegisteredWebhook clientId={clientId} />
  if (endpoint === newEndpoint) return <CreateEndpoint clientId={clientId} />
  return <WebhookEndpoint key={endpoint} endpoint={{ clientId, endpointId: endpoint }} />
}

/** The webhook's URL and status, and its notifications. */
function RegisteredWebhook({ clientId }: { clientId: string }) {
  const endpoint = { clientId, endpointId: clientId }
  const { data: found, error, refetch } = useQuery(webhookQuery(clientId))
  const { data: app } = useQuery(appQuery(clientId))
  const isViewer = app?.role === 'VIEWER'
  if (!found)
    return <Stack mt="lg">{error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />}</Stack>
  return (
    <Stack gap="lg" mt="lg">
      {error && <ErrorAlert error={error} refetch={() => void refetch()} />}
      <EndpointSwitch endpoint={endpoint} />
      {app?.scopes.every(({ scope }) => scope !== dropsScope) && (
        <Alert color="gray">
          {t.withoutDrops}{' '}
          <AnchorLink to="/console/apps/$clientId" params={{ clientId }} search={{ tab: 'scopes' }}>
            {t.viewScopes}
          </AnchorLink>
        </Alert>
      )}
      <fieldset disabled={isViewer}>
        <WebhookForm key={found.webhook?.url ?? ''} clientId={clientId} webhook={found.webhook} />
      </fieldset>
      {found.webhook === null ? (
        <ExampleNotification clientId={clientId} />
      ) : (
        <>
          <WebhookCharts endpoint={endpoint} name={webhooks.registered} />
          <fieldset disabled={isViewer}>
            <SimpleGrid
              className="card"
              minColWidth="min(100%, 20rem)"
              autoFlow="auto-fit"
              spacing="xl"
              verticalSpacing="md"
            >
              <WebhookTest endpoint={endpoint} isEnabled={found.webhook.status === 'ENABLED'} />
              <RecoverDeliveries endpoint={endpoint} health={found.webhook} />
            </SimpleGrid>
          </fieldset>
        </>
      )}
      <AppDeliveries endpoint={endpoint} />
    </Stack>
  )
}

/** The requests that a receiver has to expect, before there is one: of this application, to an address of this server. */
function ExampleNotification({ clientId }: { clientId: string }) {
  const { message, subscription } = examples.drop_reward_claim
  const url = isSandbox ? `${window.location.origin}/sandbox/v1/sinks/claims` : 'https://example.com/webhook'
  const example = { message, subscription: { ...subscription, clientId, method: { ...subscription.method, url } } }
  return (
    <section className="card" aria-labelledby="example">
      <Stack gap="sm">
        <h2 id="example">{t.example}</h2>
        <Text size="sm" c="dimmed">
          {t.exampleHint}{' '}
          <AnchorLink inherit to="/reference/events" hash="drop_reward_claim">
            {t.exampleFields}
          </AnchorLink>
        </Text>
        <CodeBlock text={JSON.stringify(example, null, 2)} label={t.example} language="json" />
      </Stack>
    </section>
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
  const remove = async () => {
    await api(consoleApi.webhooks.deleteWebhook, { pathParams })
    await onSuccess()
  }
  const receiveHere = useMutation({
    mutationFn: () => openSink(clientId, apiUrl),
    onSuccess: (url) => update.mutate({ url }),
  })
  const error = receiveHere.error ?? update.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ url })
  }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="md">
        <Group gap="8px 16px">
          <h2>{webhook ? webhooks.registered : t.title}</h2>
          {webhook && (
            <>
              <EndpointStatus {...webhook} />
              <Group gap="xs" ml="auto">
                {webhook.status === 'ENABLED' ? (
                  <ConfirmButton
                    label={t.disable}
                    title={t.disableTitle}
                    confirmLabel={t.disable}
                    onConfirm={() => update.mutateAsync({ status: 'DISABLED' })}
                  >
                    {t.disableHint}
                  </ConfirmButton>
                ) : (
                  <Button size="xs" variant="default" onClick={() => update.mutate({ status: 'ENABLED' })}>
                    {t.enable}
                  </Button>
                )}
                <ConfirmButton label={t.delete} title={t.deleteTitle} confirmLabel={t.delete} onConfirm={remove}>
                  {t.deleteHint}
                </ConfirmButton>
              </Group>
            </>
          )}
        </Group>
        <div className={classes.saved}>
          <TextInput
            label={t.url}
            description={isSandbox || isLockedSandbox ? t.urlHintSandbox : t.urlHint}
            placeholder="https://example.com/webhook"
            value={url}
            onChange={({ currentTarget: { value } }) => setDraft(() => value)}
            inputMode="url"
            maxLength={2000}
            error={update.isError && update.variables.url !== undefined}
            required
          />
          <Button type="submit" loading={update.isPending} disabled={url === '' || url === webhook?.url}>
            {t.save}
          </Button>
        </div>
        {error && (
          <Alert color="red" role="alert" title={t.failed}>
            <ErrorText error={error} />
          </Alert>
        )}
        <Group gap="4px 24px">
          {webhook === null && isSandbox && (
            <Button variant="default" size="xs" loading={receiveHere.isPending} onClick={() => receiveHere.mutate()}>
              {t.receiveHere}
            </Button>
          )}
          {webhook && <EndpointHealth {...webhook} />}
          <Text size="sm" c="dimmed">
            {t.signed} <AnchorLink to="/reference/signature">{t.verifySignature}</AnchorLink>
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
