import { Text } from '@mantine/core'
import { limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { endpointsQuery, type WebhookEndpointDetails } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { AnchorLink, ButtonLink } from '../../ui/links.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EndpointStatus } from './endpoint-health.tsx'
import layout from '../../ui/layout.module.css'

const { endpoints: t, webhook } = strings('apps')

/** In the address of the page, instead of the id of an endpoint. */
export const newEndpoint = 'new'

/** The endpoints that get notifications beside the registered webhook. */
export function WebhookEndpoints({ clientId }: { clientId: string }) {
  const query = useQuery(endpointsQuery(clientId))
  return (
    <section className="card" aria-labelledby="endpoints">
      <h2 id="endpoints">{t.title}</h2>
      <Text size="sm" c="dimmed" mt={4}>
        {t.hint}
      </Text>
      <QueryBoundary query={query}>
        {({ data }) => (
          <>
            {data.length > 0 && (
              <ul className={`${layout.rows} ${layout.spaceAbove}`} aria-label={t.title}>
                {data.map((endpoint) => (
                  <EndpointRow key={endpoint.endpointId} clientId={clientId} endpoint={endpoint} />
                ))}
              </ul>
            )}
            {data.length < limits.webhookEndpoints - 1 ? (
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
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  )
}

function EndpointRow({ clientId, endpoint }: { clientId: string; endpoint: WebhookEndpointDetails }) {
  const { endpointId, name, url, status, failingSinceDate, waiting, channels, campaigns } = endpoint
  const filters = [
    campaigns.length > 0 && t.campaignCount(campaigns.length),
    channels.length > 0 && t.viewerCount(channels.length),
  ].filter((text) => text !== false)
  return (
    <li className={layout.row}>
      <div>
        <AnchorLink
          fw={600}
          to="/console/apps/$clientId"
          params={{ clientId }}
          search={{ tab: 'webhook', endpoint: endpointId }}
        >
          {name}
        </AnchorLink>
        <Text size="sm" c="dimmed" truncate>
          {url}
        </Text>
        <Text size="sm" c="dimmed">
          {filters.length === 0 ? t.allClaims : filters.join(' · ')}
          {waiting > 0 && ` · ${t.waiting(waiting)}`}
        </Text>
        {failingSinceDate && (
          <Text size="sm" className={layout.error}>
            <RelativeTime at={failingSinceDate} phrase={webhook.failingSince} />
          </Text>
        )}
      </div>
      <EndpointStatus status={status} />
    </li>
  )
}
