import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  requestPath,
  openOperations,
  inputParts,
  type OperationInput,
  type Operation,
} from '../../../tests/support/inputs/operations.ts'
import { openTestApp, type TestApp } from '../../../tests/support/apps/test-app.ts'
import { openTenant, type Tenant } from '../../../tests/support/apps/tenant.ts'
import { validInputs } from '../../../tests/support/inputs/valid-inputs.ts'

/** Fields that hold a value and identify nothing. */
const plainFields = new Set(
  'grantType state tokenTypeHint page size sort query defaultLiveTitle categoryType categoryId tags message'
    .split(' ')
    .concat(
      'chatAvailableCondition chatAvailableGroup minFollowerMinute allowSubscriberInFollowerMode'.split(' '),
      'chatSlowModeSec chatEmojiMode messageTime fulfillmentState'.split(' '),
    ),
)

/** Tables without an owner. */
const sharedTables = new Set(
  'category category_version gateway idle_sweep media_origin platform_clock running_process sink sink_request unobserved_time'.split(
    ' ',
  ),
)
const ownerColumns = [
  'channel_id',
  'owner_channel_id',
  'client_id',
  'grant_id',
  'campaign_id',
  'delivery_id',
  'session_key',
  'key',
  'live_id',
  'id',
]

async function listOwnedRows(testApp: TestApp, ids: ReadonlySet<string>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(testApp.deps.db.read)
  const found: string[] = []
  for (const { name } of tables.filter(({ name }) => !sharedTables.has(name) && !/^(kysely_)?migration/.test(name))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(data) as row from ${sql.table(name)} as data`.execute(testApp.deps.db.read)
    for (const { row } of rows) {
      const owned = ownerColumns.filter((column) => column in row)
      assert.ok(owned.length > 0, `no column of ${name} names its owner`)
      if (owned.some((column) => ids.has(String(row[column])))) found.push(`${name} ${JSON.stringify(row)}`)
    }
  }
  return found.sort()
}

/** The ids that identify rows of a tenant. Two tenants of one application share its rows, so they belong to neither. */
async function listOwnIds(testApp: TestApp, tenant: Tenant, other: Tenant) {
  const { channelId, sparePerson, viewer, userSession, clientSession, client, campaignId } = tenant
  const people = [channelId, sparePerson, viewer]
  const isShared = client.clientId === other.client.clientId
  const grants = await testApp.deps.db.read
    .selectFrom('user_grant')
    .select('id')
    .where('channel_id', 'in', people)
    .execute()
  return new Set([
    ...people,
    userSession.sessionKey,
    ...(isShared ? [] : [client.clientId, clientSession.sessionKey, campaignId]),
    ...grants.map(({ id }) => id),
  ])
}

/** A value of another tenant in one of these fields must make the call fail. */
const guardedFields = new Set(
  'sessionKey messageId chatChannelId senderChannelId code refreshToken token clientId clientSecret'.split(' '),
)

/** A tenant's input with each identifying field replaced by the other tenant's: one at a time, and all at once. */
function swapFields(
  { endpoint }: Operation,
  own: OperationInput,
  other: OperationInput,
): { input: OperationInput; field: string }[] {
  const fields = inputParts.flatMap((place) =>
    Object.keys(endpoint[place]?.properties ?? {})
      .filter((field) => !plainFields.has(field) && isPresent(own[place]?.[field]))
      .map((field) => ({ place, field })),
  )
  const replaceField = (input: OperationInput, { place, field }: (typeof fields)[number]): OperationInput => ({
    ...input,
    [place]: { ...input[place], [field]: other[place]?.[field] },
  })
  if (fields.length === 0) return [{ input: own, field: '' }]
  return [
    ...fields.map((field) => ({ input: replaceField(own, field), field: field.field })),
    { input: fields.reduce<OperationInput>(replaceField, own), field: '' },
  ]
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

describe('tenant isolation', () => {
  for (const others of ['another application', 'the same application'])
    test(`no endpoint reads or changes data of a tenant of ${others}`, async () => {
      await using testApp = await openTestApp()
      using other = await openTenant(testApp, { name: 'otherone', wireProfile: 'documented' })
      const client: Partial<Pick<Tenant, 'client'>> = others === 'the same application' ? { client: other.client } : {}
      using own = await openTenant(testApp, { name: 'ownself', wireProfile: 'documented', ...client })
      const stream = await testApp.call('GET', '/open/v1/streams/key', { token: other.token })
      const secrets = [stream.body.content.streamKey, other.token, other.userSession.sessionKey, other.messageId]
      const claims = client.client === undefined ? [other.claimId] : []
      const otherValues = [
        ...secrets,
        ...claims,
        other.manager,
        'otherone restricted',
        'otherone manager',
        'otherone title',
      ]

      let count = 0
      for (const operation of openOperations) {
        const { name, endpoint } = operation
        const [mine, foreign] = [await validInputs[name](own), await validInputs[name](other)]
        const ids = await listOwnIds(testApp, other, own)
        const before = await listOwnedRows(testApp, ids)
        assert.ok(before.length > 20)
        for (const { input, field } of swapFields(operation, mine, foreign)) {
          // With every credential of the other tenant in the body, the caller is that tenant.
          if (endpoint.auth.kind === 'none' && input.body?.['clientSecret'] === other.client.clientSecret)
            if (input.body['clientId'] === other.client.clientId) continue
          const { body } = await testApp.call(endpoint.method, requestPath(endpoint, input), {
            ...own.credentialsFor(endpoint.auth.kind),
            ...(input.body && { json: input.body }),
          })
          const label = `${name} ${JSON.stringify(input)} ${JSON.stringify(body)}`
          assert.ok(body.code < 500, label)
          if (guardedFields.has(field)) assert.notEqual(body.code, 200, label)
          assert.deepEqual(await listOwnedRows(testApp, ids), before, label)
          if (name !== 'Live.listLives' && name !== 'Channel.listChannels')
            for (const value of otherValues) assert.ok(!JSON.stringify(body).includes(value), `${value} in ${label}`)
          count += 1
        }
      }
      assert.ok(count > 40, String(count))
    })
})
