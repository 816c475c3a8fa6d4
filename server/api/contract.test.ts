import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropsScope, userScopes, wireProfiles, type Endpoint, type WireProfile } from '@onair/contract'
import { invalidInputs } from '../test/invalid-inputs.ts'
import { createContentValidator } from '../test/content-validator.ts'
import { requestPath, openOperations, type OperationInput } from '../test/operations.ts'
import { openTestApp, type ApiResponse, type Fixture, type TestApp } from '../test/test-app.ts'
import { openTenant } from '../test/tenant.ts'
import { validInputs } from '../test/valid-inputs.ts'

type Credentials = { token?: string; client?: Fixture['client'] }

/** A world of one wire profile, prepared, with a token that has expired and one that was revoked. */
async function openContractTestApp(wireProfile: WireProfile) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings: { wireProfile } }))
  const early = await testApp.createFixture({ wireProfile })
  testApp.clock.advance(86_400_000)
  const late = await testApp.createFixture({ wireProfile })
  await testApp.sandbox('DELETE', '/grants', { clientId: late.client.clientId, channelId: late.channelId })
  const tenant = opening.use(await openTenant(testApp, { name: 'main', wireProfile }))
  const opened = opening.move()
  return {
    testApp,
    tenant,
    expired: early.token,
    revoked: late.token,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function ask(
  testApp: TestApp,
  endpoint: Endpoint,
  input: OperationInput,
  credentials: Credentials,
): Promise<ApiResponse> {
  const { body } = input
  return testApp.call(endpoint.method, requestPath(endpoint, input), { ...credentials, ...(body && { json: body }) })
}

function assertRefused({ status, headers, body }: ApiResponse, expected: [number, string], label: string) {
  assert.deepEqual([label, status, body], [label, expected[0], { code: expected[0], message: expected[1] }])
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', label)
}

function missingScopeError(profile: WireProfile, path: string): [number, string] {
  if (profile === 'observed' && path.startsWith('/open/v1/sessions')) return [401, 'INVALID_TOKEN']
  if (profile === 'observed' && path.startsWith('/open/v1/drops')) return [403, '드롭스 스코프가 필요합니다.']
  return [403, 'FORBIDDEN']
}

for (const profile of wireProfiles) {
  test(`every operation refuses whoever it does not know, in the ${profile} profile`, async () => {
    await using deps = await openContractTestApp(profile)
    const { testApp, tenant, expired, revoked } = deps
    const { client, token } = tenant
    for (const { name, endpoint } of openOperations) {
      const expectRefused = async (credentials: Credentials, message: string, label: string) =>
        assertRefused(await ask(testApp, endpoint, {}, credentials), [401, message], `${name}, ${label}`)
      if (endpoint.auth.kind === 'token') {
        await expectRefused({}, 'UNAUTHORIZED', 'nobody')
        await expectRefused({ client }, 'UNAUTHORIZED', 'an application')
        await expectRefused({ token: 'unknown' }, 'INVALID_TOKEN', 'an unknown token')
        await expectRefused({ token: expired }, 'INVALID_TOKEN', 'an expired token')
        await expectRefused({ token: revoked }, 'INVALID_TOKEN', 'a revoked token')
      }
      if (endpoint.auth.kind === 'client') {
        await expectRefused({}, 'UNAUTHORIZED', 'nobody')
        await expectRefused({ token }, 'UNAUTHORIZED', 'a user')
        await expectRefused({ client: { ...client, clientSecret: 'wrong' } }, 'INVALID_CLIENT', 'a wrong secret')
        await expectRefused({ client: { ...client, clientId: 'unknown' } }, 'INVALID_CLIENT', 'an unknown application')
      }
      if (endpoint.auth.kind === 'none') {
        const { body } = await validInputs[name](tenant)
        for (const wrong of [{ clientSecret: 'wrong' }, { clientId: 'unknown' }]) {
          const answer = await ask(testApp, endpoint, { body: { ...body, ...wrong } }, {})
          assertRefused(answer, [401, 'INVALID_CLIENT'], `${name}, ${Object.keys(wrong).join()}`)
        }
      }
    }
  })

  test(`every operation that has a scope refuses whoever lacks just that one, in the ${profile} profile`, async () => {
    await using deps = await openContractTestApp(profile)
    const { testApp, tenant } = deps
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
          ? { client: await testApp.sandbox('POST', '/apps', app) }
          : { token: (await tenant.grantOf(tenant.spare, others)).accessToken }
      const answer = await ask(testApp, endpoint, {}, lacking)
      assertRefused(answer, missingScopeError(profile, path), name)
    }
  })

  test(`every operation refuses what its contract does not allow, and says so, in the ${profile} profile`, async () => {
    await using deps = await openContractTestApp(profile)
    const { testApp, tenant } = deps
    let count = 0
    for (const { name, endpoint } of openOperations) {
      const valid = await validInputs[name](tenant)
      for (const { input, field, problem } of invalidInputs(endpoint, valid)) {
        const answer = await ask(testApp, endpoint, input, tenant.credentialsFor(endpoint.auth.kind))
        const message = profile === 'observed' ? `${field} 값이 올바르지 않습니다.` : '잘못된 값을 입력했습니다.'
        assertRefused(answer, [400, message], `${name}, ${field}: ${problem}`)
        count += 1
      }
    }
    assert.ok(count > 150, String(count))
  })

  test(`every operation that names something says 404 of what is not there, in the ${profile} profile`, async () => {
    await using deps = await openContractTestApp(profile)
    const { testApp, tenant } = deps
    const uuid = testApp.deps.random.uuid()
    const saying404 = new Set<string>()
    for (const { name, endpoint } of openOperations) {
      const valid = await validInputs[name](tenant)
      const unknown: Record<string, unknown> = { sessionKey: uuid, messageId: uuid, messageTime: 1 }
      for (const part of ['parameters', 'body'] as const)
        for (const field of Object.keys(endpoint[part]?.properties ?? {}).filter((one) => one in unknown)) {
          const given = { ...valid, [part]: { ...valid[part], [field]: unknown[field] } }
          const answer = await ask(testApp, endpoint, given, tenant.credentialsFor(endpoint.auth.kind))
          assertRefused(answer, [404, 'NOT_FOUND'], `${name}, ${field}`)
          saying404.add(name)
        }
    }
    const documented = openOperations.filter(({ endpoint: { errors = {} } }) => 'notFound' in errors)
    assert.deepEqual(
      [...saying404],
      documented.map(({ name }) => name),
    )
  })

  test(`every operation answers what its contract promises and nothing besides, in the ${profile} profile`, async () => {
    await using deps = await openContractTestApp(profile)
    const { testApp, tenant } = deps
    for (const { name, endpoint } of openOperations) {
      const given = await validInputs[name](tenant)
      const { status, headers, body } = await ask(testApp, endpoint, given, tenant.credentialsFor(endpoint.auth.kind))
      assert.deepEqual([name, status, body.message], [name, 200, null])
      assert.deepEqual([name, ...Object.keys(body)], [name, 'code', 'message', 'content'])
      assert.equal(body.code, 200)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(createContentValidator(endpoint)(body.content), null, name)
      const { data } = (body.content ?? {}) as { data?: unknown[] }
      if (data !== undefined) assert.ok(data.length > 0, `${name} has nothing to show`)
    }
  })
}

test('a name that no contract promises is found at any depth', async () => {
  await using contractApp = await openContractTestApp('documented')
  const { testApp, tenant } = contractApp
  for (const { name, endpoint } of openOperations) {
    const { body } = await ask(
      testApp,
      endpoint,
      await validInputs[name](tenant),
      tenant.credentialsFor(endpoint.auth.kind),
    )
    for (const changed of addUnknownFields(body.content)) assert.ok(createContentValidator(endpoint)(changed), name)
  }
})

/** A value with a name more, once for each object in it. */
function addUnknownFields(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.entries(value).flatMap(([name, inner]) =>
    addUnknownFields(inner).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  )
  return Array.isArray(value) ? nested : [{ ...value, besides: 1 }, ...nested]
}
