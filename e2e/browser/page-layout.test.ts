import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClientId, openBrowser, signIn, skip } from '../../server/test/console-browser.ts'

const slowTest = { skip, timeout: 180_000 }

test('an address with a tab that does not exist shows the first tab of the application', slowTest, async () => {
  await using browser = await openBrowser()
  const { page, testApp, complaints: pageErrors } = browser
  const clientId = await demoClientId(testApp)
  await signIn(page, `/console/apps/${clientId}?tab=nothing`)
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  assert.deepEqual(pageErrors, [])
})

test('on a phone the chosen tab is in sight, and the watch page ends where the window does', slowTest, async () => {
  await using browser = await openBrowser({ viewport: { width: 360, height: 740 } })
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const { channelId } = demo.people[0]
  await signIn(page, `/console/apps/${demo.clientId}?tab=settings`)
  const tab = page.getByRole('tab', { selected: true })
  await page.locator('#delete').waitFor()
  const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {}
  assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`)

  const { accessToken: token } = await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
  const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
  await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
  const rewards = { rewards: ['검', '방패'], watchMinutes: [30, 60] }
  await testApp.sandbox('POST', '/drops/campaigns', {
    clientId: demo.clientId,
    categoryId: category.categoryId,
    ...rewards,
  })
  await testApp.sandbox('POST', '/acts/go-live', { channelId })
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto(`/watch/${channelId}`)
  await page.getByText('0 of 30 min').waitFor()
  assert.ok(await page.evaluate('document.documentElement.scrollHeight <= window.innerHeight'))
})
