import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityErrors, openBrowser, signIn, skip, visit } from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'

/** The results of the actions, newest first. */
const resultsOf = (page: Page) => page.getByRole('list', { name: 'Results' })

const slowTest = { timeout: 120_000 }

describe('trigger page', { skip }, () => {
  test('runs an action once or several times a second, and moves the clock', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    await signIn(page, '/console/trigger?action=donate')
    await page.getByLabel('Amount').fill('')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('This field is required.').waitFor()
    await page.getByLabel('Amount').and(page.locator(':focus')).fill('0')
    await page.getByLabel('Amount').press('Enter')
    await page.getByText('Enter an integer from 1 to 999,999,999,999,999.').waitFor()
    assert.equal(await page.getByLabel('Amount').inputValue(), '0', 'the amount stays as entered')
    await page.getByLabel('Amount').fill('3000')
    await page.getByText('This field is required.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Run' }).click()
    await resultsOf(page).getByText('done').first().waitFor()
    await resultsOf(page).getByText('viewer_lee').waitFor()
    await resultsOf(page).getByText('₩3,000').first().waitFor()
    const donations = await testApp.deps.db.read.selectFrom('donation').select('pay_amount').execute()
    assert.deepEqual(donations, [{ pay_amount: 3000 }])

    await visit(page, '/console/inspector')
    await page.getByRole('heading', { name: 'Inspector' }).waitFor()
    await visit(page, '/console/trigger?action=donate')
    await resultsOf(page).getByText('viewer_lee').waitFor()

    // Created after the page loaded its list.
    await testApp.sandbox('POST', '/people', { channelName: 'late_viewer' })
    const actingUser = page.getByRole('combobox', { name: 'Acting user' })
    await actingUser.fill('late_v')
    // Before the server has answered.
    await actingUser.press('Enter')
    await eventually(async () => assert.equal(await actingUser.inputValue(), 'late_viewer'))

    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await page.getByLabel('Per second (1–50)').fill('51')
    await page.getByText('Enter an integer from 1 to 50.').waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    assert.equal(await page.getByLabel('Per second (1–50)').and(page.locator(':focus')).inputValue(), '51')
    assert.equal(await page.getByRole('button', { name: 'Stop', exact: true }).count(), 0)
    await page.getByLabel('Per second').fill('20')
    await page.getByText('Enter an integer from 1 to 50.').waitFor({ state: 'detached' })
    await page.getByRole('spinbutton', { name: 'Seconds' }).or(page.getByLabel('Seconds')).first().fill('1')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await resultsOf(page).locator('> li').filter({ hasText: '× 20' }).waitFor()
    assert.equal(await resultsOf(page).locator('> li').count(), 2, 'a burst is one result')
    const burst = page.getByRole('region', { name: 'Burst: Chat → 하늘방송' })
    await burst.getByText('No session is subscribed to these events').waitFor()
    assert.equal(await burst.getByRole('slider', { name: 'Latency' }).count(), 0)
    const messages = await testApp.deps.db.read.selectFrom('chat_message').select('content').execute()
    assert.equal(new Set(messages.map(({ content }) => content)).size, 20)
    await page.getByRole('spinbutton', { name: 'Seconds' }).or(page.getByLabel('Seconds')).first().fill('60')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await resultsOf(page).locator('> li').first().getByText('Stopped', { exact: true }).waitFor()

    await page.getByRole('combobox', { name: 'Acting user' }).waitFor()
    await page.getByRole('link', { name: 'Assign a role' }).click()
    await page.getByRole('combobox', { name: 'User who gets the role' }).waitFor()

    const before = testApp.clock.now()
    await page.getByRole('link', { name: 'Clock', exact: true }).click()
    await page.getByRole('button', { name: '+1 d', exact: true }).click()
    await eventually(() => testApp.clock.now() >= before + 86_400_000)
    await page.getByRole('link', { name: 'Clock 1 day ahead' }).waitFor()
    await page.getByText('1 day ahead of real time', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await page.getByText('1 day ahead of real time').waitFor({ state: 'detached' })
    assert.equal((await testApp.sandbox('GET', '/clock')).aheadSeconds, 0)

    await page.getByRole('link', { name: 'Reset the sandbox' }).click()
    await page.getByRole('button', { name: 'Reset sandbox…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset the sandbox?' })
    const { people, apps } = await testApp.sandbox('GET', '/reset')
    await dialog.getByText(`${people} users`).waitFor()
    await dialog.getByText(apps === 1 ? '1 application' : `${apps} applications`).waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await dialog.getByRole('button', { name: 'Delete everything and reset' }).click()
    await page.waitForURL(`${testApp.url}/live?reset=done`)
    await page.getByText('The sandbox was reset. You are signed out.').waitFor()
    assert.equal((await testApp.sandbox('GET', '/reset')).people, people - 1, 'late_viewer is deleted')
    assert.deepEqual(pageErrors, [])
  })

  test('a claim begins with a reward, names it, and tells that it was claimed before', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, createCampaign, pageErrors } = browser
    const { rewardIds } = await createCampaign({ rewards: ['Sword', 'Shield'] })
    await signIn(page, '/console/trigger?action=claim')
    const reward = page.getByRole('combobox', { name: 'Reward' })
    await eventually(async () => assert.equal(await reward.inputValue(), 'Sword · Sword, Shield'))
    await visit(page, `/console/trigger?action=claim&reward=${rewardIds[1]}`)
    await eventually(async () => assert.equal(await reward.inputValue(), 'Shield · Sword, Shield'))
    await page.getByRole('button', { name: 'Run' }).click()
    const latest = resultsOf(page).locator('> li').first()
    await latest.getByText('Done', { exact: true }).waitFor()
    await latest.getByText('Shield · Sword, Shield').first().waitFor()
    await page.getByRole('button', { name: 'Run' }).click()
    await latest.getByText('Already claimed', { exact: true }).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test(
    'the mark of the sandbox shows on every page what is not as at the start, and takes it back',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, pageErrors } = browser
      await signIn(page, '/watch')
      await page.getByRole('button', { name: 'Sandbox', exact: true }).waitFor()
      await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
      const lost = { kind: 'event-lost', eventType: 'CHAT' }
      await testApp.sandbox('PUT', '/faults', { seed: 1, rules: [lost] })
      await page.reload()
      await page.getByRole('button', { name: 'Sandbox · 1 day ahead · 1 fault rule' }).click()
      const menu = page.getByRole('dialog')
      await menu.getByText('1 day ahead of real time', { exact: true }).waitFor()
      await menu.getByText('Nothing injected yet').waitFor()
      // The server of a test has no copies.
      await menu.getByRole('region', { name: 'Snapshots' }).waitFor({ state: 'detached' })
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await menu.getByRole('button', { name: 'Clear all' }).click()
      await menu.getByText('No faults are injected.').waitFor()
      await menu.getByRole('button', { name: 'Back to real time' }).click()
      await page.getByRole('button', { name: 'Sandbox', exact: true }).waitFor()
      assert.equal((await testApp.sandbox('GET', '/clock')).aheadSeconds, 0)
      assert.deepEqual((await testApp.sandbox('GET', '/faults')).rules, [])
      await menu.getByRole('link', { name: 'Set faults' }).click()
      await page.waitForURL('**/console/trigger#faults')
      await menu.waitFor({ state: 'detached' })
      assert.deepEqual(
        pageErrors.filter((error) => !error.includes('404')),
        [],
      )
    },
  )

  test('shows the time of a moved clock from the first paint, each second, and for results', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 30 * 86_400 })
    const date = new Date(testApp.clock.now()).toISOString().slice(0, 10)
    // The page never learns the time from the API.
    await page.route('**/sandbox/v1/clock', () => {})
    await signIn(page, '/console/trigger?action=follow#clock')
    const clock = page.getByRole('region', { name: 'Clock' }).locator('time').first()
    const readClock = async () => (await clock.getAttribute('datetime')) ?? ''
    const first = await readClock()
    assert.equal(first.slice(0, 10), date)
    await eventually(async () => assert.equal(Date.parse(await readClock()), Date.parse(first) + 2_000))
    await page.getByRole('link', { name: 'Follow', exact: true }).click()
    await page.getByRole('button', { name: 'Run' }).click()
    const result = resultsOf(page).locator('time').first()
    assert.equal((await result.getAttribute('datetime'))?.slice(0, 10), date)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    assert.deepEqual(pageErrors, [])
  })

  test(
    'a burst shows its events sent against received and the latency, by keyboard and as a table',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, createGrant, pageErrors } = browser
      const token = await createGrant()
      using session = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
      const subscription = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
      assert.equal((await testApp.call('POST', subscription, { token })).status, 200)
      const lost = { kind: 'event-lost', eventType: 'CHAT', count: 3 }
      await testApp.sandbox('PUT', '/faults', { seed: 1, rules: [lost] })
      await signIn(page, '/console/trigger?action=chat')
      await page.getByLabel('Per second').fill('20')
      await page.getByRole('spinbutton', { name: 'Seconds' }).or(page.getByLabel('Seconds')).first().fill('1')
      await page.getByRole('button', { name: 'Start', exact: true }).press('Enter')
      const burst = page.getByRole('region', { name: 'Burst: Chat → 하늘방송' })
      await burst.getByRole('heading', { name: 'Sent 20 · received 17' }).waitFor()
      const table = burst.getByRole('table', { name: 'Events per second' })
      const counts = (await table.locator('tbody td').allTextContents()).map(Number)
      const sumOf = (column: number) => counts.filter((_, at) => at % 2 === column).reduce((sum, one) => sum + one, 0)
      assert.deepEqual([sumOf(0), sumOf(1)], [20, 17])
      const missed = burst.getByRole('link', { name: 'Show the 3 that no session received' })
      assert.match((await missed.getAttribute('href')) ?? '', /missed=true/)
      const latency = burst.getByRole('slider', { name: 'Latency' })
      await latency.focus()
      assert.match((await latency.getAttribute('aria-valuetext')) ?? '', /^\d s: p50 \d+ ms, p95 \d+ ms$/)
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await missed.click()
      await page.getByRole('button', { name: 'Did not reach my app', pressed: true }).waitFor()
      await eventually(async () => assert.equal(await page.getByText('0 of 1 session').count(), 3))
      assert.deepEqual(pageErrors, [])
    },
  )

  test(
    'drags the clock to the end of a token, which then is invalid, and moves it from the list of deadlines',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, createGrant, pageErrors } = browser
      const token = await createGrant()
      const status = async () => (await testApp.call('GET', '/open/v1/users/me', { token })).status
      await signIn(page, '/console/trigger#clock')
      const slider = page.getByRole('slider', { name: 'Drag to a time' })
      await page.getByRole('list', { name: 'What happens next' }).getByText('Access token expires').waitFor()
      await slider.scrollIntoViewIfNeeded()
      const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const mark = (await page.locator('[data-deadline=ACCESS_TOKEN]').first().boundingBox()) ?? { x: 0, width: 0 }
      assert.equal(await status(), 200)
      await page.mouse.move(box.x + 8, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(mark.x + mark.width / 2, box.y + box.height / 2, { steps: 4 })
      await page.mouse.up()
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /Jul 19, 2026.*, Access token expires$/)
      const before = testApp.clock.now()
      await page.getByRole('button', { name: 'Move the clock there', exact: true }).click()
      await eventually(() => testApp.clock.now() > before)
      assert.equal(await status(), 401)
      await page.getByRole('button', { name: 'Go there: Refresh token expires' }).click()
      await eventually(() => testApp.clock.now() > before + 30 * 86_400_000)
      await page
        .getByRole('status')
        .getByText(/Refresh token expires × \d/)
        .waitFor()
      const next = page.getByRole('list', { name: 'What happens next' })
      await next.getByText('Refresh token expires').waitFor({ state: 'hidden' })
      assert.deepEqual(pageErrors, [])
    },
  )

  test('by keyboard, a donation is run for a chosen user and followed to its records', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    const pressUntil = (key: string, target: Locator) =>
      eventually(async () => {
        await page.keyboard.press(key)
        assert.ok(await target.evaluate((element) => element.matches(':focus')))
      })
    await signIn(page, '/console/trigger')
    await page.getByRole('button', { name: 'Run' }).waitFor()
    await pressUntil('Tab', page.getByRole('link', { name: 'Donate' }))
    await page.keyboard.press('Enter')
    await pressUntil('Tab', page.getByRole('combobox', { name: 'Acting user' }))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'viewer_park' }).waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [], 'open list of users')
    await page.keyboard.type('viewer_park')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      assert.equal(await page.getByRole('combobox', { name: 'Acting user' }).inputValue(), 'viewer_park'),
    )
    await pressUntil('Tab', page.getByLabel('Amount'))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('3000')
    await page.keyboard.press('Enter')
    const event = resultsOf(page).locator('li[data-kind]', { hasText: 'DONATION' })
    await pressUntil('Tab', event.getByRole('button').first())
    const [name, bar] = await Promise.all(
      [event.getByRole('button').first(), event.locator('svg').last()].map((part) => part.boundingBox()),
    )
    assert.ok(name && bar && name.x + name.width <= bar.x, 'the name and the bar of an event share a line')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/inspector?*')
    await page.getByRole('complementary').getByText('"payAmount": "3000"').waitFor()
    await page.getByRole('complementary').getByText('"donatorNickname": "viewer_park"').waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test(
    'by keyboard, applications, categories and rewards are chosen by name, also where names are equal',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, demo, pageErrors, createCampaign } = browser
      const valueOf = (name: string) => page.getByRole('combobox', { name }).inputValue()
      await signIn(page, '/console/trigger?action=claim')
      await page.getByText('There are no rewards.').waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'no rewards')
      await page.getByRole('link', { name: 'Create a campaign first' }).press('Enter')

      // The defaults show their names.
      const application = page.getByRole('combobox', { name: 'Application' })
      await eventually(async () => assert.match(await application.inputValue(), / · 하늘방송$/))
      await eventually(async () => assert.equal(await valueOf('Category'), 'Talk'))
      const created = await Promise.all(
        ['streamer', 'viewer'].map((owner) =>
          testApp.sandbox('POST', '/apps', {
            name: 'Same game',
            redirectUri: 'http://127.0.0.1:9/',
            ownerChannelId: demo[owner as 'streamer' | 'viewer'].channelId,
            organizationId: `games of ${owner}`,
          }),
        ),
      )
      await application.fill('same g')
      const options = page.getByRole('option', { name: /^Same game/ })
      await options.nth(1).waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'open list of applications')
      assert.deepEqual(
        (await options.allTextContents()).toSorted(),
        created
          .map(
            ({ clientId }, at) =>
              `Same game · ${at === 0 ? '하늘방송' : demo.viewer.channelName}${clientId.slice(0, 8)}`,
          )
          .toSorted(),
      )
      await application.fill(created[1].clientId)
      await application.press('Enter')
      await eventually(async () =>
        assert.equal(await application.inputValue(), `Same game · ${demo.viewer.channelName}`),
      )
      const category = page.getByRole('combobox', { name: 'Category' })
      await category.fill('')
      await page.getByRole('option').nth(5).waitFor()
      await category.fill('league of l')
      await category.press('Enter')
      await eventually(async () => assert.equal(await category.inputValue(), 'League of Legends'))
      const { clientId } = created[1]
      const curl = page.getByRole('button', { name: 'Copy as curl' })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await curl.click()
      const command = await page.evaluate<string>('navigator.clipboard.readText()')
      const body = { clientId, categoryId: 'League_of_Legends', rewards: ['Legendary sword'] }
      assert.equal(
        command,
        `curl -s -X POST '${testApp.url}/sandbox/v1/drops/campaigns' -H 'Content-Type: application/json' --data-raw '${JSON.stringify(body)}'`,
      )
      await page.getByRole('button', { name: 'Run' }).press('Enter')
      await resultsOf(page).getByText('done').first().waitFor()

      await createCampaign({ rewards: ['Shield'] })
      await page.getByRole('link', { name: 'Claim a drops reward' }).click()
      const reward = page.getByRole('combobox', { name: 'Reward' })
      await page.getByText('Adds the watch time that the reward requires.').waitFor()
      await reward.fill('legendary')
      await page.getByRole('option', { name: /^Legendary sword · .*Running · Same game · / }).waitFor()
      await reward.press('Enter')
      await eventually(async () => assert.match(await reward.inputValue(), /^Legendary sword · /))
      await page.getByRole('button', { name: 'Run' }).press('Enter')
      await eventually(async () =>
        assert.deepEqual(await testApp.deps.db.read.selectFrom('claim').select('client_id').execute(), [
          { client_id: clientId },
        ]),
      )
      // A value that was chosen before is shown with its name.
      await page.getByRole('link', { name: 'Create a drops campaign' }).click()
      await eventually(async () => assert.equal(await valueOf('Category'), 'League of Legends'))
      assert.deepEqual(pageErrors, [])
    },
  )

  test('acts on the channel of the address until another is chosen', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: 'Nova Live' })
    await signIn(page, `/console/trigger?action=donate&channel=${channelId}`)
    const channel = page.getByRole('combobox', { name: 'Channel' })
    await eventually(async () => assert.equal(await channel.inputValue(), 'Nova Live'))
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await page.getByRole('button', { name: 'Run' }).click()
    await resultsOf(page).getByText('→ Nova Live').waitFor()
    const messages = await testApp.deps.db.read.selectFrom('chat_message').select('channel_id').execute()
    assert.deepEqual(messages, [{ channel_id: channelId }])
    await channel.fill(demo.streamer.channelName)
    await channel.press('Enter')
    await eventually(async () => assert.equal(await channel.inputValue(), demo.streamer.channelName))
    assert.equal(new URL(page.url()).searchParams.get('channel'), null)
  })

  test('selects the demo channel, also when more people exist than the list shows', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    const createPerson = (index: number) => testApp.sandbox('POST', '/people', { channelName: `시청자 ${index}` })
    await Promise.all(Array.from({ length: 201 }, (_, index) => createPerson(index)))
    await signIn(page, '/console/trigger?action=donate')
    const channel = page.getByRole('combobox', { name: 'Channel' })
    await channel.waitFor()
    assert.equal(await channel.inputValue(), '하늘방송')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('Done', { exact: true }).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('sets a fault preset, shows its hits, makes a rule by keyboard, and marks requests', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors, createGrant } = browser
    const token = await createGrant()
    const getMe = () => testApp.call('GET', '/open/v1/users/me', { token })
    await signIn(page, '/console/trigger#faults')
    const card = page.getByRole('region', { name: 'Faults' })
    await card.getByRole('button', { name: /rate-limited/ }).click()
    await card.getByText('no match yet').first().waitFor()
    for (let call = 0; call < 3; call++) await getMe()
    await card.getByText('1 of 3 requests').first().waitFor()
    await card.getByText('429 · 3rd to 5th request').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await card.getByRole('button', { name: 'Add a rule' }).click()
    await card.getByText('503 · every request').waitFor()
    await card.getByText('The response is an error; 429 and 503 have Retry-After.').waitFor()
    await card.getByRole('combobox', { name: 'Fault' }).click()
    await page.getByRole('option', { name: 'Response in slow parts' }).click()
    await card.getByText('The response arrives in eight parts with the delay between them.').waitFor()
    await card.getByRole('combobox', { name: 'Fault' }).click()
    await page.getByRole('option', { name: 'Error status' }).click()
    await card.getByLabel('Skip requests').fill('9')
    await card.getByText('503 · from the 10th request on').waitFor()
    await card.getByRole('combobox', { name: 'Application' }).fill('Demo')
    await page.getByRole('option', { name: 'Demo application' }).click()
    await card.getByText('503 · Demo application · from the 10th request on').waitFor()
    await card.getByRole('button', { name: 'Set the rule' }).click()
    await card.getByText('Some requests get 429 with Retry-After').waitFor()
    await card.getByText('rate-limited').waitFor()
    await card.getByText('1 rule added').waitFor()
    // A preset has its name while its rules are there, and a rule that is being made stays when another is removed.
    await card.getByRole('button', { name: 'Add a rule' }).click()
    await getMe()
    await card.getByText('0 of 1 request').first().waitFor()
    await card.getByRole('button', { name: /^Remove the rule: Error status · 503 · Demo application/ }).click()
    await card.getByText('no match yet').first().waitFor()
    await card.getByText('1 rule added').waitFor({ state: 'detached' })
    await card.getByText('rate-limited').waitFor()
    await card.getByRole('button', { name: 'Remove the rule: Error status · 429 · 20% of the requests' }).click()
    await card.getByText('rate-limited').waitFor({ state: 'detached' })
    const { seed, rules: left } = await testApp.sandbox('GET', '/faults')
    assert.deepEqual([seed, left.map(({ nth }: { nth: number }) => nth)], [17, [3]])
    await card.getByRole('button', { name: /^Remove the rule/ }).click()
    await card.getByRole('list', { name: 'Presets' }).waitFor()
    assert.deepEqual((await testApp.sandbox('GET', '/faults')).rules, [])
    await card.getByRole('button', { name: 'Cancel' }).click()

    await card.getByRole('button', { name: /bad-evening/ }).click()
    const rulesShown = card.getByRole('list', { name: 'Active rules' }).getByRole('listitem')
    await card.getByRole('button', { name: 'Show all 11 rules' }).waitFor()
    assert.equal(await rulesShown.count(), 5)
    await card.getByRole('button', { name: 'Show all 11 rules' }).click()
    await card.getByRole('button', { name: 'Show fewer' }).waitFor()
    assert.equal(await rulesShown.count(), 11)
    await card.getByRole('button', { name: 'Clear all' }).click()
    await card.getByRole('button', { name: 'Make a rule' }).focus()
    await page.keyboard.press('Enter')
    await card.getByRole('combobox', { name: 'Operation' }).fill('users/me')
    await page.getByRole('option', { name: 'Get the user · GET /open/v1/users/me' }).waitFor()
    await page.keyboard.press('Enter')
    await card.getByLabel('Maximum faults').fill('1')
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.keyboard.press('Enter')
    await card
      .getByRole('list', { name: 'Active rules' })
      .getByText('503 · Get the user · only the 1st request')
      .waitFor()
    assert.deepEqual([(await getMe()).status, (await getMe()).status], [503, 200])
    await card.getByText('1 of 2 requests').waitFor()
    const { rules } = await testApp.sandbox('GET', '/faults')
    const [{ kind, status, operation, count, retryAfterSec }] = rules
    assert.deepEqual([kind, status, operation, count, retryAfterSec], ['status', 503, 'user.getMe', 1, 2])

    await testApp.sandbox('PUT', '/faults', {
      seed: 1,
      rules: [{ kind: 'status', status: 429, clientId: demo.clientId }],
    })
    await card.getByText('429 · Demo application · every request').waitFor()

    // A rule that is edited keeps its place and the conditions without an input; 0 % cannot be sent.
    await testApp.sandbox('PUT', '/faults', {
      seed: 5,
      rules: [
        { kind: 'status', status: 500, scope: '유저 정보 조회' },
        { kind: 'connection-reset', nth: 900 },
      ],
    })
    await card.getByRole('button', { name: /^Edit the rule: Error status · 500/ }).click()
    const editForm = card.getByRole('form', { name: 'Edit the rule' })
    await editForm.getByText('The rule: 500').waitFor()
    await editForm.getByRole('textbox', { name: 'Share (%)' }).fill('0')
    await page.keyboard.press('Enter')
    await editForm.getByText('Enter a number from 1 to 100.').waitFor()
    await editForm.getByText('The rule:').waitFor({ state: 'detached' })
    assert.deepEqual(await findAccessibilityErrors(page), [])
    assert.equal((await testApp.sandbox('GET', '/faults')).rules[0].probability, undefined)
    await editForm.getByRole('textbox', { name: 'Share (%)' }).fill('40')
    await editForm.getByRole('textbox', { name: 'Seed' }).fill('77')
    await page.keyboard.press('Enter')
    await card.getByText('Seed 77').waitFor()
    const edited = await testApp.sandbox('GET', '/faults')
    assert.deepEqual(
      edited.rules.map((rule: { kind: string; scope?: string; probability?: number }) => [
        rule.kind,
        rule.scope,
        rule.probability,
      ]),
      [
        ['status', '유저 정보 조회', 0.4],
        ['connection-reset', undefined, undefined],
      ],
    )

    await page.goto(`${testApp.url}/console/inspector`)
    await page.getByRole('row', { name: /Injected fault: status-503/ }).waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    assert.deepEqual(pageErrors, [])
  })
})
