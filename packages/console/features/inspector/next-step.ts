import type { LinkProps } from '@tanstack/react-router'
import type { MissingEventCode } from '@onair/contract'
import { isSandbox } from '../../lib/page-settings.ts'
import type { Explanation } from './queries/records.ts'

type Step = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** The page where one does what an explanation advises. */
export function nextStepOf(
  clientId: string,
  { reason, details }: Pick<Explanation, 'reason' | 'details'>,
): Step | null {
  const app = { to: '/console/apps/$clientId', params: { clientId } } as const
  const { deliveryId } = details
  if (details.wireProfile !== null) return { ...app, search: { tab: 'settings' } }
  if (deliveryId !== null)
    return { to: '/console/apps/$clientId/deliveries/$deliveryId', params: { clientId, deliveryId } }
  const tab = tabs[reason]
  if (tab !== undefined) return { ...app, search: { tab } }
  if (reason === 'LOST_BY_FAULT') return { to: '/console/trigger', hash: 'faults' }
  if (reason === 'NOTHING_HAPPENED') return isSandbox ? { to: '/console/trigger' } : null
  if (reason === 'RESTRICTED') return { to: '/studio/restrictions' }
  if (reason === 'REFUSED_BY_CHAT_RULES') return { to: '/studio/chat' }
  return reason === 'SENT' || reason === 'REFUSED' || reason === 'NOT_RECORDED' ? null : { to: '/reference/events' }
}

const tabs: Partial<Record<MissingEventCode, 'overview' | 'scopes' | 'sessions' | 'settings' | 'webhook'>> = {
  APP_LACKS_SCOPE: 'scopes',
  NOT_GRANTED: 'overview',
  REVOKED: 'overview',
  SESSION_LIMIT_REACHED: 'sessions',
  SUBSCRIPTION_LIMIT_REACHED: 'sessions',
  SESSION_REFUSED: 'settings',
  NO_WEBHOOK: 'webhook',
  WEBHOOK_DISABLED: 'webhook',
  CREATED_LATER: 'webhook',
  EXCLUDED_BY_FILTER: 'webhook',
  TEST_OF_OTHER_ENDPOINT: 'webhook',
  ENDPOINT_DELETED: 'webhook',
}
