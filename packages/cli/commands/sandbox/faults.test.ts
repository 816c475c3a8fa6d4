import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'
import { runCommandHere } from '../../../../tests/support/programs/program.ts'
import { openSandboxApp, type SandboxApp } from '../../../../tests/support/apps/sandbox-app.ts'

describe('onair faults', () => {
  let app: SandboxApp
  before(async () => {
    app = await openSandboxApp({ demo: true })
  })
  after(() => app[Symbol.asyncDispose]())
  const run = (...args: string[]) => runCommandHere(['faults', ...args], { ONAIR_URL: app.url })

  test('sets a preset, lists it with its counts, and clears it', async () => {
    const set = await run('preset', 'rate-limited')
    assert.deepEqual([set.code, set.stderr], [0, ''])
    assert.match(set.stdout, /^rate-limited, seed 17\n[^]*status 429[^]*0 of 0/)
    const { token } = await app.createFixture()
    await app.call('GET', '/open/v1/users/me', { token })
    assert.match((await run('list')).stdout, /0 of 1/)
    assert.equal((await run('clear')).stdout, 'No fault plan is set.\n')
    assert.equal((await run('list')).stdout, 'No fault plan is set.\n')
  })

  test('sets the rules of a file, and prints the state as JSON', async () => {
    using folder = await createDataDirectory()
    const file = join(folder.path, 'plan.json')
    await writeFile(file, JSON.stringify({ seed: 3, rules: [{ kind: 'socket-cut', nth: 2 }] }))
    const { stdout } = await run('set', file, '--json')
    const { seed, rules } = JSON.parse(stdout)
    assert.deepEqual([seed, rules], [3, [{ kind: 'socket-cut', nth: 2, matched: 0, injected: 0 }]])
    await run('clear')
  })

  test('lists all that decides which matches get the fault', async () => {
    using folder = await createDataDirectory()
    const file = join(folder.path, 'plan.json')
    const rules = [
      { kind: 'status', status: 429, retryAfterSec: 5, operation: 'chat.sendMessage', nth: 3, count: 2 },
      { kind: 'event-delayed', eventType: 'CHAT', delayMs: 200, probability: 0.25 },
    ]
    await writeFile(file, JSON.stringify({ seed: 3, rules }))
    assert.equal(
      (await run('set', file)).stdout.replaceAll(/ {2,}/g, '  '),
      `own rules, seed 3
status 429  operation chat.sendMessage, nth 3, count 2, retry after s 5  every application  0 of 0
event-delayed  event type CHAT, probability 0.25, delay ms 200  every application  0 of 0
`,
    )
    await run('clear')
  })

  test('names the presets when there is no such one, and the file that cannot be read', async () => {
    const unknown = await run('preset', 'storm')
    assert.equal(unknown.code, 1)
    assert.match(
      unknown.stderr,
      /No preset storm\. Choose one of: bad-evening, deploy-in-the-middle, rate-limited, webhook-storm/,
    )
    const missing = await run('set', '/nothing/plan.json')
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /Cannot read the fault plan \/nothing\/plan\.json/)
  })
})
