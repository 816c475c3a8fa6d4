import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appsQuery } from '../../apps/queries.ts'
import { strings } from '../../../locales/index.ts'

const { app: t } = strings('drops')

const useApp = (clientId: string) => useQuery(appsQuery({ name: clientId, size: 1 })).data?.data[0]

/** The name of a campaign's application, with a link to its page. */
export function CampaignApp({ clientId }: { clientId: string }) {
  const app = useApp(clientId)
  return (
    <Link to="/console/apps/$clientId" params={{ clientId }}>
      <bdi>{app?.name ?? clientId}</bdi>
    </Link>
  )
}

/** The state of the application's webhook, to which the notifications of the campaign are sent. */
export function CampaignWebhook({ clientId }: { clientId: string }) {
  const app = useApp(clientId)
  if (app === undefined) return null
  const isFailing = app.webhook?.status === 'ENABLED' && app.webhook.failingSinceDate !== null
  const state = isFailing ? 'FAILING' : (app.webhook?.status ?? 'NONE')
  return (
    <Text inherit span c={isFailing ? 'red' : undefined}>
      <Link to="/console/apps/$clientId" params={{ clientId }} search={{ tab: 'webhook' }}>
        {t.webhookStates[state]}
      </Link>
    </Text>
  )
}
