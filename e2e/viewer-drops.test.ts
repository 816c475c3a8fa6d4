import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClientId, faultsOf, openBrowser, signIn, skip } from '../server/testing/console-browser.ts'

test(
  'a viewer sees on the watch page how far they are with drops, and claims what they have reached, once',
  { skip, timeout: 180_000 },
  async () => {
    await using browser = await openBrowser()
    const { page, scene, complaints } = browser
    const clientId = await demoClientId(scene)
    const { demo } = await scene.play('GET', '')
    const { channelId } = demo.people[0]
    const { accessToken: token } = await scene.play('POST', '/grants', { clientId, channelId })
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    await scene.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    const rewards = { rewards: ['검', '방패'], watchMinutes: [0, 30] }
    await scene.play('POST', '/drops/campaigns', { clientId, categoryId: category.categoryId, ...rewards })
    await scene.play('POST', '/acts/go-live', { channelId })

    await signIn(page, `/watch/${channelId}`, 4)
    await page.getByText('0 of 30 min').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Claim 방패' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Claim 검' }).click()
    await page.getByText('Claimed').waitFor()
    await page.reload()
    await page.getByText('Claimed').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Claim 검' }).count(), 0)
    const claims = await scene.world.db.read.selectFrom('claim').select('channel_id').execute()
    assert.deepEqual(
      claims.map(({ channel_id }) => channel_id),
      [demo.people[4].channelId],
    )
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(complaints, [])
  },
)
