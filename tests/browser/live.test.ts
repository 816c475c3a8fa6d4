import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { restrict } from '@onair/server/features/restrictions/restrict.ts'
import { connect } from '../support/clients/session-client.ts'
import { browserProfiles, findAccessibilityErrors, openBrowser, skip } from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }

describe('live screen', { skip }, () => {
  test('a guest starts a bot and donates: two clicks to the first event, on air and at the bot', slowTest, async () => {
    await using browser = await openBrowser()
    const { demo, page, pageErrors, testApp } = browser
    await page.goto('/')
    await page.waitForURL('**/live')
    await page.getByRole('button', { name: 'Start a bot here' }).click()
    await page.getByText('SYSTEM subscribed SUBSCRIPTION').waitFor()
    await page.getByRole('button', { name: /^Donate/ }).click()

    const trace = page.getByRole('region', { name: 'From the action to every receiver' })
    await trace.getByText('1 of 1 receiver got it.').waitFor()
    await trace
      .getByRole('listitem')
      .filter({ hasText: /^Demo application .* Arrived$/ })
      .waitFor()
    await page.getByText(/^DONATION \w+ 1000$/).waitFor()
    await page
      .frameLocator('iframe[title="Alert overlay"]')
      .getByText(/donated/)
      .waitFor()
    const goal = page.frameLocator('iframe[title="Goal overlay"]')
    await goal.getByText('₩1,000 / ₩100,000').waitFor()

    // While the sum is read for the first donation of a burst, the others wait for one more read.
    let reads = 0
    const [isRead, burst] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/sandbox/v1/channels/goal?*', async (route) => {
      reads++
      const response = await route.fetch()
      isRead.resolve()
      await burst.promise
      await route.fulfill({ response })
    })
    const { channelId } = demo.streamer
    const donate = () => testApp.act('donate', { channelId, byChannelId: demo.viewer.channelId, payAmount: 1_000 })
    await donate()
    await isRead.promise
    for (let count = 0; count < 10; count++) await donate()
    burst.resolve()
    await goal.getByText('₩12,000 / ₩100,000').waitFor()
    assert.equal(reads, 2)
    await page.unrouteAll({ behavior: 'wait' })

    await page.getByRole('button', { name: /^Go live/ }).click()
    await page.getByRole('button', { name: /^End the broadcast/ }).waitFor()
    await page.getByRole('button', { name: /^Chat/ }).click()
    await page.frameLocator('iframe[title="Chat overlay"]').getByText('That was so close').waitFor()

    await page.getByRole('link', { name: 'Watch page' }).click()
    await page.waitForURL('**/watch/*')
    await page.goBack()
    await trace.getByText('POST /sandbox/v1/actions/chat').waitFor()
    // After a reload the pad begins with the same person again, who has claimed the first reward.
    for (const claims of [1, 2]) {
      await page.reload()
      await goal.getByText('₩12,000 / ₩100,000').waitFor()
      await page.getByRole('button', { name: /^Claim a reward/ }).click()
      await trace.getByText('drop_reward_claim').waitFor()
      const { data } = await testApp.sandbox('GET', '/drops/rewards')
      assert.equal(new Set(data.map(({ campaignId }: { campaignId: string }) => campaignId)).size, 1, `claim ${claims}`)
    }
    assert.deepEqual(pageErrors, [])
  })

  test('an event that a fault lost is red, and its button mends it and tries again', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors, testApp } = browser
    await page.goto('/live')
    await page.getByRole('button', { name: 'Start a bot here' }).click()
    await page.getByText('SYSTEM subscribed SUBSCRIPTION').waitFor()
    await testApp.sandbox('PUT', '/faults', { rules: [{ kind: 'event-lost', eventType: 'DONATION' }] })
    await page.getByRole('button', { name: /^Donate/ }).click()
    const trace = page.getByRole('region', { name: 'From the action to every receiver' })
    await trace.getByText('0 of 1 receiver got it.').waitFor()
    await trace.getByText(/The fault plan of the sandbox lost it/).waitFor()
    await trace.getByRole('button', { name: 'Turn faults off, try again' }).click()
    await trace.getByText('1 of 1 receiver got it.').waitFor()
    assert.equal((await testApp.sandbox('GET', '/faults')).rules.length, 0)
    assert.deepEqual(pageErrors, [])
  })

  test(
    'a scope that is missing, a token that the clock ended, a wrong profile: one click each; a failing webhook to its end',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, pageErrors, testApp, demo } = browser
      const { channelId } = demo.streamer
      await page.goto('/live')
      const trace = page.getByRole('region', { name: 'From the action to every receiver' })
      /** An application with a connected session, and its line among the receivers. */
      const connectApp = async (name: string, fields: object = {}) => {
        const client = await testApp.sandbox('POST', '/apps', { name, redirectUri: 'http://127.0.0.1:9/', ...fields })
        const session = await connect(
          (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url,
        )
        testApp.clock.advance(1_000)
        return { client, session, line: trace.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) }) }
      }
      const { session, line } = await connectApp('chat bot', { scopes: ['채팅 메시지 조회'] })
      await page.reload()
      await page.getByRole('button', { name: /^Donate/ }).click()
      await line.getByText(/did not have the scope “.+” \(후원 조회\)/).waitFor()
      await line.getByRole('button', { name: 'Add the scope, try again' }).click()
      await line.getByText('Arrived', { exact: true }).waitFor()
      await session.disconnect()

      const late = await connectApp('late bot')
      const { accessToken: token } = await testApp.sandbox('POST', '/grants', {
        clientId: late.client.clientId,
        channelId,
      })
      await testApp.sandbox('POST', '/clock', { advanceSeconds: 172_800 })
      const path = `/open/v1/sessions/events/subscribe/donation?sessionKey=${late.session.sessionKey}`
      assert.equal((await testApp.call('POST', path, { token })).status, 401)
      await page.reload()
      await page.getByRole('button', { name: /^Donate/ }).click()
      await late.line
        .getByText(/The access token of “late bot” expired .* The clock of the sandbox was moved/)
        .waitFor()
      await late.line.getByRole('button', { name: 'Move the clock back, try again' }).click()
      await late.line.getByText('Arrived', { exact: true }).waitFor()
      assert.equal((await testApp.sandbox('GET', '/clock')).aheadSeconds, 0)
      await late.session.disconnect()

      const old = await connectApp('old bot', { wireProfile: 'observed' })
      await page.reload()
      await page.getByRole('button', { name: /^Donate/ }).click()
      await old.line.getByRole('button', { name: 'Change the profile to documented, try again' }).click()
      await old.line.getByText(/^Done\. The action runs again/).waitFor()
      await old.line.getByRole('button', { name: 'Start a bot here' }).click()
      await old.line.getByText('Arrived', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Stop the bot' }).click()

      const ended = await connectApp('ended bot')
      const grant = { clientId: ended.client.clientId, channelId }
      const { accessToken } = await testApp.sandbox('POST', '/grants', grant)
      await ended.session.disconnect()
      await testApp.sandbox('POST', '/clock', { advanceSeconds: 90_000 })
      assert.equal((await testApp.call('GET', '/open/v1/sessions/auth', { token: accessToken })).status, 401)
      await page.reload()
      await page.getByRole('button', { name: /^Donate/ }).click()
      await ended.line.getByText(/a new one could not be opened.+The clock of the sandbox was moved/).waitFor()
      await ended.line.getByRole('link', { name: 'Open the refused request' }).waitFor()
      await ended.line.getByRole('button', { name: 'Move the clock back, try again' }).click()
      await ended.line.getByText('Arrived', { exact: true }).waitFor()

      // A notification that waits is followed until its last attempt has failed.
      const webhook = { webhookUrl: 'http://127.0.0.1:9/hook' }
      await testApp.sandbox('PUT', `/apps/${demo.clientId}/webhook`, webhook)
      await testApp.sandbox('PUT', '/faults', { rules: [{ kind: 'webhook-lost' }] })
      await page.getByRole('button', { name: /^Claim a reward/ }).click()
      await trace.getByText('Not yet', { exact: true }).waitFor()
      await trace.getByText(/^Last attempt: .+ Injected fault: webhook-lost/).waitFor()
      for (let asked = 0; asked < 5; asked++) await page.waitForResponse(/\/why-not/)
      for (const advanceSeconds of [15, 150, 2_200]) await testApp.sandbox('POST', '/clock', { advanceSeconds })
      await trace.getByText('All attempts failed.').waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )

  test('an action that a rule refused stops there with the reason', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const { channelId } = demo.streamer
    for (const { channelId: targetChannelId } of [demo.follower, demo.viewer, demo.otherViewer])
      await restrict({ channelId, targetChannelId, moderatorChannelId: channelId }, testApp.deps)
    await page.goto('/live')
    await page.getByRole('button', { name: /^Chat/ }).click()
    const trace = page.getByRole('region', { name: 'From the action to every receiver' })
    await trace.getByText('No event was made.').waitFor()
  })

  test('the link of a trace shows it to another browser', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    await testApp.sandbox('POST', '/actions/donate', { channelId: demo.streamer.channelId, payAmount: 1_000 })
    const { data } = await testApp.sandbox('GET', '/records?kind=event')
    await page.goto(`/live?trace=${data[0].traceId}`)
    const trace = page.getByRole('region', { name: 'From the action to every receiver' })
    await trace.getByText('DONATION').waitFor()
    await trace.getByText('No bot is connected yet.').waitFor()
    const download = page.waitForEvent('download')
    await trace.getByRole('button', { name: 'Save as image' }).click()
    assert.match((await download).suggestedFilename(), /^onair-.+\.png$/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await trace.getByRole('button', { name: 'Copy the image' }).click()
    await trace.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string[]>(`navigator.clipboard.read().then(([item]) => item.types)`)
    assert.deepEqual(copied, ['image/png'])
  })

  for (const [profile, options] of browserProfiles)
    test(`has no accessibility errors: ${profile}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page } = browser
      await page.goto('/live')
      await page.getByRole('region').first().waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await page.locator('[data-action=donate]').click()
      await page.getByRole('listitem').filter({ hasText: 'Demo application' }).first().waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
    })
})
