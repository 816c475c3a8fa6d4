import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { requestPath, openOperations, inputParts, type OperationInput, type Operation } from '../test/operations.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { openTenant, type Tenant } from '../test/tenant.ts'
import { validInputs } from '../test/valid-inputs.ts'

/** Fields that say what something is worth and name nobody. */
const plainFields = new Set(
  'grantType state tokenTypeHint page size sort query defaultLiveTitle categoryType categoryId tags message'
    .split(' ')
    .concat(
      'chatAvailableCondition chatAvailableGroup minFollowerMinute allowSubscriberInFollowerMode'.split(' '),
      'chatSlowModeSec chatEmojiMode messageTime fulfillmentState'.split(' '),
    ),
)

/** What belongs to the whole platform, and no column of it names an owner. */
const sharedTables = new Set(
  'category category_version gateway idle_sweep live_order live_order_part platform_clock sink sink_request unobserved_time'.split(
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
      select to_jsonb(whole) as row from ${sql.table(name)} as whole`.execute(testApp.deps.db.read)
    for (const { row } of rows) {
      const owned = ownerColumns.filter((column) => column in row)
      assert.ok(owned.length > 0, `nobody knows whose ${name} is`)
      if (owned.some((column) => ids.has(String(row[column])))) found.push(`${name} ${JSON.stringify(row)}`)
    }
  }
  return found.sort()
}

/** Everything by which the database knows what is a tenant's own; what two of one application share is neither's. */
async function listOwnIds(testApp: TestApp, tenant: Tenant, other: Tenant) {
  const { channelId, spare, viewer, userSession, clientSession, client, campaignId } = tenant
  const people = [channelId, spare, viewer]
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

/** Alone among a tenant's own values, each of these leads to something that is closed to them. */
const guardedFields = new Set(
  'sessionKey messageId chatChannelId senderChannelId code refreshToken token clientId clientSecret'.split(' '),
)

/** A tenant's input with each field that names something of theirs changed for the other's, one by one and all at once. */
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
    ...fields.map((one) => ({ input: replaceField(own, one), field: one.field })),
    { input: fields.reduce<OperationInput>(replaceField, own), field: '' },
  ]
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

for (const others of ['another application', 'the same application'])
  test(`nobody reads or changes what is another person's, who uses ${others}`, async () => {
    await using testApp = await openTestApp()
    using other = await openTenant(testApp, { name: 'otherone', wireProfile: 'documented' })
    const client: Partial<Pick<Tenant, 'client'>> = others === 'the same application' ? { client: other.client } : {}
    using own = await openTenant(testApp, { name: 'ownself', wireProfile: 'documented', ...client })
    const stream = await testApp.call('GET', '/open/v1/streams/key', { token: other.token })
    const secrets = [stream.body.content.streamKey, other.token, other.userSession.sessionKey, other.messageId]
    const claims = client.client === undefined ? [other.claimId] : []
    const theirs = [...secrets, ...claims, other.manager, 'otherone restricted', 'otherone manager', 'otherone title']

    let count = 0
    for (const operation of openOperations) {
      const { name, endpoint } = operation
      const [mine, foreign] = [await validInputs[name](own), await validInputs[name](other)]
      const ids = await listOwnIds(testApp, other, own)
      const before = await listOwnedRows(testApp, ids)
      assert.ok(before.length > 20)
      for (const { input, field } of swapFields(operation, mine, foreign)) {
        // With all of another's secrets in the body, the caller is that other.
        if (endpoint.auth.kind === 'none' && input.body?.['clientSecret'] === other.client.clientSecret)
          if (input.body['clientId'] === other.client.clientId) continue
        const { body } = await testApp.call(endpoint.method, requestPath(endpoint, input), {
          ...own.credentialsFor(endpoint.auth.kind),
          ...(input.body && { json: input.body }),
        })
        const what = `${name} ${JSON.stringify(input)} ${JSON.stringify(body)}`
        assert.ok(body.code < 500, what)
        if (guardedFields.has(field)) assert.notEqual(body.code, 200, what)
        assert.deepEqual(await listOwnedRows(testApp, ids), before, what)
        if (name !== 'Live.listLives' && name !== 'Channel.listChannels')
          for (const one of theirs) assert.ok(!JSON.stringify(body).includes(one), `${one} in ${what}`)
        count += 1
      }
    }
    assert.ok(count > 40, String(count))
  })
