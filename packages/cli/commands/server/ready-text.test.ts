import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandboxApp } from '../../../../tests/support/sandbox-app.ts'
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

  test('says whether the data is kept', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const overview = getOverview(testApp.deps)
    assert.match(readyText(overview, { wireProfile: 'documented' }), /The data is kept for the next start\./)
    assert.match(readyText(overview, { wireProfile: 'documented', isEphemeral: true }), /The data is deleted\./)
  })
})
