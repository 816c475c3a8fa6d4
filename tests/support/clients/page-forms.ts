import type { HttpBrowser } from './http-browser.ts'
import type { TestApp } from '../apps/test-app.ts'

/** Opens a page with a form, so that the browser of a signed-in person has the CSRF token of its session. */
export async function openForm({ act }: Pick<TestApp, 'act'>, browser: HttpBrowser): Promise<void> {
  const redirectUri = 'http://127.0.0.1:9/callback'
  const { clientId } = await act('createApp', { name: 'bot', redirectUri })
  await browser.get(`/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 's' }))}`)
}

/** Signs out with the form of a page. */
export async function signOut(
  testApp: Pick<TestApp, 'act'>,
  browser: HttpBrowser,
  { path = '/sign-out', ...options }: { path?: string; headers?: Record<string, string> } = {},
) {
  await openForm(testApp, browser)
  return browser.post(path, {}, options)
}
