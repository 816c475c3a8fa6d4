import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '@onair/contract'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  visit,
  type ConsoleBrowser,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'

const slowTest = { timeout: 180_000 }

/** Creates an application with a webhook delivery that a sandbox sink answered. */
async function createAnsweredDelivery({ testApp, demo, createCampaign }: ConsoleBrowser) {
  const app = await testApp.sandbox('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: demo.streamer.channelId,
    organizationId: 'onair-demo',
    webhookUrl: `${testApp.url}/sandbox/v1/sinks/hook`,
  })
  const clientId: string = app.clientId
  const { rewardIds } = await createCampaign({ clientId, rewards: ['검'] })
  await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: demo.viewer.channelId })
  const loadDelivered = () =>
    testApp.deps.db.read
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('state', '=', 'DELIVERED')
      .executeTakeFirstOrThrow()
  return { clientId, delivery: await eventually(loadDelivered) }
}

describe('delivery page', { skip }, () => {
  test('shows the exact bytes of request and response, and resends the delivery', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, pageErrors } = browser
    const { clientId, delivery } = await createAnsweredDelivery(browser)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, `/console/apps/${clientId}?tab=webhook`)
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('heading', { name: 'First attempt' }).waitFor()
    const [attempt] = (await testApp.sandbox('GET', '/sinks/hook')).requests
    const body = page.getByRole('region', { name: 'Body' })
    assert.deepEqual(JSON.parse((await body.locator('pre').textContent()) ?? ''), JSON.parse(String(delivery.body)))
    await body.getByText('Text', { exact: true }).click()
    const shown = (await page.locator('main').textContent()) ?? ''
    const signature = Object.entries<string>(attempt.headers).find(([name]) => /signature/i.test(name))?.[1] ?? ''
    for (const part of [signature, delivery.id, 'Delivered 200', String(delivery.body)])
      assert.ok(shown.includes(part), part)

    await body.getByText('base64', { exact: true }).click()
    assert.equal(await body.locator('pre').textContent(), delivery.body?.toString('base64'))
    await body.getByText('Hex', { exact: true }).click()
    assert.equal((await body.locator('pre').textContent())?.replaceAll(' ', ''), delivery.body?.toString('hex'))
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const copied: string = await page.evaluate('navigator.clipboard.readText()')
    assert.ok(
      copied.startsWith(`curl -s -X POST '${testApp.url}/sandbox/v1/sinks/hook' -H `) && copied.includes(signature),
    )

    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByText('Resend of').waitFor()
    assert.ok(!page.url().endsWith(delivery.id))
    await page.getByRole('heading', { name: 'First attempt' }).waitFor()
    await page.getByRole('link', { name: delivery.id }).click()
    await page.waitForURL(`**/${delivery.id}`)
    await page.getByText('Resent as').waitFor()
    await page.getByRole('link', { name: '← Notifications' }).click()
    await page.getByRole('link', { name: `Resend of ${delivery.id.slice(0, 8)}` }).waitFor()
    await page.getByRole('link', { name: 'Resent → Delivered' }).click()
    await page.getByText('Resend of').waitFor()
    assert.deepEqual(pageErrors, [])
  })
})

describe('webhook page', { skip }, () => {
  test(
    'shows success and response time of 24 hours, and leads from a bar of an attempt to its notification',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, pageErrors } = browser
      const { clientId, delivery } = await createAnsweredDelivery(browser)
      // The attempt is counted a moment after its notification is stored.
      await eventually(() => {
        testApp.clock.advance(5_000)
        return testApp.deps.db.read
          .selectFrom('app_traffic')
          .select('at')
          .where('kind', '=', 'delivery')
          .executeTakeFirstOrThrow()
      })
      await signIn(page, `/console/apps/${clientId}`)
      const steps = page.getByRole('region', { name: 'Next steps with drops' })
      await steps.getByRole('link', { name: 'Set the URL of the webhook' }).waitFor()
      await visit(page, `/console/apps/${clientId}?tab=webhook`)
      const charts = page.getByRole('region', { name: 'Last 24 hours' })
      await charts.getByText('100%').waitFor()
      const byResult = charts.getByRole('table', { name: 'Attempts by result' })
      assert.match((await byResult.locator('tbody').textContent()) ?? '', /10$/)
      const last = page.getByRole('table', { name: 'Last attempt' })
      assert.match((await last.locator('tbody').textContent()) ?? '', /First attempt · 200.* ms–$/)
      await charts
        .locator('figure', { has: last })
        .locator('svg')
        .click({ position: { x: 2, y: 20 } })
      await page.waitForURL(`**/deliveries/${delivery.id}`)
      assert.deepEqual(pageErrors, [])
    },
  )
})

describe('webhook page: test and recovery', { skip }, () => {
  test('sends a test notification, and resends what failed since a time with progress', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, createCampaign, pageErrors } = browser
    await testApp.sandbox('PUT', '/sinks/hook', { status: 410 })
    const app = await testApp.sandbox('POST', '/apps', {
      name: 'game',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: demo.streamer.channelId,
      organizationId: 'onair-demo',
      webhookUrl: `${testApp.url}/sandbox/v1/sinks/hook`,
    })
    const { rewardIds } = await createCampaign({ clientId: app.clientId, rewards: ['검', '방패'] })
    for (const rewardId of rewardIds)
      await testApp.sandbox('POST', '/actions/claim', { rewardId, byChannelId: demo.viewer.channelId })
    await eventually(async () => {
      const failed = testApp.deps.db.read.selectFrom('webhook_delivery').select('id').where('state', '=', 'EXHAUSTED')
      assert.equal((await failed.execute()).length, 2)
    })
    // Longer ago than the default without failures.
    testApp.clock.advance(3 * 86_400_000)
    await signIn(page, `/console/apps/${app.clientId}?tab=webhook`)
    const recovery = page.getByRole('region', { name: 'Recover failed notifications' })
    await recovery.getByText('2 notifications to this endpoint failed since this time.').waitFor()

    const testCard = page.getByRole('region', { name: 'Test notification' })
    await testCard.getByRole('button', { name: 'Send a test notification' }).click()
    await testCard.getByText('Rejected 410').waitFor()
    await testApp.sandbox('PUT', '/sinks/hook', { status: 200 })
    await testCard.getByRole('button', { name: 'Send a test notification' }).click()
    await testCard.getByText('Delivered 200').waitFor()

    await recovery.getByRole('button', { name: 'Resend (2)' }).click()
    await recovery.getByText('2 recovered · 0 waiting · 0 failed').waitFor()
    await recovery.getByLabel('Failed since').fill('2030-01-01T00:00:00')
    await recovery
      .getByText('Nothing to resend: no notification to this endpoint has used up its attempts since this time.')
      .waitFor()
    assert.equal(await page.getByText('Test', { exact: true }).count(), 2)
    assert.deepEqual(await findAccessibilityErrors(page), [])

    const failed = page.getByRole('row', { name: /Test notification.*\b410\b/ }).getByRole('link')
    await visit(page, (await failed.getAttribute('href')) ?? '')
    await page.getByText('The only attempt failed. Fix the receiver, then send it again.').waitFor()
    await page.getByText(/^410 · \d+ ms$/).waitFor()
    await page.getByRole('link', { name: 'View in the inspector' }).click()
    const record = page.locator('tr[data-kind=delivery]')
    await record.getByText('Main endpoint').waitFor()
    assert.match((await record.textContent()) ?? '', /TestResponse 410\.Main endpoint/)
    await visit(page, `/console/inspector?app=${app.clientId}&kind=delivery`)
    await record.filter({ hasText: 'Main endpoint“검”' }).first().waitFor()
    assert.equal(await record.getByText('Test', { exact: true }).count(), 2)
    assert.deepEqual(pageErrors, [])
  })
})

describe('webhook tab of a new application', { skip }, () => {
  test(
    'has one form, and says that the application receives nothing without the scope for drops',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, demo } = browser
      const { clientId } = await testApp.sandbox('POST', '/apps', {
        name: '봇',
        ownerChannelId: demo.streamer.channelId,
        redirectUri: 'http://127.0.0.1:9/callback',
      })
      await signIn(page, `/console/apps/${clientId}?tab=webhook`)
      await page.getByText('This application does not have the scope for drops').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Add an endpoint' }).count(), 0)
      await page.getByLabel('Webhook URL').fill('ftp://127.0.0.1/hook')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('In a private sandbox, addresses of this machine can use http://.').waitFor()
      assert.equal(await page.getByLabel('Webhook URL').getAttribute('aria-invalid'), 'true')
      await page.getByRole('button', { name: 'Receive it in this sandbox' }).click()
      await page.getByText('No attempts yet.').waitFor()
      const sinkUrl = `${testApp.url}/sandbox/v1/sinks/live-${clientId}`
      assert.equal(await page.getByLabel('Webhook URL').inputValue(), sinkUrl)
      await page.getByRole('link', { name: 'Add an endpoint' }).waitFor()
      await page.getByRole('button', { name: 'Send a test notification' }).click()
      await page.getByRole('status').getByText('Delivered 200').waitFor()
      const { requests } = await testApp.sandbox('GET', `/sinks/live-${clientId}`)
      assert.equal(requests.length, 1)
      assert.deepEqual(await findAccessibilityErrors(page), [])
    },
  )
})

describe('webhook endpoints', { skip }, () => {
  test('an endpoint is added with its secret, gets its filtered claims, is rotated and deleted', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, createCampaign, pageErrors } = browser
    const sink = `${testApp.url}/sandbox/v1/sinks/staging`
    const { clientId } = await createAnsweredDelivery(browser)
    const { campaignId, rewardIds } = await createCampaign({ clientId, rewards: ['방패'] })
    await testApp.deps.db.read
      .updateTable('campaign')
      .set({ title: 'oldest of many' })
      .where('id', '=', campaignId)
      .execute()
    await Promise.all(Array.from({ length: 20 }, () => createCampaign({ clientId, rewards: ['검'] })))
    await signIn(page, `/console/apps/${clientId}?tab=webhook`)
    await page.getByRole('link', { name: 'Add an endpoint' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Staging')
    await page.getByLabel('Webhook URL').fill(sink)
    const campaign = page.getByRole('combobox', { name: 'Campaigns' })
    await campaign.fill('oldest')
    await campaign.press('Enter')
    await page.getByRole('button', { name: 'Remove: oldest of many' }).waitFor()
    const channel = page.getByRole('combobox', { name: 'Channel name or channel ID' })
    await channel.fill(demo.viewer.channelId)
    await page.getByRole('button', { name: 'Add the endpoint' }).click()
    const message = await channel.evaluate((input) => (input as { validationMessage?: string }).validationMessage)
    assert.equal(message, 'Add this channel, or clear the field.')
    assert.equal(await page.getByText('The secret is shown only once').count(), 0)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('list', { name: 'Viewers' }).waitFor()
    await page.getByRole('button', { name: 'Add the endpoint' }).click()
    await page.getByText('The secret is shown only once').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.getByRole('link', { name: /Go to the endpoint/ }).click()

    for (const byChannelId of [demo.follower.channelId, demo.viewer.channelId])
      await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId })
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await notifications.getByRole('link', { name: 'Details' }).waitFor()
    assert.equal((await testApp.sandbox('GET', '/sinks/staging')).requests.length, 1)

    const endpointPage = new URL(page.url())
    await visit(page, `/console/inspector?app=${clientId}&kind=event`)
    // The claim of the follower is the newest but one.
    await page.locator('tr[data-kind]').nth(1).click()
    const receivers = page.locator('[aria-labelledby=why] tbody tr')
    await receivers
      .filter({ hasText: 'game · Staging' })
      .getByText('Excluded by the filter of the endpoint: viewers.')
      .waitFor()
    await receivers.filter({ hasText: 'game · webhook' }).getByText('The event was sent.').waitFor()
    await visit(page, `/console/apps/${clientId}?tab=webhook`)
    const rows = notifications.locator('tbody tr')
    await rows.first().waitFor()
    const endpointFilter = notifications.getByRole('combobox', { name: 'Endpoint' })
    assert.equal(await endpointFilter.locator('option:checked').textContent(), 'Main endpoint')
    await endpointFilter.selectOption('All endpoints')
    await rows.filter({ has: page.getByRole('cell', { name: 'Staging' }) }).waitFor()
    const ofRegistered = rows.filter({ has: page.getByRole('cell', { name: 'Main endpoint' }) })
    await ofRegistered.first().waitFor()
    await endpointFilter.selectOption('Staging')
    await ofRegistered.first().waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 1)
    await visit(page, endpointPage.pathname + endpointPage.search)
    const selected = page.getByRole('navigation', { name: 'Endpoints' }).locator('[aria-current] bdi')
    await selected.filter({ hasText: 'Staging' }).waitFor()
    assert.deepEqual(await selected.allTextContents(), ['Staging'])
    await rows.first().waitFor()
    assert.equal(await endpointFilter.locator('option:checked').textContent(), 'Staging')
    assert.equal(await rows.count(), 1)

    await page.getByRole('button', { name: 'Edit the settings' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Staging 2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Staging 2', exact: true }).waitFor()
    await page
      .getByRole('region', { name: 'State' })
      .getByText(`Claims of oldest of many · viewers: ${demo.viewer.channelName}`)
      .waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])

    await page.getByRole('button', { name: 'Create a new secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click()
    await page.getByText(/Both secrets sign/).waitFor()
    await page.getByText('The new secret is shown only once').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.getByRole('button', { name: 'Revoke the older secret' }).click()
    await page.getByText(/signed with its own secret/).waitFor()

    await page.getByRole('button', { name: 'Disable' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disable Staging 2?' })
    await dialog.getByText('wait and are sent then').waitFor()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Delete the endpoint' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the endpoint' }).click()
    await page.getByRole('link', { name: 'Staging' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText('Notifications still waiting are sent').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Webhook URL').inputValue(), '')
    assert.deepEqual(pageErrors, [])
  })
})

describe('application page', { skip }, () => {
  test('the overview shows the used quota and the days until deletion', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    for (let calls = 0; calls < 3; calls++) await testApp.call('GET', '/open/v1/lives', { client: demo })
    const { quotaPerApp, quotaPerToken } = testApp.deps.config
    await signIn(page, `/console/apps/${demo.clientId}`)
    await page.getByText(`3 of ${quotaPerApp.toLocaleString('en')}`).waitFor()
    await page.getByText(`up to ${quotaPerToken.toLocaleString('en')} calls a minute`).waitFor()
    await page.getByText('0 of 90 days').waitFor()
  })

  test(
    'the overview shows calls by result, response times and the top errors with a link to their records',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { page, testApp, demo, pageErrors } = browser
      const call = (query: string) => testApp.call('GET', `/open/v1/channels?${query}`, { client: demo })
      // The next interval begins when the sums of the last one are stored.
      const refusalIsStored = () =>
        eventually(() =>
          testApp.deps.db.read
            .selectFrom('app_traffic')
            .select('count')
            .where('status', '=', 400)
            .where('at', '>', testApp.clock.now() - 3_600_000)
            .executeTakeFirstOrThrow(),
        )
      await call('channelIds=%00')
      testApp.clock.advance(5_000)
      await refusalIsStored()
      testApp.clock.advance(25 * 3_600_000)
      for (let calls = 0; calls < 3; calls++) await call(`channelIds=${demo.streamer.channelId}`)
      await call('channelIds=%00')
      testApp.clock.advance(5_000)
      await refusalIsStored()
      await signIn(page, `/console/apps/${demo.clientId}`)
      const traffic = page.getByRole('region', { name: 'Calls', exact: true })
      const byResult = traffic.getByRole('table', { name: 'Calls by result' })
      await byResult.waitFor({ state: 'attached' })
      assert.match((await byResult.locator('tbody').textContent()) ?? '', /^\d\d:\d\d3100$/)
      assert.match((await traffic.getByRole('table', { name: 'Response time' }).textContent()) ?? '', /\d ms/)
      const legend = traffic
        .locator('figure', { has: page.getByRole('table', { name: 'Calls by result' }) })
        .locator('figcaption')
      assert.match((await legend.textContent()) ?? '', /^Calls by resultSuccessful3Client errors \(4xx\)1\d\d:\d\d$/)
      const peak = page.getByRole('region', { name: 'Limits' }).locator('dl').first()
      assert.equal(await peak.textContent(), 'Busiest minute (last hour)4Share of the limit0.1%Rejected by the quota0')
      const chart = traffic.getByRole('slider', { name: 'Calls by result' })
      await chart.focus()
      for (const [key, values] of [
        ['Home', ': Successful 0, Client errors (4xx) 0, Over quota (429) 0, Server errors (5xx) 0'],
        ['End', ': Successful 3, Client errors (4xx) 1, Over quota (429) 0, Server errors (5xx) 0'],
      ] as const) {
        await page.keyboard.press(key)
        assert.equal((await chart.getAttribute('aria-valuetext'))?.replace(/^\d\d:\d\d/, ''), values)
      }
      const error = traffic.getByRole('row', { name: /CONTAINS_NUL/ })
      await error.getByText('The text contains an invalid character. Type it again.').waitFor()
      assert.match((await error.textContent()) ?? '', /^GET \/open\/v1\/channels400 CONTAINS_NUL.*\D1/)
      await error.getByRole('button', { name: / ago|just now/ }).waitFor()
      await traffic.getByText('24 h', { exact: true }).click()
      await page.waitForURL(/range=day/)
      await page.reload()
      await traffic.locator('input[value=day]:checked').waitFor({ state: 'attached' })
      // Neither the error of the day before nor one for another reason.
      assert.equal((await call('')).status, 400)
      await error.getByRole('link').click()
      await page.waitForURL(/inspector.*channels.*status=(%22)?400/)
      await page.locator('tr[data-kind]').waitFor()
      await page.getByRole('button', { name: /^Showing [A-Z][a-z]+ \d+,? .* – [A-Z][a-z]+ \d+,? / }).waitFor()
      assert.equal(await page.locator('tr[data-kind]').count(), 1)
      await page.getByRole('link', { name: 'Applications', exact: true }).click()
      const ofDay = page.getByRole('slider', { name: 'Calls, 24 h' })
      assert.equal(await ofDay.getAttribute('aria-valuetext'), 'Calls, 24 h: calls 4, errors 1')
      await ofDay.focus()
      assert.match((await ofDay.getAttribute('aria-valuetext')) ?? '', /^\d\d:00: calls 4, errors 1$/)
      await page.keyboard.press('ArrowLeft')
      await page.getByText(/^\d\d:00: calls 0, errors 0$/).waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await page.goBack()
      await page
        .getByRole('row', { name: /channels.*400/ })
        .first()
        .waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )

  test('scopes can be changed, and the page explains the effect on existing grants', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    await signIn(page, `/console/apps/${demo.clientId}?tab=scopes`)
    // The risk is visible without hovering, in a row of one line.
    const streamKey = page.getByRole('row', { name: "Read the user's stream key" })
    await streamKey.getByText('Risky', { exact: true }).waitFor()
    await streamKey.getByText('Anyone with the key can broadcast').waitFor()
    assert.ok(((await streamKey.boundingBox())?.height ?? 0) < 38)
    assert.deepEqual(await findAccessibilityErrors(page), [])
    await page.getByRole('checkbox', { name: "Read the user's stream key" }).click()
    await page.getByText('0 added, 1 removed', { exact: true }).waitFor()
    await page.getByText('keep it until they withdraw').waitFor()
    // The window shows unsaved changes, also at the top of a long page.
    await page.evaluate('scrollTo(0, 0)')
    const unsaved = (await page.getByText('Changes are not saved yet. 0 added, 1 removed.').boundingBox()) ?? {
      y: Infinity,
      height: 0,
    }
    assert.ok(unsaved.y + unsaved.height <= (page.viewportSize()?.height ?? 0))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const rows = await testApp.deps.db.read
      .selectFrom('app_scope')
      .select('scope')
      .where('client_id', '=', demo.clientId)
      .execute()
    assert.ok(rows.length > 10 && !rows.some(({ scope }) => scope === scopes.streamKey))

    const token = await browser.createGrant()
    await testApp.call('GET', '/open/v1/users/me', { token })
    assert.equal((await testApp.call('POST', '/open/v1/chats/send', { token, json: {} })).status, 400)
    testApp.clock.advance(5_000)
    const chat = page.getByRole('row', { name: 'Send chat messages' })
    await chat.getByText('Only failed calls').waitFor()
    await chat.getByTitle('Name of the scope in the API').getByText(scopes.chatWrite).waitFor()
    const drops = page.getByRole('row').filter({ hasText: 'DROPS' })
    assert.equal(await drops.locator('[data-label="Users"]').innerText(), '–')
    await page.getByRole('button', { name: 'Deselect the unused scopes' }).click()
    // The scopes of the calls stay, also of the failed one, and that of drops, which users do not allow.
    await page.getByText(`0 added, ${rows.length - 3} removed`, { exact: true }).waitFor()
    assert.ok(await page.getByRole('checkbox', { name: "See the name and ID of the user's channel" }).isChecked())
    await chat.getByRole('link', { name: '2 operations' }).click()
    await page.locator('nav[aria-label="All operations"] section a').first().waitFor()
    assert.equal(await page.locator('nav[aria-label="All operations"] section a').count(), 2)

    await visit(page, '/console/apps/new')
    await page.getByText('Anyone with the key can broadcast').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
    assert.deepEqual(pageErrors, [])
  })

  test('an unknown tab in the address shows the first tab', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, demo, pageErrors } = browser
    await signIn(page, `/console/apps/${demo.clientId}?tab=nothing`)
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
    assert.deepEqual(pageErrors, [])
  })

  test('deleting requires the name, and ends tokens and sessions', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo, pageErrors } = browser
    const { url } = (await testApp.call('GET', '/open/v1/sessions/auth/client', { client: demo })).body.content
    using client = await connect(url)
    await signIn(page, `/console/apps/${demo.clientId}?tab=settings`)
    const button = page.getByRole('button', { name: 'Delete', exact: true })
    const input = page.getByLabel('To confirm, type its name')
    await input.fill('something else')
    assert.ok(await button.isDisabled())
    const { name } = await testApp.deps.db.read
      .selectFrom('app')
      .select('name')
      .where('client_id', '=', demo.clientId)
      .executeTakeFirstOrThrow()
    await input.fill(name)
    await button.click()
    await page.waitForURL('**/console/apps')
    await page.getByText('No applications yet').waitFor()
    await page.getByRole('status').getByText(`“${name}” was deleted.`).waitFor()
    await client.readUntilClose()
    assert.equal((await testApp.call('GET', '/open/v1/lives', { client: demo })).body.message, 'INVALID_CLIENT')
    assert.deepEqual(pageErrors, [])
  })

  for (const [profile, options] of browserProfiles)
    test(`its tabs and a delivery have no accessibility errors: ${profile}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, pageErrors } = browser
      const { clientId, delivery } = await createAnsweredDelivery(browser)
      await signIn(page, '/console/apps')
      const loadedSelectors = {
        [`/console/apps/${clientId}`]: '[aria-labelledby=limits] dl',
        [`/console/apps/${clientId}?tab=scopes`]: 'main table',
        [`/console/apps/${clientId}?tab=settings`]: '#delete',
        [`/console/apps/${clientId}?tab=webhook`]: 'main table',
        [`/console/apps/${clientId}/deliveries/${delivery.id}`]: '#attempt-0',
      }
      for (const [path, selector] of Object.entries(loadedSelectors)) {
        await visit(page, path)
        await page.locator(selector).first().waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], path)
      }
      assert.deepEqual(pageErrors, [])
    })
})
