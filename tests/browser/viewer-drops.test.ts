import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityErrors, openBrowser, signIn, skip } from '../support/clients/console-browser.ts'

describe('drops on the watch page', { skip }, () => {
  test('shows a viewer their progress, and a reached reward can be claimed once', { timeout: 180_000 }, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const { channelId } = demo.streamer
    const token = await browser.createGrant()
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    await browser.createCampaign({
      categoryId: category.categoryId,
      rewards: ['검', '방패'],
      watchMinutes: [0, 30],
    })
    await signIn(page, `/watch/${channelId}`, 'viewer')
    await page.getByText('Has not broadcast yet').waitFor()
    await page.getByText('No introduction yet.').waitFor()
    assert.equal(await page.getByText('0 of 30 min').count(), 0, 'the channel has not broadcast in the category')
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await page.getByText('0 of 30 min').waitFor()
    const categoryLink = page.getByRole('link', { name: 'League of Legends', exact: true })
    assert.equal(await categoryLink.getAttribute('href'), '/watch?category=League_of_Legends')
    await page
      .locator('summary')
      .getByText(/^Drops: /)
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Claim 방패' }).isDisabled(), true)
    await page.getByText('Free: claim at once').waitFor()
    assert.equal(await page.getByRole('progressbar', { name: '검' }).count(), 0)
    await page.getByText('Offered by Demo application · Onair demo Not connected').waitFor()
    await page
      .getByText('You can claim without a connection and link your game account in Demo application later')
      .waitFor()
    await page.getByRole('button', { name: 'Claim 검' }).click()
    await page.getByText('Claimed', { exact: true }).waitFor()
    await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId: demo.viewer.channelId })
    await page.reload()
    await page.getByText('Claimed Jul 18, 2026 · Waiting for the game to deliver').waitFor()
    await page.getByText('Offered by Demo application · Onair demo Connected').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Claim 검' }).count(), 0)
    const claims = await testApp.deps.db.read.selectFrom('claim').select('channel_id').execute()
    assert.deepEqual(claims, [{ channel_id: demo.viewer.channelId }])
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.getByRole('link', { name: 'All drops' }).click()
    await page.waitForURL('**/watch/drops')
    await page.getByText('Watch broadcasts of League of Legends to earn rewards.').waitFor()
    await page.getByText('Claimed', { exact: true }).waitFor()
    const ownClaims = page.getByRole('list', { name: 'My claims' })
    await ownClaims.getByText('Waiting for the game to deliver').waitFor()
    await ownClaims.getByText('Demo application · Onair demo').waitFor()
    assert.doesNotMatch(await page.locator('summary').innerText(), /Drops/, 'the title of the page is not repeated')
    assert.equal(
      await page.locator('details li > span[aria-hidden]').count(),
      2,
      'rewards without a picture have a tile',
    )
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await testApp.deps.db.read
      .updateTable('campaign')
      .set({ ends_at: testApp.clock.now() + 1, details_url: 'https://game.example.com/drops' })
      .execute()
    await page.reload()
    const details = page.getByRole('link', { name: 'Rewards and account linking' })
    assert.equal(await details.first().getAttribute('href'), 'https://game.example.com/drops')
    await testApp.deps.db.read.updateTable('claim').set({ fulfillment_state: 'FULFILLED' }).execute()
    testApp.clock.advance(1_000)
    await page.reload()
    await page.getByRole('heading', { name: 'No drops at the moment' }).waitFor()
    await ownClaims.getByText('Claimed Jul 18, 2026 · Delivered').waitFor()
    await testApp.deps.db.read.updateTable('campaign').set({ ends_at: null }).execute()
    await page.reload()
    await page.getByRole('link', { name: 'Live channels of League of Legends (1)' }).click()
    await page.getByRole('main').getByRole('listitem').getByText('Drops', { exact: true }).waitFor()

    const guestPage = await browser.openPage()
    await guestPage.goto(`/watch/${channelId}`)
    const signInLink = guestPage.getByRole('link', { name: 'Sign in to collect minutes and claim rewards' })
    assert.equal(await signInLink.getAttribute('href'), `/sign-in?back=%2Fwatch%2F${channelId}`)
    await guestPage.getByText('0 of 30 min').waitFor()
    const bars = guestPage.getByRole('progressbar')
    assert.deepEqual(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-valuenow'))), ['0'])
    assert.equal(await guestPage.getByRole('button', { name: /^Claim/ }).count(), 0)
    assert.deepEqual(await findAccessibilityErrors(guestPage), [])
    await browser.createCampaign({ rewards: ['활'], watchMinutes: [0] })
    await guestPage.getByRole('link', { name: 'All drops' }).click()
    await guestPage.getByRole('link', { name: 'Sign in to claim rewards' }).waitFor()
    await guestPage.getByText(/^No channel of .+ is live\.$/).waitFor()
    await guestPage.getByText('You can claim the rewards without watching.').waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('counts the minutes of a claim made in the sandbox for the other rewards', { timeout: 180_000 }, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const { channelId } = demo.streamer
    const token = await browser.createGrant()
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    const { rewardIds } = await browser.createCampaign({
      categoryId: category.categoryId,
      rewards: ['방패', '검'],
      watchMinutes: [30, 60],
    })
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: demo.viewer.channelId })

    await signIn(page, `/watch/${channelId}`, 'viewer')
    await page.getByText('Claimed', { exact: true }).waitFor()
    assert.equal(await page.getByRole('progressbar', { name: '방패' }).getAttribute('aria-valuenow'), '100')
    await page.getByText('30 of 60 min').waitFor()
  })

  test('several campaigns are one row on a phone', { timeout: 180_000 }, async () => {
    await using browser = await openBrowser()
    const { testApp, demo } = browser
    const { channelId } = demo.streamer
    const token = await browser.createGrant()
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    for (const [reward, minutes] of [
      ['Golden mount of the northern lights', 30],
      ['방패', 30],
      ['활', 0],
    ] as const)
      await browser.createCampaign({ categoryId: category.categoryId, rewards: [reward], watchMinutes: [minutes] })
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    const page = await browser.openPage({ viewport: { width: 390, height: 844 } })
    await signIn(page, `/watch/${channelId}`, 'viewer')
    const row = page.getByText('Drops · 3 · 1 reward ready', { exact: true })
    await row.waitFor()
    const claims = page.getByRole('button', { name: /^Claim/ })
    assert.equal(await claims.count(), 0)
    const { y = NaN, height = NaN } = (await page.getByLabel('Send a message').boundingBox()) ?? {}
    assert.ok(y + height <= 844, `${y} ${height}`)
    const chat = await page.getByRole('region', { name: 'Chat' }).boundingBox()
    assert.ok((chat?.height ?? 0) >= 400, `height of the chat: ${chat?.height}`)
    await row.click()
    await claims.nth(2).waitFor()
    for (const minutes of await page.getByText('0 of 30 min').all())
      assert.ok(((await minutes.boundingBox())?.height ?? Infinity) < 30, 'the minutes are on one line')
    await page.getByRole('button', { name: 'Claim 활' }).click()
    await page.getByText('Drops · 3', { exact: true }).waitFor()
    const shownCategory = page
      .getByRole('region', { name: 'About the broadcast' })
      .getByText('League of Legends', { exact: true })
    assert.equal(await shownCategory.isVisible(), false)
    await page.getByRole('button', { name: 'Complete title, category and tags' }).click()
    await shownCategory.waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
  })
})
