import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { hideMessage } from '../../server/features/chat/hide-message.ts'
import { resetTopic } from '../../server/shared/events.ts'
import {
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  browserProfiles,
} from '../../server/test/console-browser.ts'

const timeout = 180_000

/** The demo streamer, on the air, with their watch page; the clock of the platform goes on with the machine's. */
async function openLiveChannel(options: BrowserContextOptions = {}) {
  await using opening = new AsyncDisposableStack()
  const browser = opening.use(await openBrowser(options))
  const { testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const [streamer, manager, , , viewer, other] = demo.people.map(({ channelId }: any) => channelId as string)
  const channelId = String(streamer)
  await testApp.sandbox('POST', '/acts/go-live', { channelId, liveTitle: '첫 방송' })
  const startedAt = performance.now()
  let advancedMs = 0
  const ticking = setInterval(() => {
    const ms = Math.floor(performance.now() - startedAt) - advancedMs
    advancedMs += ms
    testApp.clock.advance(ms)
  }, 50)
  opening.defer(() => clearInterval(ticking))
  const path = `/watch/${channelId}`
  const opened = opening.move()
  return {
    ...browser,
    channelId,
    path,
    people: { manager, viewer, other },
    /** Somebody's page of the channel, in a browser of their own; a guest's where nobody is named. */
    async openWatchPage(personIndex: number | null, overrides: BrowserContextOptions = {}) {
      const page = await browser.visit(overrides)
      if (personIndex === null) await page.goto(path)
      else await signIn(page, path, personIndex)
      await page.locator('.chat_input').waitFor()
      await page.locator('.chat_chat [role=status]', { hasNotText: /./ }).waitFor({ state: 'attached' })
      return page
    },
    sendChat: (byChannelId: string, message: string) =>
      testApp.sandbox('POST', '/acts/chat', { channelId, byChannelId, message }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
const [streamerIndex, managerIndex, viewerIndex, otherIndex] = [0, 1, 4, 5]
const typeChat = async (page: Page, message: string) => {
  await page.getByLabel('Send a message').fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
}
const expectChat = (page: Page, message: string) => page.getByRole('log').getByText(message).waitFor()

test(
  'two people chat with each other, a guest reads along, and support is shown to all',
  { skip, timeout },
  async () => {
    await using air = await openLiveChannel()
    const { complaints: pageErrors } = air
    const [one, other, guest] = [
      await air.openWatchPage(viewerIndex),
      await air.openWatchPage(otherIndex),
      await air.openWatchPage(null),
    ]
    await typeChat(one, '안녕 {:smile:}')
    for (const page of [one, other, guest]) await expectChat(page, '안녕')
    await other.getByRole('img', { name: ':smile:' }).waitFor()
    await typeChat(other, 'hello back')
    for (const page of [one, guest]) await expectChat(page, 'hello back')
    assert.equal(await one.getByLabel('Send a message').inputValue(), '')
    await guest.getByText('to chat.').waitFor()

    await one.getByRole('button', { name: 'Donate' }).click()
    await one.getByLabel('Amount').fill('5000')
    await one.getByLabel('Message (optional)').fill('good luck')
    await one.getByRole('button', { name: 'Donate ₩5,000' }).click()
    for (const page of [other, guest]) {
      await expectChat(page, '₩5,000')
      await expectChat(page, 'good luck')
    }
    await one.getByRole('button', { name: 'Subscribe' }).click()
    await one.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
    await expectChat(guest, 'subscribed')
    await one.getByRole('button', { name: 'Subscribed, 1 month' }).waitFor()

    await one.getByRole('button', { name: 'Follow' }).click()
    await one.getByRole('button', { name: 'Following' }).waitFor()
    await guest.getByText('4 followers').waitFor()
    await guest.getByRole('link', { name: 'Follow' }).click()
    await guest.waitForURL(`**/sign-in?back=*`)
    assert.deepEqual(pageErrors, [])
  },
)

test('slow mode counts down on the button, and lets one speak when it is over', { skip, timeout }, async () => {
  await using air = await openLiveChannel()
  const page = await air.openWatchPage(viewerIndex)
  const streamer = await air.openWatchPage(streamerIndex)
  const { testApp, channelId } = air
  await testApp.deps.db.transaction(async (tx) => {
    await tx.insertInto('chat_settings').values({ channel_id: channelId, slow_mode_sec: 3 }).execute()
  })
  await page.waitForFunction(
    `fetch('/console/v1/channels/${channelId}').then((r) => r.json()).then((r) => r.content.state.chatSettings.chatSlowModeSec === 3)`,
  )
  await typeChat(page, 'first')
  await page.getByText(/Slow mode: you can chat again in [123] second/).waitFor()
  const button = page.locator('.chat_input button[type=submit]')
  assert.ok(await button.isDisabled())
  await page.getByLabel('Send a message').fill('second')
  await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).click()
  await expectChat(streamer, 'second')
  await typeChat(streamer, 'a streamer')
  await typeChat(streamer, 'does not wait')
  await expectChat(page, 'does not wait')
})

test('what is typed while the words before are on their way stays', { skip, timeout }, async () => {
  await using air = await openLiveChannel()
  const page = await air.openWatchPage(viewerIndex)
  const pending = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/chat', async (route) => {
    pending.resolve()
    await released.promise
    await route.continue()
  })
  await typeChat(page, 'first')
  await pending.promise
  await page.getByLabel('Send a message').fill('second')
  const responded = page.waitForResponse('**/chat')
  released.resolve()
  await responded
  await expectChat(page, 'first')
  await page.getByRole('button', { name: 'Send' }).click()
  await expectChat(page, 'second')
})

test(
  'what is hidden and who is kept out is seen on both sides, and the notice by everybody',
  { skip, timeout },
  async () => {
    await using air = await openLiveChannel()
    const [manager, one, other] = [
      await air.openWatchPage(managerIndex),
      await air.openWatchPage(viewerIndex),
      await air.openWatchPage(otherIndex),
    ]
    const openModeration = async (words: string, what: string) => {
      await manager.getByRole('listitem').filter({ hasText: words }).getByRole('button').click()
      await manager.getByRole('dialog').getByRole('button', { name: what }).click()
      await manager.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await typeChat(one, 'something rude')
    await typeChat(other, 'a good rule')
    await expectChat(manager, 'a good rule')
    await openModeration('a good rule', 'Pin as notice')
    for (const page of [one, other]) await page.getByLabel('Notice').getByText('a good rule').waitFor()
    await openModeration('something rude', 'Hide message')
    for (const page of [one, other, manager]) {
      await expectChat(page, 'Hidden message')
      assert.equal(await page.getByText('something rude').count(), 0)
    }

    await typeChat(one, 'one more')
    await expectChat(manager, 'one more')
    await openModeration('one more', 'Time out')
    await one.getByText(/You are timed out. You can chat again in \d+ second/).waitFor()
    await one.locator('.chat_input button[type=submit]', { hasText: /^\d+$|^1:00$/ }).waitFor()
    assert.equal(await other.getByText(/restricted/).count(), 0)
    await other.getByText('one more').waitFor({ state: 'detached' })
    await openModeration('a good rule', 'Restrict')
    await other.getByText('You are restricted in this channel').waitFor()
    assert.ok(await other.getByLabel('Send a message').isDisabled())
    await manager.getByRole('button', { name: 'Remove the notice' }).click()
    await one.getByLabel('Notice').waitFor({ state: 'detached' })
    assert.deepEqual(air.complaints, [])
  },
)

test('viewers are those whose pages are open, a guest among them', { skip, timeout }, async () => {
  await using air = await openLiveChannel()
  const page = await air.openWatchPage(streamerIndex)
  await page.getByText('1 viewer', { exact: true }).waitFor()
  const one = await air.openWatchPage(viewerIndex)
  const anonymousPage = await air.openWatchPage(null)
  await page.getByText('3 viewers').waitFor()
  await anonymousPage
    .context()
    .newPage()
    .then((again) => again.goto(air.path))
  await one.close()
  await page.getByText('2 viewers').waitFor()
  await anonymousPage.context().close()
  await page.getByText('1 viewer', { exact: true }).waitFor()
})

test('a page whose socket broke comes back, and has what was said meanwhile', { skip, timeout }, async () => {
  await using air = await openLiveChannel()
  const page = await air.openWatchPage(viewerIndex)
  await air.sendChat(air.people.other, 'before')
  // What one person said in one moment is hidden together, and the clock may stand still between two lines.
  const hidden = await air.sendChat(air.people.manager, 'hidden meanwhile')
  await expectChat(page, 'hidden meanwhile')
  // The sockets are closed as at a restart, and nothing else is forgotten.
  await air.testApp.deps.bus.publish(resetTopic.name, {})
  await air.sendChat(air.people.other, 'while away')
  await hideMessage({ ...air, messageId: hidden.messageId, by: air.channelId }, air.testApp.deps)
  await expectChat(page, 'while away')
  await expectChat(page, 'Hidden message')
  assert.equal(await page.getByText('hidden meanwhile').count(), 0)
  await page.locator('.chat_chat [role=status]', { hasNotText: /./ }).waitFor({ state: 'attached' })
  await air.sendChat(air.people.other, 'back again')
  await expectChat(page, 'back again')
  assert.equal(await page.getByText('before', { exact: true }).count(), 1)
})

test('scrolled up the chat stands still, and says how much waits', { skip, timeout }, async () => {
  await using air = await openLiveChannel()
  const page = await air.openWatchPage(viewerIndex)
  for (let n = 0; n < 40; n++) await air.sendChat(air.people.other, `line ${n}`)
  await expectChat(page, 'line 39')
  const log = page.getByRole('log')
  await log.evaluate((place) => place.scrollTo(0, 0))
  await page.getByRole('button', { name: 'Go to the newest' }).waitFor()
  await air.sendChat(air.people.other, 'one more')
  await air.sendChat(air.people.other, 'and another')
  await page.getByRole('button', { name: '2 new messages' }).click()
  await expectChat(page, 'and another')
  assert.ok(await log.evaluate((place) => place.scrollHeight - place.scrollTop - place.clientHeight < 48))
})

test('a broadcast for adults asks first, and counts nobody before', { skip, timeout }, async () => {
  await using air = await openLiveChannel()
  const streamer = await air.openWatchPage(streamerIndex)
  await streamer.evaluate(
    `fetch('/console/v1/live/setting', { method: 'PATCH', body: '{"adult":true}', headers: { 'content-type': 'application/json' } })`,
  )
  await streamer.getByRole('button', { name: 'I am 19 or older' }).click()
  await streamer.getByText('1 viewer', { exact: true }).waitFor()
  const anonymousPage = await air.visit()
  await anonymousPage.goto(air.path)
  await anonymousPage.getByRole('heading', { name: 'This broadcast is for adults only' }).waitFor()
  assert.equal(await anonymousPage.getByRole('log').count(), 0)
  await anonymousPage.getByRole('button', { name: 'I am 19 or older' }).click()
  await streamer.getByText('2 viewers').waitFor()
})

test('when nobody is on the air a sandbox puts somebody there', { skip, timeout }, async () => {
  await using browser = await openBrowser()
  const { page, complaints: pageErrors } = browser
  await page.goto('/')
  await page.getByRole('link', { name: 'See live channels' }).click()
  await page.getByRole('button', { name: 'Start a demo broadcast' }).click()
  await page.waitForURL('**/watch/*')
  await page.getByText('42 viewers').or(page.getByText('43 viewers')).first().waitFor()
  await page.getByRole('link', { name: 'Watch', exact: true }).click()
  await page.getByRole('heading', { name: 'Live now' }).waitFor()
  await page.getByRole('heading', { level: 2 }).getByRole('link').click()
  await page.getByRole('log').waitFor()
  assert.deepEqual(pageErrors, [])
})

for (const [way, options] of browserProfiles)
  test(`nothing on the watch page keeps people out ${way}`, { skip, timeout }, async () => {
    await using air = await openLiveChannel(options)
    const { complaints, testApp, channelId } = air
    for (const [nth, { channelId: byChannelId }] of (await testApp.sandbox('GET', '')).demo.people.entries())
      await air.sendChat(byChannelId, `안녕하세요 ${nth}`)
    await testApp.sandbox('POST', '/acts/donate', {
      channelId,
      byChannelId: air.people.viewer,
      payAmount: 1000,
      donationText: '힘내요',
    })
    await testApp.sandbox('POST', '/acts/subscribe', { channelId, byChannelId: air.people.viewer })
    for (const nth of [null, managerIndex, otherIndex]) {
      const page = await air.openWatchPage(nth)
      await page.locator('.chat_payment').first().waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], `as ${nth}`)
      if (nth === otherIndex) {
        await page.locator('.channel-info_actions button').nth(2).click()
        await page.getByRole('dialog').waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], 'the dialog')
      }
      if (nth === managerIndex) {
        await page.getByRole('log').getByRole('button').first().click()
        await page.getByRole('dialog').waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], 'moderation')
      }
    }
    const page = await air.visit()
    await page.goto('/watch')
    await page.locator('.lives_card').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [], 'the list')
    assert.deepEqual(complaints, [])
  })
