import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsScope, userScopes, wireProfiles, type Endpoint, type WireProfile } from '@onair/contract'
import { invalidInputs } from '../test/invalid-inputs.ts'
import { createContentValidator } from '../test/content-validator.ts'
import { requestPath, openOperations, sandboxOperations, type OperationInput } from '../test/operations.ts'
import { openTestApp, type ApiResponse, type Fixture, type TestApp } from '../test/test-app.ts'
import { openTenant } from '../test/tenant.ts'
import { validInputs } from '../test/valid-inputs.ts'

type Credentials = { token?: string; client?: Fixture['client'] }

/** An application of a wire profile with a tenant, an expired token and a revoked token. */
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

function callEndpoint(
  testApp: TestApp,
  endpoint: Endpoint,
  input: OperationInput,
  credentials: Credentials,
): Promise<ApiResponse> {
  const { body } = input
  return testApp.call(endpoint.method, requestPath(endpoint, input), { ...credentials, ...(body && { json: body }) })
}

function assertError({ status, headers, body }: ApiResponse, expected: [number, string], label: string) {
  assert.deepEqual([label, status, body], [label, expected[0], { code: expected[0], message: expected[1] }])
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', label)
}

function missingScopeError(profile: WireProfile, path: string): [number, string] {
  if (profile === 'observed' && path.startsWith('/open/v1/sessions')) return [401, 'INVALID_TOKEN']
  if (profile === 'observed' && path.startsWith('/open/v1/drops')) return [403, '드롭스 스코프가 필요합니다.']
  return [403, 'FORBIDDEN']
}

for (const profile of wireProfiles)
  describe(`every endpoint, in the ${profile} profile,`, () => {
    test('returns 401 for missing, unknown, expired and revoked credentials', async () => {
      await using fixture = await openContractTestApp(profile)
      const { testApp, tenant, expired, revoked } = fixture
      const { client, token } = tenant
      for (const { name, endpoint } of openOperations) {
        const expect401 = async (credentials: Credentials, message: string, label: string) =>
          assertError(await callEndpoint(testApp, endpoint, {}, credentials), [401, message], `${name}, ${label}`)
        if (endpoint.auth.kind === 'token') {
          await expect401({}, 'UNAUTHORIZED', 'no credentials')
          await expect401({ client }, 'UNAUTHORIZED', 'an application')
          await expect401({ token: 'unknown' }, 'INVALID_TOKEN', 'an unknown token')
          await expect401({ token: expired }, 'INVALID_TOKEN', 'an expired token')
          await expect401({ token: revoked }, 'INVALID_TOKEN', 'a revoked token')
        }
        if (endpoint.auth.kind === 'client') {
          await expect401({}, 'UNAUTHORIZED', 'no credentials')
          if (endpoint.auth.acceptsToken && profile === 'observed') {
            const { body } = await testApp.call(
              endpoint.method,
              requestPath(endpoint, await validInputs[name](tenant)),
              {
                token,
              },
            )
            assert.equal(body.code, 200, `${name} with a token`)
            await expect401({ token: expired }, 'INVALID_TOKEN', 'an expired token')
          } else await expect401({ token }, 'UNAUTHORIZED', 'a user')
          await expect401({ client: { ...client, clientSecret: 'wrong' } }, 'INVALID_CLIENT', 'a wrong secret')
          await expect401({ client: { ...client, clientId: 'unknown' } }, 'INVALID_CLIENT', 'an unknown application')
        }
        if (endpoint.auth.kind === 'none') {
          const { body } = await validInputs[name](tenant)
          for (const wrong of [{ clientSecret: 'wrong' }, { clientId: 'unknown' }]) {
            const response = await callEndpoint(testApp, endpoint, { body: { ...body, ...wrong } }, {})
            assertError(response, [401, 'INVALID_CLIENT'], `${name}, ${Object.keys(wrong).join()}`)
          }
        }
      }
    })

    test('returns 403 when its scope is missing', async () => {
      await using fixture = await openContractTestApp(profile)
      const { testApp, tenant } = fixture
      for (const { name, endpoint } of openOperations) {
        const { auth, path } = endpoint
        if (!('scope' in auth) || auth.scope === null) continue
        const scopes = [...userScopes, dropsScope].filter((scope) => scope !== auth.scope)
        const userScopesOnly = scopes.filter((scope) => scope !== dropsScope)
        const app = {
          name: 'bot',
          redirectUri: 'http://127.0.0.1:9/',
          wireProfile: profile,
          organizationId: 'one',
          scopes,
        }
        const credentials: Credentials =
          auth.kind === 'client'
            ? { client: await testApp.sandbox('POST', '/apps', app) }
            : { token: (await tenant.createGrant(tenant.sparePerson, userScopesOnly)).accessToken }
        const response = await callEndpoint(testApp, endpoint, {}, credentials)
        assertError(response, missingScopeError(profile, path), name)
      }
    })

    test('returns 400 for input that its contract forbids', async () => {
      await using fixture = await openContractTestApp(profile)
      const { testApp, tenant } = fixture
      let count = 0
      for (const { name, endpoint } of openOperations) {
        const valid = await validInputs[name](tenant)
        for (const { input, field, problem } of invalidInputs(endpoint, valid)) {
          const response = await callEndpoint(testApp, endpoint, input, tenant.credentialsFor(endpoint.auth.kind))
          const message = profile === 'observed' ? `${field} 값이 올바르지 않습니다.` : '잘못된 값을 입력했습니다.'
          assertError(response, [400, message], `${name}, ${field}: ${problem}`)
          count += 1
        }
      }
      assert.ok(count > 150, String(count))
    })

    test('treats null for an optional field as a field that was not sent', async () => {
      await using fixture = await openContractTestApp(profile)
      const { testApp, tenant } = fixture
      let count = 0
      for (const { name, endpoint } of [...openOperations, ...sandboxOperations]) {
        const schema = endpoint.body ?? (endpoint.method === 'GET' ? undefined : endpoint.parameters)
        const optional = Object.keys(schema?.properties ?? {}).filter((field) => !schema?.required?.includes(field))
        for (const field of optional) {
          const send = async (value: null | undefined) => {
            const { pathParams, body, parameters } = await validInputs[name](tenant)
            const path = requestPath(endpoint, { ...(pathParams && { pathParams }) })
            const json = { ...body, ...parameters, [field]: value }
            const { status } = await testApp.call(endpoint.method, path, {
              ...tenant.credentialsFor(endpoint.auth.kind),
              json,
            })
            return { name, field, status }
          }
          const withoutField = await send(undefined)
          assert.deepEqual(await send(null), withoutField)
          count += 1
        }
      }
      assert.ok(count > 30, String(count))
    })

    test('returns 404 for unknown ids, where its contract says so', async () => {
      await using fixture = await openContractTestApp(profile)
      const { testApp, tenant } = fixture
      const uuid = testApp.deps.random.uuid()
      const namesWith404 = new Set<string>()
      for (const { name, endpoint } of openOperations) {
        const valid = await validInputs[name](tenant)
        const unknown: Record<string, unknown> = { sessionKey: uuid, messageId: uuid, messageTime: 1 }
        for (const part of ['parameters', 'body'] as const)
          for (const field of Object.keys(endpoint[part]?.properties ?? {}).filter((name) => name in unknown)) {
            const input = { ...valid, [part]: { ...valid[part], [field]: unknown[field] } }
            const response = await callEndpoint(testApp, endpoint, input, tenant.credentialsFor(endpoint.auth.kind))
            assertError(response, [404, 'NOT_FOUND'], `${name}, ${field}`)
            namesWith404.add(name)
          }
      }
      const documented = openOperations.filter(({ endpoint: { errors = {} } }) => 'notFound' in errors)
      assert.deepEqual(
        [...namesWith404],
        documented.map(({ name }) => name),
      )
    })

    test('returns exactly the content of its contract, and forbids caches to store secrets', async () => {
      await using fixture = await openContractTestApp(profile)
      const { testApp, tenant } = fixture
      const notStored: string[] = []
      for (const { name, endpoint } of openOperations) {
        const input = await validInputs[name](tenant)
        const { status, headers, body } = await callEndpoint(
          testApp,
          endpoint,
          input,
          tenant.credentialsFor(endpoint.auth.kind),
        )
        assert.deepEqual([name, status, body.message], [name, 200, null])
        assert.deepEqual([name, ...Object.keys(body)], [name, 'code', 'message', 'content'])
        assert.equal(body.code, 200)
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
        assert.equal(createContentValidator(endpoint)(body.content), null, name)
        if (headers.get('cache-control') === 'no-store' && headers.get('pragma') === 'no-cache') notStored.push(name)
        const { data } = (body.content ?? {}) as { data?: unknown[] }
        if (data !== undefined) assert.ok(data.length > 0, `${name} returned an empty list`)
      }
      assert.deepEqual(notStored, [
        'Authorization.issueToken',
        'Live.getStreamKey',
        'Session.openClientSession',
        'Session.openUserSession',
      ])
    })
  })

test('the content validator rejects an unknown field at any depth', async () => {
  await using contractApp = await openContractTestApp('documented')
  const { testApp, tenant } = contractApp
  for (const { name, endpoint } of openOperations) {
    const { body } = await callEndpoint(
      testApp,
      endpoint,
      await validInputs[name](tenant),
      tenant.credentialsFor(endpoint.auth.kind),
    )
    for (const changed of addUnknownFields(body.content)) assert.ok(createContentValidator(endpoint)(changed), name)
  }
})

/** Copies of a value, each with an unknown field in another of its objects. */
function addUnknownFields(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.entries(value).flatMap(([name, inner]) =>
    addUnknownFields(inner).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  )
  return Array.isArray(value) ? nested : [{ ...value, unknown: 1 }, ...nested]
}
