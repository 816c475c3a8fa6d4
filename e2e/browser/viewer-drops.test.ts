import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClientId, findAccessibilityErrors, openBrowser, signIn, skip } from '../../server/test/console-browser.ts'

test(
  'a viewer sees on the watch page how far they are with drops, and claims what they have reached, once',
  { skip, timeout: 180_000 },
  async () => {
    await using browser = await openBrowser()
    const { page, testApp, complaints: pageErrors } = browser
    const clientId = await demoClientId(testApp)
    const { demo } = await testApp.sandbox('GET', '')
    const { channelId } = demo.people[0]
    const { accessToken: token } = await testApp.sandbox('POST', '/grants', { clientId, channelId })
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    const rewards = { rewards: ['검', '방패'], watchMinutes: [0, 30] }
    await testApp.sandbox('POST', '/drops/campaigns', { clientId, categoryId: category.categoryId, ...rewards })
    await testApp.sandbox('POST', '/acts/go-live', { channelId })

    await signIn(page, `/watch/${channelId}`, 4)
    await page.getByText('0 of 30 min').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Claim 방패' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Claim 검' }).click()
    await page.getByText('Claimed').waitFor()
    await page.reload()
    await page.getByText('Claimed').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Claim 검' }).count(), 0)
    const claims = await testApp.deps.db.read.selectFrom('claim').select('channel_id').execute()
    assert.deepEqual(
      claims.map(({ channel_id }) => channel_id),
      [demo.people[4].channelId],
    )
    assert.deepEqual(await findAccessibilityErrors(page), [])
    assert.deepEqual(pageErrors, [])
  },
)
