import { openDrops, type Drops } from '../drops/testing.ts'
import { keptLog, type KeptLog } from '../../testing/log.ts'
import { openReceiver, type Receiver } from '../../testing/receiver.ts'
import { visitor, type Visitor } from '../../testing/visitor.ts'
import type { openScene } from '../../testing/scene.ts'

/** What the log says when an attempt is over and written down. */
const ends = ['webhook.delivered', 'webhook.failed', 'webhook.given-up', 'webhook.lease-lost']

export type Webhooks = Drops & {
  log: KeptLog
  receiver: Receiver
  /** Waits until so many attempts of an application, that of the scene unless named, are over and written down. */
  ended(atLeast: number, clientId?: string): Promise<void>
  /**
   * Waits until everything that is due now has been begun, or had no turn. It lets a bystander be notified and waits for
   * the end of that too, so that nothing of its own is under way when the clock goes on.
   */
  looked(): Promise<void>
  /** Signs the owner of the application in; what they ask is below the path of the application. */
  console(): Promise<(method: string, path: string, json?: unknown) => ReturnType<Visitor['ask']>>
  deliveries(): ReturnType<typeof deliveriesOf>
  attempts(): ReturnType<typeof attemptsOf>
}

/** A scene whose application is notified at a receiver of the test's. */
export async function openWebhooks(
  app: object = {},
  given: Parameters<typeof openScene>[0] & { tls?: { cert: string; key: string } } = {},
): Promise<Webhooks> {
  await using opening = new AsyncDisposableStack()
  const log = keptLog()
  const drops = opening.use(await openDrops({}, { log, ...given }))
  const [receiver, another] = [opening.use(await openReceiver(given.tls)), opening.use(await openReceiver())]
  const owner = await drops.play('POST', '/people', { channelName: '게임 회사' })
  const client = await drops.play('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: owner.channelId,
    organizationId: 'company',
    webhookUrl: receiver.url,
    ...app,
  })
  const { campaignId, rewardIds } = await drops.campaign(client.clientId)
  const bystander = async () => {
    const { clientId } = await drops.play('POST', '/apps', {
      name: 'bystander',
      redirectUri: 'http://127.0.0.1:9/callback',
      organizationId: 'games',
      webhookUrl: another.url,
    })
    return { clientId: String(clientId), rewardId: (await drops.campaign(clientId)).rewardIds[0] as string }
  }
  let theirs: ReturnType<typeof bystander> | null = null
  let looks = 0
  const ended = (atLeast: number, clientId = String(client.clientId)) =>
    log.count(
      atLeast,
      ({ text, fields }) => ends.includes(text) && 'clientId' in fields && fields.clientId === clientId,
    )
  const opened = opening.move()
  return {
    ...drops,
    client,
    campaignId,
    sword: rewardIds[0],
    shield: rewardIds[1],
    claim: (rewardId?: string, byChannelId?: string) => drops.claim(rewardId ?? rewardIds[0], byChannelId),
    log,
    receiver,
    ended,
    async console() {
      const browser = visitor(drops.url)
      await browser.signIn(owner.email, owner.password)
      return (method, path, json) => browser.ask(method, `/apps/${client.clientId}${path}`, json)
    },
    async looked() {
      const { clientId, rewardId } = await (theirs ??= bystander())
      looks += 1
      await drops.claim(rewardId)
      await ended(looks, clientId)
    },
    deliveries: () => deliveriesOf(drops, client.clientId),
    attempts: () => attemptsOf(drops, client.clientId),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function deliveriesOf({ world }: Drops, clientId: string) {
  return world.db.read
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('position')
    .execute()
}

function attemptsOf({ world }: Drops, clientId: string) {
  return world.db.read
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', 'webhook_delivery.id', 'webhook_attempt.delivery_id')
    .selectAll('webhook_attempt')
    .where('client_id', '=', clientId)
    .orderBy('webhook_delivery.position')
    .orderBy('resend_no')
    .execute()
}
