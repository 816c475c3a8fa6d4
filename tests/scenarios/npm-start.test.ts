import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { countServers, createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { fileURLToPath } from 'node:url'

// About `npm start`, which is one process.

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** More by `npm run kills`. */
const rounds = Math.ceil(Number(process.env['DATABASE_KILLS'] ?? 2) / 5)

/** Starts `npm start` in a process group of its own, and waits until it is ready. */
async function startWithNpm(...args: string[]) {
  const npm = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0', ...args], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const ended = once(npm, 'exit')
  const signal = AbortSignal.timeout(60_000)
  const [line] = await Promise.race([once(createInterface({ input: npm.stdout }), 'line', { signal }), ended])
  const { baseUrl } = JSON.parse(String(line))
  return { npm, ended, baseUrl }
}

test('one SIGTERM to `npm start` ends the server', async () => {
  const { npm, ended, baseUrl } = await startWithNpm('--ephemeral')
  assert.equal((await fetch(`${baseUrl}/sandbox/v1`)).status, 200)
  npm.kill('SIGTERM')
  await ended
  npm.stdout.destroy()
  await assert.rejects(fetch(`${baseUrl}/sandbox/v1`))
})

test('SIGTERM to the process group of `npm start`, which arrives twice, ends the server and its database', async () => {
  using folder = createTempFolder()
  for (let round = 0; round < rounds; round++) {
    const { npm, ended } = await startWithNpm('--data-dir', folder.path)
    assert.equal(countServers(folder.path), 1)
    process.kill(-(npm.pid ?? 0), 'SIGTERM')
    await ended
    npm.stdout.destroy()
    await eventually(() => countServers(folder.path) === 0)
    // A shutdown that was not interrupted has removed this file.
    assert.equal(existsSync(join(folder.path, 'lock.pid')), false)
  }
})
