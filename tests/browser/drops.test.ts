import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { approveOrganization } from '@onair/server/features/apps/organizations.ts'
import { createCampaign } from '@onair/server/features/drops/create-campaign.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  visit,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'

const slowTest = { timeout: 180_000 }

/** Counts the rows that take the place of others in a list, which a list of fewer than 100 rows never needs. */
const watchForSpaces = `
  window.addedSpaces = 0
  new MutationObserver((mutations) => {
    for (const { addedNodes } of mutations)
      for (const node of addedNodes) if (node instanceof Element && node.matches('[data-space]')) window.addedSpaces += 1
  }).observe(document.body, { subtree: true, childList: true })
`

const claimRows = (page: Page) => page.getByRole('table', { name: 'Claims' }).locator('tbody tr')

describe('drops in the console', { skip }, () => {
  test(
    'an organization drafts a campaign, changes and publishes it, marks a claim as fulfilled and ends it',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, demo, pageErrors } = browser
      await signIn(page, `/console/apps/${demo.clientId}?tab=webhook`)
      await page.getByLabel('Webhook URL').fill(`${testApp.url}/sandbox/v1/sinks/hook`)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Enabled').first().waitFor()

      await page.getByRole('link', { name: 'Drops', exact: true }).click()
      await page.getByRole('link', { name: 'Create campaign' }).click()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('This field is required.').nth(2).waitFor()
      await page.locator('input:focus').and(page.getByLabel('Title')).waitFor()
      await page.getByLabel('Title').fill('여름 드롭스')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page
        .locator('input:focus')
        .and(page.getByRole('combobox', { name: 'Category' }))
        .waitFor()
      // The list does not cover the error.
      assert.equal(await page.getByRole('combobox', { name: 'Category', expanded: true }).count(), 0)
      await page.keyboard.press('ArrowDown')
      await page.getByRole('combobox', { name: 'Category', expanded: true }).waitFor()
      await page.getByRole('combobox', { name: 'Category' }).fill('league')
      await page.getByRole('option', { name: 'League of Legends Game', exact: true }).click()
      await page.getByRole('textbox', { name: 'Name of reward 1', exact: true }).fill('검')
      await page.getByLabel('External ID of reward 1').fill('item-1')
      await page.getByLabel('Watch time (minutes)').fill('30')
      await page.getByRole('button', { name: 'Add a reward' }).click()
      await page.getByRole('textbox', { name: 'Name of reward 2', exact: true }).fill('방패')
      await page.getByText('Broadcasts of all channels count.').waitFor()
      await page.getByRole('combobox', { name: 'Channel name or channel ID' }).fill(demo.streamer.channelName.slice(1))
      await page.getByRole('option', { name: demo.streamer.channelName }).click()
      await page.getByRole('button', { name: `Remove: ${demo.streamer.channelName}` }).waitFor()
      await page.getByText('Only broadcasts of these channels count.').waitFor()
      await page.locator('input[type=file]').first().setInputFiles('packages/server/assets/badges/streamer.png')
      await page.getByRole('button', { name: 'Remove the picture: Reward 1' }).waitFor()
      await page.getByLabel('Details page').fill('http://game.example.com/drops')
      await page.getByRole('button', { name: 'Save as draft' }).click()
      await page.getByText('Enter the full address, starting with https://.').waitFor()
      await page.getByLabel('Details page').fill('https://game.example.com/drops')
      await page.getByRole('link', { name: 'Rewards and account linking' }).waitFor()
      await page.getByRole('button', { name: 'Save as draft' }).click()
      await page.getByText('Draft', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'https://game.example.com/drops' }).waitFor()
      await page.getByRole('region', { name: 'What viewers see' }).getByText('0 of 60 min').waitFor()
      await page.getByRole('region', { name: 'What viewers see' }).locator('img').waitFor()
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Title').fill('여름 드롭스 2')
      await page.getByRole('button', { name: `Remove: ${demo.streamer.channelName}` }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: '여름 드롭스 2', exact: true }).waitFor()
      const facts = page.getByRole('region', { name: 'About the campaign' })
      await facts.getByRole('link', { name: 'Demo application' }).waitFor()
      await facts.getByRole('link', { name: 'Enabled' }).waitFor()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Running', { exact: true }).waitFor()
      const campaignId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const rewards = await testApp.deps.db.read
        .selectFrom('reward')
        .select(['id', 'name', 'watch_minutes', 'external_id'])
        .where('campaign_id', '=', campaignId)
        .orderBy('position')
        .execute()
      assert.deepEqual(
        rewards.map(({ name, watch_minutes, external_id }) => [name, watch_minutes, external_id]),
        [
          ['검', 30, 'item-1'],
          ['방패', 60, null],
        ],
      )

      for (const { channelId: byChannelId } of demo.people.slice(1, 4))
        await testApp.sandbox('POST', '/actions/claim', { rewardId: rewards[0]?.id, byChannelId })
      await page.getByRole('button', { name: 'Select all 3 in this list' }).waitFor()
      await claimRows(page).getByText('Delivered').nth(2).waitFor()
      await page
        .getByRole('checkbox', { name: /^Select: 검/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Mark 1 as fulfilled' }).click()
      const question = page.getByRole('dialog', { name: 'Mark 1 claim as fulfilled?' })
      await question.getByRole('button', { name: 'Cancel' }).click()
      assert.equal(await claimRows(page).getByText('Fulfilled', { exact: true }).count(), 0)
      await page.getByRole('button', { name: 'Mark 1 as fulfilled' }).click()
      await question.getByRole('button', { name: 'Mark 1 as fulfilled' }).click()
      await page.getByText('1 marked as fulfilled').waitFor()
      await claimRows(page).getByText('Fulfilled', { exact: true }).waitFor()
      const states = await testApp.deps.db.read
        .selectFrom('claim')
        .select('fulfillment_state')
        .orderBy('position')
        .execute()
      assert.deepEqual(
        states.map(({ fulfillment_state }) => fulfillment_state),
        ['FULFILLED', 'CLAIMED', 'CLAIMED'],
      )

      const funnel = page.getByRole('table', { name: 'From watching to a reward' })
      await funnel.getByRole('row', { name: 'Fulfilled 1 33%' }).waitFor()
      await funnel.getByRole('row', { name: 'Delivered to the registered webhook 3 100%' }).waitFor()

      await page.evaluate(watchForSpaces)
      await page.getByRole('link', { name: 'Delivered, not fulfilled' }).click()
      await page.waitForURL('**?state=CLAIMED&notification=DELIVERED')
      const current = page.locator('nav[aria-label=State] [aria-current]')
      await current.getByText('Delivered, not fulfilled').waitFor()
      await eventually(async () => assert.equal(await current.count(), 1))
      await eventually(async () => assert.equal(await claimRows(page).count(), 2))
      assert.equal(await page.evaluate('window.addedSpaces'), 0)

      await page
        .getByRole('link', { name: /^Notification: Delivered/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'First attempt' }).waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'End now', exact: true }).click()
      const end = page.getByRole('dialog', { name: 'End 여름 드롭스 2 now?' })
      await end.getByText('can no longer claim rewards').waitFor()
      await end.getByRole('button', { name: 'End the campaign' }).click()
      await page.getByText('Ended', { exact: true }).waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )

  test('a person without an organization sees how to get one, then registers', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    await signIn(page, '/console/drops', 'viewer')
    await page.getByRole('heading', { name: /approved organization/ }).waitFor()
    const command = (await page.locator('main code').textContent()) ?? ''
    assert.match(command, new RegExp(`organization approve .* --channel-id ${demo.viewer.channelId}$`))

    await approveOrganization(
      { organizationId: 'games', name: 'Game Company', channelId: demo.viewer.channelId },
      testApp.deps,
    )
    await page.reload()
    await page.getByText('You are a representative of Game Company').waitFor()
    await page.getByRole('link', { name: 'Register an application' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('our game')
    await page.getByLabel('Redirect URL').fill('http://127.0.0.1:9/callback')
    await page.getByRole('combobox', { name: 'Organization' }).click()
    await page.getByRole('option', { name: 'Game Company' }).click()
    await page
      .getByRole('checkbox', { name: 'List drops reward claims, and mark them as fulfilled' })
      .and(page.locator(':checked'))
      .waitFor()
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('The secret is shown only once').waitFor()
    await visit(page, '/console/drops')
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('campaigns and claims are paged, and filtered by the address', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const other = await testApp.sandbox('POST', '/apps', {
      name: 'second game',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: demo.streamer.channelId,
      organizationId: 'onair-demo',
    })
    const rewards = ['검', '방패'].map((name) => ({ name, watchMinutes: 0 }))
    const createTestCampaign = (clientId: string, title: string) =>
      createCampaign(
        { clientId, categoryId: 'talk', title, startsAt: testApp.clock.now(), endsAt: null, rewards },
        testApp.deps,
      )
    for (let count = 1; count <= 24; count++) await createTestCampaign(demo.clientId, `드롭스 ${count}`)
    testApp.clock.advance(1_000)
    const { campaignId, rewardIds } = await createTestCampaign(other.clientId, '둘째 게임의 드롭스')
    for (const { channelId: byChannelId } of demo.people.slice(1, 4))
      await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId })
    await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[1], byChannelId: demo.subscriber.channelId })

    await signIn(page, '/console/drops')
    const rows = page.getByRole('table', { name: 'Drops' }).locator('tbody tr')
    await rows.nth(19).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.nth(24).waitFor()
    await page.getByLabel('Title').fill('드롭스 2')
    await page.keyboard.press('Enter')
    await rows.nth(6).waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 6)
    await page.getByLabel('Title').fill('')
    await page.keyboard.press('Enter')
    await rows.nth(6).waitFor()
    await page.getByRole('combobox', { name: 'Application' }).fill('second')
    await page.getByRole('option', { name: 'second game' }).click()
    await page.getByRole('link', { name: '둘째 게임의 드롭스' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('app'), other.clientId)
    await visit(page, '/console/drops?state=OVER')
    await page.getByRole('heading', { name: 'No matching campaigns' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByRole('link', { name: '둘째 게임의 드롭스' }).click()

    const claims = claimRows(page)
    await claims.nth(3).waitFor()
    assert.equal(await claims.filter({ hasText: demo.subscriber.channelName }).count(), 2)
    const names = claims.getByRole('rowheader')
    const oldestFirst = await names.allTextContents()
    await page.getByLabel('Order').selectOption('Newest first')
    await eventually(async () => assert.deepEqual(await names.allTextContents(), oldestFirst.toReversed()))
    await page.getByLabel('Order').selectOption('Oldest first')
    await eventually(async () => assert.deepEqual(await names.allTextContents(), oldestFirst))
    await page.getByRole('button', { name: 'Select all 4 in this list' }).click()
    const released = Promise.withResolvers<void>()
    await page.route('**/claims?*rewardId=*', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.getByLabel('Reward', { exact: true }).selectOption('방패')
    await claims.locator('input:not(:disabled)').first().waitFor({ state: 'detached' })
    assert.equal(
      await page.getByRole('button', { name: /grant/ }).count(),
      0,
      'claims that are loading cannot be marked as fulfilled',
    )
    released.resolve()
    await claims.nth(1).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Select all 1 in this list' }).waitFor()
    assert.equal(await claims.locator('input:checked').count(), 0)
    await page.getByLabel('Reward', { exact: true }).selectOption('All')
    await claims.nth(3).waitFor()
    await page.getByLabel('Claimed by', { exact: true }).fill(demo.subscriber.channelName)
    await page.keyboard.press('Enter')
    await claims.nth(2).waitFor({ state: 'detached' })
    await page.reload()
    await claims.nth(1).waitFor()
    assert.equal(await claims.count(), 2)
    assert.ok(page.url().includes(campaignId))
    assert.deepEqual(pageErrors, [])
  })

  test(
    'claims that match the filters are downloaded as CSV, and all of them are marked as fulfilled',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, demo, pageErrors } = browser
      const { campaignId, rewardIds } = await browser.createCampaign({ rewards: ['=검', '방패'] })
      const claim = (rewardId: string | undefined, byChannelId: string | undefined) =>
        testApp.sandbox('POST', '/actions/claim', { rewardId, byChannelId })
      const claimants = demo.people.slice(1, 4)
      for (const { channelId } of claimants) await claim(rewardIds[0], channelId)
      await claim(rewardIds[1], demo.subscriber.channelId)
      await signIn(page, `/console/drops/${demo.clientId}/${campaignId}?reward=${rewardIds[0]}`)

      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n')
      assert.equal(lines.length, 1 + claimants.length + 1)
      assert.match(lines[0] ?? '', /^\uFEFFclaimId,rewardId,rewardName,/)
      assert.match(lines[1] ?? '', new RegExp(`,'=검,,${claimants[0]?.channelId},.*,CLAIMED,`))

      await page.getByRole('button', { name: 'Mark all as fulfilled…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark 3 claims as fulfilled?' })
      await dialog.waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await claim(rewardIds[0], demo.people[4]?.channelId)
      await dialog.getByRole('button', { name: 'Mark 3 as fulfilled' }).click()
      await page.getByText('3 marked as fulfilled').waitFor()
      const states = await testApp.deps.db.read
        .selectFrom('claim')
        .select('fulfillment_state')
        .orderBy('position')
        .execute()
      assert.deepEqual(
        states.map(({ fulfillment_state }) => fulfillment_state),
        ['FULFILLED', 'FULFILLED', 'FULFILLED', 'CLAIMED', 'CLAIMED'],
        'neither the other reward nor the claim after the dialog opened is marked',
      )
      assert.deepEqual(pageErrors, [])
    },
  )

  for (const [profile, options] of browserProfiles)
    test(`campaigns have no accessibility errors: ${profile}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, testApp, demo, pageErrors } = browser
      const { campaignId, rewardIds } = await browser.createCampaign({ rewards: ['검', '방패'] })
      for (const { channelId: byChannelId } of demo.people)
        await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId })
      const draft = await createCampaign(
        {
          clientId: demo.clientId,
          categoryId: 'talk',
          title: '초안',
          isDraft: true,
          startsAt: 0,
          endsAt: null,
          rewards: [{ name: '검', watchMinutes: 30 }],
        },
        testApp.deps,
      )
      await signIn(page, '/console/drops')
      const loadedSelectors = {
        '/console/drops': 'table tbody tr',
        [`/console/drops/${demo.clientId}/new`]: '[aria-labelledby^=reward]',
        [`/console/drops/${demo.clientId}/${campaignId}`]: 'table tbody input',
        [`/console/drops/${demo.clientId}/${campaignId}/edit`]: '[aria-labelledby^=reward]',
        [`/console/drops/${demo.clientId}/${draft.campaignId}`]: '#preview',
        [`/console/drops/${demo.clientId}/nothing`]: 'h1',
      }
      for (const [path, selector] of Object.entries(loadedSelectors)) {
        await visit(page, path)
        await page.locator(selector).first().waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], path)
      }
      assert.deepEqual(
        pageErrors.filter((text) => !text.includes('status of 404')),
        [],
      )
    })
})
