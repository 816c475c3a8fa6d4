import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openBrowser, signIn, skip } from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'

describe('failure messages', { skip }, () => {
  test('of sessions and deliveries are in the language of the page', { timeout: 180_000 }, async () => {
    await using browser = await openBrowser({ locale: 'ko-KR' })
    const { page, testApp, demo } = browser
    const { clientId } = await testApp.sandbox('POST', '/apps', {
      name: 'game',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: demo.streamer.channelId,
      organizationId: 'onair-demo',
      webhookUrl: 'http://127.0.0.1:1/hook',
    })
    const { rewardIds } = await browser.createCampaign({ clientId, rewards: ['검'] })
    await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: demo.viewer.channelId })
    const loadAttempt = () => testApp.deps.db.read.selectFrom('webhook_attempt').select('failure').executeTakeFirst()
    await eventually(async () => (await loadAttempt())?.failure != null)
    const deliveryFailure = '연결하지 못했습니다. (127.0.0.1:1에서 연결을 거부했습니다: ECONNREFUSED)'
    await signIn(page, `/console/apps/${clientId}?tab=webhook`)
    await page.getByText('연결하지 못했습니다.', { exact: true }).waitFor()
    await page.getByText('ECONNREFUSED', { exact: true }).waitFor()
    await page.getByRole('link', { name: '상세' }).click()
    await page.waitForURL('**/deliveries/*')
    await page.getByText(deliveryFailure).waitFor()
    await page.goto(`/console/apps/${clientId}?tab=webhook`)
    await page.getByRole('button', { name: '비활성화' }).click()
    const confirmation = page.getByRole('dialog', { name: '웹훅을 비활성화할까요?' })
    await confirmation.getByRole('button', { name: '비활성화' }).click()
    await page.getByText('수동으로 비활성화했습니다.').waitFor()

    const { url } = (await testApp.call('GET', '/open/v1/sessions/auth/client', { client: demo })).body.content
    using client = await connect(url)
    const { sessionKey } = client
    await testApp.sandbox('POST', `/sessions/${sessionKey}/disconnect`)
    await client.readUntilClose()
    await page.goto(`/console/inspector?session=${sessionKey}`)
    await page.getByRole('button', { name: /closed/ }).click()
    await page.getByRole('complementary').getByText('샌드박스에서 세션의 연결을 끊었습니다.').waitFor()

    const english = await browser.openPage({ locale: 'en-US' })
    await signIn(english, `/console/inspector?session=${sessionKey}`)
    await english.getByRole('button', { name: /closed/ }).click()
    await english.getByRole('complementary').getByText('The session was disconnected in the sandbox.').waitFor()
  })

  for (const [locale, chunk] of [
    ['ko-KR', 'ko-errors'],
    ['en-US', 'en-errors'],
  ] as const)
    test(`are loaded after the page, and in one language only (${chunk})`, { timeout: 180_000 }, async () => {
      await using browser = await openBrowser({ locale })
      const { page } = browser
      const loadedChunks: string[] = []
      page.on('request', (request) => {
        const [, name] = /assets\/strings-(\w+-errors)-/.exec(request.url()) ?? []
        if (name !== undefined) loadedChunks.push(name)
      })
      const response = await page.goto('/watch')
      await eventually(() => loadedChunks.length > 0, { within: 60_000 })
      await page.waitForLoadState('networkidle')
      assert.deepEqual(loadedChunks, [chunk])
      const html = (await response?.text()) ?? ''
      assert.ok(html.includes('/console/assets/') && !html.includes('/console/assets/strings-'), html)
    })
})
