import assert from 'node:assert/strict'
import type { Client } from 'pg'
import { eventually } from '../../support/eventually.ts'
import { runProgram } from '../../support/programs/program.ts'
import type { Claimer } from './claimer.ts'
import type { openUnreliableReceiver } from './unreliable-receiver.ts'

type Compared = {
  db: Client
  receiver: Awaited<ReturnType<typeof openUnreliableReceiver>>
  claims: Claimer
  env: Record<string, string>
}

/** Resends what is exhausted, then compares the acknowledged claims, the stored claims and the requests at the receiver. */
export async function compareDeliveries({ db, receiver, claims, env }: Compared): Promise<string> {
  await waitUntilNothingPending(db)
  const { rows: exhausted } = await db.query("select id from webhook_delivery where state = 'EXHAUSTED'")
  const resendArgs = ['deliveries', 'resend', claims.clientId, '--since', '2020-01-01T00:00:00Z', '--json']
  const { code, stdout, stderr } = await runProgram(resendArgs, env)
  assert.deepEqual([code, stderr], [0, ''])
  const resendCount = stdout.split('\n').filter((line) => line !== '').length
  await waitUntilNothingPending(db)

  const { rows: storedClaims } = await db.query<{ id: string }>('select id from claim')
  const acceptedClaimIds = new Set(receiver.posts.filter((post) => post.accepted).map(({ claimId }) => claimId))
  const byMessage = Map.groupBy(receiver.posts, ({ id }) => id)
  const summary = `${claims.acknowledged.size} claims acknowledged of ${storedClaims.length}, ${receiver.posts.length} POSTs of ${byMessage.size} messages; ${exhausted.length} exhausted and sent again`
  assert.equal(resendCount, exhausted.length)
  const storedClaimIds = new Set(storedClaims.map(({ id }) => id))
  assert.deepEqual(
    [...claims.acknowledged].filter((id) => !storedClaimIds.has(id)),
    [],
    'acknowledged, not stored',
  )
  assert.deepEqual(
    [...storedClaimIds].filter((id) => !acceptedClaimIds.has(id)),
    [],
    'stored, not delivered',
  )
  for (const [id, posts] of byMessage) {
    const retries = posts.map(({ retry }) => retry)
    assert.equal(new Set(retries).size, retries.length, `${id} was sent twice as ${retries.join()}`)
    assert.ok(
      retries.every((retry) => ['', '1', '2', '3'].includes(retry)),
      `${id} was sent as ${retries.join()}`,
    )
  }
  return summary
}

/** Expires the leases of killed processes, so that the test need not wait 10 s. */
export async function expireLeases(db: Client) {
  await db
    .query("update webhook_delivery set lease_expires_at_db = now() - interval '1 s' where lease is not null")
    .catch((error: { code?: string }) => {
      if (error.code !== '42P01') throw error
    })
}

export async function waitUntilIdle(db: Client) {
  await waitUntilNone(
    db,
    'lease is not null or (next_attempt_at is not null and next_attempt_at <= extract(epoch from now()) * 1000)',
  )
}

async function waitUntilNothingPending(db: Client) {
  await waitUntilNone(db, "state = 'WAITING'")
}

async function waitUntilNone(db: Client, condition: string) {
  await eventually(
    async () => (await db.query(`select from webhook_delivery where ${condition} limit 1`)).rowCount === 0,
    { within: 120_000 },
  )
}
