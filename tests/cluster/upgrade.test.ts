import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { migrate } from '@onair/server/infra/db/migrate.ts'
import { clientConfig, type ConnectionConfig } from '@onair/server/infra/db/pool.ts'
import {
  clusterUnavailable,
  openCluster,
  type CallResult,
  type Cluster,
  type ClusterProcess,
} from '../support/programs/cluster.ts'
import {
  assertReceivedInOrder,
  connectAndSubscribe,
  createStreamer,
  listStoredDonationIds,
  sendDonation,
  startListener,
  waitUntilComplete,
} from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import {
  findPreviousVersion,
  openNextVersion,
  openVersion,
  type PreviousVersion,
} from '../support/programs/previous-version.ts'
import { openWebhookReceiver } from '../support/clients/webhook-receiver.ts'

const previous = await findPreviousVersion()
/** `npm run upgrades` runs it also without a change of the schema. */
const isRequested = process.env['UPGRADE_BASE'] !== undefined
const callsPerPhase = isRequested ? 25 : 10

/** The migration of a next version, where this one and the previous one have the same. */
const rehearsal = {
  name: '9999-rehearsal.sql',
  sql: `
    alter table donation add column rehearsal text;
    alter table session add column rehearsal text default 'text';
    create table rehearsal (id uuid primary key)`,
}

describe('an upgrade while the previous version serves', () => {
  test(
    `from ${previous?.name} loses nothing that was acknowledged, and no request fails`,
    { skip: reasonToSkip(previous) },
    async (t) => {
      const { name, isRelease, editedMigrations, addedMigrations } = previous!
      assert.ok(
        !isRelease || editedMigrations.length === 0,
        `released migrations were edited: ${editedMigrations.join(', ')}`,
      )
      await using version = await openVersion(name)
      const isSame = addedMigrations.length + editedMigrations.length === 0
      await using next = isSame ? await openNextVersion(rehearsal) : null
      // The data of a version whose migrations were edited is refused, so there is nothing to migrate.
      const isFresh = editedMigrations.length > 0
      if (isFresh)
        t.diagnostic(`${editedMigrations.join(', ')} differ from ${name}: it serves a new database of this schema`)
      await using cluster = await openCluster({ schema: isFresh })
      if (isFresh) await query(cluster.connection, 'delete from migration where name = any($1)', [addedMigrations])
      const gateway = await cluster.start('gateway,worker', {}, version.program)
      const api = await cluster.start('api', { ONAIR_SOCKET_URL: gateway.socketUrl }, version.program)
      await using load = await openLoad(cluster, api)

      await load.runPhase([api])
      const migrating = load.runPhase([api])
      if (isFresh) for (const added of addedMigrations) await insertMigration(cluster.connection, added)
      else if (next === null) assert.deepEqual(await migrate(cluster.connection), addedMigrations)
      else {
        const { migrate: migrateToNext } = (await import(next.migrations)) as { migrate: typeof migrate }
        assert.deepEqual(await migrateToNext(cluster.connection), [rehearsal.name])
      }
      await migrating
      await load.runPhase([api])
      const current = await cluster.start('api,gateway,worker', {}, next?.program)
      await load.runPhase([api, current])
      await load.assertComplete()

      // An incompatible change is noticed.
      await query(cluster.connection, 'alter table donation rename column event to renamed')
      assert.ok((await sendDonation(api, load.channelId)).status >= 500)
    },
  )
})

function reasonToSkip(version: PreviousVersion | null): string | false {
  if (version === null) return 'the history of the previous version is not here'
  const { name, isRelease, addedMigrations, editedMigrations, hasDeletedMigrations } = version
  if (hasDeletedMigrations && !isRelease) return `migrations of ${name}, which was not released, were deleted`
  if (!isRequested && addedMigrations.length + editedMigrations.length === 0) return `the schema is that of ${name}`
  return clusterUnavailable
}

async function query(connection: ConnectionConfig, text: string, values: unknown[] = []): Promise<void> {
  const client = new Client(clientConfig(connection))
  await client.connect()
  await client.query(text, values)
  await client.end()
}

function insertMigration(connection: ConnectionConfig, name: string): Promise<void> {
  return query(connection, 'insert into migration (name) values ($1)', [name])
}

/** Chat, donations, claims and sessions, and one session that listens to donations from the begin to the end. */
async function openLoad(cluster: Cluster, first: ClusterProcess) {
  await using opening = new AsyncDisposableStack()
  const receiver = opening.use(await openWebhookReceiver())
  const streamer = await createStreamer(first)
  const { channelId, token } = streamer
  const listener = opening.use(await startListener(cluster, first, streamer))
  const app = { name: 'game', redirectUri: 'http://127.0.0.1:9/', organizationId: 'company', webhookUrl: receiver.url }
  const { clientId } = await first.sandbox('POST', '/apps', app)
  const failures: string[] = []
  const acknowledged = { donations: [] as string[], messages: [] as string[], claims: [] as string[] }
  const rewardIds: string[] = []
  const opened = opening.move()

  const kinds: Record<string, (api: ClusterProcess) => Promise<unknown>> = {
    donation: async (api) => {
      const content = keep('donation', await sendDonation(api, channelId))
      if (content) acknowledged.donations.push(content.donationId)
    },
    message: async (api) => {
      const content = keep(
        'message',
        await api.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕' } }),
      )
      if (content) acknowledged.messages.push(content.messageId)
    },
    claim: async (api) => {
      const json = { rewardId: rewardIds.pop(), byChannelId: channelId }
      const content = keep('claim', await api.call('POST', '/sandbox/v1/actions/claim', { json }))
      if (content) acknowledged.claims.push(content.claimId)
    },
    session: async (api) => {
      const client = await connectAndSubscribe('chat', api, { token }).catch((error: Error) => {
        failures.push(`session: ${error.message}`)
      })
      await client?.disconnect()
    },
  }

  function keep(kind: string, { status, content, message }: CallResult): any {
    if (status !== 200) failures.push(`${kind}: ${status} ${message}`)
    return status === 200 ? content : null
  }

  return {
    channelId,
    /** Calls each kind some times, at the processes in turn. */
    async runPhase(processes: readonly ClusterProcess[]): Promise<void> {
      const rewards = Array.from({ length: callsPerPhase }, (_, at) => `${at}`)
      const campaign = await first.sandbox('POST', '/drops/campaigns', { clientId, categoryId: 'talk', rewards })
      rewardIds.push(...campaign.rewardIds)
      await Promise.all(
        Object.values(kinds).map(async (call) => {
          for (let at = 0; at < callsPerPhase; at++) {
            await call(processes[at % processes.length]!)
            await wait(20)
          }
        }),
      )
    },
    async assertComplete(): Promise<void> {
      assert.deepEqual(failures, [])
      const stored = await listStoredDonationIds(cluster)
      assert.deepEqual(
        acknowledged.donations.filter((id) => !stored.includes(id)),
        [],
      )
      await waitUntilComplete(listener.sessions, cluster)
      assert.equal(listener.sessions.length, 1)
      assertReceivedInOrder(listener.sessions, stored)
      const messages = await cluster.db.read.selectFrom('chat_message').select('id').execute()
      const messageIds = new Set(messages.map(({ id }) => id))
      assert.deepEqual(
        acknowledged.messages.filter((id) => !messageIds.has(id)),
        [],
      )
      await receiver.waitForCount(acknowledged.claims.length)
      const notified = receiver.received.map(({ body }) => JSON.parse(body.toString()).message.event.data.dropsClaimId)
      assert.deepEqual(new Set(notified), new Set(acknowledged.claims))
      await eventually(async () => {
        const open = await cluster.db.read
          .selectFrom('session')
          .select('key')
          .where('disconnected_at', 'is', null)
          .execute()
        return open.length === 1
      })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
