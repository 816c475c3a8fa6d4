import { openDropsTestApp, type DropsTestApp } from '../drops/test-helpers.ts'
import { memoryLog, type MemoryLog } from '../../test/memory-log.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { httpBrowser, type HttpBrowser } from '../../test/http-browser.ts'
import type { openTestApp } from '../../test/test-app.ts'

/** What the log says when an attempt is over and written down. */
const finalLogEvents = [
  'webhook.delivered',
  'webhook.delivery_failed',
  'webhook.delivery_exhausted',
  'webhook.lease_lost',
]

export type WebhooksTestApp = DropsTestApp & {
  log: MemoryLog
  receiver: WebhookReceiver
  /** Waits until so many attempts of an application, that of the scene unless named, are over and written down. */
  waitForAttempts(atLeast: number, clientId?: string): Promise<void>
  /**
   * Waits until everything that is due now has been begun, or had no turn. It lets a bystander be notified and waits for
   * the end of that too, so that nothing of its own is under way when the clock goes on.
   */
  waitForPoll(): Promise<void>
  /** Signs the owner of the application in; what they ask is below the path of the application. */
  signInOwner(): Promise<(method: string, path: string, json?: unknown) => ReturnType<HttpBrowser['callConsole']>>
  deliveries(): ReturnType<typeof loadDeliveries>
  attempts(): ReturnType<typeof loadAttempts>
}

/** A scene whose application is notified at a receiver of the test's. */
export async function openWebhooksTestApp(
  app: object = {},
  options: Parameters<typeof openTestApp>[0] & { tls?: { cert: string; key: string } } = {},
): Promise<WebhooksTestApp> {
  await using opening = new AsyncDisposableStack()
  const log = memoryLog()
  const drops = opening.use(await openDropsTestApp({}, { log, ...options }))
  const [receiver, bystanderReceiver] = [
    opening.use(await openWebhookReceiver(options.tls)),
    opening.use(await openWebhookReceiver()),
  ]
  const owner = await drops.sandbox('POST', '/people', { channelName: '게임 회사' })
  const client = await drops.sandbox('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: owner.channelId,
    organizationId: 'company',
    webhookUrl: receiver.url,
    ...app,
  })
  const { campaignId, rewardIds } = await drops.campaign(client.clientId)
  const createBystander = async () => {
    const { clientId } = await drops.sandbox('POST', '/apps', {
      name: 'bystander',
      redirectUri: 'http://127.0.0.1:9/callback',
      organizationId: 'games',
      webhookUrl: bystanderReceiver.url,
    })
    return { clientId: String(clientId), rewardId: (await drops.campaign(clientId)).rewardIds[0] as string }
  }
  let bystander: ReturnType<typeof createBystander> | null = null
  let pollCount = 0
  const waitForAttempts = (atLeast: number, clientId = String(client.clientId)) =>
    log.waitForCount(
      atLeast,
      ({ text, fields }) => finalLogEvents.includes(text) && 'clientId' in fields && fields.clientId === clientId,
    )
  const opened = opening.move()
  return {
    ...drops,
    client,
    campaignId,
    sword: rewardIds[0],
    shield: rewardIds[1],
    claimReward: (rewardId?: string, byChannelId?: string) => drops.claimReward(rewardId ?? rewardIds[0], byChannelId),
    log,
    receiver,
    waitForAttempts,
    async signInOwner() {
      const browser = httpBrowser(drops.url)
      await browser.signIn(owner.email, owner.password)
      return (method, path, json) => browser.callConsole(method, `/apps/${client.clientId}${path}`, json)
    },
    async waitForPoll() {
      const { clientId, rewardId } = await (bystander ??= createBystander())
      pollCount += 1
      await drops.claimReward(rewardId)
      await waitForAttempts(pollCount, clientId)
    },
    deliveries: () => loadDeliveries(drops, client.clientId),
    attempts: () => loadAttempts(drops, client.clientId),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
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
    .orderBy('resend_no')
    .execute()
}
