import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addressOf, openOperations, places, type Given, type Operation } from '../testing/operations.ts'
import { openScene, type Scene } from '../testing/scene.ts'
import { openTenant, type Tenant } from '../testing/tenant.ts'
import { validInputs } from '../testing/valid-inputs.ts'

/** Fields that say what something is worth and name nobody. */
const plain = new Set(
  'grantType state tokenTypeHint page size sort query defaultLiveTitle categoryType categoryId tags message'
    .split(' ')
    .concat(
      'chatAvailableCondition chatAvailableGroup minFollowerMinute allowSubscriberInFollowerMode'.split(' '),
      'chatSlowModeSec chatEmojiMode messageTime fulfillmentState'.split(' '),
    ),
)

/** What belongs to the whole platform, and no column of it names an owner. */
const shared = new Set(
  'category category_version gateway idle_watch live_order live_order_part platform_clock sink sink_request unseen_time'.split(
    ' ',
  ),
)
const owners = [
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

async function rowsOf(scene: Scene, ids: ReadonlySet<string>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(scene.world.db.read)
  const found: string[] = []
  for (const { name } of tables.filter(({ name }) => !shared.has(name) && !/^(kysely_)?migration/.test(name))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(whole) as row from ${sql.table(name)} as whole`.execute(scene.world.db.read)
    for (const { row } of rows) {
      const owned = owners.filter((column) => column in row)
      assert.ok(owned.length > 0, `nobody knows whose ${name} is`)
      if (owned.some((column) => ids.has(String(row[column])))) found.push(`${name} ${JSON.stringify(row)}`)
    }
  }
  return found.sort()
}

/** Everything by which the database knows what is a tenant's own; what two of one application share is neither's. */
async function ownIds(scene: Scene, tenant: Tenant, other: Tenant) {
  const { channelId, spare, viewer, userSession, clientSession, client, campaignId } = tenant
  const people = [channelId, spare, viewer]
  const isShared = client.clientId === other.client.clientId
  const grants = await scene.world.db.read
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
const closed = new Set(
  'sessionKey messageId chatChannelId senderChannelId code refreshToken token clientId clientSecret'.split(' '),
)

/** A tenant's input with each field that names something of theirs changed for the other's, one by one and all at once. */
function swapped({ endpoint }: Operation, own: Given, other: Given): { given: Given; field: string }[] {
  const fields = places.flatMap((place) =>
    Object.keys(endpoint[place]?.properties ?? {})
      .filter((field) => !plain.has(field) && isSomething(own[place]?.[field]))
      .map((field) => ({ place, field })),
  )
  const change = (given: Given, { place, field }: (typeof fields)[number]): Given => ({
    ...given,
    [place]: { ...given[place], [field]: other[place]?.[field] },
  })
  if (fields.length === 0) return [{ given: own, field: '' }]
  return [
    ...fields.map((one) => ({ given: change(own, one), field: one.field })),
    { given: fields.reduce<Given>(change, own), field: '' },
  ]
}

function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null
}

for (const others of ['another application', 'the same application'])
  test(`nobody reads or changes what is another person's, who uses ${others}`, async () => {
    await using scene = await openScene()
    using other = await openTenant(scene, { name: 'otherone', wireProfile: 'documented' })
    const client: Partial<Pick<Tenant, 'client'>> = others === 'the same application' ? { client: other.client } : {}
    using own = await openTenant(scene, { name: 'ownself', wireProfile: 'documented', ...client })
    const stream = await scene.call('GET', '/open/v1/streams/key', { token: other.token })
    const secrets = [stream.body.content.streamKey, other.token, other.userSession.sessionKey, other.messageId]
    const claims = client.client === undefined ? [other.claimId] : []
    const theirs = [...secrets, ...claims, other.manager, 'otherone restricted', 'otherone manager', 'otherone title']

    let count = 0
    for (const operation of openOperations) {
      const { name, endpoint } = operation
      const [mine, foreign] = [await validInputs[name](own), await validInputs[name](other)]
      const ids = await ownIds(scene, other, own)
      const before = await rowsOf(scene, ids)
      assert.ok(before.length > 20)
      for (const { given, field } of swapped(operation, mine, foreign)) {
        // With all of another's secrets in the body, the caller is that other.
        if (endpoint.auth.kind === 'none' && given.body?.['clientSecret'] === other.client.clientSecret)
          if (given.body['clientId'] === other.client.clientId) continue
        const { body } = await scene.call(endpoint.method, addressOf(endpoint, given), {
          ...own.credentials(endpoint.auth.kind),
          ...(given.body && { json: given.body }),
        })
        const what = `${name} ${JSON.stringify(given)} ${JSON.stringify(body)}`
        assert.ok(body.code < 500, what)
        if (closed.has(field)) assert.notEqual(body.code, 200, what)
        assert.deepEqual(await rowsOf(scene, ids), before, what)
        if (name !== 'Live.listLives' && name !== 'Channel.channels')
          for (const one of theirs) assert.ok(!JSON.stringify(body).includes(one), `${one} in ${what}`)
        count += 1
      }
    }
    assert.ok(count > 40, String(count))
  })
