import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

test('one SIGTERM to `npm start` ends the server', async () => {
  const npm = spawn('npm', ['start', '--', '--json', '--ephemeral', '--port', '0'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(npm, 'exit')
  const signal = AbortSignal.timeout(60_000)
  const [line] = await Promise.race([once(createInterface({ input: npm.stdout }), 'line', { signal }), ended])
  const { baseUrl } = JSON.parse(String(line))
  assert.equal((await fetch(`${baseUrl}/sandbox/v1`)).status, 200)
  npm.kill('SIGTERM')
  await ended
  npm.stdout.destroy()
  await assert.rejects(fetch(`${baseUrl}/sandbox/v1`))
})
