import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runAsActor } from '@onair/server/infra/actor.ts'
import { recordAudit } from '@onair/server/shared/audit-store.ts'
import { createSiteRoleLink } from '@onair/server/features/operators/site-role-link.ts'
import { grantSiteRole } from '@onair/server/features/operators/site-roles.ts'
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

const slowTest = { timeout: 120_000 }
const phone = { viewport: { width: 390, height: 844 } }

/** The streamer of the demo runs the site, and another person has written in the chat. */
async function prepare({ testApp, demo }: ConsoleBrowser) {
  await grantSiteRole({ channelId: demo.streamer.channelId, role: 'OPERATOR' }, testApp.deps)
  const spammer = await testApp.sandbox('POST', '/people', { channelName: '스패머' })
  const { channelId: byChannelId } = spammer
  const chat = { channelId: demo.streamer.channelId, byChannelId, message: '도박 사이트로 오세요' }
  await testApp.sandbox('POST', '/actions/chat', chat)
  return spammer
}

describe('the operator’s area', { skip }, () => {
  test(
    'on a phone, a spammer is found and suspended, a network blocked, and both stand in the audit log',
    slowTest,
    async () => {
      await using browser = await openBrowser(phone)
      const { page, pageErrors, testApp } = browser
      const spammer = await prepare(browser)
      const { clock, db } = testApp.deps
      const signIns = { network: '198.51.100.7', actor: () => ({ kind: 'anonymous' as const, id: null }) }
      const signInFrom = async ({ channelId }: { channelId: string }) =>
        runAsActor(signIns, () =>
          db.transaction((tx) => recordAudit(tx, clock.now(), { action: 'account.signed_in', channelId })),
        )
      await signInFrom(spammer)
      await signInFrom(await testApp.sandbox('POST', '/people', { channelName: '둘째' }))
      await signIn(page, '/')
      await visit(page, '/admin/people')
      await page.getByLabel('Name, address, channel ID or network').fill('스패')
      await page.getByRole('link', { name: '스패머' }).waitFor()
      await page.getByRole('checkbox', { name: 'Choose all that are listed' }).waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name: 'Choose 스패머' }).check()
      await page.getByRole('button', { name: 'Suspend 1 person' }).click()
      await page.getByRole('dialog', { name: 'Suspend 스패머' }).getByRole('button', { name: 'Close' }).click()
      await page.getByRole('link', { name: '스패머' }).click()
      await page.getByText('도박 사이트로 오세요').waitFor()
      await page.getByRole('button', { name: 'Suspend all of them' }).click()
      const dialog = page.getByRole('dialog', { name: 'Suspend 2 people' })
      await signInFrom(await testApp.sandbox('POST', '/people', { channelName: '손님' }))
      await dialog.getByLabel('For how long').selectOption({ label: '7 days' })
      await dialog.getByLabel('Reason').fill('advertises gambling')
      await dialog.getByRole('checkbox', { name: 'Also block their networks' }).check()
      await dialog.getByText('198.51.100.7. Everyone who uses them').waitFor()
      // The list behind the dialog grows, and who is suspended does not.
      await page.getByText('손님').waitFor()
      await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
      await page.getByText('2 people are suspended.').waitFor()
      await page.getByText('advertises gambling').waitFor()
      await page.getByRole('button', { name: 'End the suspension' }).waitFor()

      // Each section is two taps away; the menu closes.
      const menu = page.getByRole('button', { name: /^Sections:/ })
      assert.match(String(await menu.textContent()), /People/)
      await menu.click()
      await page.getByRole('navigation', { name: 'Run the site' }).getByRole('link', { name: 'Blocks' }).click()
      await page.getByRole('rowheader', { name: '198.51.100.7/32' }).waitFor()
      assert.equal(await menu.getAttribute('aria-expanded'), 'false')
      await page.getByRole('textbox', { name: 'Network' }).fill('203.0.113.7')
      await page.getByRole('textbox', { name: 'Reason' }).fill('spam')
      await page.getByRole('button', { name: 'Block a network' }).click()
      await page.getByRole('rowheader', { name: '203.0.113.7/32' }).waitFor()

      await visit(page, `/admin/audit?channel=${spammer.channelId}`)
      const suspended = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: 'Suspended account.suspended' }) })
      await suspended.getByText('reason: advertises gambling').waitFor()
      // The network of the operator, which the person used too, is refused and left out.
      assert.deepEqual(
        pageErrors.filter((error) => !error.includes('400')),
        [],
      )
    },
  )

  test('a link is followed although the filter was typed just before', slowTest, async () => {
    await using browser = await openBrowser()
    const { page } = browser
    const { channelId } = await prepare(browser)
    await signIn(page, '/admin/people')
    await page.getByRole('link', { name: '스패머' }).waitFor()
    const released = Promise.withResolvers<void>()
    await page.route(/assets\/person-[^/]*\.js/, async (route) => {
      await released.promise
      await route.continue()
    })
    await page.clock.install()
    await page.getByLabel('Name, address, channel ID or network').fill('스패')
    const requested = page.waitForRequest(/assets\/person-[^/]*\.js/)
    await page.getByRole('link', { name: '스패머' }).click()
    await requested
    await page.clock.runFor(5_000)
    released.resolve()
    await page.waitForURL(`**/admin/people/${channelId}`)
    await page.getByText('도박 사이트로 오세요').waitFor()
  })

  test('a link gives the role, and people without one find no page', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, testApp, demo } = browser
    await signIn(page, '/admin', 'viewer')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.context().clearCookies()
    await page.goto('/admin/join')
    await page.getByText('This page needs the whole link.').waitFor()
    await page.goto(await createSiteRoleLink('MODERATOR', testApp.deps))
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Channel name').fill('새 운영진')
    await page.getByLabel('Email address').fill('staff@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long password 1')
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('button', { name: 'Take the role' }).click()
    await page.getByRole('link', { name: 'Open the operator’s area' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const sections = page.getByRole('navigation', { name: 'Run the site' }).getByRole('link')
    await eventually(async () => (await sections.allTextContents()).includes('People'))
    assert.ok(!(await sections.allTextContents()).includes('Audit log'))
    await grantSiteRole({ channelId: demo.streamer.channelId, role: 'OPERATOR' }, testApp.deps)
    await visit(page, `/admin/people/${demo.streamer.channelId}`)
    await page.getByText('Only an operator may act on the person.').waitFor()
    assert.equal(await page.getByRole('button', { name: /Suspend|Sign out|Rename|Delete/ }).count(), 0)

    // As on a site.
    Object.assign(testApp.deps, { policy: { ...testApp.deps.policy, operatorsNeedSecondFactor: true } })
    await page.goto('/admin/people')
    await page.getByRole('heading', { name: 'Set up two-step verification to run this site' }).waitFor()
    assert.equal(await sections.count(), 0)
    await page.getByRole('link', { name: 'Open the account page' }).click()
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
    await eventually(async () => assert.ok(await page.evaluate<boolean>('scrollY > 0'), 'it leads to the setting'))
  })

  test('on a phone, an operator gives a person a role, changes it and removes it', slowTest, async () => {
    await using browser = await openBrowser(phone)
    const { page, pageErrors } = browser
    await prepare(browser)
    await signIn(page, '/')
    await visit(page, '/admin/roles')
    // A part of the name is enough, as in the list of people.
    await page.getByLabel('Name, email address or channel ID').fill('스패')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: 'Give 스패머 the role' }).click()
    const row = page.getByRole('row', { name: '스패머' })
    const role = row.getByRole('combobox', { name: 'Role of 스패머' })
    await role.waitFor()
    assert.equal(await role.inputValue(), 'MODERATOR')
    await role.selectOption({ label: 'Operator' })
    const change = page.getByRole('dialog', { name: 'Change the role of 스패머 to Operator?' })
    await change.getByRole('button', { name: 'Change the role' }).click()
    await page.getByText('The role was changed.').waitFor()
    await page.reload()
    await role.waitFor()
    assert.equal(await role.inputValue(), 'OPERATOR')
    for (const [index, label] of ['Since', 'Role'].entries())
      assert.equal(await row.getByRole('cell').nth(index).getAttribute('data-label'), label, 'the card names it')
    await row.getByRole('button', { name: 'Remove the role of 스패머' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the role of 스패머?' })
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(pageErrors, [])
  })

  test('a person solves the puzzle and waits, and an operator approves from the list', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors, testApp } = browser
    await prepare(browser)
    const refusedWords = { added: ['spam'], removed: [] }
    await testApp.deps.site.change({ signUp: 'APPROVAL', hasSignUpPuzzle: true, refusedWords })
    await page.goto('/sign-up')
    await page.getByLabel('Channel name').fill('chess')
    await page.getByLabel('Email address').fill('chess@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long password 1')
    await page.getByLabel('About you (optional)').fill('I stream chess.')
    // The form waits for the puzzle.
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Your request was received.').waitFor()

    await signIn(page, '/admin')
    await page.getByRole('definition').getByRole('link', { name: '1', exact: true }).click()
    await page.getByText('I stream chess.').waitFor()
    await page.getByRole('checkbox', { name: 'Choose chess' }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nobody matches.').waitFor()

    await visit(page, '/admin/words')
    await page.getByLabel('Text or name').fill('s.p.a.m')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Refused, for the word “spam” (with its letters apart).').waitFor()
    // A word that is added while the page is open stays.
    await page.getByLabel('Refused words').fill('scam')
    await testApp.deps.site.change({ refusedWords: { added: ['fraud'], removed: [] } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => (await testApp.deps.site.settings()).refusedWords.join() === 'fraud,scam')
    assert.deepEqual(pageErrors, [])
  })

  test(
    'from the page of a person, a case file is downloaded, a hold placed and lifted, and the account deleted',
    slowTest,
    async () => {
      await using browser = await openBrowser(phone)
      const { page, pageErrors } = browser
      const { channelId } = await prepare(browser)
      await signIn(page, `/admin/people/${channelId}`)
      await page.getByRole('link', { name: 'Case file and hold' }).click()
      await page.getByLabel('Case number').fill('2026-1')
      await page.getByLabel('Reason').fill('court order')
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download the case file' }).click()
      assert.equal((await downloading).suggestedFilename(), `case-${channelId}.jsonl`)
      await page.getByText(/^The case file is complete: \d+ lines, SHA-256 [0-9a-f]{64}$/).waitFor()
      await page.getByRole('button', { name: 'Place the hold' }).click()
      await page.getByRole('button', { name: 'Lift the hold of 스패머, case 2026-1' }).waitFor()
      await visit(page, `/admin/people/${channelId}`)
      const reason = page.getByLabel('Reason of the deletion, for the audit log')
      await reason.fill('gambling')
      await page.getByText('A hold (case 2026-1) keeps').waitFor()
      await visit(page, '/admin/cases')
      await page.getByRole('button', { name: 'Lift the hold of 스패머, case 2026-1' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Lift', exact: true }).click()
      await page.getByText('There is no hold.').waitFor()
      await visit(page, `/admin/people/${channelId}`)
      const remove = page.getByRole('button', { name: 'Delete the account' })
      await reason.fill('gambling')
      assert.ok(await remove.isDisabled())
      await page.getByLabel('To confirm, type the channel name: 스패머').fill('스패머')
      await remove.click()
      await page.getByText('스패머 is deleted.').waitFor()
      assert.deepEqual(pageErrors, [])
    },
  )

  for (const [name, options] of browserProfiles)
    test(`has no accessibility errors and no overflow: ${name}`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page } = browser
      const spammer = await prepare(browser)
      await signIn(page, '/admin')
      const paths = [
        '',
        '/people',
        `/people/${spammer.channelId}`,
        '/reports',
        '/apps',
        '/organizations',
        '/networks',
        '/roles',
        '/sign-up',
        '/words',
        '/cases',
        '/retention',
        '/audit',
        '/join',
      ]
      for (const path of paths) {
        await visit(page, `/admin${path}`)
        await page.locator('h1').waitFor()
        await page.locator('.mantine-Loader-root').waitFor({ state: 'detached' })
        assert.deepEqual(await findAccessibilityErrors(page), [], path)
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(overflow <= 0, `${path} is ${overflow} px too wide`)
      }
    })
})
