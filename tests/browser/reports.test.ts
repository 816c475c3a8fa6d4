import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { grantSiteRole } from '@onair/server/features/operators/site-roles.ts'
import { createReport } from '@onair/server/features/reports/create-report.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  openTab,
  signIn,
  skip,
  visit,
} from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }
const phone = { viewport: { width: 390, height: 844 } }
const content = '도박 사이트로 오세요'

/** The demo streamer is live, the demo manager moderates the site, and another person writes in the chat. */
async function openSite(options: BrowserContextOptions = {}) {
  await using opening = new AsyncDisposableStack()
  const browser = opening.use(await openBrowser(options))
  const { demo, testApp } = browser
  const { channelId } = demo.streamer
  await grantSiteRole({ channelId: demo.manager.channelId, role: 'MODERATOR' }, testApp.deps)
  await testApp.sandbox('POST', '/actions/go-live', { channelId, liveTitle: '첫 방송' })
  const spammer = await testApp.sandbox('POST', '/people', { channelName: '스패머' })
  const chat = { channelId, byChannelId: spammer.channelId, message: content }
  const { messageId } = await testApp.sandbox('POST', '/actions/chat', chat)
  const opened = opening.move()
  return {
    ...browser,
    channelId,
    messageId: messageId as string,
    /** Opens the channel as the demo viewer. */
    async openChannel(page: Page) {
      await signIn(page, `/watch/${channelId}`, 'viewer')
      await page.getByRole('log').getByText(content).waitFor()
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog')

describe('reports', { skip }, () => {
  test(
    'on a phone, a viewer reports a message, a moderator decides, and the viewer reads the answer',
    slowTest,
    async () => {
      await using site = await openSite(phone)
      const { demo, page: viewer, pageErrors, testApp } = site
      await site.openChannel(viewer)
      await viewer.getByRole('log').getByRole('button', { name: '스패머', exact: true }).click()
      await dialogOf(viewer).getByRole('button', { name: 'Report' }).click()
      const dialog = viewer.getByRole('dialog', { name: 'Report a message of 스패머' })
      await dialog.getByText(content).waitFor()
      assert.ok(await dialog.getByRole('button', { name: 'Send the report' }).isDisabled())
      await dialog.getByLabel('Illegal content').check()
      await dialog.getByLabel('Details').fill('gambling')
      await dialog.getByRole('button', { name: 'Send the report' }).click()
      await dialog.getByText('Thank you.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()

      const moderator = await site.openPage()
      await signIn(moderator, '/admin', 'manager')
      await moderator.getByRole('button', { name: /^Sections:/ }).click()
      await moderator.getByRole('navigation', { name: 'Run the site' }).getByRole('link', { name: 'Reports 1' }).click()
      await moderator.getByLabel('Name, text or ID').fill('도박')
      await moderator.getByRole('link', { name: content }).click()
      await moderator.getByRole('button', { name: 'Take it' }).click()
      await moderator.getByRole('button', { name: 'Release it' }).waitFor()
      await moderator.getByRole('row', { name: 'gambling' }).getByText('Illegal content').waitFor()
      await moderator.getByRole('button', { name: 'Suspend', exact: true }).click()
      await dialogOf(moderator).getByRole('button', { name: 'Suspend', exact: true }).click()
      await moderator.getByRole('button', { name: 'End the suspension' }).waitFor()
      await moderator.getByLabel('Action taken').check()
      await moderator.getByLabel('Answer').fill('The account is suspended.')
      await moderator.getByRole('button', { name: 'Decide and answer' }).click()
      await moderator.getByRole('definition').filter({ hasText: 'The account is suspended.' }).waitFor()
      await moderator.getByRole('button', { name: /^Sections:\s*Reports$/ }).waitFor()

      // A word that the site found has no reporter to answer.
      await testApp.deps.site.change({ reviewedWords: { added: ['환전'], removed: [] } })
      const chat = { channelId: site.channelId, byChannelId: demo.viewer.channelId, message: '환전 문의' }
      await testApp.sandbox('POST', '/actions/chat', chat)
      await visit(moderator, '/admin/reports')
      await moderator.getByRole('link', { name: '환전 문의' }).click()
      await moderator.getByRole('button', { name: 'Decide', exact: true }).waitFor()
      assert.equal(await moderator.getByLabel('Answer').count(), 0)

      const { data: mails } = await testApp.sandbox(
        'GET',
        `/mails?kind=REPORT_DECIDED&channelId=${demo.viewer.channelId}`,
      )
      assert.equal(mails.length, 1)
      await visit(viewer, '/account#reports')
      const row = viewer.getByRole('list', { name: 'Your reports' }).getByRole('listitem')
      await row.getByText('A message of 스패머').waitFor()
      await row.getByText('Action taken').waitFor()
      await row.getByText('The account is suspended.').waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )

  test('a channel is reported on its page, once until it is decided; guests sign in first', slowTest, async () => {
    await using site = await openSite()
    const { page, pageErrors, channelId } = site
    await page.goto(`/watch/${channelId}`)
    await page.getByRole('button', { name: 'Report the channel' }).click()
    await page.waitForURL('**/sign-in?back=*')
    await signIn(page, `/watch/${channelId}`, 'viewer')
    for (const answer of ['Thank you.', 'You have reported this already.']) {
      await page.getByRole('button', { name: 'Report the channel' }).click()
      await dialogOf(page).getByLabel('Sexual content').check()
      await dialogOf(page).getByRole('button', { name: 'Send the report' }).click()
      await dialogOf(page).getByRole('status').getByText(answer).waitFor()
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    // The browser itself prints the refusal.
    assert.deepEqual(
      pageErrors.filter((error) => !error.includes('status of 400')),
      [],
    )
    await signIn(page, `/watch/${channelId}`)
    await page.getByText('This is your channel.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Report the channel' }).count(), 0)
  })

  test(
    'an application is reported from its consent page, which stays open, and where it is connected',
    slowTest,
    async () => {
      await using site = await openSite()
      const { demo, page, pageErrors } = site
      await site.createGrant(demo.viewer.channelId)
      const { clientId, redirectUri } = demo
      const query = new URLSearchParams({ clientId, redirectUri, state: 'x' })
      await signIn(page, `/account-interlock?${String(query)}`, 'viewer')
      const tab = await openTab(page, page.getByRole('link', { name: 'Report this application' }))
      await tab.getByText('Demo application').waitFor()
      await tab.getByText(new URL(redirectUri).host, { exact: true }).waitFor()
      await tab.getByLabel('Impersonation or fraud').check()
      await tab.getByRole('button', { name: 'Send the report' }).click()
      await tab.getByText('Thank you.').waitFor()
      await page.getByRole('button', { name: 'Allow' }).waitFor()

      await page.goto('/connections')
      await page.getByRole('button', { name: 'Report Demo application' }).click()
      await dialogOf(page).getByLabel('Spam or advertising').check()
      await dialogOf(page).getByRole('button', { name: 'Send the report' }).click()
      await dialogOf(page).getByText('You have reported this already.').waitFor()
      await dialogOf(page).getByRole('link', { name: 'See your reports' }).click()
      await page.getByRole('list', { name: 'Your reports' }).getByText('The application Demo application').waitFor()
      assert.deepEqual(
        pageErrors.filter((error) => !error.includes('status of 400')),
        [],
      )
    },
  )

  test('what is typed in a report and in a decision survives a reload', slowTest, async () => {
    await using site = await openSite()
    const { demo, page, channelId, testApp } = site
    const report = { reporterId: demo.viewer.channelId, kind: 'CHANNEL', channelId, reason: 'SPAM' } as const
    await createReport(report, testApp.deps)
    await signIn(page, '/admin/reports', 'manager')
    await page.getByRole('link', { name: demo.streamer.channelName }).click()
    await page.getByLabel('No violation').check()
    await page.getByLabel('Note').fill('known to us')
    await page.reload()
    assert.equal(await page.getByLabel('Note').inputValue(), 'known to us')
    assert.ok(await page.getByLabel('No violation').isChecked())
  })

  for (const [name, options] of browserProfiles)
    test(`have no accessibility errors and no overflow: ${name}`, slowTest, async () => {
      await using site = await openSite(options)
      const { demo, page, channelId, messageId, testApp } = site
      const { deps } = testApp
      const check = async (path: string) => assert.deepEqual(await findAccessibilityErrors(page), [], path)
      const why = { reason: 'ILLEGAL', text: '긴 글 '.repeat(80) } as const
      await createReport({ ...why, reporterId: demo.follower.channelId, kind: 'MESSAGE', channelId, messageId }, deps)
      await createReport({ ...why, reporterId: demo.viewer.channelId, kind: 'APP', clientId: demo.clientId }, deps)

      await site.openChannel(page)
      // On a phone it is with the details of the live.
      const details = page.getByRole('button', { name: /^(Complete title|제목 전체)/ })
      if (await details.isVisible()) await details.click()
      await page.getByRole('button', { name: /^(Report the channel|채널 신고)$/ }).click()
      await dialogOf(page).getByRole('radio').first().waitFor()
      await check('report of a channel')
      await page.keyboard.press('Escape')
      for (const path of [`/connections/report/${demo.clientId}`, '/account#reports']) {
        await visit(page, path)
        await page.locator('h1').waitFor()
        await page.locator('.mantine-Loader-root').waitFor({ state: 'detached' })
        await check(path)
      }

      await signIn(page, '/admin/reports', 'manager')
      await page.getByRole('link', { name: content }).waitFor()
      await check('/admin/reports')
      await page.getByRole('link', { name: content }).click()
      await page.getByRole('button', { name: /^(Suspend|이용 정지)$/ }).waitFor()
      await check('a report')
    })
})
