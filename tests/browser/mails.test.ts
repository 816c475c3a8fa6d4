import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { en } from '@onair/server/api/pages/locales/en.ts'
import { ko } from '@onair/server/api/pages/locales/ko.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
} from '../support/clients/console-browser.ts'

const slowTest = { timeout: 180_000 }

describe('mails', { skip }, () => {
  for (const [profile, options] of browserProfiles)
    test(`lead through a forgotten password, without accessibility errors (${profile})`, slowTest, async () => {
      await using browser = await openBrowser(options)
      const { page, pageErrors, testApp } = browser
      const t = options.locale === 'ko-KR' ? ko : en
      const expectAccessible = async (title: string) => {
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], title)
      }
      const { email } = await testApp.act('createPerson', { channelName: '방송인' })
      await page.goto('/sign-in')
      await page.getByRole('link', { name: t.signIn.forgotten }).click()
      await expectAccessible(t.forgotPassword.title)
      await page.getByLabel(t.forgotPassword.email).fill(email)
      await page.getByRole('button', { name: t.forgotPassword.send }).click()
      await expectAccessible(t.forgotPassword.sent)
      await page.getByRole('link', { name: t.forgotPassword.mailbox }).click()
      const subject = /^\[Onair\] (Reset your password|비밀번호 재설정)/
      // On a phone, the list and the open mail are not beside each other.
      await page.getByRole('navigation', { name: t.sandboxMails.list }).getByRole('link', { name: subject }).click()
      const mail = page.getByRole('article', { name: subject })
      await mail.waitFor()
      await expectAccessible(t.sandboxMails.title)
      await mail.getByRole('link', { name: /reset-password/ }).click()
      await expectAccessible(t.resetPassword.title)
      await page.getByLabel(t.resetPassword.password, { exact: true }).fill('a new password')
      await page.getByRole('button', { name: t.resetPassword.save }).click()
      await page.getByRole('status').getByText(t.signIn.wasReset).waitFor()
      await page.goto('/reset-password?token=unknown')
      await expectAccessible(t.unusableLink.title)
      assert.deepEqual(
        pageErrors.filter((error) => !/400/.test(error)),
        [],
      )
    })

  test('the account page says whether the address is verified, and sends the link again', slowTest, async () => {
    await using browser = await openBrowser()
    const { page, pageErrors, testApp, demo } = browser
    await signIn(page, '/account')
    await page.getByText('Not verified yet.').waitFor()
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await page.getByText('The mail is on its way.').waitFor()
    const { channelId } = demo.streamer
    const [mail] = (await testApp.sandbox('GET', `/mails?channelId=${channelId}&kind=VERIFY_EMAIL`)).data
    await page.getByRole('link', { name: 'Open the mailbox of the sandbox' }).click()
    await page.getByRole('navigation').getByRole('link', { name: mail.subject }).click()
    await page.getByRole('article').getByRole('link', { name: mail.link }).click()
    await page.getByRole('button', { name: 'Verify the address' }).click()
    await page.getByRole('heading', { name: 'Your email address is verified' }).waitFor()
    await page.goto('/account')
    await page.getByText('This address is verified.').waitFor()
    assert.deepEqual(pageErrors, [])
  })
})
