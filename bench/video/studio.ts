import { chromium, type Browser, type Page } from 'playwright-core'
import { executablePath } from '../../tests/support/clients/chromium.ts'
import { signIn } from '../../tests/support/clients/console-browser.ts'
import { cameraScript } from './picture.ts'

const args = ['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

/** `sound`: a file that the microphone hears. */
export function openBrowser(sound?: string): Promise<Browser> {
  const microphone = sound === undefined ? [] : [`--use-file-for-fake-audio-capture=${sound}`]
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...args, ...microphone] })
}

/** Goes live from the studio of the demo streamer, with the picture of the time code as the camera. */
export async function goLive(
  browser: Browser,
  baseURL: string,
  quality: '720p' | '360p',
  onClick = () => {},
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()
  await page.addInitScript(cameraScript)
  await signIn(page, '/studio')
  await page.getByRole('button', { name: 'Go live', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Preview of your picture').waitFor()
  await dialog.getByRole('combobox', { name: 'Quality' }).selectOption(quality)
  onClick()
  await dialog.getByRole('button', { name: 'Go live', exact: true }).click()
  await page.getByText('You broadcast from this window.').waitFor()
  return page
}
