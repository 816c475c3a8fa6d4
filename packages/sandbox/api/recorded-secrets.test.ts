import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openOperations, requestPath, sandboxOperations } from '../../../tests/support/inputs/operations.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { openTenant } from '../../../tests/support/apps/tenant.ts'
import { validInputs } from '../../../tests/support/inputs/valid-inputs.ts'

describe('the recorder', () => {
  // Gap 121.
  test('stores no secret of any operation', async () => {
    await using testApp = await openSandboxApp({
      demo: true,
      settings: { quotaPerApp: 0, quotaPerToken: 0, quotaPerAddress: 0 },
    })
    using tenant = await openTenant(testApp, { name: 'one', wireProfile: 'documented' })
    const secrets = new Set([tenant.token, tenant.client.clientSecret])
    const addSecrets = (value: unknown) => findSecrets(value).forEach((secret) => secrets.add(secret))
    for (const { name, endpoint } of [...openOperations, ...sandboxOperations]) {
      const input = await validInputs[name](tenant)
      addSecrets(input)
      const isForm = endpoint.path.startsWith('/auth/')
      const { body } = await testApp.call(endpoint.method, requestPath(endpoint, input), {
        ...tenant.credentialsFor(endpoint.auth.kind),
        ...(isForm && { form: input.body as Record<string, string> }),
        ...(!isForm && input.body && { json: input.body }),
      })
      addSecrets(body.content)
    }
    const { demo } = await testApp.sandbox('GET', '')
    const browser = httpBrowser(testApp.url)
    await browser.signIn(demo.people[0].email, demo.people[0].password)
    addSecrets((await browser.callConsole('POST', `/apps/${demo.clientId}/secret`)).body)
    addSecrets((await browser.callConsole('POST', '/stream-key')).body)
    for (const cookie of browser.cookies.values()) secrets.add(cookie)
    // Secrets that a client sends in the wrong place, and in bodies that cannot be parsed.
    const [secret = ''] = secrets
    await testApp.call('POST', `/open/v1/chats/send?state=${secret}`, { token: secret, raw: `{"message": "${secret}` })
    await testApp.call('POST', '/auth/v1/token', { raw: `{"clientSecret" : "half of a secret` })
    secrets.add('half of a secret')
    await testApp.call('POST', `/ingest/v1/publish?name=${secret}`)

    await testApp.deps.recorder.flush()
    const rows = await testApp.deps.db.read.selectFrom('inspector_record').select(['name', 'detail']).execute()
    assert.ok(rows.length > 100, String(rows.length))
    assert.ok(secrets.size >= 20, String(secrets.size))
    const leaking = rows.filter(({ detail }) => [...secrets].some((leaked) => detail.includes(leaked)))
    assert.deepEqual(
      leaking.map(({ name }) => name),
      [],
    )
  })
})

const secretNames = /secret|token$|password|streamKey|^code$/i

/** Finds the secrets in a value: fields with the name of a secret, and tickets in URLs. */
function findSecrets(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const ticket = /[?&]auth=([\w-]+)/.exec(value)?.[1]
    return [...(secretNames.test(name) ? [value] : []), ...(ticket === undefined ? [] : [ticket])]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => findSecrets(child, key))
}
