import type { consoleApi, ContentOf } from '@onair/contract'
import { openDropsTestApp, type DropsTestApp } from '../drops/test-helpers.ts'
import { memoryLog, type MemoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/clients/webhook-receiver.ts'
import { httpBrowser, type HttpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import type { openTestApp } from '../../../../tests/support/apps/test-app.ts'

/** The log events of attempts that are finished and recorded. */
const finalLogEvents = [
  'webhook.delivered',
  'webhook.delivery_failed',
  'webhook.delivery_exhausted',
  'webhook.lease_lost',
]

type Api = typeof consoleApi.webhooks
type Webhook = ContentOf<Api['getWebhook']>['webhook']
export type DeliveryPage = ContentOf<Api['listDeliveries']>
type Delivery = ContentOf<Api['getDelivery']>

/** The owner's calls to the console. Paths start below the application. */
export type OwnerApi = {
  call(method: string, path: string, json?: unknown): ReturnType<HttpBrowser['callConsole']>
  getWebhook(): Promise<Webhook>
  listDeliveries(query?: string): Promise<DeliveryPage>
  getDelivery(deliveryId: string): Promise<Delivery>
  resendDeliveries(json: object): Promise<ContentOf<Api['resendDeliveries']>['data']>
}

export type WebhooksTestApp = DropsTestApp & {
  log: MemoryLog
  receiver: WebhookReceiver
  /** Waits until a number of attempts of an application are finished and recorded. Default: the app under test. */
  waitForAttempts(atLeast: number, clientId?: string): Promise<void>
  /**
   * Waits until the worker has started all attempts that are due now and allowed. It notifies a second application and
   * waits until that delivery is recorded, so that it leaves no attempt in flight.
   */
  waitForPoll(): Promise<void>
  /** Signs in the owner of the application. */
  signInOwner(): Promise<OwnerApi>
  loadDeliveries(): ReturnType<typeof loadDeliveries>
  loadAttempts(): ReturnType<typeof loadAttempts>
}

/** Opens a test app with an application that has a webhook, and the receiver of that webhook. */
export async function openWebhooksTestApp(
  app: object = {},
  options: Parameters<typeof openTestApp>[0] & { tls?: { cert: string; key: string } } = {},
): Promise<WebhooksTestApp> {
  await using opening = new AsyncDisposableStack()
  const log = memoryLog()
  const drops = opening.use(await openDropsTestApp({}, { log, ...options }))
  const [receiver, otherReceiver] = [
    opening.use(await openWebhookReceiver(options.tls)),
    opening.use(await openWebhookReceiver()),
  ]
  const owner = await drops.act('createPerson', { channelName: '게임 회사' })
  const client = await drops.act('createApp', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: owner.channelId,
    organizationId: 'company',
    webhookUrl: receiver.url,
    ...app,
  })
  const { campaignId, rewardIds } = await drops.createCampaign(client.clientId)
  let otherNotifiedApp: ReturnType<typeof createNotifiedApp> | null = null
  let pollCount = 0
  const waitForAttempts = (atLeast: number, clientId = client.clientId) =>
    log.waitForCount(
      atLeast,
      ({ text, fields }) => finalLogEvents.includes(text) && 'clientId' in fields && fields.clientId === clientId,
    )
  const opened = opening.move()
  return {
    ...drops,
    client,
    campaignId,
    sword: rewardIds[0] ?? '',
    shield: rewardIds[1] ?? '',
    claimReward: (rewardId?: string, byChannelId?: string) => drops.claimReward(rewardId ?? rewardIds[0], byChannelId),
    log,
    receiver,
    waitForAttempts,
    async signInOwner() {
      const browser = httpBrowser(drops.url)
      await browser.signIn(owner.email, owner.password)
      return ownerApi(browser, client.clientId)
    },
    async waitForPoll() {
      const { clientId, rewardId } = await (otherNotifiedApp ??= createNotifiedApp(drops, otherReceiver.url))
      pollCount += 1
      await drops.claimReward(rewardId)
      await waitForAttempts(pollCount, clientId)
    },
    loadDeliveries: () => loadDeliveries(drops, client.clientId),
    loadAttempts: () => loadAttempts(drops, client.clientId),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function createNotifiedApp(drops: DropsTestApp, webhookUrl: string) {
  const { clientId } = await drops.act('createApp', {
    name: 'other notified app',
    redirectUri: 'http://127.0.0.1:9/callback',
    organizationId: 'games',
    webhookUrl,
  })
  return { clientId, rewardId: (await drops.createCampaign(clientId)).rewardIds[0] as string }
}

function ownerApi(browser: HttpBrowser, clientId: string): OwnerApi {
  const call: OwnerApi['call'] = (method, path, json) => browser.callConsole(method, `/apps/${clientId}${path}`, json)
  return {
    call,
    getWebhook: async () => (await call('GET', '/webhook')).body.content.webhook,
    listDeliveries: async (query = '') => (await call('GET', `/deliveries${query}`)).body.content,
    getDelivery: async (deliveryId) => (await call('GET', `/deliveries/${deliveryId}`)).body.content,
    resendDeliveries: async (json) => (await call('POST', '/deliveries/resend', json)).body.content.data,
  }
}

function loadDeliveries({ deps }: DropsTestApp, clientId: string) {
  return deps.db.read
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('position')
    .execute()
}

function loadAttempts({ deps }: DropsTestApp, clientId: string) {
  return deps.db.read
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', 'webhook_delivery.id', 'webhook_attempt.delivery_id')
    .selectAll('webhook_attempt')
    .where('client_id', '=', clientId)
    .orderBy('webhook_delivery.position')
    .orderBy('retry_no')
    .execute()
}
