import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, signIn, skip } from '../../server/test/console-browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { connect } from '../../server/test/session-client.ts'

const slowTest = { skip, timeout: 180_000 }

test('what ended or failed by itself is told in the language of the page, wherever it is shown', slowTest, async () => {
  await using browser = await openBrowser({ locale: 'ko-KR' })
  const { page, testApp, visit } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const { clientId } = await testApp.sandbox('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: demo.people[0].channelId,
    organizationId: 'onair-demo',
    webhookUrl: 'http://127.0.0.1:1/hook',
  })
  const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', {
    clientId,
    categoryId: 'talk',
    rewards: ['검'],
  })
  await testApp.sandbox('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId: demo.people[4].channelId })
  const loadAttempt = () => testApp.deps.db.read.selectFrom('webhook_attempt').select('failure').executeTakeFirst()
  await eventually(async () => (await loadAttempt())?.failure != null)
  await signIn(page, `/console/apps/${clientId}?tab=webhook`)
  await page.getByText('연결하지 못했습니다. (127.0.0.1:1에서 연결을 거부했습니다: ECONNREFUSED)').waitFor()
  await page.getByRole('link', { name: '자세히' }).click()
  await page.getByText('연결하지 못했습니다. (127.0.0.1:1에서 연결을 거부했습니다: ECONNREFUSED)').waitFor()
  await page.goto(`/console/apps/${clientId}?tab=webhook`)
  await page.getByRole('button', { name: '끄기' }).click()
  await page.getByText('직접 껐습니다.').waitFor()

  const { url } = (await testApp.call('GET', '/open/v1/sessions/auth/client', { client: demo })).body.content
  using client = await connect(url)
  const { sessionKey } = client
  await testApp.sandbox('POST', `/sessions/${sessionKey}/disconnect`)
  await client.readUntilClose()
  await page.goto(`/console/inspector?session=${sessionKey}`)
  await page.getByRole('button', { name: /closed/ }).click()
  await page.getByText('샌드박스에서 연결을 끊었습니다.').waitFor()

  const english = await visit({ locale: 'en-US' })
  await signIn(english, `/console/inspector?session=${sessionKey}`)
  await english.getByRole('button', { name: /closed/ }).click()
  await english.getByText('Disconnected through the sandbox.').waitFor()
})

for (const [locale, comes] of [
  ['ko-KR', 'korean'],
  ['en-US', 'english'],
] as const)
  test(`the words of refusals come in the page's language alone, and after the page (${comes})`, { skip }, async () => {
    await using browser = await openBrowser({ locale })
    const { page } = browser
    const loadedChunks: string[] = []
    page.on('request', (request) => {
      const [, name] = /assets\/(korean|english)-/.exec(request.url()) ?? []
      if (name !== undefined) loadedChunks.push(name)
    })
    await page.goto('/watch', { waitUntil: 'networkidle' })
    assert.deepEqual(loadedChunks, [comes])
    const first = await page
      .locator('script[src], link[rel=modulepreload]')
      .evaluateAll((all) => all.map((one: any) => one.src || one.href))
    assert.ok(first.length > 0 && !first.some((address: string) => /korean|english/.test(address)), first.join())
  })
