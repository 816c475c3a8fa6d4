import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { limits } from '@onair/contract'
import { updateBlockedWords } from '@onair/server/features/chat/blocked-words.ts'
import { hideMessage } from '@onair/server/features/chat/hide-messages.ts'
import { updateLiveSetting } from '@onair/server/features/lives/live-settings.ts'
import { invalidField } from '@onair/server/shared/refusal.ts'
import { resetTopic } from '@onair/server/shared/bus-messages.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  demoPeople,
  type DemoPersonName,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'

/** The chat of the watch page. */
const chatOf = (page: Page) => page.getByRole('region', { name: /^(Chat|채팅)$/ })

const slowTest = { timeout: 180_000 }

/** Puts the demo streamer live. The fake clock follows the machine's, so that slow mode and timeouts end. */
async function openLiveChannel(options: BrowserContextOptions = {}) {
  await using opening = new AsyncDisposableStack()
  const browser = opening.use(await openBrowser(options))
  const { testApp, demo } = browser
  const { channelId } = demo.streamer
  await testApp.sandbox('POST', '/actions/go-live', { channelId, liveTitle: '첫 방송' })
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
    /** Opens the watch page in a new browser context, as a demo person or as a guest, and waits until it is connected. */
    async openWatchPage(person: DemoPersonName | null, overrides: BrowserContextOptions = {}) {
      const page = await browser.openPage(overrides)
      if (person === null) await page.goto(path)
      else await signIn(page, path, person)
      await chatOf(page).locator('[role=status]', { hasNotText: /./ }).waitFor({ state: 'attached' })
      return page
    },
    async sendChat(sender: DemoPersonName, message: string): Promise<{ messageId: string }> {
      const byChannelId = demo[sender].channelId
      return testApp.sandbox('POST', '/actions/chat', { channelId, byChannelId, message })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const typeChat = async (page: Page, message: string) => {
  await page.getByLabel('Send a message').fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
}
const expectChat = (page: Page, message: string) => page.getByRole('log').getByText(message).waitFor()

describe('the list of live channels', { skip }, () => {
  test(
    'is searched and filtered by category in the address, and has the followed channels first',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { demo, pageErrors, testApp } = browser
      const goLive = (name: DemoPersonName, liveTitle: string) =>
        testApp.sandbox('POST', '/actions/go-live', { channelId: demo[name].channelId, liveTitle })
      await goLive('streamer', 'Kimchi stew')
      await goLive('manager', 'Ranked games')
      await testApp.sandbox('POST', '/actions/go-live', { channelId: demo.viewer.channelId })
      const { page } = browser
      await signIn(page, '/watch', 'manager')
      await page.request.patch('/console/v1/live/setting', {
        data: { categoryType: 'GAME', categoryId: 'League_of_Legends' },
        headers: { Origin: testApp.url },
      })
      await page.request.put(`/console/v1/channels/${demo.streamer.channelId}/follow`, {
        headers: { Origin: testApp.url },
      })
      await page.goto('/watch')
      const following = page.getByRole('region', { name: 'Channels you follow' })
      await following.getByRole('link', { name: 'Kimchi stew' }).waitFor()
      assert.equal(await following.getByRole('listitem').count(), 1)
      await page.getByRole('searchbox').fill('kimchi')
      await page.waitForURL('**/watch?q=kimchi')
      await page.getByRole('heading', { name: 'Results for “kimchi”' }).waitFor()
      await page.getByRole('heading', { name: '1 live channel' }).waitFor()
      await page.getByRole('link', { name: 'Kimchi stew' }).waitFor()
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await page.getByRole('link', { name: `${demo.viewer.channelName}’s broadcast` }).waitFor()
      const category = page
        .getByRole('navigation', { name: 'Categories' })
        .getByRole('link', { name: /League of Legends/ })
      await category.click()
      await page.waitForURL('**/watch?category=League_of_Legends')
      await page.getByRole('link', { name: 'Ranked games' }).waitFor()
      await page.getByRole('link', { name: 'Kimchi stew' }).waitFor({ state: 'detached' })
      assert.equal(await category.getAttribute('aria-current'), 'page')
      assert.deepEqual(await findAccessibilityErrors(page), [])
      await page.getByRole('searchbox').fill('kimchi')
      await page.getByRole('link', { name: 'Show all live channels' }).click()
      await following.waitFor()
      await page.goto('/watch?category=music')
      await page.getByRole('heading', { name: 'No live broadcasts in this category right now' }).waitFor()
      const chosen = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Music/Singing' })
      assert.equal(await chosen.getAttribute('aria-current'), 'page')
      await page.getByRole('link', { name: 'Show all live channels' }).click()
      await following.waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )
})

describe('a search of live channels', { skip }, () => {
  test('shows more than one page of results', slowTest, async () => {
    await using browser = await openBrowser({}, { inspector: 'off' })
    const { page, pageErrors, testApp } = browser
    const count = limits.liveSearchSize + 20
    await sql`
      with added as (
        insert into channel (id, name, verified_mark, chat_channel_id, created_at)
        select md5(i::text), 'kimchi ' || i, false, md5('chat' || i), 0 from generate_series(1, ${count}::int) i
        returning id)
      insert into live (channel_id, simulated_viewers, opened_at) select id, 5, 0 from added`.execute(
      testApp.deps.db.read,
    )
    await page.goto('/watch?q=kimchi')
    await page.getByRole('heading', { name: `${count} live channels` }).waitFor()
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
    assert.equal(await cards.count(), limits.liveSearchSize)
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await cards.nth(count - 1).waitFor()
    const names = await cards.locator('bdi').allTextContents()
    assert.deepEqual([names.length, new Set(names).size], [count, count])
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    assert.deepEqual(await findAccessibilityErrors(page), [])
    assert.deepEqual(pageErrors, [])
  })
})

describe('chat on the watch page', { skip }, () => {
  test('a wrong address of a channel says so and leads to the live channels', slowTest, async () => {
    await using browser = await openBrowser()
    const { page } = browser
    for (const id of ['nope', '0123456789abcdef0123456789abcdef']) {
      await page.goto(`/watch/${id}`)
      await page.getByRole('heading', { name: 'Channel not found' }).waitFor()
      assert.equal(await page.title(), 'Channel not found · Onair')
      assert.equal(await page.getByRole('link', { name: 'Go to the live channels' }).getAttribute('href'), '/watch')
    }
  })

  test('the text of an empty chat keeps its distance from the border', slowTest, async () => {
    await using channel = await openLiveChannel()
    const page = await channel.openWatchPage(null)
    const empty = page.getByText('No messages yet')
    await empty.waitFor()
    const box = await empty.evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left
    })
    assert.ok(box >= 12, `${box} px`)
  })

  test('the emoticons leave the newest line visible, and Escape closes them', slowTest, async () => {
    await using channel = await openLiveChannel()
    const page = await channel.openWatchPage('viewer', { viewport: { width: 1280, height: 700 } })
    for (let line = 0; line < 40; line++) await channel.sendChat('streamer', `line ${line}`)
    await expectChat(page, 'line 39')
    await page.getByRole('button', { name: 'Emoticons' }).click()
    await page.getByRole('group', { name: 'Emoticons' }).waitFor()
    const isNewestVisible = () =>
      page.evaluate<boolean>(`
        document.querySelector('[role=log] li:last-child').getBoundingClientRect().bottom <=
          document.querySelector('[role=log]').getBoundingClientRect().bottom + 1`)
    await eventually(async () => assert.ok(await isNewestVisible()))
    await page.keyboard.press('Escape')
    await page.getByRole('group', { name: 'Emoticons' }).waitFor({ state: 'detached' })
    await eventually(async () => assert.ok(await isNewestVisible()))
  })

  test('messages, donations and subscriptions reach all viewers, and a guest can only read', slowTest, async () => {
    await using channel = await openLiveChannel()
    const { pageErrors } = channel
    const [viewer, otherViewer, guest] = await Promise.all([
      channel.openWatchPage('viewer'),
      channel.openWatchPage('otherViewer'),
      channel.openWatchPage(null),
    ])
    await typeChat(viewer, '안녕 {:smile:}')
    for (const page of [viewer, otherViewer, guest]) await expectChat(page, '안녕')
    await otherViewer.getByRole('img', { name: ':smile:' }).waitFor()
    await typeChat(otherViewer, 'hello back {:constructor:}')
    for (const page of [viewer, guest]) await expectChat(page, 'hello back :constructor:')
    assert.equal(await viewer.getByLabel('Send a message').inputValue(), '')
    await viewer.getByRole('listitem').filter({ hasText: 'hello back' }).getByTitle('Show profile').focus()
    await viewer.keyboard.press('Enter')
    const profile = viewer.getByRole('dialog')
    await profile.getByText('Subscription', { exact: true }).waitFor()
    await profile.getByRole('button', { name: 'Mention in chat' }).click()
    const mention = `@${channel.demo.otherViewer.channelName} `
    await viewer.locator(`input:focus[value="${mention}"]`).waitFor()
    await viewer.keyboard.press('ControlOrMeta+A')
    await viewer.keyboard.press('Delete')
    await guest.getByText('to chat.').waitFor()

    await viewer.getByRole('button', { name: 'Donate' }).click()
    await viewer.getByLabel('Amount').fill('5000')
    await updateBlockedWords(
      { channelId: channel.channelId, moderatorChannelId: channel.channelId },
      ['bad'],
      channel.testApp.deps,
    )
    await viewer.getByLabel('Message (optional)').fill('BAD luck')
    await viewer.getByRole('button', { name: 'Donate ₩5,000' }).click()
    await viewer.getByText('Not sent: the message contains a word that this channel blocks.').waitFor()
    assert.equal(await viewer.getByLabel('Message (optional)').getAttribute('aria-invalid'), 'true')
    await viewer.getByLabel('Message (optional)').fill('good luck')
    await viewer.getByRole('button', { name: 'Donate ₩5,000' }).click()
    for (const page of [otherViewer, guest]) {
      await expectChat(page, '₩5,000')
      await expectChat(page, 'good luck')
    }
    const donation = guest.getByRole('listitem').filter({ hasText: 'good luck' })
    await donation.hover()
    const [time, amount] = await Promise.all(
      [donation.locator('time'), donation.getByText('₩5,000')].map((part) => part.boundingBox()),
    )
    assert.ok(time && amount && time.x + time.width <= amount.x)
    await viewer.getByRole('button', { name: 'Donate' }).click()
    await viewer.getByLabel('Donate anonymously').check()
    await viewer.getByRole('button', { name: 'Donate ₩1,000' }).click()
    await expectChat(guest, 'Anonymous')
    await viewer.getByRole('button', { name: 'Subscribe' }).click()
    await viewer.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
    await expectChat(guest, 'subscribed')
    await viewer.getByRole('button', { name: 'Subscribed, 1 month' }).click()
    await viewer.getByText(/^Next renewal: \w+ \d+$/).waitFor()
    assert.deepEqual(await viewer.getByRole('dialog').getByRole('button').allInnerTexts(), ['', 'Gift subscriptions'])
    await viewer.keyboard.press('Escape')

    await viewer.route('**/follow', (route) => route.abort(), { times: 1 })
    await viewer.getByRole('button', { name: 'Follow' }).click()
    await viewer.getByRole('alert').waitFor()
    await viewer.getByText('3 followers').waitFor()
    await viewer.getByRole('button', { name: 'Follow' }).click()
    await viewer.getByRole('button', { name: 'Following' }).waitFor()
    for (const page of [viewer, guest]) await page.getByText('4 followers').waitFor()
    await viewer.getByRole('button', { name: 'Following' }).click()
    const unfollow = viewer.getByRole('dialog', { name: /^Unfollow / })
    await unfollow.getByRole('button', { name: 'Cancel' }).click()
    await unfollow.waitFor({ state: 'detached' })
    await viewer.getByRole('button', { name: 'Following' }).click()
    await unfollow.getByRole('button', { name: 'Unfollow' }).click()
    await viewer.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await guest.getByText('3 followers').waitFor()
    await guest.getByRole('link', { name: 'Follow' }).click()
    await guest.waitForURL(`**/sign-in?back=*`)
    // The refused donation, and the follow that failed.
    assert.deepEqual(
      pageErrors.filter((error) => !/403|ERR_FAILED/.test(error)),
      [],
    )
  })

  test('a guest mutes a person by keyboard, and undoes it in the list of the muted', slowTest, async () => {
    await using channel = await openLiveChannel()
    const { channelId: mutedId, channelName } = channel.demo.otherViewer
    const guest = await channel.openWatchPage(null)
    await channel.sendChat('otherViewer', 'rude words')
    await channel.sendChat('viewer', 'kind words')
    await guest.getByRole('listitem').filter({ hasText: 'rude words' }).getByRole('button').focus()
    await guest.keyboard.press('Enter')
    const card = guest.getByRole('dialog')
    assert.equal(await card.getByRole('link', { name: 'Go to channel' }).getAttribute('href'), `/watch/${mutedId}`)
    await card.getByRole('button', { name: 'Mute' }).press('Enter')
    await card.getByText('You no longer see what this person writes').waitFor()
    await guest.getByText('rude words').waitFor({ state: 'detached' })
    assert.deepEqual(await findAccessibilityErrors(guest), [])
    await card.getByRole('button', { name: 'Unmute' }).press('Enter')
    await expectChat(guest, 'rude words')
    await card.getByRole('button', { name: 'Mute' }).press('Enter')
    await guest.keyboard.press('Escape')
    await guest
      .locator('button:focus', { has: guest.locator('svg') })
      .and(guest.getByLabel('Chat settings'))
      .waitFor()
    await channel.sendChat('otherViewer', 'more rude words')
    await channel.sendChat('viewer', 'more kind words')
    await expectChat(guest, 'more kind words')
    assert.equal(await guest.getByText('rude words').count(), 0)

    await guest.reload()
    await expectChat(guest, 'more kind words')
    assert.equal(await guest.getByText('rude words').count(), 0)
    await guest.getByRole('button', { name: 'Chat settings' }).press('Enter')
    assert.deepEqual(await findAccessibilityErrors(guest), [])
    await guest.getByRole('button', { name: `Unmute ${channelName}` }).press('Enter')
    await guest.getByText('You have muted no one').waitFor()
    await guest.keyboard.press('Escape')
    await expectChat(guest, 'more rude words')
    assert.deepEqual(channel.pageErrors, [])
  })

  test('the page of an offline channel has its name once, and its last live', slowTest, async () => {
    await using channel = await openLiveChannel()
    const { testApp, demo, channelId } = channel
    const page = await channel.openPage()
    const { channelId: newChannelId, channelName } = demo.viewer
    await page.goto(`/watch/${newChannelId}`)
    await page.getByText('Has not broadcast yet').waitFor()
    await page.getByRole('heading', { name: channelName, level: 1 }).waitFor()
    assert.equal(await page.getByText(channelName).count(), 1)
    await page.getByRole('heading', { name: 'Live now' }).waitFor()
    await page.getByText('No introduction yet.').waitFor()
    const category = { categoryType: 'GAME', categoryId: 'League_of_Legends' }
    const token = await channel.createGrant()
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: category })
    await testApp.sandbox('POST', '/actions/go-offline', { channelId })
    await page.goto(`/watch/${channelId}`)
    await page.getByText(/Last live|just ended/).waitFor()
    await page.getByText('첫 방송').waitFor()
    await page.getByText('League of Legends').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [])
  })

  test('slow mode counts down on the button, and then allows the next message', slowTest, async () => {
    await using channel = await openLiveChannel()
    const [page, streamer] = await Promise.all([channel.openWatchPage('viewer'), channel.openWatchPage('streamer')])
    const { testApp, channelId } = channel
    await testApp.deps.db.transaction(async (tx) => {
      await tx.insertInto('chat_settings').values({ channel_id: channelId, slow_mode_sec: 3 }).execute()
    })
    await eventually(() =>
      page.evaluate(
        `fetch('/console/v1/channels/${channelId}').then((r) => r.json()).then((r) => r.content.state.chatSettings.chatSlowModeSec === 3)`,
      ),
    )
    await typeChat(page, 'first')
    await page.getByText(/Slow mode: you can chat again in [123] second/).waitFor()
    const button = chatOf(page).locator('button[type=submit]')
    assert.ok(await button.isDisabled())
    await page.getByLabel('Send a message').fill('second')
    await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).click()
    await expectChat(streamer, 'second')
    await typeChat(streamer, 'a streamer')
    await typeChat(streamer, 'does not wait')
    await expectChat(page, 'does not wait')
  })

  test('text typed while a message is being sent is kept', slowTest, async () => {
    await using channel = await openLiveChannel()
    const page = await channel.openWatchPage('viewer')
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

  test('moderation, notice and restrictions take effect on all open pages', slowTest, async () => {
    await using channel = await openLiveChannel()
    const [manager, viewer, otherViewer] = await Promise.all([
      channel.openWatchPage('manager'),
      channel.openWatchPage('viewer'),
      channel.openWatchPage('otherViewer'),
    ])
    const moderate = async (message: string, action: string) => {
      await manager.getByRole('listitem').filter({ hasText: message }).getByRole('button').first().click()
      await manager.getByRole('dialog').getByRole('button', { name: action }).click()
      await manager.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const restrict = async (message: string, action: string, done: string) => {
      await manager.getByRole('listitem').filter({ hasText: message }).getByRole('button').first().click()
      await manager.getByRole('dialog').getByRole('button', { name: action }).click()
      await manager.getByRole('dialog').getByText(done).waitFor()
      await manager.keyboard.press('Escape')
      await manager.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await typeChat(viewer, 'something rude')
    await typeChat(otherViewer, 'a good rule')
    await expectChat(manager, 'a good rule')
    await moderate('a good rule', 'Pin as notice')
    for (const page of [viewer, otherViewer]) await page.getByLabel('Notice').getByText('a good rule').waitFor()
    await moderate('something rude', 'Hide message')
    for (const page of [viewer, otherViewer, manager]) {
      await expectChat(page, 'Hidden message')
      assert.equal(await page.getByText('something rude').count(), 0)
    }

    await typeChat(viewer, 'one more')
    await expectChat(manager, 'one more')
    await manager.getByRole('listitem').filter({ hasText: 'one more' }).getByRole('button').first().click()
    const card = manager.getByRole('dialog')
    await card.getByRole('list', { name: 'Last messages' }).getByText('something rude').waitFor()
    const history = card.getByRole('list', { name: 'Moderation history' })
    await history.getByText('hid a message').getByText('something rude').waitFor()
    await card.getByLabel('Duration').selectOption({ label: '10 minutes' })
    await card.getByRole('button', { name: 'Time out' }).click()
    await viewer.getByText('You are timed out. You can chat again in 10 minutes').waitFor()
    await otherViewer.getByText('one more').waitFor({ state: 'detached' })
    // The timeout hid the message, so only its sender is left to moderate.
    await card.getByRole('button', { name: 'Pin as notice' }).waitFor({ state: 'detached' })
    assert.equal(await card.getByRole('button', { name: 'Hide message' }).count(), 0)
    assert.ok(await viewer.getByRole('button', { name: 'Donate' }).isDisabled())
    await card.getByRole('button', { name: 'End the timeout' }).click()
    await card.getByText('The timeout has ended.').waitFor()
    await viewer.locator('button:enabled', { hasText: 'Donate' }).waitFor()
    await card.getByRole('button', { name: 'Time out' }).waitFor()
    await card.getByRole('button', { name: 'Gift a subscription' }).click()
    await manager.getByRole('dialog').getByText('a subscription').first().waitFor()
    await manager.keyboard.press('Escape')
    await manager.getByRole('listitem').filter({ hasText: 'a good rule' }).getByRole('button').first().waitFor()
    await typeChat(viewer, 'one again')
    await expectChat(manager, 'one again')
    await restrict('one again', 'Time out', 'Timed out.')
    await viewer.getByText(/You are timed out. You can chat again in \d+ second/).waitFor()
    await chatOf(viewer)
      .locator('button[type=submit]', { hasText: /^\d+$|^1:00$/ })
      .waitFor()
    assert.equal(await otherViewer.getByText(/restricted/).count(), 0)
    await otherViewer.getByText('one again').waitFor({ state: 'detached' })
    await restrict('a good rule', 'Restrict', 'Restricted until you lift it.')
    await otherViewer.getByText('You are restricted in this channel').waitFor()
    assert.ok(await otherViewer.getByLabel('Send a message').isDisabled())
    await manager.getByRole('button', { name: 'Remove the notice' }).click()
    await viewer.getByLabel('Notice').waitFor({ state: 'detached' })

    const field = manager.getByLabel('Send a message')
    await field.fill('/no')
    await field.press('Tab')
    assert.equal(await field.inputValue(), '/notice ')
    await field.pressSequentially('ends at 8')
    await field.press('Enter')
    await viewer.getByLabel('Notice').getByText('ends at 8').waitFor()
    await field.fill('/nothing rude')
    await field.press('Enter')
    await manager.getByRole('alert').getByText('There is no command /nothing.').waitFor()
    assert.equal(await viewer.getByText('nothing rude').count(), 0)
    assert.deepEqual(channel.pageErrors, [])
  })

  test('the window of a chat has it alone, keeps its settings, and marks a reply to the viewer', slowTest, async () => {
    await using channel = await openLiveChannel()
    const [viewer, otherViewer] = [await channel.openWatchPage('viewer'), await channel.openWatchPage('otherViewer')]
    const opening = viewer.waitForEvent('popup')
    await viewer.getByRole('button', { name: 'Open the chat in a window' }).click()
    const popup = await opening
    await popup.setViewportSize({ width: 320, height: 600 })
    await typeChat(popup, 'when does it end?')
    const question = otherViewer.getByRole('listitem').filter({ hasText: 'when does it end?' })
    await question.hover()
    await question.getByRole('button', { name: `Reply to ${channel.demo.viewer.channelName}` }).click()
    await typeChat(otherViewer, 'at eight')
    const answer = popup.getByRole('listitem').filter({ hasText: 'at eight' })
    await answer.getByText('when does it end?').waitFor()
    assert.equal(await answer.getAttribute('data-mention'), 'true')
    assert.equal(await popup.getByRole('banner').count(), 0)
    assert.equal(await popup.evaluate('document.documentElement.scrollWidth'), 320)
    assert.deepEqual(await findAccessibilityErrors(popup), [])
    await popup.getByRole('button', { name: 'Chat settings' }).click()
    await popup.getByLabel('Show the time of each message').check()
    await popup.getByText('Large').click()
    assert.deepEqual(await findAccessibilityErrors(popup), [])
    await popup.keyboard.press('Escape')
    await popup.reload()
    await popup.locator('section[data-size=large][data-times]').waitFor()
    // The other windows of the browser follow.
    await viewer.locator('section[data-size=large][data-times]').waitFor()
    assert.deepEqual(channel.pageErrors, [])
  })

  test('after a reconnect the page shows the missed messages and changes', slowTest, async () => {
    await using channel = await openLiveChannel()
    const page = await channel.openWatchPage('viewer')
    await channel.sendChat('otherViewer', 'before')
    // Hiding hides all messages of the sender at that millisecond, so it is a message of another sender.
    const hidden = await channel.sendChat('manager', 'hidden later')
    await expectChat(page, 'hidden later')
    // Closes the sockets as a reset does, and keeps the data.
    await channel.testApp.deps.bus.publish(resetTopic.name, {})
    await channel.sendChat('otherViewer', 'while away')
    await hideMessage(
      { channelId: channel.channelId, messageId: hidden.messageId, moderatorChannelId: channel.channelId },
      channel.testApp.deps,
    )
    await expectChat(page, 'while away')
    await expectChat(page, 'Hidden message')
    assert.equal(await page.getByText('hidden later').count(), 0)
    await chatOf(page).locator('[role=status]', { hasNotText: /./ }).waitFor({ state: 'attached' })
    await channel.sendChat('otherViewer', 'back again')
    await expectChat(page, 'back again')
    assert.equal(await page.getByText('before', { exact: true }).count(), 1)
  })

  test('does not move while scrolled up, and counts the new messages', slowTest, async () => {
    await using channel = await openLiveChannel()
    const page = await channel.openWatchPage('viewer')
    for (let n = 0; n < 40; n++) await channel.sendChat('otherViewer', `line ${n}`)
    await expectChat(page, 'line 39')
    const log = page.getByRole('log')
    await log.evaluate((element) => element.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Go to the newest' }).waitFor()
    await channel.sendChat('otherViewer', 'one more')
    await channel.sendChat('otherViewer', 'and another')
    await page.getByRole('button', { name: '2 new messages' }).click()
    await expectChat(page, 'and another')
    assert.ok(await log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 48))
  })
})

describe('watch page', { skip }, () => {
  test('counts each viewer with an open page once, guests included, and not the owner', slowTest, async () => {
    await using channel = await openLiveChannel()
    const page = await channel.openWatchPage('streamer')
    await page.getByText('0 viewers').waitFor()
    const viewer = await channel.openWatchPage('viewer')
    const guest = await channel.openWatchPage(null)
    await page.getByText('2 viewers').waitFor()
    const secondGuestPage = await guest.context().newPage()
    await secondGuestPage.goto(channel.path)
    await viewer.close()
    await page.getByText('1 viewer', { exact: true }).waitFor()
    await guest.context().close()
    await page.getByText('0 viewers').waitFor()
  })

  test('asks first for an adult live, and counts the viewer after that', slowTest, async () => {
    await using channel = await openLiveChannel()
    const streamer = await channel.openWatchPage('streamer')
    await streamer.evaluate(
      `fetch('/console/v1/live/setting', { method: 'PATCH', body: '{"adult":true}', headers: { 'content-type': 'application/json' } })`,
    )
    await streamer.getByRole('button', { name: 'I am 19 or older' }).click()
    await streamer.getByText('0 viewers').waitFor()
    const guest = await channel.openPage()
    await guest.goto(channel.path)
    await guest.getByRole('heading', { name: 'This broadcast is for adults only' }).waitFor()
    assert.equal(await guest.getByRole('log').count(), 0)
    await guest.getByRole('button', { name: 'I am 19 or older' }).click()
    await streamer.getByText('1 viewer', { exact: true }).waitFor()
  })

  test('a channel with a password asks for it, and closes when it changes', slowTest, async () => {
    await using channel = await openLiveChannel()
    const set = (body: object) => updateLiveSetting(channel.channelId, body, invalidField, channel.testApp.deps)
    await set({ audience: 'PASSWORD', watchPassword: 'open' })
    const guest = await channel.openPage({ viewport: { width: 390, height: 844 } })
    await guest.goto(channel.path)
    await guest.getByLabel('Password of the channel').fill('shut')
    await guest.getByRole('button', { name: 'Enter' }).click()
    await guest.getByText('This is not the password of the channel.').waitFor()
    assert.equal(await guest.getByRole('log').count(), 0)
    assert.deepEqual(await findAccessibilityErrors(guest), [])
    await guest.getByLabel('Password of the channel').fill('open')
    await guest.getByRole('button', { name: 'Enter' }).click()
    await channel.sendChat('streamer', '안녕')
    await expectChat(guest, '안녕')
    await set({ watchPassword: 'another' })
    await guest.getByLabel('Password of the channel').waitFor()
    assert.equal(await guest.getByRole('log').count(), 0)
  })

  test('a channel for followers lets a viewer in who follows it, without a reload', slowTest, async () => {
    await using channel = await openLiveChannel()
    const { channelId, demo, testApp } = channel
    const byChannelId = demo.otherViewer.channelId
    await testApp.sandbox('POST', '/actions/unfollow', { channelId, byChannelId })
    const page = await channel.openWatchPage('otherViewer')
    await updateLiveSetting(channelId, { audience: 'FOLLOWERS' }, invalidField, testApp.deps)
    await page.getByText('Only followers may watch this channel. Follow it to watch.').waitFor()
    assert.equal(await page.getByRole('log').count(), 0)
    await page.getByRole('button', { name: /^Follow / }).click()
    await channel.sendChat('streamer', '환영합니다')
    await expectChat(page, '환영합니다')
    const guest = await channel.openPage()
    await guest.goto(channel.path)
    await guest.getByRole('status').getByText('Sign in').waitFor()
  })

  test('can start a demo live when no channel is live', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors } = browser
    await page.goto('/')
    await page.getByRole('link', { name: 'Watch', exact: true }).click()
    await page.getByRole('button', { name: 'Start a demo broadcast' }).click()
    await page.waitForURL('**/watch/*')
    await page.getByText('42 viewers').or(page.getByText('43 viewers')).first().waitFor()
    await page.getByRole('link', { name: 'Watch', exact: true }).click()
    await page.getByRole('heading', { name: 'Live now' }).waitFor()
    await page.getByRole('heading', { level: 3 }).getByRole('link').click()
    await page.getByRole('log').waitFor()
    assert.deepEqual(pageErrors, [])
  })

  for (const [profile, options] of browserProfiles)
    test(`has no accessibility errors: ${profile}`, slowTest, async () => {
      await using channel = await openLiveChannel(options)
      const { testApp, demo, channelId, pageErrors } = channel
      const byChannelId = demo.viewer.channelId
      for (const person of demoPeople) await channel.sendChat(person, `안녕하세요 ${person}`)
      await testApp.sandbox('POST', '/actions/donate', {
        channelId,
        byChannelId,
        payAmount: 1000,
        donationText: '힘내요',
      })
      await testApp.sandbox('POST', '/actions/subscribe', { channelId, byChannelId })
      for (const person of [null, 'manager', 'otherViewer'] as const) {
        const page = await channel.openWatchPage(person)
        await chatOf(page).getByText(/1,000/).first().waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], `as ${person}`)
        if (person === 'otherViewer') {
          await page.getByRole('button', { name: /^(Donate|후원)/ }).click()
          await page.getByRole('dialog').waitFor()
          assert.deepEqual(await findAccessibilityErrors(page), [], 'the dialog')
        }
        if (person === 'manager') {
          await page.getByRole('log').getByRole('button').first().click()
          await page.getByRole('dialog').waitFor()
          assert.deepEqual(await findAccessibilityErrors(page), [], 'moderation')
        }
      }
      const page = await channel.openPage()
      await page.goto('/watch')
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
        .waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'the list')
      assert.deepEqual(pageErrors, [])
    })
})
