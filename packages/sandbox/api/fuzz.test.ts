import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from 'undici'
import type { Endpoint } from '@onair/contract'
import { createContentValidator } from '../../../tests/support/inputs/content-validator.ts'
import { fuzzCall, type FuzzedCall } from '../../../tests/support/inputs/input-fuzzer.ts'
import { openOperations, sandboxOperations, type Operation } from '../../../tests/support/inputs/operations.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { seededRandom } from '../../../tests/support/seeded-random.ts'
import { readBack } from '../../../tests/support/clients/read-back.ts'
import { openTenant } from '../../../tests/support/apps/tenant.ts'
import { validInputs } from '../../../tests/support/inputs/valid-inputs.ts'

// FUZZ_SEED repeats a run. FUZZ_INPUTS is the number of inputs for each endpoint; `npm run fuzz` sets 2,000.
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 50)

/** Errors of the sandbox have the field `reason`. */
const isSandbox = (path: string) => path.startsWith('/sandbox/')

describe('fuzzed input', () => {
  test('every endpoint answers fuzzed input in its envelope, and stores accepted input unaltered', async (t) => {
    t.diagnostic(`FUZZ_SEED=${seed} FUZZ_INPUTS=${inputs}`)
    // Without quotas, so that reading values back is not rejected.
    await using testApp = await openSandboxApp({ settings: { quotaPerApp: 0, quotaPerToken: 0, quotaPerAddress: 0 } })
    using tenant = await openTenant(testApp, { name: 'main', wireProfile: 'documented' })
    await using pool = disposable(new Pool(testApp.url, { connections: 1 }))

    async function send({ endpoint }: Operation, { path, headers, body }: FuzzedCall) {
      const { token, client } = tenant.credentialsFor(endpoint.auth.kind)
      const credentials = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(client && { 'client-id': client.clientId, 'client-secret': client.clientSecret }),
      }
      const response = await pool.request({
        method: endpoint.method,
        path,
        headers: { ...credentials, ...headers },
        body,
      })
      return { status: response.statusCode, type: response.headers['content-type'], text: await response.body.text() }
    }

    const countByStatus = new Map<number, number>()
    let compared = 0
    for (const [index, operation] of [...openOperations, ...sandboxOperations].entries()) {
      const { name, endpoint } = operation
      const random = seededRandom(seed + index)
      const checkContent = createContentValidator(endpoint)
      let valid = {}
      for (let count = 0; count < inputs; count += 1) {
        if (count % 5 === 0) valid = await validInputs[name](tenant)
        const call = fuzzCall(endpoint, valid, random)
        const label = `${name} ${endpoint.method} ${call.path} ${JSON.stringify(call.headers)} ${call.body?.slice(0, 2_000)}`
        const { status, type, text } = await send(operation, call)
        assert.match(text, /^\{/, `${label}: ${status}`)
        const envelope = JSON.parse(text) as { code: number; message: string | null; content: unknown }
        assert.ok(status < 500, `${label}: ${text}`)
        assert.deepEqual([envelope.code, type], [status, 'application/json; charset=utf-8'], label)
        const keys = Object.keys(envelope).filter((key) => !(key === 'reason' && isSandbox(endpoint.path)))
        assert.deepEqual(keys, status === 200 ? ['code', 'message', 'content'] : ['code', 'message'], label)
        assert.ok(status === 200 ? envelope.message === null : envelope.message, label)
        countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1)
        // Wrong client secrets exhaust a limit.
        if (status === 429) testApp.clock.advance(60_000)
        if (status !== 200) continue
        assert.equal(checkContent(envelope.content), null, label)
        for (const [stored, sent] of await readBack(name, sentFields(endpoint, call), envelope.content, tenant)) {
          assert.deepEqual(stored, sent, label)
          compared += 1
        }
      }
    }
    t.diagnostic(`responses: ${JSON.stringify(Object.fromEntries(countByStatus))}; ${compared} values read back`)
    assert.ok((countByStatus.get(200) ?? 0) > inputs, 'too few inputs were accepted')
    assert.ok(compared > inputs, 'too few values were read back')
  })
})

/**
 * The fields of a form as a server reads them: an empty value of an optional field that cannot be empty was not sent (gap
 * 16), and the items of a list may be separated by commas (gap 20).
 */
function sentFields(endpoint: Endpoint, { headers, fields }: FuzzedCall): Record<string, unknown> {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return fields
  const schema = endpoint.body ?? endpoint.parameters
  const propertyOf = (name: string): { type?: string; minLength?: number } => schema?.properties[name] ?? {}
  const isUnsent = (name: string, value: unknown) => {
    const { type, minLength = 0 } = propertyOf(name)
    if (schema?.properties[name] === undefined || schema.required?.includes(name)) return false
    return value === '' ? type !== 'string' || minLength > 0 : value === 'null' && type !== 'string'
  }
  const read = (name: string, value: unknown) => (propertyOf(name).type === 'array' ? listOf(name, fields) : value)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => !isUnsent(name, value))
      .map(([name, value]) => [name, read(name, value)]),
  )
}

/** The items of `name`, `name[]` and `name[0]`. */
function listOf(name: string, fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([key]) => key === name || (key.startsWith(name) && /^\[\d*\]$/.test(key.slice(name.length))))
    .flatMap(([, value]) => [value].flat())
    .flatMap((value) => String(value).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function disposable(pool: Pool) {
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
}
