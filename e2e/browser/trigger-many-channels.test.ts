import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, signIn, skip } from '../../server/test/console-browser.ts'

test(
  'the trigger pad begins with the first day’s people, however many came after them',
  { skip, timeout: 120_000 },
  async () => {
    await using browser = await openBrowser()
    const { page, testApp, complaints: pageErrors } = browser
    for (let count = 0; count < 201; count++)
      await testApp.sandbox('POST', '/people', { channelName: `시청자 ${count}` })
    await signIn(page, '/console/trigger?act=donate')
    const channel = page.getByRole('combobox', { name: 'Channel' })
    await channel.waitFor()
    assert.equal(await channel.inputValue(), '하늘방송')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('Done', { exact: true }).waitFor()
    assert.deepEqual(pageErrors, [])
  },
)
