import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { openRawClient } from '../../../../tests/support/clients/raw-client.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

describe('request log', () => {
  test('a line has the network and the person; refusals of one network are summed by the minute', async () => {
    const log = memoryLog()
    await using testApp = await openTestApp({ log, settings: { sandboxPublic: true, trustProxy: true } })
    const { channelId, email, password } = await testApp.act('createPerson', { channelName: '시청자' })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(email, password)
    await browser.callConsole('GET', '/me', undefined, { 'x-forwarded-for': '2001:db8::7:1' })
    const linesOf = (event: string) => log.lines.flatMap(({ text, fields }) => (text === event ? [fields as any] : []))
    await eventually(() => linesOf('request.served').some(({ path }) => path === '/console/v1/me'))
    const served = linesOf('request.served').find(({ path }) => path === '/console/v1/me')
    assert.deepEqual([served.network, served.channelId], ['2001:db8:0:0', channelId])

    const refuse = (address: string, path: string) =>
      testApp.call('GET', path, { headers: { 'x-forwarded-for': address } })
    for (let at = 0; at < 5; at++) await refuse('192.0.2.1', '/open/v1/users/me')
    for (let at = 0; at < 3; at++) await refuse('192.0.2.1', '/unknown')
    await refuse('192.0.2.2', '/unknown')
    await eventually(() => linesOf('request.refused').length === 2)
    testApp.clock.advance(60_000)
    await eventually(() => linesOf('request.refusals_summed').length === 1)
    assert.deepEqual(linesOf('request.refusals_summed'), [
      { network: '192.0.2.1', refused: { NO_BEARER_TOKEN: 4, NO_SUCH_PATH: 3 } },
    ])
    await refuse('192.0.2.1', '/unknown')
    await eventually(() => linesOf('request.refused').length === 3)
  })

  test('a path ends at 300 characters, and so does input in a reason', async () => {
    const log = memoryLog()
    await using testApp = await openTestApp({ log })
    const { channelId } = await testApp.act('createPerson', { channelName: '시청자' })
    const lines = () => log.lines.filter(({ text }) => /^(request|upgrade)\./.test(text))
    await testApp.call('GET', `/open/v1/${'a'.repeat(10_000)}`)
    await fetch(`${testApp.url}/watch/${channelId}/${'a'.repeat(10_000)}`)
    const socket = openRawClient(`${testApp.url.replace('http', 'ws')}/socket.io/?transport=${'a'.repeat(10_000)}`)
    await socket.readUntilClose()
    await eventually(() => lines().length === 3)
    const length = JSON.stringify(lines().map(({ fields }) => fields)).length
    assert.ok(length < 2_500, `${length} characters`)
  })
})
