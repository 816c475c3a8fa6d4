import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { Fact, Facts } from '../../../../ui/facts.tsx'
import { consoleApi, type WebhookStatus } from '@onair/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { endpointsQuery, type EndpointKey, type WebhookEndpointDetails } from '../../queries.ts'
import { strings } from '../../../../locales/index.ts'
import { ConfirmButton } from '../../../../ui/forms/confirm-button.tsx'
import { CopyableText } from '../../../../ui/copyable-text.tsx'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { Loading } from '../../../../ui/loading.tsx'
import { AppDeliveries } from './app-deliveries.tsx'
import { EndpointFields, toFilterIds, type EndpointValues } from './endpoint-fields.tsx'
import { EndpointHealth, EndpointStatus } from './endpoint-health.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'
import { RecoverDeliveries } from './recover-deliveries.tsx'
import { WebhookCharts } from './webhook-charts.tsx'
import { describeFilters, EndpointSwitch } from './webhook-endpoints.tsx'
import { WebhookTest } from './webhook-test.tsx'
import { AnchorLink } from '../../../../ui/links.tsx'

const { endpoints: t, webhook } = strings('apps')

/** An endpoint: its settings, its secret and its notifications. Notifications of a deleted endpoint are still listed. */
export function WebhookEndpoint({ endpoint: key }: { endpoint: EndpointKey }) {
  const { clientId, endpointId } = key
  const { data, error, refetch } = useQuery(endpointsQuery(clientId))
  if (!data)
    return <Stack mt="sm">{error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />}</Stack>
  const endpoint = data.data.find((one) => one.endpointId === endpointId)
  return (
    <Stack gap="lg" mt="sm">
      <EndpointSwitch endpoint={key} />
      {!endpoint && (
        <div>
          <AnchorLink size="sm" to="/console/apps/$clientId" params={{ clientId }} search={{ tab: 'webhook' }}>
            ← {t.all}
          </AnchorLink>
          <h2>{t.deleted}</h2>
        </div>
      )}
      {error && <ErrorAlert error={error} refetch={() => void refetch()} />}
      {endpoint && (
        <>
          <EndpointState endpoint={key} details={endpoint} />
          <WebhookCharts endpoint={key} name={endpoint.name} />
          <EndpointSecret endpoint={key} olderEndsDate={endpoint.olderSecretEndsDate} />
          <SimpleGrid
            className="card"
            minColWidth="min(100%, 20rem)"
            autoFlow="auto-fit"
            spacing="xl"
            verticalSpacing="md"
          >
            <WebhookTest endpoint={key} isEnabled={endpoint.status === 'ENABLED'} />
            <RecoverDeliveries endpoint={key} health={endpoint} />
          </SimpleGrid>
        </>
      )}
      <AppDeliveries endpoint={key} />
    </Stack>
  )
}

type Props = { endpoint: EndpointKey; details: WebhookEndpointDetails }

/** The health and the settings of an endpoint, and the buttons that change, disable and delete it. */
function EndpointState({ endpoint: pathParams, details }: Props) {
  const { clientId } = pathParams
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const [isEditing, setEditing] = useState(false)
  const setStatus = useMutation({
    mutationFn: (status: WebhookStatus) =>
      api(consoleApi.webhooks.updateWebhookEndpoint, { pathParams, body: { status } }),
    onSettled: () => queries.invalidateQueries(endpointsQuery(clientId)),
  })
  const remove = async () => {
    await api(consoleApi.webhooks.deleteWebhookEndpoint, { pathParams })
    await queries.invalidateQueries(endpointsQuery(clientId))
    await navigate({ search: { tab: 'webhook' } })
  }
  return (
    <>
      <section className="card" aria-label={t.state}>
        <Stack gap="md">
          <Group gap="8px 16px">
            <h2>{details.name}</h2>
            <EndpointStatus {...details} />
            <Group gap="xs" ml="auto">
              <Button size="xs" variant="default" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
                {isEditing ? t.closeEdit : t.edit}
              </Button>
              {details.status === 'ENABLED' ? (
                <ConfirmButton
                  label={t.disable}
                  title={t.disableTitle(details.name)}
                  confirmLabel={t.disable}
                  onConfirm={() => setStatus.mutateAsync('DISABLED')}
                >
                  {webhook.disableHint}
                </ConfirmButton>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  loading={setStatus.isPending}
                  onClick={() => setStatus.mutate('ENABLED')}
                >
                  {t.enable}
                </Button>
              )}
              <ConfirmButton
                label={t.delete}
                title={t.deleteTitle(details.name)}
                confirmLabel={t.delete}
                onConfirm={remove}
              >
                {t.deleteHint}
              </ConfirmButton>
            </Group>
          </Group>
          {setStatus.error && <ErrorAlert error={setStatus.error} />}
          <EndpointHealth {...details} />
          <Facts>
            <Fact name={webhook.url}>
              <CopyableText value={details.url} />
            </Fact>
            <Fact name={t.receives}>{describeFilters(details)}</Fact>
          </Facts>
        </Stack>
      </section>
      {isEditing && <EndpointSettings endpoint={pathParams} details={details} />}
    </>
  )
}

function EndpointSettings({ endpoint: pathParams, details: { name, url, campaigns, channels } }: Props) {
  const queries = useQueryClient()
  const savedValues: EndpointValues = { name, url, campaigns, channels }
  const save = async ({ campaigns, channels, ...fields }: Partial<EndpointValues>) => {
    const filters = toFilterIds({ ...(campaigns && { campaigns }), ...(channels && { channels }) })
    await api(consoleApi.webhooks.updateWebhookEndpoint, { pathParams, body: { ...fields, ...filters } })
    await queries.invalidateQueries(endpointsQuery(pathParams.clientId))
  }
  return (
    <EditForm
      label={t.settings}
      savedValues={savedValues}
      save={save}
      isInvalid={(values) => values.name.trim() === '' || values.url === ''}
    >
      {(values, set) => (
        <>
          <h2>{t.settings}</h2>
          <EndpointFields clientId={pathParams.clientId} values={values} onChange={set} />
        </>
      )}
    </EditForm>
  )
}
