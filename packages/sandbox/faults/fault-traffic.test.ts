import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../tests/support/apps/console-test-app.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { addSandbox, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'

describe('traffic of an application with faults', () => {
  test('a 429 of a fault rule is not counted as a call above the limit', async () => {
    await using testApp = addSandbox(await openConsoleTestApp({}, { openExtension: testSandbox() }))
    const owner = await testApp.signedIn('개발자')
    const app = { name: '봇', redirectUri: 'http://127.0.0.1:9/callback' }
    const client = (await owner.callConsole('POST', '/apps', app)).body.content
    await testApp.sandbox('PUT', '/faults', { rules: [{ kind: 'status', status: 429 }] })
    assert.equal((await testApp.call('GET', `/open/v1/channels?channelIds=${owner.channelId}`, { client })).status, 429)
    const { steps } = await eventually(async () => {
      testApp.clock.advance(5_000)
      const { content } = (await owner.callConsole('GET', `/apps/${client.clientId}/traffic`)).body
      assert.equal(content.calls, 1)
      return content
    })
    const sumOf = (name: string) => steps.reduce((sum: number, step: Record<string, number>) => sum + step[name]!, 0)
    assert.deepEqual([sumOf('clientErrors'), sumOf('rejections')], [1, 0])
  })
})
