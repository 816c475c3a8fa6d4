import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SiteSettings } from '@onair/contract'
import { grantSiteRole } from '../../features/operators/site-roles.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'

/** A site with these rules, and an operator who can invite. */
async function openSite(rules: Partial<SiteSettings>) {
  const testApp = await openConsoleTestApp()
  const { deps, viewer } = testApp
  await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
  assert.equal((await viewer.callConsole('PATCH', '/admin/site', rules)).status, 200)
  const invite = async (uses = 1): Promise<string> => {
    const { body } = await viewer.callConsole('POST', '/admin/invitations', { uses, days: 7 })
    return new URL(body.content.url).search
  }
  /** Opens the page and sends its form. Returns the last status. */
  const signUp = async (email: string, query = '') => {
    const browser = httpBrowser(testApp.url, 'en')
    const shown = await browser.get(`/sign-up${query}`)
    const invitation = /name="invitation" value="([^"]+)"/.exec(shown.text)?.[1]
    const person = { channelName: 'new', email, password: 'a long password 1', ...(invitation && { invitation }) }
    const sent = await browser.post('/sign-up', person)
    return { shown, sent }
  }
  return { ...testApp, invite, signUp }
}

describe('rules of sign-up', () => {
  test('closed: nobody creates an account', async () => {
    await using site = await openSite({ signUp: 'CLOSED' })
    const { shown, sent } = await site.signUp('a@example.com', await site.invite())
    assert.deepEqual([shown.status, sent.status], [403, 403])
    assert.ok(shown.text.includes('Sign-up is closed'))
  })

  test('by invitation: a link lets as many people in as it says, and none after it ended', async () => {
    await using site = await openSite({ signUp: 'INVITATION' })
    const refused = await site.signUp('a@example.com')
    assert.deepEqual([refused.shown.status, refused.sent.status], [403, 403])
    assert.ok(refused.shown.text.includes('Sign-up is by invitation'))
    assert.equal((await site.signUp('a@example.com', '?invitation=invented')).sent.status, 403)

    const query = await site.invite(2)
    const statuses = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => (await site.signUp(`${name}@example.com`, query)).sent.status),
    )
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [302, 302, 403, 403],
    )
    assert.equal((await site.signUp('e@example.com', query)).shown.status, 403)

    const ended = await site.invite()
    const { data } = (await site.viewer.callConsole('GET', '/admin/invitations')).body.content
    assert.deepEqual(
      data.map(({ usesLeft }: { usesLeft: number }) => usesLeft),
      [1],
    )
    const path = `/admin/invitations/${data[0].invitationId}`
    assert.equal((await site.viewer.callConsole('DELETE', path)).status, 200)
    assert.equal((await site.viewer.callConsole('DELETE', path)).status, 404)
    assert.equal((await site.signUp('e@example.com', ended)).sent.status, 403)

    const late = await site.invite()
    site.clock.advance(8 * 86_400_000)
    assert.equal((await site.signUp('e@example.com', late)).sent.status, 403)
  })

  test('mail domains: refused ones and their subdomains are not accepted, nor others than the accepted ones', async () => {
    await using site = await openSite({ refusedMailDomains: ['trash.example'] })
    for (const [email, status] of [
      ['a@trash.example', 400],
      ['a@mail.TRASH.example', 400],
      ['a@nottrash.example', 302],
    ] as const)
      assert.equal((await site.signUp(email)).sent.status, status, email)
    const { sent } = await site.signUp('b@trash.example')
    assert.ok(sent.text.includes('does not accept email addresses of this domain'))
    assert.equal(
      (await site.viewer.callConsole('PATCH', '/admin/site', { allowedMailDomains: ['club.example'] })).status,
      200,
    )
    assert.equal((await site.signUp('b@other.example')).sent.status, 400)
    assert.equal((await site.signUp('b@club.example')).sent.status, 302)
    const change = { email: 'c@other.example', password: site.viewer.password }
    const { body, status } = await site.viewer.callConsole('PUT', '/account/email', change)
    assert.deepEqual([status, body.reason?.code], [400, 'MAIL_DOMAIN_REFUSED'])
    assert.equal(
      (await site.viewer.callConsole('PUT', '/account/email', { ...change, email: 'c@club.example' })).status,
      200,
    )
  })
})
