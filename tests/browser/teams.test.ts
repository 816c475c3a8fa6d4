import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
  visit,
} from '../support/clients/console-browser.ts'

const slowTest = { timeout: 120_000 }

describe('teams', { skip }, () => {
  test(
    'an owner gives an application to a team, and a person who is invited on a phone views it',
    slowTest,
    async () => {
      await using browser = await openBrowser()
      const { demo, page: owner, openPage, pageErrors } = browser
      await signIn(owner, '/console/teams')
      await owner.getByRole('textbox', { name: 'Name', exact: true }).fill('Bot crew')
      await owner.getByRole('button', { name: 'Create the team' }).click()
      await owner.getByRole('heading', { name: 'Bot crew', level: 1 }).waitFor()
      await owner.getByLabel('Role', { exact: true }).selectOption('Viewer')
      await owner.getByRole('button', { name: 'Create a link' }).click()
      const link = (await owner.getByText('/console/teams/join#').textContent()) ?? ''

      const guest = await openPage({ viewport: { width: 390, height: 844 } })
      await guest.goto(link)
      await guest.getByRole('link', { name: 'Sign in' }).last().waitFor()
      await signIn(guest, '/console/teams/join', 'viewer')
      await guest.getByText('Bot crew').waitFor()
      await guest.getByText(demo.streamer.channelName).waitFor()
      await guest.getByRole('button', { name: /^Join as / }).click()
      await guest.getByRole('heading', { name: 'Bot crew', level: 1 }).waitFor()

      await visit(owner, `/console/apps/${demo.clientId}?tab=settings`)
      await owner.getByLabel('New owner').selectOption('Bot crew')
      await owner.getByRole('button', { name: 'Transfer' }).click()
      await owner.getByText('The application was transferred.').waitFor()

      await visit(guest, '/console/apps')
      await guest.getByLabel('Belongs to').selectOption('Bot crew')
      await guest.getByRole('row').getByRole('link').first().click()
      await guest.getByText('View only').waitFor()
      assert.equal(await guest.getByRole('tab', { name: 'Settings' }).count(), 0)
      assert.deepEqual(pageErrors, [])
    },
  )

  test('the pages have no accessibility errors', slowTest, async () => {
    await using browser = await openBrowser()
    for (const [name, options] of browserProfiles) {
      const page = await browser.openPage(options)
      await signIn(page, '/console/teams')
      const { teamId } = await page.evaluate<{ teamId: string }>(`(async () => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Crew"}' }
        return (await (await fetch('/console/v1/teams', init)).json()).content
      })()`)
      for (const path of ['/console/teams', `/console/teams/${teamId}`, '/console/teams/join']) {
        await visit(page, path)
        await page.locator('h1').first().waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], `${name}: ${path}`)
      }
    }
  })
})
