import { Badge, Text } from '@mantine/core'
import type { WebhookStatus } from '@onair/contract'
import type { WebhookEndpointDetails } from '../../queries.ts'
import { failureMessage } from '../../failure-messages.ts'
import { language, strings } from '../../../../locales/index.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import layout from '../../../../ui/layout.module.css'

const { webhook: t } = strings('apps')

type Status = { status: WebhookStatus; failingSinceDate: string | null }

/** The state of an endpoint: an enabled endpoint whose deliveries fail is failing. */
export function EndpointStatus({ status, failingSinceDate }: Status) {
  if (status === 'ENABLED' && failingSinceDate !== null) return <Badge color="red">{t.failing}</Badge>
  return <Badge color={status === 'ENABLED' ? 'teal' : 'gray'}>{t.statuses[status]}</Badge>
}

type Health = Pick<WebhookEndpointDetails, 'waiting' | 'statusReason' | 'failingSinceDate'>

/** How many notifications wait for a webhook, why it is disabled, and since when its deliveries fail. */
export function EndpointHealth({ waiting, statusReason, failingSinceDate }: Health) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.pending} {waiting.toLocaleString(language)}
        {statusReason && ` · ${failureMessage(statusReason)}`}
      </Text>
      {failingSinceDate && (
        <Text size="sm" className={layout.error}>
          <RelativeTime at={failingSinceDate} phrase={t.failingSince} /> {t.failingHint}
        </Text>
      )}
    </>
  )
}
