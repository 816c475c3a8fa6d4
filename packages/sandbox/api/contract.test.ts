import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsScope, userScopes, wireProfiles, type WireProfile } from '@onair/contract'
import {
  assertError,
  callEndpoint,
  checkChatDelivery,
  checkContents,
  checkCredentials,
  checkInvalidInputs,
  checkScopes,
  type ContractTarget,
} from '../../../tests/support/inputs/contract-checks.ts'
import { createContentValidator } from '../../../tests/support/inputs/content-validator.ts'
import {
  requestPath,
  openOperations,
  sandboxOperations,
  type OperationName,
} from '../../../tests/support/inputs/operations.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { openTenant } from '../../../tests/support/apps/tenant.ts'
import { validInputs } from '../../../tests/support/inputs/valid-inputs.ts'

/** An application of a wire profile with a tenant, an expired token and a revoked token. */
async function openContractTestApp(wireProfile: WireProfile) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openSandboxApp({ settings: { wireProfile } }))
  const early = await testApp.createFixture({ wireProfile })
  testApp.clock.advance(86_400_000)
  const late = await testApp.createFixture({ wireProfile })
  await testApp.act('withdrawGrant', { clientId: late.client.clientId, channelId: late.channelId })
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

type ContractTestApp = Awaited<ReturnType<typeof openContractTestApp>>

/** The target of the contract checks, in an application of a wire profile. */
function targetOf({ testApp, tenant, expired, revoked }: ContractTestApp, profile: WireProfile): ContractTarget {
  const { client, token } = tenant
  return {
    profile,
    operations: openOperations,
    call: (...request) => testApp.call(...request),
    client,
    token,
    badTokens: { 'an expired token': expired, 'a revoked token': revoked },
    inputFor: async (name) => validInputs[name as OperationName](tenant),
    async credentialsWithoutScope({ auth }) {
      const scopes = [...userScopes, dropsScope].filter((scope) => !('scope' in auth) || scope !== auth.scope)
      const app = {
        name: 'bot',
        redirectUri: 'http://127.0.0.1:9/',
        wireProfile: profile,
        organizationId: 'one',
        scopes,
      }
      if (auth.kind === 'client') return { client: await testApp.act('createApp', app) }
      const userScopesOnly = scopes.filter((scope) => scope !== dropsScope)
      return { token: (await tenant.createGrant(tenant.sparePerson, userScopesOnly)).accessToken }
    },
  }
}

for (const profile of wireProfiles)
  describe(`every endpoint, in the ${profile} profile,`, () => {
    test('returns 401 for missing, unknown, expired and revoked credentials', async () => {
      await using fixture = await openContractTestApp(profile)
      await checkCredentials(targetOf(fixture, profile))
    })

    test('returns 403 when its scope is missing', async () => {
      await using fixture = await openContractTestApp(profile)
      await checkScopes(targetOf(fixture, profile))
    })

    test('returns 400 for input that its contract forbids', async () => {
      await using fixture = await openContractTestApp(profile)
      const count = await checkInvalidInputs(targetOf(fixture, profile))
      assert.ok(count > 150, String(count))
    })

    // Gap 16.
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
      const notStored = await checkContents(targetOf(fixture, profile))
      assert.deepEqual(notStored, [
        'Authorization.issueToken',
        'Live.getStreamKey',
        'Session.openClientSession',
        'Session.openUserSession',
      ])
    })

    test('delivers a message once to a session that subscribed twice', async () => {
      await using fixture = await openContractTestApp(profile)
      await checkChatDelivery(targetOf(fixture, profile))
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
