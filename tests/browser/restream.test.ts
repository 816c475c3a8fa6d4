import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  signIn,
  skip,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'

const timeout = 120_000
const screenshots = process.env['SCREENSHOTS']

const texts = {
  'en-US': {
    name: 'Name',
    url: 'Server address',
    key: 'Stream key',
    add: 'Add a target',
    sending: 'Sending',
    save: 'Save',
  },
  'ko-KR': { name: '이름', url: '서버 주소', key: '스트림키', add: '송출 대상 추가', sending: '송출 중', save: '저장' },
}
const problems = {
  'en-US': [
    'Waiting to retry',
    'The target refused the stream: “invalid stream key”',
    'Edit Other',
    'Send to Other',
    'Off',
  ],
  'ko-KR': [
    '재시도 대기 중',
    '대상 서버가 송출을 거부했습니다: “invalid stream key”',
    'Other 수정',
    'Other에 송출',
    '꺼짐',
  ],
}

describe('restream in the studio', { skip }, () => {
  for (const [profile, options] of browserProfiles)
    test(
      `a target is added, shows why it is refused, is corrected and turned off: ${profile}`,
      { timeout },
      async () => {
        const locale = options.locale === 'ko-KR' ? 'ko-KR' : 'en-US'
        const t = texts[locale]
        const [waiting = '', refused = '', edit = '', send = '', off = ''] = problems[locale]
        await using browser = await openBrowser(options, { videoLives: 50, rtmpPort: 0 })
        const { testApp, demo, page, pageErrors } = browser
        const key = await getStreamKey(demo.viewer.channelId, testApp.deps)
        const received = () => testApp.deps.videos.findReceived(demo.viewer.channelId)
        const shows = async (text: string) =>
          eventually(async () => {
            testApp.clock.advance(500)
            return page
              .getByText(text, { exact: text !== refused })
              .first()
              .isVisible()
          })
        await testApp.sandbox('POST', '/actions/go-live', { channelId: demo.streamer.channelId, liveTitle: '방송' })
        await signIn(page, '/studio/restream')
        await page.getByRole('textbox', { name: t.name }).fill('Other')
        await page.getByRole('textbox', { name: t.url }).fill(testApp.deps.videos.encoderUrl ?? '')
        await page.getByLabel(t.key).fill('wrong')
        await page.getByRole('button', { name: t.add }).click()
        await page.getByRole('heading', { name: 'Other' }).waitFor()
        await shows(waiting)
        await shows(refused)
        await check(page, `refused-${profile}`)
        await page.getByRole('button', { name: edit }).click()
        await page.getByRole('form', { name: edit }).getByLabel(t.key).fill(key)
        await page.getByRole('button', { name: t.save }).click()
        await shows(t.sending)
        assert.notEqual(received(), null)
        await check(page, `sending-${profile}`)
        await page.getByRole('switch', { name: send }).click({ force: true })
        await shows(off)
        await eventually(() => received() === null)
        assert.deepEqual(pageErrors, [])
      },
    )
})

/** The page is accessible, and not wider than the window. */
async function check(page: Page, name: string) {
  assert.deepEqual(await findAccessibilityErrors(page), [], name)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false)
  if (screenshots === undefined) return
  await mkdir(screenshots, { recursive: true })
  await page.screenshot({ path: `${screenshots}/${name.replaceAll(/\W+/g, '-')}.png`, fullPage: true })
}
