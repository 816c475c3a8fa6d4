import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pool } from 'undici'
import { createContentValidator } from '../test/content-validator.ts'
import { fuzzCall, type FuzzedCall } from '../test/input-fuzzer.ts'
import { openOperations, sandboxOperations, type Operation } from '../test/operations.ts'
import { openTestApp } from '../test/test-app.ts'
import { seededRandom } from '../test/seeded-random.ts'
import { readBack } from '../test/read-back.ts'
import { openTenant } from '../test/tenant.ts'
import { validInputs } from '../test/valid-inputs.ts'

// FUZZ_SEED repeats a run, FUZZ_INPUTS says how many inputs each operation gets; `npm run fuzz` gives 2,000.
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 150)

test('whatever comes in, each operation answers in its envelope, and what it took is stored unaltered', async (t) => {
  t.diagnostic(`FUZZ_SEED=${seed} FUZZ_INPUTS=${inputs}`)
  // What is read back to compare must not be refused for coming too often.
  await using testApp = await openTestApp({ settings: { quotaPerApp: 0, quotaPerToken: 0, quotaPerAddress: 0 } })
  using tenant = await openTenant(testApp, { name: 'main', wireProfile: 'documented' })
  await using pool = disposable(new Pool(testApp.url, { connections: 1 }))

  async function send({ endpoint }: Operation, { path, headers, body }: FuzzedCall) {
    const { token, client } = tenant.credentialsFor(endpoint.auth.kind)
    const credentials = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(client && { 'client-id': client.clientId, 'client-secret': client.clientSecret }),
    }
    const answer = await pool.request({ method: endpoint.method, path, headers: { ...credentials, ...headers }, body })
    return { status: answer.statusCode, type: answer.headers['content-type'], text: await answer.body.text() }
  }

  const response = new Map<number, number>()
  let compared = 0
  for (const [place, operation] of [...openOperations, ...sandboxOperations].entries()) {
    const { name, endpoint } = operation
    const random = seededRandom(seed + place)
    const checkContent = createContentValidator(endpoint)
    let valid = {}
    for (let count = 0; count < inputs; count += 1) {
      if (count % 5 === 0) valid = await validInputs[name](tenant)
      const call = fuzzCall(endpoint, valid, random)
      const what = `${name} ${endpoint.method} ${call.path} ${JSON.stringify(call.headers)} ${call.body?.slice(0, 2_000)}`
      const { status, type, text } = await send(operation, call)
      assert.match(text, /^\{/, `${what}: ${status}`)
      const answer = JSON.parse(text) as { code: number; message: string | null; content: unknown }
      assert.ok(status < 500, `${what}: ${text}`)
      assert.deepEqual([answer.code, type], [status, 'application/json; charset=utf-8'], what)
      const keys = Object.keys(answer).filter((key) => !(key === 'reason' && isSandbox(endpoint.path)))
      assert.deepEqual(keys, status === 200 ? ['code', 'message', 'content'] : ['code', 'message'], what)
      assert.ok(status === 200 ? answer.message === null : answer.message, what)
      response.set(status, (response.get(status) ?? 0) + 1)
      // Wrong secrets make an application wait.
      if (status === 429) testApp.clock.advance(60_000)
      if (status !== 200) continue
      assert.equal(checkContent(answer.content), null, what)
      for (const [stored, sent] of await readBack(name, call.fields, answer.content, tenant)) {
        assert.deepEqual(stored, sent, what)
        compared += 1
      }
    }
  }
  t.diagnostic(`answers: ${JSON.stringify(Object.fromEntries(response))}; ${compared} values read back`)
  assert.ok((response.get(200) ?? 0) > inputs, 'too little was taken to prove anything')
  assert.ok(compared > inputs, 'too little was stored to prove anything')
})

/** Where a refusal may have the name of its reason beside it. */
const isSandbox = (path: string) => path.startsWith('/sandbox/')

function disposable(pool: Pool) {
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
}
