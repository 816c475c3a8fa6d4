import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../support/programs/port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('`npm run dev` serves the modules of a page at any depth of its path, with hot reload', async () => {
  const address = `http://127.0.0.1:${await findFreePort()}`
  const dev = spawn(process.execPath, ['tools/dev.ts', '--port', new URL(address).port, '--ephemeral'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(dev, 'exit')
  try {
    await once(dev.stdout, 'data', { signal: AbortSignal.timeout(60_000) })
    for (const path of ['/watch', '/reference/events', '/console/drops/x/new']) {
      const page = await fetch(address + path, { headers: { accept: 'text/html' } })
      const scripts = [...(await page.text()).matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(
        ([, src]) => src,
      )
      assert.equal(scripts.length, 2, `${path}: ${scripts.join(' ')}`)
      for (const src of scripts) {
        const module = await fetch(new URL(src!, page.url))
        assert.match(
          `${module.status} ${module.headers.get('content-type')}`,
          /^200 text\/javascript/,
          `${path}: ${src}`,
        )
        await module.body?.cancel()
      }
    }
  } finally {
    dev.kill()
    await ended
    dev.stdout.destroy()
  }
})
