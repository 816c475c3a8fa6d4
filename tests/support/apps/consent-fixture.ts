import { httpBrowser } from '../clients/http-browser.ts'
import { findFreePort } from '../programs/port.ts'
import { openTestApp } from './test-app.ts'

/** A person who is signed in in a browser, and an application whose redirect URI is on a free port. */
export async function openConsentFixture(path = '/callback') {
  const testApp = await openTestApp()
  const redirectUri = `http://127.0.0.1:${await findFreePort()}${path}`
  const account = await testApp.act('createPerson', { channelName: '방송인', email: 'me@example.com' })
  const { clientId, clientSecret } = await testApp.act('createApp', { name: 'bot', redirectUri })
  const browser = httpBrowser(testApp.url)
  await browser.signIn(account.email, account.password)
  return {
    ...testApp,
    account,
    options: { baseUrl: testApp.url, clientId, clientSecret, redirectUri },
    /** Decides on the consent page, and returns where the browser goes. */
    async decide(url: string, decision: 'allow' | 'deny'): Promise<string> {
      const page = url.slice(new URL(url).origin.length)
      const shown = /name="shown" value="([^"]+)"/.exec((await browser.get(page)).text)?.[1] ?? ''
      return (await browser.post(page, { decision, shown })).location ?? ''
    },
  }
}
