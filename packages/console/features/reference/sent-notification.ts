import { consoleApi, limits, sandboxApi } from '@onair/contract'
import { utf8Bytes } from '@onair/sdk/bytes'
import { api } from '../../lib/api.ts'
import { isSandbox } from '../../lib/page-settings.ts'

export const encodings = ['text', 'base64'] as const
export type Encoding = (typeof encodings)[number]

export type SentNotification = {
  headers: Readonly<Record<string, string>>
  body: { encoding: Encoding; text: string }
  /** The name of the endpoint whose own secret signed it; null if the client secret did. */
  endpoint: string | null
  /** Null if this page does not know it. */
  secret: string | null
}

const searchedApps = 10

/** The application with the newest notification, of those that can have one first; the newest application if none has one. */
export const newestNotifiedApp = {
  queryKey: ['apps', 'newest-notified'],
  queryFn: async (): Promise<{ clientId: string | undefined }> => {
    const { data: apps } = await api(consoleApi.apps.listApps, { query: { size: limits.appListSizeMax } })
    const canBeNotified = ({ webhook, hasDropsScope }: (typeof apps)[number]) => webhook !== null || hasDropsScope
    const searched = apps.toSorted((one, other) => Number(canBeNotified(other)) - Number(canBeNotified(one)))
    const sent = await Promise.all(
      searched
        .slice(0, searchedApps)
        .map(async ({ clientId }) => ({ clientId, createdDate: (await findLatest(clientId))?.createdDate ?? '' })),
    )
    return { clientId: sent.toSorted((one, other) => other.createdDate.localeCompare(one.createdDate))[0]?.clientId }
  },
}

/**
 * The last notification to the registered webhook, which the client secret signs; to another endpoint if there is none.
 * Null if no notification was sent.
 */
export async function loadLastNotification(clientId: string): Promise<SentNotification | null> {
  const latest = (await findLatest(clientId, { endpointId: clientId })) ?? (await findLatest(clientId))
  return latest === undefined ? null : loadNotification(clientId, latest.deliveryId)
}

/** The notification as it was sent; null if it was not sent yet. The secret is only known of the registered webhook of a sandbox's demo application. */
export async function loadNotification(clientId: string, deliveryId: string): Promise<SentNotification | null> {
  const pathParams = { clientId, deliveryId }
  const { body, attemptsMade, endpointId } = await api(consoleApi.webhooks.getDelivery, { pathParams })
  const headers = attemptsMade.at(-1)?.headers
  if (headers === undefined || body === null) return null
  const isRegistered = endpointId === clientId
  const demo = isSandbox && isRegistered ? (await api(sandboxApi.demo.getOverview)).demo : null
  // A text area changes line ends and unpaired surrogates.
  const isText = bytesToBase64(utf8Bytes(body.text)) === body.base64 && !body.text.includes('\r')
  return {
    headers,
    body: isText ? { encoding: 'text', text: body.text } : { encoding: 'base64', text: body.base64 },
    endpoint: isRegistered ? null : await findEndpointName(clientId, endpointId),
    secret: demo?.clientId === clientId ? demo.clientSecret : null,
  }
}

async function findLatest(clientId: string, filter: { endpointId?: string } = {}) {
  const query = { ...filter, size: 1 }
  return (await api(consoleApi.webhooks.listDeliveries, { pathParams: { clientId }, query })).data[0]
}

/** A deleted endpoint has no name. */
async function findEndpointName(clientId: string, endpointId: string): Promise<string> {
  const { data } = await api(consoleApi.webhooks.listWebhookEndpoints, { pathParams: { clientId } })
  return data.find((one) => one.endpointId === endpointId)?.name ?? endpointId
}

function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
