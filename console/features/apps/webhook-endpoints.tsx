import { Text } from '@mantine/core'
import { limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { endpointsQuery, webhookQuery, type EndpointKey, type WebhookEndpointDetails } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/links.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { EndpointStatus } from './endpoint-health.tsx'
import classes from './webhook.module.css'

const { endpoints: t, deliveries } = strings('apps')

/** In the address of the page, instead of the id of an endpoint. */
export const newEndpoint = 'new'

/** The endpoints of the application with their states. The cards below are about the selected one. */
export function EndpointSwitch({ endpoint: { clientId, endpointId } }: { endpoint: EndpointKey }) {
  const { data: registered } = useQuery(webhookQuery(clientId))
  const { data: further } = useQuery(endpointsQuery(clientId))
  if (further === undefined || further.data.length === 0) return null
  const webhooks = [
    { endpointId: clientId, name: deliveries.registered, webhook: registered?.webhook },
    ...further.data.map((one) => ({ endpointId: one.endpointId, name: one.name, webhook: one })),
  ]
  return (
    <nav className={classes.switch} aria-label={t.table}>
      {webhooks.map(({ endpointId: id, name, webhook }) => (
        <Link
          key={id}
          to="/console/apps/$clientId"
          params={{ clientId }}
          search={{ tab: 'webhook', ...(id !== clientId && { endpoint: id }) }}
          replace
          // Without it the router marks the registered webhook, whose search every other link includes.
          activeOptions={{ exact: true }}
          aria-current={id === endpointId ? 'page' : undefined}
        >
          <bdi>{name}</bdi>
          {webhook && <EndpointStatus {...webhook} />}
        </Link>
      ))}
    </nav>
  )
}

/** About endpoints beside the registered webhook, with a link that adds one. */
export function AddEndpoint({ clientId }: { clientId: string }) {
  const query = useQuery(endpointsQuery(clientId))
  return (
    <section className="card" aria-labelledby="endpoints">
      <h2 id="endpoints">{t.title}</h2>
      <Text size="sm" c="dimmed" mt={4}>
        {t.hint}
      </Text>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.length < limits.webhookEndpoints - 1 ? (
            <ButtonLink
              mt="sm"
              variant="default"
              to="/console/apps/$clientId"
              params={{ clientId }}
              search={{ tab: 'webhook', endpoint: newEndpoint }}
            >
              {t.add}
            </ButtonLink>
          ) : (
            <Text size="sm" c="dimmed" mt="sm">
              {t.maximum(limits.webhookEndpoints)}
            </Text>
          )
        }
      </QueryBoundary>
    </section>
  )
}

/** Which claims an endpoint gets. */
export function describeFilters({
  campaigns,
  channels,
}: Pick<WebhookEndpointDetails, 'campaigns' | 'channels'>): string {
  const filters = [
    campaigns.length > 0 && t.campaignCount(campaigns.length),
    channels.length > 0 && t.viewerCount(channels.length),
  ].filter((text) => text !== false)
  return filters.length === 0 ? t.allClaims : filters.join(' · ')
}
