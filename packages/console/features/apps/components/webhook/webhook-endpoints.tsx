import { Group, Text } from '@mantine/core'
import { limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { endpointsQuery, webhookQuery, type EndpointKey, type WebhookEndpointDetails } from '../../queries.ts'
import { strings } from '../../../../locales/index.ts'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../../../ui/links.tsx'
import { EndpointStatus } from './endpoint-health.tsx'

const { endpoints: t } = strings('apps')
const { webhooks } = strings('common')

/** The value in the address of the page instead of the id of an endpoint. */
export const newEndpoint = 'new'

/** The endpoints of the application with their states, and a link that adds one. The cards below are about the selected one. */
export function EndpointSwitch({ endpoint: { clientId, endpointId } }: { endpoint: EndpointKey }) {
  const { data: registered } = useQuery(webhookQuery(clientId))
  const { data: further } = useQuery(endpointsQuery(clientId))
  const endpoints = [
    { endpointId: clientId, name: webhooks.registered, webhook: registered?.webhook },
    ...(further?.data ?? []).map((one) => ({ endpointId: one.endpointId, name: one.name, webhook: one })),
  ]
  // The first webhook is made with the form below.
  if (endpoints.length === 1 && !registered?.webhook) return null
  return (
    <Group gap="8px 12px" mih="2.25rem">
      <nav className="chips" aria-label={t.table}>
        {endpoints.map(({ endpointId: id, name, webhook }) => (
          <Link
            key={id}
            to="/console/apps/$clientId"
            params={{ clientId }}
            search={{ tab: 'webhook', ...(id !== clientId && { endpoint: id }) }}
            replace
            // The router otherwise marks the registered webhook, whose search every other link includes.
            activeOptions={{ exact: true }}
            aria-current={id === endpointId ? 'page' : undefined}
          >
            <bdi>{name}</bdi>
            {webhook && <EndpointStatus {...webhook} />}
          </Link>
        ))}
      </nav>
      {further !== undefined &&
        (endpoints.length < limits.webhookEndpoints ? (
          <ButtonLink
            size="xs"
            variant="default"
            to="/console/apps/$clientId"
            params={{ clientId }}
            search={{ tab: 'webhook', endpoint: newEndpoint }}
          >
            {t.add}
          </ButtonLink>
        ) : (
          <Text span size="sm" c="dimmed">
            {t.maximum(limits.webhookEndpoints)}
          </Text>
        ))}
    </Group>
  )
}

/** Which claims an endpoint gets. */
export function describeFilters({
  campaigns,
  channels,
}: Pick<WebhookEndpointDetails, 'campaigns' | 'channels'>): string {
  const filters = [
    campaigns.length > 0 && t.ofCampaigns(campaigns.map(({ title }) => title).join(', ')),
    channels.length > 0 && t.ofViewers(channels.map(({ channelName }) => channelName).join(', ')),
  ].filter((text) => text !== false)
  return filters.length === 0 ? t.allClaims : filters.join(' · ')
}
