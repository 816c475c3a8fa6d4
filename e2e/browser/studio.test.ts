import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import type { BrowserContextOptions, Page } from 'playwright-core'
import {
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  browserProfiles,
} from '../../server/test/console-browser.ts'

const slowTest = { skip, timeout: 120_000 }

/** The demo's streamer in the studio, and their own application beside it. */
async function openStudioPage(path: string, options: BrowserContextOptions = {}) {
  const browser = await openBrowser(options)
  const { page, testApp } = browser
  const { demo } = await testApp.sandbox('GET', '')
  const [streamer, , , , viewer] = demo.people
  const { channelId } = streamer
  const { accessToken: token } = await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
  const callOpenApi = async (method: string, path: string, json?: object) => {
    const { status, body } = await testApp.call(method, `/open/v1${path}`, { token, json })
    assert.equal(status, 200, `${method} ${path}: ${body.message}`)
    return body.content
  }
  await signIn(page, path)
  await page.locator('h1').waitFor()
  return { ...browser, channelId, viewer, client: demo, open: callOpenApi }
}

const expectSaved = (page: Page) => page.getByText('Saved.').waitFor()
/** An input that holds a text, also where something else than the keyboard wrote it. */
const waitForInputValue = (page: Page, text: string) => page.locator(`input[value="${text}"]`).waitFor()

test('what is set in the studio is what the Open API shows, and the other way round', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/broadcast')
  const { page, open, complaints: pageErrors } = testChannel
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('스튜디오에서 정한 제목')
  const params = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.deepEqual((await params).postDataJSON(), { defaultLiveTitle: '스튜디오에서 정한 제목' })
  await expectSaved(page)

  // A category is found and chosen with the keyboard alone.
  await page.getByRole('combobox', { name: 'Category' }).focus()
  await page.keyboard.type('league of leg')
  await page.getByRole('option', { name: 'League of Legends Game' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tags' }).fill('칼바람')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  const setting = await open('GET', '/lives/setting')
  assert.deepEqual(
    [setting.defaultLiveTitle, setting.category.categoryId, setting.tags],
    ['스튜디오에서 정한 제목', 'League_of_Legends', ['칼바람']],
  )

  await open('PATCH', '/lives/setting', { defaultLiveTitle: '봇이 정한 제목', tags: [], categoryId: 'talk' })
  await waitForInputValue(page, '봇이 정한 제목')
  await waitForInputValue(page, 'Talk')
  await title.fill('아직 저장하지 않은 제목')
  await open('PATCH', '/lives/setting', { tags: ['밖에서'] })
  await page.getByText('밖에서').waitFor()
  await waitForInputValue(page, '아직 저장하지 않은 제목')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await waitForInputValue(page, '봇이 정한 제목')
  assert.deepEqual(pageErrors, [])
})

test('a title or a tag that the platform would refuse is told while one types', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/broadcast')
  const { page } = testChannel
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('textbox', { name: 'Title' }).fill(' ')
  await page.getByText('The title cannot be empty.').waitFor()
  assert.equal(await save.isDisabled(), true)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('#hash')
  await page.keyboard.press('Enter')
  await page.getByText('a tag can contain letters and digits only').waitFor()
  assert.equal(await save.isDisabled(), true)
})

test('chat rules are menus of the allowed values, the same for the studio and the Open API', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/chat')
  const { page, open, complaints: pageErrors } = testChannel
  const readOptionValues = async (label: string) =>
    page
      .getByLabel(label)
      .locator('option')
      .evaluateAll((all: any[]) => all.map(({ value }) => value))
  await page.getByLabel('Who can chat').selectOption({ label: 'Followers' })
  assert.deepEqual(await readOptionValues('Who can chat'), ['ALL', 'FOLLOWER', 'SUBSCRIBER', 'MANAGER'])
  assert.deepEqual(await readOptionValues('Minimum time as a follower'), limits.minFollowerMinutes.map(String))
  assert.deepEqual(await readOptionValues('Verified identity'), ['NONE', 'REAL_NAME'])
  assert.deepEqual(await readOptionValues('Slow mode'), limits.chatSlowModeSecs.map(String))

  await page.getByLabel('Minimum time as a follower').selectOption({ label: '1 hour' })
  await page.getByLabel('Slow mode').selectOption({ label: '5 minutes' })
  await page.getByLabel('Emoticon mode').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  assert.deepEqual(await open('GET', '/chats/settings'), {
    chatAvailableCondition: 'NONE',
    chatAvailableGroup: 'FOLLOWER',
    minFollowerMinute: 60,
    allowSubscriberInFollowerMode: true,
    chatSlowModeSec: 300,
    chatEmojiMode: true,
  })
  await open('PUT', '/chats/settings', { chatAvailableGroup: 'ALL', chatEmojiMode: false })
  await page.getByLabel('Minimum time as a follower').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Emoticon mode').isChecked(), false)

  await page.getByLabel('New notice').fill('오늘은 8시에 끝납니다')
  await page.getByRole('button', { name: 'Pin notice' }).click()
  await page.locator('.studio_notice').getByText('오늘은 8시에 끝납니다').waitFor()
  await open('POST', '/chats/notice', { message: '봇이 올린 공지' })
  await page.getByText('봇이 올린 공지').waitFor()
  await page.getByRole('button', { name: 'Remove notice' }).click()
  await page.getByText('No notice.').waitFor()
  assert.deepEqual(pageErrors, [])
})

test('the stream key is masked until one asks, and another one ends the broadcast', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/key')
  const { page, open, channelId, client, testApp, complaints: pageErrors } = testChannel
  const { streamKey } = await open('GET', '/streams/key')
  await page.getByText('••••').waitFor()
  assert.ok(!(await page.locator('main').innerText()).includes(streamKey))
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText(streamKey).waitFor()

  await testApp.sandbox('POST', '/acts/go-live', { channelId })
  await page.getByRole('button', { name: 'Rotate stream key' }).click()
  await page.getByRole('dialog').getByText('Enter the new one in your encoder').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate stream key' }).click()
  await page.getByText('The stream key was rotated.').waitFor()
  await page.getByText(streamKey).waitFor({ state: 'detached' })
  const { streamKey: other } = await open('GET', '/streams/key')
  assert.notEqual(other, streamKey)
  await page.getByText(other).waitFor()
  assert.deepEqual((await testApp.call('GET', '/open/v1/lives', { client })).body.content.data, [])
  assert.deepEqual(pageErrors, [])
})

test('a manager who is added has the role in the Open API, then another, then none', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/managers')
  const { page, open, viewer, complaints: pageErrors } = testChannel
  const loadRole = async () =>
    (await open('GET', '/channels/streaming-roles')).data.find((one: any) => one.managerChannelId === viewer.channelId)
      ?.userRole
  await page.getByLabel('Channel of the new manager').fill('nobody of this name')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByText('No channel has the name').waitFor()
  await page.getByLabel('Channel of the new manager').fill(viewer.channelName)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: `Add ${viewer.channelName}` }).click()
  await page.getByRole('button', { name: `Remove ${viewer.channelName}` }).waitFor()
  assert.equal(await loadRole(), 'STREAMING_CHAT_MANAGER')

  const changed = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByLabel(`Role of ${viewer.channelName}`).selectOption({ label: 'Channel manager' })
  await changed
  assert.equal(await loadRole(), 'STREAMING_CHANNEL_MANAGER')
  await page.getByRole('button', { name: `Remove ${viewer.channelName}` }).click()
  await page.getByRole('button', { name: `Remove ${viewer.channelName}` }).waitFor({ state: 'detached' })
  assert.equal(await loadRole(), undefined)
  assert.deepEqual(pageErrors, [])
})

test('a viewer who is restricted in the studio cannot speak until they are released there', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/restrictions')
  const { page, open, testApp, channelId, viewer, complaints: pageErrors } = testChannel
  const json = { channelId, byChannelId: viewer.channelId, message: '안녕하세요' }
  const canSendChat = async () => (await testApp.call('POST', '/sandbox/v1/acts/chat', { json })).status
  await page.getByLabel('Channel of the viewer').fill(viewer.channelId)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: `Restrict ${viewer.channelName}` }).click()
  await page.getByRole('button', { name: `Lift the restriction of ${viewer.channelName}` }).waitFor()
  assert.equal(await canSendChat(), 403)
  const { data } = await open('GET', '/restrict-channels')
  assert.deepEqual(
    data.map((one: any) => one.restrictedChannelId),
    [viewer.channelId],
  )
  await page.getByRole('button', { name: `Lift the restriction of ${viewer.channelName}` }).click()
  await page.getByText('No restricted viewers.').waitFor()
  assert.equal(await canSendChat(), 200)

  // What an application does shows up by itself.
  await open('POST', '/restrict-channels', { targetChannelId: viewer.channelId })
  await page.getByRole('button', { name: `Lift the restriction of ${viewer.channelName}` }).waitFor()
  assert.deepEqual(pageErrors, [])
})

test('a streamer goes live, sees who is there and what happens, and goes off the air', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio')
  const { page, testApp, channelId, viewer, client, complaints: pageErrors } = testChannel
  await page.getByLabel('Title of the broadcast').fill('금요일 밤')
  await page.getByRole('button', { name: 'Go live' }).click()
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor()
  const listLives = async () => (await testApp.call('GET', '/open/v1/lives', { client })).body.content.data
  assert.deepEqual(
    (await listLives()).map((one: any) => [one.channelId, one.liveTitle]),
    [[channelId, '금요일 밤']],
  )
  assert.equal(
    await page.getByRole('link', { name: 'Open the watch page' }).getAttribute('href'),
    `/watch/${channelId}`,
  )
  await testApp.sandbox('POST', '/acts/go-live', { channelId, viewers: 1_234 })
  await page.getByText('1,234').waitFor()

  await page.getByRole('link', { name: 'Activity' }).click()
  const byChannelId = viewer.channelId
  await testApp.sandbox('POST', '/acts/donate', {
    channelId,
    byChannelId,
    payAmount: 5_000,
    donationText: '응원합니다',
  })
  await page.getByText('₩5,000').waitFor()
  await testApp.sandbox('POST', '/acts/subscribe', { channelId, byChannelId, tierNo: 2, month: 3 })
  await page.getByText('subscribed (tier 2, month 3)').waitFor()
  await page.getByText('Donation', { exact: true }).first().click()
  await page.waitForURL('**/studio/activity?kind=DONATION')
  await page.getByText('subscribed (tier 2').waitFor({ state: 'detached' })
  await page.getByText('응원합니다').waitFor()

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'End broadcast' }).click()
  await page.getByRole('heading', { name: 'Offline' }).waitFor()
  assert.deepEqual(await listLives(), [])
  assert.deepEqual(pageErrors, [])
})

test('followers and subscribers are read page by page, by the address', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/followers')
  const { page, testApp, channelId, complaints: pageErrors } = testChannel
  for (let count = 1; count <= limits.audienceSize; count += 1) {
    const { channelId: byChannelId } = await testApp.sandbox('POST', '/people', { channelName: `팬 ${count}` })
    await testApp.sandbox('POST', '/acts/follow', { channelId, byChannelId })
    if (count <= 2) await testApp.sandbox('POST', '/acts/subscribe', { channelId, byChannelId, month: 9 - count })
  }
  await page.getByText(`팬 ${limits.audienceSize}`).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/studio/followers?page=1')
  await page.getByText('든든한매니저').waitFor()
  await page.goto('/studio/subscribers?sort=LONGER')
  await page.locator('.layout_rows li').nth(2).waitFor()
  assert.deepEqual(await page.locator('.layout_rows li b').allInnerTexts(), ['팬 1', '팬 2', '단골구독자'])
  await page.getByText('Newest first').click()
  await page.waitForURL('**/studio/subscribers')
  assert.deepEqual(pageErrors, [])
})

const parts = [
  '',
  '/broadcast',
  '/key',
  '/chat',
  '/activity',
  '/followers',
  '/subscribers',
  '/managers',
  '/restrictions',
]
for (const [way, options] of browserProfiles)
  test(`nothing in the studio keeps people out ${way}`, { skip, timeout: 180_000 }, async () => {
    await using studio = await openStudioPage('/studio', options)
    const { page, testApp, channelId, viewer, open, complaints } = studio
    const checkPage = async () => {
      for (const part of parts) {
        await page.goto(`/studio${part}`)
        await page.locator('h1').waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], part)
      }
    }
    await checkPage()
    const byChannelId = viewer.channelId
    await testApp.sandbox('POST', '/acts/donate', {
      channelId,
      byChannelId,
      payAmount: 5_000,
      donationText: '응'.repeat(100),
    })
    await open('POST', '/restrict-channels', { targetChannelId: byChannelId })
    await open('POST', '/chats/notice', { message: '공'.repeat(100) })
    await open('PUT', '/chats/settings', { chatAvailableGroup: 'FOLLOWER' })
    await testApp.sandbox('POST', '/acts/go-live', { channelId, liveTitle: 'ㅋ'.repeat(100), viewers: 123_456 })
    await checkPage()
    await page.goto('/studio/key')
    await page.locator('section').nth(1).getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [], 'the question before another key')
    await page.goto('/studio/managers')
    await page.getByRole('search').getByRole('textbox').fill(viewer.channelName)
    await page.getByRole('search').getByRole('button').click()
    await page.locator('.studio_finder .layout_rows').waitFor()
    assert.deepEqual(await findAccessibilityErrors(page), [], 'a channel that was found')
    assert.deepEqual(complaints, [])
  })

test('keyboard alone reaches everything in the studio', slowTest, async () => {
  await using testChannel = await openStudioPage('/studio/chat')
  const { page } = testChannel
  for (const part of parts) {
    await page.goto(`/studio${part}`)
    await page.locator('h1').waitFor()
    await page.locator('main .card').first().waitFor()
    const reachable =
      'a[href], button:not([disabled], [tabindex="-1"]), select, input:not([type=radio], [type=hidden], [tabindex="-1"]), input[type=radio]:checked'
    const expectedElements: number = await page.evaluate(`document.querySelectorAll('${reachable}').length`)
    const reachedElements = new Set<unknown>()
    for (let steps = 0; steps < expectedElements; steps += 1) {
      await page.keyboard.press('Tab')
      reachedElements.add(await page.evaluate(`[...document.querySelectorAll('*')].indexOf(document.activeElement)`))
    }
    assert.equal(reachedElements.size, expectedElements, part)
  }
})
