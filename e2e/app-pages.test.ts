import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '@onair/contract'
import { faultsOf, openBrowser, signIn, skip, ways } from '../server/testing/console-browser.ts'
import { enter } from '../server/testing/session-client.ts'
import type { Scene } from '../server/testing/scene.ts'

const longest = { skip, timeout: 180_000 }

/** A notification that was answered by a receiver of the sandbox. */
async function notified(scene: Scene) {
  const { demo } = await scene.play('GET', '')
  const { clientId } = await scene.play('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: demo.people[0].channelId,
    organizationId: 'onair-demo',
    webhookUrl: `${scene.url}/sandbox/v1/sinks/hook`,
  })
  const made = { clientId, categoryId: 'talk', rewards: ['검'] }
  const { rewardIds } = await scene.play('POST', '/drops/campaigns', made)
  await scene.play('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId: demo.people[4].channelId })
  const delivery = () => scene.world.db.read.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow()
  while ((await delivery()).state !== 'DELIVERED') await new Promise((resolve) => setImmediate(resolve))
  return { clientId: clientId as string, delivery: await delivery() }
}

test('a notification shows what was sent and answered, byte for byte, and is sent again anew', longest, async () => {
  await using browser = await openBrowser()
  const { page, scene, complaints } = browser
  const { clientId, delivery } = await notified(scene)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, `/console/apps/${clientId}?tab=webhook`)
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('heading', { name: 'First attempt' }).waitFor()
  const [attempt] = (await scene.play('GET', '/sinks/hook')).requests
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
  assert.ok(copied.startsWith(`curl -s -X POST '${scene.url}/sandbox/v1/sinks/hook' -H `) && copied.includes(signature))

  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await page.getByText('It repeats').waitFor()
  assert.ok(!page.url().endsWith(delivery.id))
  await page.getByRole('heading', { name: 'First attempt' }).waitFor()
  await page.getByRole('link', { name: delivery.id }).click()
  await page.waitForURL(`**/${delivery.id}`)
  assert.deepEqual(complaints, [])
})

test('scopes are changed after registration, and the page says what it means', longest, async () => {
  await using browser = await openBrowser()
  const { page, scene, complaints } = browser
  const { demo } = await scene.play('GET', '')
  await signIn(page, `/console/apps/${demo.clientId}?tab=scopes`)
  await page.getByRole('checkbox', { name: 'Read your stream key' }).click()
  await page.getByText('0 more, 1 fewer').waitFor()
  await page.getByText('keeps it until they withdraw').waitFor()
  await page.getByRole('button', { name: 'Save the scopes' }).click()
  await page.getByText('Saved.').waitFor()
  const rows = await scene.world.db.read
    .selectFrom('app_scope')
    .select('scope')
    .where('client_id', '=', demo.clientId)
    .execute()
  assert.ok(rows.length > 10 && !rows.some(({ scope }) => scope === scopes.streamKey))
  assert.deepEqual(complaints, [])
})

test('an application is deleted once its name is typed: its tokens and sockets end', longest, async () => {
  await using browser = await openBrowser()
  const { page, scene, complaints } = browser
  const { demo } = await scene.play('GET', '')
  const { url } = (await scene.call('GET', '/open/v1/sessions/auth/client', { client: demo })).body.content
  using guest = await enter(url)
  await signIn(page, `/console/apps/${demo.clientId}?tab=settings`)
  const button = page.getByRole('button', { name: 'Delete', exact: true })
  const name = page.getByLabel('To confirm, type its name')
  await name.fill('something else')
  assert.ok(await button.isDisabled())
  const { name: called } = await scene.world.db.read
    .selectFrom('app')
    .select('name')
    .where('client_id', '=', demo.clientId)
    .executeTakeFirstOrThrow()
  await name.fill(called)
  await button.click()
  await page.waitForURL('**/console/apps')
  await page.getByText('No applications yet').waitFor()
  await guest.end()
  assert.equal((await scene.call('GET', '/open/v1/lives', { client: demo })).body.message, 'INVALID_CLIENT')
  assert.deepEqual(complaints, [])
})

test('the overview shows what is used of the quotas, and the days that are left', longest, async () => {
  await using browser = await openBrowser()
  const { page, scene } = browser
  const { demo } = await scene.play('GET', '')
  for (let calls = 0; calls < 3; calls++) await scene.call('GET', '/open/v1/lives', { client: demo })
  const { quotaPerApp, quotaPerToken } = scene.world.config
  await signIn(page, `/console/apps/${demo.clientId}`)
  await page.getByText(`3 of ${quotaPerApp.toLocaleString('en')}`).waitFor()
  await page.getByText(`up to ${quotaPerToken.toLocaleString('en')} calls a minute`).waitFor()
  await page.getByText('90 days until deletion').waitFor()
})

for (const [way, options] of ways)
  test(`nothing on the pages of an application keeps people out ${way}`, longest, async () => {
    await using browser = await openBrowser(options)
    const { page, scene, complaints } = browser
    const { clientId, delivery } = await notified(scene)
    await signIn(page, '/console/apps')
    const shown = {
      [`/console/apps/${clientId}`]: '.meter',
      [`/console/apps/${clientId}?tab=scopes`]: '.scope-choice',
      [`/console/apps/${clientId}?tab=settings`]: '#delete',
      [`/console/apps/${clientId}?tab=webhook`]: '.app-row',
      [`/console/apps/${clientId}/deliveries/${delivery.id}`]: '#attempt-0',
    }
    for (const [path, part] of Object.entries(shown)) {
      await page.goto(path)
      await page.locator(part).first().waitFor()
      assert.deepEqual(await faultsOf(page), [], path)
    }
    assert.deepEqual(complaints, [])
  })
