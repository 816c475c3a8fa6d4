import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openScene, type Scene } from '../../testing/scene.ts'
import { enter } from '../../testing/session-client.ts'

/** How many records there are of each name. */
async function counted(scene: Scene): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from inspector_record group by name`.execute(scene.world.db.read)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

async function leftOut(scene: Scene): Promise<Record<string, number>> {
  const { data } = await scene.play('GET', '/records?kind=gap&full=true')
  return Object.fromEntries(
    data.map(({ name, detail }: any) => [name, Number(/^\d+/.exec(detail.reason)?.[0])] as const),
  )
}

/** While `act` runs nothing can be written, as if the database were slow. */
async function whileNothingIsWritten(scene: Scene, act: () => void | Promise<void>) {
  await scene.world.db.change(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('onair.records'))`.execute(tx)
    await act()
  })
  await scene.world.recorder.written()
}

test('what comes faster than it can be written is left out, and said', async () => {
  await using scene = await openScene()
  const { recorder } = scene.world
  for (let nth = 0; nth < 6_000; nth++) recorder.add({ kind: 'request', name: 'a burst', status: 200 })
  await recorder.written()
  const { data } = await scene.play('GET', '/records?kind=gap&full=true')
  assert.equal(data.length, 1)
  const leftOut = Number(/^\d+/.exec(data[0].detail.reason)?.[0])
  assert.ok(leftOut > 0)
  assert.equal((await counted(scene))['a burst'], 6_000 - leftOut)
})

test('what is being written counts among what is held, so that never more than 10 MiB of it are', async () => {
  await using scene = await openScene()
  const { recorder } = scene.world
  const each = 100_000
  await whileNothingIsWritten(scene, async () => {
    for (let nth = 0; nth < 100; nth++) recorder.add({ kind: 'request', name: 'large', bytes: each })
    void recorder.written()
    for (let nth = 0; nth < 100; nth++) recorder.add({ kind: 'request', name: 'large', bytes: each })
  })
  const kept = Math.floor((10 * 1024 * 1024) / (each + 300))
  assert.deepEqual([await counted(scene), await leftOut(scene)], [{ gap: 1, large: kept }, { gap: 200 - kept }])
})

test('what was written makes room again', async () => {
  await using scene = await openScene()
  const { recorder } = scene.world
  for (let round = 0; round < 5; round++) {
    for (let nth = 0; nth < 3_000; nth++) recorder.add({ kind: 'request', name: 'one of many', bytes: 2_000 })
    await recorder.written()
  }
  assert.deepEqual(await counted(scene), { 'one of many': 15_000 })
})

test('calls with credentials that nobody knows crowd out none of the others, and how many were left out is said', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  await scene.world.recorder.written()
  await whileNothingIsWritten(scene, async () => {
    for (let nth = 0; nth < 1_000; nth++)
      scene.world.recorder.add({ kind: 'request', name: 'GET /open/v1/users/me', isOfStranger: true })
    await Promise.all(Array.from({ length: 40 }, () => scene.call('GET', '/open/v1/users/me', { token: 'unknown' })))
    assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).status, 200)
    await scene.play('POST', '/people', { channelName: '시청자' })
  })
  const { data } = await scene.play('GET', '/records?name=users/me&status=200')
  assert.equal(data.length, 1)
  assert.equal((await scene.play('GET', '/records?name=/sandbox/v1/people')).data.length, 2)
  assert.deepEqual(await leftOut(scene), { 'gap among strangers': 40 })
})

test('what was left out of the calls of strangers makes no question about a session unanswerable', async () => {
  await using scene = await openScene()
  const { token, channelId, client } = await scene.cast()
  const { url } = (await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content
  using session = await enter(url)
  const donate = () => scene.play('POST', '/acts/donate', { channelId, byChannelId: null, payAmount: 1_000 })
  await donate()
  await whileNothingIsWritten(scene, async () => {
    for (let nth = 0; nth < 1_001; nth++)
      scene.world.recorder.add({ kind: 'request', name: 'GET /open/v1/users/me', isOfStranger: true })
  })
  const asked = `eventType=DONATION&channelId=${channelId}&clientId=${client.clientId}&sessionKey=${session.sessionKey}`
  assert.deepEqual(await leftOut(scene), { 'gap among strangers': 1 })
  assert.equal((await scene.play('GET', `/why-not?${asked}`)).reason, 'NOT_SUBSCRIBED')
})

test('headers count among what waits to be written', async () => {
  await using scene = await openScene()
  const headers = { 'x-long': 'x'.repeat(15_000) }
  await scene.world.db.change(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('onair.records'))`.execute(tx)
    await Promise.all(Array.from({ length: 200 }, () => scene.call('GET', '/open/v1/users/me', { headers })))
  })
  await scene.world.recorder.written()
  const { data } = await scene.play('GET', '/records?kind=gap')
  assert.equal(data.length, 1)
})

test('a database that is away costs no request anything, and what could not be written is said', async () => {
  await using scene = await openScene()
  const { recorder, db } = scene.world
  await sql`alter table inspector_record rename to elsewhere`.execute(db.read)
  const { channelId } = await scene.play('POST', '/people', { channelName: '방송인' })
  await recorder.written()
  await sql`alter table elsewhere rename to inspector_record`.execute(db.read)
  await scene.play('POST', '/acts/follow', { channelId, byChannelId: channelId }).catch(() => {})
  const { data } = await scene.play('GET', '/records?kind=gap&full=true')
  assert.match(data[0].detail.reason, /^1 left out/)
})
