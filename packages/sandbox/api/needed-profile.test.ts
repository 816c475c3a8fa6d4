import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../tests/support/apps/console-test-app.ts'
import { runCommandHere } from '../../../tests/support/programs/program.ts'
import { addSandbox, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'

async function openAppOfDeveloper(wireProfile?: 'observed') {
  const testApp = addSandbox(await openConsoleTestApp({ inspector: 'all' }, { openExtension: testSandbox() }))
  const developer = await testApp.signedIn('개발자')
  const app = { name: 'my bot', redirectUri: 'http://127.0.0.1:9/callback', ownerChannelId: developer.channelId }
  const client = await testApp.sandbox('POST', '/apps', { ...app, ...(wireProfile && { wireProfile }) })
  const path = `/apps/${client.clientId}`
  const callChannels = (headers: Record<string, string>) =>
    testApp.call('GET', `/open/v1/channels?channelIds=${developer.channelId}`, { client, headers })
  return {
    ...testApp,
    client,
    callChannels,
    openSession: async () =>
      connect((await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url),
    /** As the page of the application reads it. */
    async neededProfile() {
      await testApp.deps.recorder.flush()
      return (await developer.callConsole('GET', path)).body.content.neededProfile
    },
    switchOnPage: (profile: string) => developer.callConsole('PATCH', path, { wireProfile: profile }),
    /** The output of `onair logs`. */
    async logs() {
      await testApp.deps.recorder.flush()
      return (await runCommandHere(['logs', '--client-id', client.clientId, '--url', testApp.url])).stdout
    },
  }
}

describe('the wire profile that a client needs is said where its developer looks', () => {
  test('of a session that does not subscribe for 10 seconds', async () => {
    await using app = await openAppOfDeveloper()
    using _ = await app.openSession()
    app.clock.advance(9_999)
    assert.equal(await app.neededProfile(), null)
    app.clock.advance(1)
    assert.deepEqual(await app.neededProfile(), { wireProfile: 'observed', sign: 'SILENT' })
    const command = `npx onair app profile observed --client-id ${app.client.clientId}`
    const line = (await app.logs()).split('\n').find((each) => each.includes('  silent  ')) ?? ''
    assert.ok(line.endsWith(`never subscribed. A client of the public service needs: ${command}`), line)
  })

  test('of requests with the headers of a client of the public service', async () => {
    await using app = await openAppOfDeveloper()
    await app.callChannels({ 'user-agent': 'undici' })
    assert.equal(await app.neededProfile(), null)
    for (const headers of [{ 'user-agent': 'chzzk4j/0.1' }, { origin: 'https://chzzk.naver.com' }]) {
      await app.callChannels(headers)
      assert.deepEqual(await app.neededProfile(), { wireProfile: 'observed', sign: 'HEADERS' })
    }
    assert.match(
      await app.logs(),
      /headers of a client of the public service\. .* needs: npx onair app profile observed/,
    )
  })

  test('not of one that has the profile, and not after the switch on its page', async () => {
    await using observed = await openAppOfDeveloper('observed')
    await observed.callChannels({ 'user-agent': 'chzzkpy' })
    assert.equal(await observed.neededProfile(), null)
    await using app = await openAppOfDeveloper()
    await app.callChannels({ 'user-agent': 'chzzkpy' })
    assert.equal((await app.switchOnPage('observed')).status, 200)
    assert.equal(await app.neededProfile(), null)
  })

  test('the command switches it for the next session', async () => {
    await using app = await openAppOfDeveloper()
    const args = ['app', 'profile', 'observed', '--client-id', app.client.clientId, '--url', app.url]
    const { code, stdout } = await runCommandHere(args)
    assert.deepEqual([code, stdout], [0, 'The wire profile is observed from the next session on.\n'])
    using _ = await app.openSession()
    await app.deps.recorder.flush()
    const { data } = await app.sandbox('GET', `/records?clientId=${app.client.clientId}&name=SYSTEM`)
    assert.equal(data[0].wireProfile, 'observed')
  })
})
