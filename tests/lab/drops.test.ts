import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'
import { runCommandHere } from '../support/programs/program.ts'
import { openTickingApp } from './ticking-app.ts'
import type { SandboxApp } from '../support/apps/sandbox-app.ts'

let app: SandboxApp
let client: { clientId: string; clientSecret: string }
before(async () => {
  app = await openTickingApp()
  const { demo } = await app.sandbox('GET', '')
  client = { clientId: demo.clientId, clientSecret: demo.clientSecret }
})
after(() => app[Symbol.asyncDispose]())

/** Runs the example as its own program. */
async function startExample() {
  const port = await findFreePort()
  const path = fileURLToPath(new URL('../../examples/drops-receiver/receiver.js', import.meta.url))
  const child = spawn(process.execPath, [path], {
    env: {
      ONAIR_URL: app.url,
      ONAIR_CLIENT_ID: client.clientId,
      ONAIR_CLIENT_SECRET: client.clientSecret,
      PORT: String(port),
      RECONCILE_SEC: '0.5',
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/`
  await eventually(async () => (await fetch(url)).ok)
  return { url, [Symbol.dispose]: () => void child.kill() }
}

describe('onair certify --drops', () => {
  test('the example scores 100, and the webhook, the clock and the fault plan are as before', async () => {
    const ahead = async () => (await app.sandbox('GET', '/clock')).aheadSeconds
    const aheadBefore = await ahead()
    const webhook = `/apps/${client.clientId}/webhook`
    await app.sandbox('PUT', webhook, { webhookUrl: 'http://127.0.0.1:9/before' })
    using example = await startExample()
    const args = ['certify', '--drops', example.url, '--grants', example.url, '--claims', '3', '--json']
    const { code, stdout, stderr } = await runCommandHere(args, { ONAIR_URL: app.url })
    assert.equal(code, 0, stderr)
    const { score, results } = JSON.parse(stdout)
    assert.equal(score, 100)
    for (const { id, verdict, requests } of results) {
      assert.equal(verdict, 'pass', id)
      assert.match(requests[0]?.link ?? '', /\/console\/inspector\?traceId=[\w-]{36}$/, id)
    }
    const { previousUrl } = await app.sandbox('PUT', webhook, { webhookUrl: null })
    assert.equal(previousUrl, 'http://127.0.0.1:9/before')
    assert.ok(Math.abs((await ahead()) - aheadBefore) <= 2)
    assert.deepEqual((await app.sandbox('GET', '/faults')).rules, [])
  })

  test('refuses to run while a fault plan is set', async () => {
    await app.sandbox('PUT', '/faults', { rules: [{ kind: 'delay', delayMs: 1 }] })
    const args = ['certify', '--drops', 'http://127.0.0.1:9/']
    const { code, stderr } = await runCommandHere(args, { ONAIR_URL: app.url })
    await app.sandbox('DELETE', '/faults')
    assert.equal(code, 1)
    assert.match(stderr, /A fault plan is set/)
  })
})
