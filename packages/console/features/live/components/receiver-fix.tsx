import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { sandboxApi, type MissingEventCode } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { faultsQuery } from '../../sandbox/queries.ts'
import type { Target } from '../../inspector/delivery-targets.ts'
import type { Explanation } from '../../inspector/queries/records.ts'

const { fixes: t } = strings('live')

type Props = { target: Target; verdict: Explanation; channelId: string | null; onRetry: () => void }

/** The button that mends what stopped an event. Where this page can do it itself, the action runs again afterwards. */
export function ReceiverFix({ target, verdict, channelId, onRetry }: Props) {
  const { reason, details } = verdict
  if (reason === 'LOST_BY_FAULT')
    return <Mend label={t.faults} run={() => api(sandboxApi.faults.clearFaults)} onRetry={onRetry} />
  if (reason === 'NOT_GRANTED' && channelId !== null) {
    const body = { clientId: target.app, channelId }
    return <Mend label={t.grant} run={() => api(sandboxApi.grants.createGrant, { body })} onRetry={onRetry} />
  }
  if (botCodes.has(reason))
    return (
      <Button size="compact-sm" component="a" href="#bot">
        {t.bot}
      </Button>
    )
  const link = linkOf(reason, target.app, details)
  if (link === null) return null
  const { label, ...to } = link
  return (
    <Button size="compact-sm" renderRoot={(props) => <Link {...to} {...props} />}>
      {label}
    </Button>
  )
}

/** A client connects, or connects again. */
const botCodes: ReadonlySet<MissingEventCode> = new Set<MissingEventCode>([
  'NEVER_CONNECTED',
  'CONNECTED_LATER',
  'DISCONNECTED',
])
const subscribeCodes: ReadonlySet<MissingEventCode> = new Set<MissingEventCode>([
  'NOT_SUBSCRIBED',
  'SUBSCRIBED_LATER',
  'UNSUBSCRIBED_BEFORE',
  'OTHER_EVENT_TYPE',
  'OTHER_CHANNEL',
  'REVOKED',
])

type Fix = { label: string } & Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

function linkOf(reason: MissingEventCode, clientId: string, details: Explanation['details']): Fix | null {
  const app = { to: '/console/apps/$clientId', params: { clientId } } as const
  if (reason === 'APP_LACKS_SCOPE') return { label: t.scopes, ...app, search: { tab: 'scopes' } }
  if (details.wireProfile !== null) return { label: t.profile, ...app, search: { tab: 'settings' } }
  if (subscribeCodes.has(reason)) return { label: t.subscribe, to: '/reference/events' }
  if (details.deliveryId !== null)
    return {
      label: t.delivery,
      to: '/console/apps/$clientId/deliveries/$deliveryId',
      params: { clientId, deliveryId: details.deliveryId },
    }
  if (['NO_WEBHOOK', 'WEBHOOK_DISABLED', 'EXHAUSTED', 'EXCLUDED_BY_FILTER'].includes(reason))
    return { label: t.webhook, ...app, search: { tab: 'webhook' } }
  if (reason === 'RESTRICTED') return { label: t.restrictions, to: '/studio/restrictions' }
  if (reason === 'REFUSED_BY_CHAT_RULES') return { label: t.rules, to: '/studio/chat' }
  return null
}

type MendProps = { label: string; run: () => Promise<unknown>; onRetry: () => void }

function Mend({ label, run, onRetry }: MendProps) {
  const queries = useQueryClient()
  const mend = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: faultsQuery.queryKey })
      onRetry()
    },
  })
  return (
    <>
      <Button size="compact-sm" loading={mend.isPending} onClick={() => mend.mutate()}>
        {label}
      </Button>
      {mend.error && <ErrorAlert error={mend.error} retry={() => mend.mutate()} />}
    </>
  )
}
