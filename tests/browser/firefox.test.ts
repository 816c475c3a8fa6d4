import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandboxApp } from '../support/apps/sandbox-app.ts'
import { firefoxUnavailable, openFirefox, type FirefoxPage } from '../support/clients/firefox.ts'
import { eventually } from '../support/eventually.ts'
import { pictureHasMoved } from '../support/clients/moving-picture.ts'

const skip = firefoxUnavailable || (process.env['VIDEO'] === undefined && 'npm run video runs it')

/** Waits for a button with this text and clicks it; the last one, which is that of an open dialog. */
const click = (page: FirefoxPage, text: string) =>
  eventually(() =>
    page.evaluate(`(() => {
      const buttons = [...document.querySelectorAll('button')]
      const button = buttons.findLast((each) => each.textContent.trim() === ${JSON.stringify(text)} && !each.disabled)
      button?.click()
      return button !== undefined
    })()`),
  )

const waitForText = (page: FirefoxPage, text: string) =>
  eventually(() => page.evaluate<boolean>(`document.body.innerText.includes(${JSON.stringify(text)})`))

describe('Firefox', { skip }, () => {
  test(
    'sends camera and microphone from a studio in the background, and shows the live to viewers',
    { timeout: 120_000 },
    async () => {
      await using opening = new AsyncDisposableStack()
      const app = opening.use(await openSandboxApp({ demo: true, settings: { videoLives: 50 } }))
      const timer = setInterval(() => app.clock.advance(100), 100)
      opening.defer(() => clearInterval(timer))
      const firefox = opening.use(await openFirefox())
      const { demo } = await app.sandbox('GET', '')
      const [{ channelId, email, password }] = demo.people

      const studio = await firefox.openPage()
      await studio.goto(`${app.url}/sign-in`)
      await studio.evaluate(`(() => {
      const form = document.querySelector('form:has([name=password])')
      form.elements.email.value = ${JSON.stringify(email)}
      form.elements.password.value = ${JSON.stringify(password)}
      form.submit()
    })()`)
      await eventually(() => studio.evaluate<boolean>(`location.pathname === '/live'`))
      await studio.goto(`${app.url}/studio`)
      await click(studio, 'Go live')
      await eventually(() =>
        studio.evaluate<boolean>(
          `Number(document.querySelector('[role=meter]')?.ariaValueNow ?? document.querySelector('[role=meter]')?.getAttribute('aria-valuenow')) > 0`,
        ),
      )
      await eventually(() => studio.evaluate<boolean>(`document.querySelector('[role=dialog] video')?.readyState >= 2`))
      await click(studio, 'Go live')
      await waitForText(studio, 'You broadcast from this window.')

      const viewer = await firefox.openPage()
      await viewer.goto(`${app.url}/watch/${channelId}`)
      assert.equal(await studio.evaluate('document.hidden'), true)
      await viewer.evaluate(pictureHasMoved)
      assert.equal(await viewer.evaluate(`document.querySelector('video').mozHasAudio`), true)
      const { content } = await studio.evaluate<any>(
        `fetch('/console/v1/live/video').then((response) => response.json())`,
      )
      assert.deepEqual([content.video.source, content.video.state, content.video.audioCodec], ['page', 'live', 'opus'])
      assert.equal(content.video.lostBatches, 0)
    },
  )
})
