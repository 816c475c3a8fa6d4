import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '@onair/contract'
import {
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  browserProfiles,
} from '../../server/test/console-browser.ts'
import { connect } from '../../server/test/session-client.ts'
import type { TestApp } from '../../server/test/test-app.ts'

const slowTest = { skip, timeout: 180_000 }

/** A notification that was answered by a receiver of the sandbox. */
async function createAnsweredDelivery(testApp: TestApp) {
  const { demo } = await testApp.sandbox('GET', '')
  const { clientId } = await testApp.sandbox('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: demo.people[0].channelId,
    organizationId: 'onair-demo',
    webhookUrl: `${testApp.url}/sandbox/v1/sinks/hook`,
  })
  const campaign = { clientId, categoryId: 'talk', rewards: ['검'] }
  const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', campaign)
  await testApp.sandbox('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId: demo.people[4].channelId })
  const delivery = () => testApp.deps.db.read.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow()
  while ((await delivery()).state !== 'DELIVERED') await new Promise((resolve) => setImmediate(resolve))
  return { clientId: clientId as string, delivery: await delivery() }
}

test('a notification shows what was sent and answered, byte for byte, and is sent again anew', slowTest, async () => {
  await using browser = await openBrowser()
  const { page, testApp, complaints: pageErrors } = browser
  const { clientId, delivery } = await createAnsweredDelivery(testApp)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, `/console/apps/${clientId}?tab=webhook`)
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('heading', { name: 'First attempt' }).waitFor()
  const [attempt] = (await testApp.sandbox('GET', '/sinks/hook')).requests
  const shown = (await page.locator('main').textContent()) ?? ''
  const signature = Object.entries<string>(attempt.headers).find(([name]) => /signature/i.test(name))?.[1] ?? ''
  for (const part of [signature, delivery.id, 'delivered 200', String(delivery.body)])
    assert.ok(shown.includes(part), part)

  const body = page.getByRole('region', { name: 'Body' })
  await body.getByText('base64', { exact: true }).click()
  assert.equal(await body.locator('pre').textContent(), delivery.body?.toString('base64'))
  await body.getByText('Hex', { exact: true }).click()
  assert.equal((await body.locator('pre').textContent())?.replaceAll(' ', ''), delivery.body?.toString('hex'))
  await page.getByRole('button', { name: /^Copy: curl/ }).click()
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
  assert.deepEqual(pageErrors, [])
})

test('scopes are changed after registration, and the page says what it means', slowTest, async () => {
  await using browser = await openBrowser()
  const { page, testApp, complaints: pageErrors } = browser
  const { demo } = await testApp.sandbox('GET', '')
  await signIn(page, `/console/apps/${demo.clientId}?tab=scopes`)
  await page.getByRole('checkbox', { name: 'Read your stream key' }).click()
  await page.getByText('0 added, 1 removed').waitFor()
  await page.getByText('keep it until they withdraw').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const rows = await testApp.deps.db.read
    .selectFrom('app_scope')
    .select('scope')
    .where('client_id', '=', demo.clientId)
    .execute()
  assert.ok(rows.length > 10 && !rows.some(({ scope }) => scope === scopes.streamKey))
  assert.deepEqual(pageErrors, [])
})

test('an application is deleted once its name is typed: its tokens and sockets end', slowTest, async () => {
  await using browser = await openBrowser()
  const { page, testApp, complaints: pageErrors } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const { url } = (await testApp.call('GET', '/open/v1/sessions/auth/client', { client: demo })).body.content
  using client = await connect(url)
  await signIn(page, `/console/apps/${demo.clientId}?tab=settings`)
  const button = page.getByRole('button', { name: 'Delete', exact: true })
  const name = page.getByLabel('To confirm, type its name')
  await name.fill('something else')
  assert.ok(await button.isDisabled())
  const { name: called } = await testApp.deps.db.read
    .selectFrom('app')
    .select('name')
    .where('client_id', '=', demo.clientId)
    .executeTakeFirstOrThrow()
  await name.fill(called)
  await button.click()
  await page.waitForURL('**/console/apps')
  await page.getByText('No applications yet').waitFor()
  await client.readUntilClose()
  assert.equal((await testApp.call('GET', '/open/v1/lives', { client: demo })).body.message, 'INVALID_CLIENT')
  assert.deepEqual(pageErrors, [])
})

test('the overview shows what is used of the quotas, and the days that are left', slowTest, async () => {
  await using browser = await openBrowser()
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  for (let calls = 0; calls < 3; calls++) await testApp.call('GET', '/open/v1/lives', { client: demo })
  const { quotaPerApp, quotaPerToken } = testApp.deps.config
  await signIn(page, `/console/apps/${demo.clientId}`)
  await page.getByText(`3 of ${quotaPerApp.toLocaleString('en')}`).waitFor()
  await page.getByText(`up to ${quotaPerToken.toLocaleString('en')} calls a minute`).waitFor()
  await page.getByText('90 days until deletion').waitFor()
})

for (const [way, options] of browserProfiles)
  test(`nothing on the pages of an application keeps people out ${way}`, slowTest, async () => {
    await using browser = await openBrowser(options)
    const { page, testApp, complaints } = browser
    const { clientId, delivery } = await createAnsweredDelivery(testApp)
    await signIn(page, '/console/apps')
    const shown = {
      [`/console/apps/${clientId}`]: '.layout_meter',
      [`/console/apps/${clientId}?tab=scopes`]: '.apps_scopeOptions',
      [`/console/apps/${clientId}?tab=settings`]: '#delete',
      [`/console/apps/${clientId}?tab=webhook`]: '.layout_row',
      [`/console/apps/${clientId}/deliveries/${delivery.id}`]: '#attempt-0',
    }
    for (const [path, part] of Object.entries(shown)) {
      await page.goto(path)
      await page.locator(part).first().waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], path)
    }
    assert.deepEqual(complaints, [])
  })
