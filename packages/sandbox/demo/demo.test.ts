import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Config } from '@onair/server/config/config.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openSandboxApp, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { prepareDemo } from './demo.ts'

describe('demo data', () => {
  test('a start and a reset keep the hashes of unchanged passwords', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const before = await listHashes(testApp)
    await startAgain(testApp)
    assert.deepEqual(await listHashes(testApp), before)
    await testApp.sandbox('POST', '/reset')
    assert.deepEqual(await listHashes(testApp), before)
  })

  test('a start restores a password that was changed, and applies ONAIR_ARGON_MEMORY_KIB', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const [changed, ...others] = await listHashes(testApp)
    const newHash = `${changed?.hash.slice(0, 20)}${'A'.repeat(22)}$${'A'.repeat(43)}`
    await testApp.deps.db.transaction((tx) =>
      tx
        .updateTable('account')
        .set({ password_hash: newHash })
        .where('email', '=', changed?.email ?? '')
        .execute(),
    )
    await startAgain(testApp)
    assert.deepEqual(await listHashes(testApp), [changed, ...others])

    await startAgain(testApp, { argonMemoryKiB: 16 })
    const renewed = await listHashes(testApp)
    assert.ok(renewed.every(({ hash }) => hash.startsWith('$argon2id$v=19$m=16,')))
    const { demo } = await testApp.sandbox('GET', '')
    await httpBrowser(testApp.url).signIn(demo.people[0].email, demo.people[0].password)
  })

  test('the subscription of the demo subscriber is older than the month that the studio counts', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const rows = await testApp.deps.db.read.selectFrom('channel_subscriber').select('created_at').execute()
    const monthAgo = testApp.clock.now() - 31 * 86_400_000
    assert.deepEqual(
      rows.map(({ created_at }) => created_at < monthAgo),
      [true],
    )
  })

  test('people with the same password have different hashes', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const hashes = await listHashes(testApp)
    assert.equal(new Set(hashes.map(({ hash }) => hash)).size, hashes.length)
  })
})

async function startAgain({ deps }: SandboxApp, settings: Partial<Config> = {}) {
  await deps.db.transaction(await prepareDemo({ ...deps, config: { ...deps.config, ...settings } }))
}

function listHashes({ deps }: SandboxApp): Promise<{ email: string; hash: string }[]> {
  return deps.db.read.selectFrom('account').orderBy('email').select(['email', 'password_hash as hash']).execute()
}
