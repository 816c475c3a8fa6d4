import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropsScope, userScopes, wireProfiles, type Endpoint, type WireProfile } from '@onair/contract'
import { brokenInputs } from '../testing/broken-inputs.ts'
import { contentChecker } from '../testing/exact-content.ts'
import { addressOf, openOperations, type Given } from '../testing/operations.ts'
import { openScene, type Answer, type Cast, type Scene } from '../testing/scene.ts'
import { openTenant } from '../testing/tenant.ts'
import { validInputs } from '../testing/valid-inputs.ts'

type Credentials = { token?: string; client?: Cast['client'] }

/** A world of one wire profile, prepared, with a token that has expired and one that was revoked. */
async function openWorld(wireProfile: WireProfile) {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openScene({ settings: { wireProfile } }))
  const early = await scene.cast({ wireProfile })
  scene.clock.advance(86_400_000)
  const late = await scene.cast({ wireProfile })
  await scene.play('DELETE', '/grants', { clientId: late.client.clientId, channelId: late.channelId })
  const tenant = opening.use(await openTenant(scene, { name: 'main', wireProfile }))
  const opened = opening.move()
  return {
    scene,
    tenant,
    expired: early.token,
    revoked: late.token,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function ask(scene: Scene, endpoint: Endpoint, given: Given, credentials: Credentials): Promise<Answer> {
  const { body } = given
  return scene.call(endpoint.method, addressOf(endpoint, given), { ...credentials, ...(body && { json: body }) })
}

function assertRefused({ status, headers, body }: Answer, expected: [number, string], what: string) {
  assert.deepEqual([what, status, body], [what, expected[0], { code: expected[0], message: expected[1] }])
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', what)
}

function missingScopeIs(profile: WireProfile, path: string): [number, string] {
  if (profile === 'observed' && path.startsWith('/open/v1/sessions')) return [401, 'INVALID_TOKEN']
  if (profile === 'observed' && path.startsWith('/open/v1/drops')) return [403, '드롭스 스코프가 필요합니다.']
  return [403, 'FORBIDDEN']
}

for (const profile of wireProfiles) {
  test(`every operation refuses whoever it does not know, in the ${profile} profile`, async () => {
    await using world = await openWorld(profile)
    const { scene, tenant, expired, revoked } = world
    const { client, token } = tenant
    for (const { name, endpoint } of openOperations) {
      const refuses = async (credentials: Credentials, message: string, what: string) =>
        assertRefused(await ask(scene, endpoint, {}, credentials), [401, message], `${name}, ${what}`)
      if (endpoint.auth.kind === 'token') {
        await refuses({}, 'UNAUTHORIZED', 'nobody')
        await refuses({ client }, 'UNAUTHORIZED', 'an application')
        await refuses({ token: 'unknown' }, 'INVALID_TOKEN', 'an unknown token')
        await refuses({ token: expired }, 'INVALID_TOKEN', 'an expired token')
        await refuses({ token: revoked }, 'INVALID_TOKEN', 'a revoked token')
      }
      if (endpoint.auth.kind === 'client') {
        await refuses({}, 'UNAUTHORIZED', 'nobody')
        await refuses({ token }, 'UNAUTHORIZED', 'a user')
        await refuses({ client: { ...client, clientSecret: 'wrong' } }, 'INVALID_CLIENT', 'a wrong secret')
        await refuses({ client: { ...client, clientId: 'unknown' } }, 'INVALID_CLIENT', 'an unknown application')
      }
      if (endpoint.auth.kind === 'none') {
        const { body } = await validInputs[name](tenant)
        for (const wrong of [{ clientSecret: 'wrong' }, { clientId: 'unknown' }]) {
          const answer = await ask(scene, endpoint, { body: { ...body, ...wrong } }, {})
          assertRefused(answer, [401, 'INVALID_CLIENT'], `${name}, ${Object.keys(wrong).join()}`)
        }
      }
    }
  })

  test(`every operation that has a scope refuses whoever lacks just that one, in the ${profile} profile`, async () => {
    await using world = await openWorld(profile)
    const { scene, tenant } = world
    for (const { name, endpoint } of openOperations) {
      const { auth, path } = endpoint
      if (!('scope' in auth) || auth.scope === null) continue
      const scopes = [...userScopes, dropsScope].filter((one) => one !== auth.scope)
      const others = scopes.filter((one) => one !== dropsScope)
      const app = {
        name: 'bot',
        redirectUri: 'http://127.0.0.1:9/',
        wireProfile: profile,
        organizationId: 'one',
        scopes,
      }
      const lacking: Credentials =
        auth.kind === 'client'
          ? { client: await scene.play('POST', '/apps', app) }
          : { token: (await tenant.grantOf(tenant.spare, others)).accessToken }
      const answer = await ask(scene, endpoint, {}, lacking)
      assertRefused(answer, missingScopeIs(profile, path), name)
    }
  })

  test(`every operation refuses what its contract does not allow, and says so, in the ${profile} profile`, async () => {
    await using world = await openWorld(profile)
    const { scene, tenant } = world
    let count = 0
    for (const { name, endpoint } of openOperations) {
      const valid = await validInputs[name](tenant)
      for (const { given, field, how } of brokenInputs(endpoint, valid)) {
        const answer = await ask(scene, endpoint, given, tenant.credentials(endpoint.auth.kind))
        const message = profile === 'observed' ? `${field} 값이 올바르지 않습니다.` : '잘못된 값을 입력했습니다.'
        assertRefused(answer, [400, message], `${name}, ${field}: ${how}`)
        count += 1
      }
    }
    assert.ok(count > 150, String(count))
  })

  test(`every operation that names something says 404 of what is not there, in the ${profile} profile`, async () => {
    await using world = await openWorld(profile)
    const { scene, tenant } = world
    const uuid = scene.world.random.uuid()
    const saying404 = new Set<string>()
    for (const { name, endpoint } of openOperations) {
      const valid = await validInputs[name](tenant)
      const unknown: Record<string, unknown> = { sessionKey: uuid, messageId: uuid, messageTime: 1 }
      for (const place of ['parameters', 'body'] as const)
        for (const field of Object.keys(endpoint[place]?.properties ?? {}).filter((one) => one in unknown)) {
          const given = { ...valid, [place]: { ...valid[place], [field]: unknown[field] } }
          const answer = await ask(scene, endpoint, given, tenant.credentials(endpoint.auth.kind))
          assertRefused(answer, [404, 'NOT_FOUND'], `${name}, ${field}`)
          saying404.add(name)
        }
    }
    const promised = openOperations.filter(({ endpoint: { refusedWhen = {} } }) => 'notFound' in refusedWhen)
    assert.deepEqual(
      [...saying404],
      promised.map(({ name }) => name),
    )
  })

  test(`every operation answers what its contract promises and nothing besides, in the ${profile} profile`, async () => {
    await using world = await openWorld(profile)
    const { scene, tenant } = world
    for (const { name, endpoint } of openOperations) {
      const given = await validInputs[name](tenant)
      const { status, headers, body } = await ask(scene, endpoint, given, tenant.credentials(endpoint.auth.kind))
      assert.deepEqual([name, status, body.message], [name, 200, null])
      assert.deepEqual([name, ...Object.keys(body)], [name, 'code', 'message', 'content'])
      assert.equal(body.code, 200)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(contentChecker(endpoint)(body.content), null, name)
      const { data } = (body.content ?? {}) as { data?: unknown[] }
      if (data !== undefined) assert.ok(data.length > 0, `${name} has nothing to show`)
    }
  })
}

test('a name that no contract promises is found at any depth', async () => {
  await using world = await openWorld('documented')
  const { scene, tenant } = world
  for (const { name, endpoint } of openOperations) {
    const { body } = await ask(scene, endpoint, await validInputs[name](tenant), tenant.credentials(endpoint.auth.kind))
    for (const changed of withNamesBesides(body.content)) assert.ok(contentChecker(endpoint)(changed), name)
  }
})

/** A value with a name more, once for each object in it. */
function withNamesBesides(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const deeper = Object.entries(value).flatMap(([name, inner]) =>
    withNamesBesides(inner).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  )
  return Array.isArray(value) ? deeper : [{ ...value, besides: 1 }, ...deeper]
}
