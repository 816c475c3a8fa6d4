import type { HttpBrowser } from './http-browser.ts'
import type { TestApp } from './test-app.ts'

/** Signs out with the form of a consent page, which lets a person use another account. */
export async function signOut(
  { act }: Pick<TestApp, 'act'>,
  browser: HttpBrowser,
  { path = '/sign-out', ...options }: { path?: string; headers?: Record<string, string> } = {},
) {
  const redirectUri = 'http://127.0.0.1:9/callback'
  const { clientId } = await act('createApp', { name: 'bot', redirectUri })
  await browser.get(`/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 's' }))}`)
  return browser.post(path, {}, options)
}
