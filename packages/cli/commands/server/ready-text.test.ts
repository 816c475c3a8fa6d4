import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { openSandboxApp } from '../../../../tests/support/apps/sandbox-app.ts'
import { getOverview } from '@onair/sandbox/demo/overview.ts'
import { readyText } from './ready-text.ts'

describe('readyText', () => {
  test('names both wire profiles, the one in use first', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const overview = getOverview(testApp.deps)
    const readProfiles = (wireProfile: 'documented' | 'observed') =>
      readyText(overview, { wireProfile }).match(/\b(documented|observed)\b/g)
    assert.deepEqual(readProfiles('documented'), ['documented', 'observed'])
    assert.deepEqual(readProfiles('observed'), ['observed', 'documented'])
  })

  test('says in one line what the client of the public service in the folder needs', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    using folder = createTempFolder()
    writeFileSync(join(folder.path, 'requirements.txt'), 'chzzkpy==2.2.0')
    const lineOf = (wireProfile: 'documented' | 'observed') =>
      readyText(getOverview(testApp.deps), { wireProfile, folder: folder.path }).match(/.*names chzzkpy.*/)?.[0] ?? null
    const command = `npx onair app profile observed --url ${testApp.url}`
    assert.ok(lineOf('documented')?.endsWith(`which needs the wire profile observed: ${command}`))
    assert.equal(lineOf('observed'), null)
  })

  test('says whether the data is kept', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const overview = getOverview(testApp.deps)
    assert.match(readyText(overview, { wireProfile: 'documented' }), /The data is kept for the next start\./)
    assert.match(readyText(overview, { wireProfile: 'documented', isEphemeral: true }), /The data is deleted\./)
  })
})
