import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { SiteSettings } from '@onair/contract'
import { sql } from 'kysely'
import { decideSignUps } from '../../../features/accounts/approval/decide-sign-ups.ts'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'
import { runClockSweeps } from '../../../worker/sweeps.ts'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'

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
  const signUp = async (email: string, query = '', fields: Record<string, string> = {}) => {
    const browser = httpBrowser(testApp.url, 'en')
    const shown = await browser.get(`/sign-up${query}`)
    const invitation = /name="invitation" value="([^"]+)"/.exec(shown.text)?.[1]
    const person = {
      channelName: 'new',
      email,
      password: 'a long password 1',
      ...(invitation && { invitation }),
      ...fields,
    }
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

const signIn = async (url: string, email: string) => {
  const browser = httpBrowser(url, 'en')
  await browser.get('/sign-in')
  return browser.post('/sign-in', { email, password: 'a long password 1' })
}

describe('sign-up by approval', () => {
  test('people wait until they are approved, and can do nothing before', async () => {
    await using site = await openSite({ signUp: 'APPROVAL' })
    const decide = async (channelIds: string[], isApproved: boolean) =>
      (await site.viewer.callConsole('POST', '/admin/sign-up-decisions', { channelIds, isApproved })).body.content
        .decided
    const list = async (state: string) =>
      (await site.viewer.callConsole('GET', `/admin/people?state=${state}`)).body.content.data
    const { shown, sent } = await site.signUp('a@example.com', '', { request: ' I stream chess.\0' })
    assert.ok(shown.text.includes('approved by the people who run this site'))
    assert.deepEqual([sent.status, sent.location], [302, '/sign-in?waiting'])
    site.clock.advance(1)
    await site.signUp('b@example.com', '', { request: 'I paint.' })
    site.clock.advance(1)
    await site.signUp('c@example.com')

    const waits = await signIn(site.url, 'a@example.com')
    assert.deepEqual([waits.status, waits.text.includes('waits for approval')], [400, true])
    const waiting = await list('WAITING')
    assert.deepEqual(
      waiting.map(({ email, request, suspension }: any) => [email, request.text, suspension]),
      [
        ['c@example.com', '', null],
        ['b@example.com', 'I paint.', null],
        ['a@example.com', '', null],
      ],
    )
    assert.deepEqual(await list('SUSPENDED'), [])
    const [c, b, a] = waiting.map(({ channelId }: { channelId: string }) => channelId)
    assert.equal((await site.viewer.callConsole('GET', `/channels/${a}`)).status, 404)
    const resumed = await site.viewer.callConsole('DELETE', `/admin/suspensions/${a}`)
    assert.deepEqual([resumed.status, resumed.body.reason?.code], [400, 'ACCOUNT_WAITING'])
    const suspended = await site.viewer.callConsole('POST', '/admin/suspensions', { channelIds: [a] })
    assert.equal(suspended.body.content.suspended, 0)
    assert.equal((await site.viewer.callConsole('GET', '/admin/overview')).body.content.waitingPeople, 3)

    const racers = await Promise.all([decide([a, b], true), decide([b, a], true)])
    assert.equal(racers[0] + racers[1], 2)
    assert.equal(await decide([c], false), 1)
    assert.equal(await decide([c], false), 0)
    assert.equal((await signIn(site.url, 'a@example.com')).status, 302)
    assert.ok((await signIn(site.url, 'c@example.com')).text.includes('was not approved'))
    assert.deepEqual(await list('WAITING'), [])

    const { rows } = await sql<{ kind: string; mails: number }>`
      select kind, count(*)::int as mails from mail where kind like 'SIGN%' group by kind order by kind`.execute(
      site.deps.db.read,
    )
    assert.deepEqual(rows, [
      { kind: 'SIGN_UP_APPROVED', mails: 2 },
      { kind: 'SIGN_UP_REFUSED', mails: 1 },
    ])
    for (const [action, count] of [
      ['account.approved', 2],
      ['account.refused', 1],
    ] as const) {
      const { data } = (await site.viewer.callConsole('GET', `/admin/audit?action=${action}`)).body.content
      assert.deepEqual(
        [data.length, data[0].actorId, data[0].channelId.length],
        [count, site.viewer.channelId, 32],
        action,
      )
    }
  })

  test('a refused account can be approved for 7 days, and is deleted then', async () => {
    await using site = await openSite({ signUp: 'APPROVAL' })
    await site.signUp('a@example.com')
    site.clock.advance(1)
    await site.signUp('b@example.com')
    const people = (await site.viewer.callConsole('GET', '/admin/people?state=WAITING')).body.content.data
    const [b, a] = people.map(({ channelId }: { channelId: string }) => channelId)
    const decide = (channelIds: string[], isApproved: boolean) => decideSignUps({ channelIds, isApproved }, site.deps)
    await decide([a, b], false)
    assert.equal(await decide([b], true), 1)
    site.clock.advance(7 * 86_400_000)
    await runClockSweeps(site.deps)
    const ended = await signIn(site.url, 'a@example.com')
    assert.ok(ended.text.includes('address or the password is wrong'))
    assert.equal((await signIn(site.url, 'b@example.com')).status, 302)
  })
})

const solve = (puzzle: string) => {
  for (let text = 0; ; text++) {
    const solution = `${puzzle}.${text}`
    if (hash('sha256', solution, 'buffer').readUInt32BE() >>> (32 - bitsOf(puzzle)) === 0) return solution
  }
}
const bitsOf = (puzzle: string) => parseInt(puzzle, 10)
const puzzleIn = (page: string) => /data-puzzle="([^"]+)"/.exec(page)?.[1]

describe('puzzle at sign-up', () => {
  test('an account needs a solution, which works once, in the browser that got the puzzle, for 30 minutes', async () => {
    await using site = await openSite({ hasSignUpPuzzle: true })
    const [browser, other] = [httpBrowser(site.url, 'en'), httpBrowser(site.url, 'en')]
    const open = async (from = browser) => puzzleIn((await from.get('/sign-up')).text) ?? ''
    const send = async (email: string, solution: string, from = browser) =>
      (await from.post('/sign-up', { channelName: 'new', email, password: 'a long password 1', solution })).status
    await other.get('/sign-up')
    const solution = solve(await open())
    for (const wrong of [`${await open()}.0`, solve((await open()).replace(/^\d+/, '10'))])
      assert.equal(await send('a@example.com', wrong), 400, wrong)
    assert.equal(await send('a@example.com', solution, other), 400)
    const refused = await browser.post('/sign-up', { email: 'a@example.com', channelName: 'kept' })
    assert.ok(refused.text.includes('The check against robots failed') && refused.text.includes('value="kept"'))
    assert.ok(puzzleIn(refused.text))

    const guests = [solution, solution, solution]
    const statuses = await Promise.all(guests.map((one, n) => send(`racer${n}@example.com`, one)))
    assert.deepEqual(
      statuses.toSorted((one, two) => one - two),
      [302, 400, 400],
    )
    // Seven sign-ups were counted: each doubling from 4 on makes it twice as hard, up to 16 times.
    assert.equal(bitsOf(await open(other)), 20)
    for (let n = 0; n < 40; n++) await send('robot@example.com', '.', other)
    assert.equal(bitsOf(await open(other)), 22)
    site.clock.advance(15 * 60_000)
    const later = httpBrowser(site.url, 'en')
    const late = solve(puzzleIn((await later.get('/sign-up')).text) ?? '')
    site.clock.advance(30 * 60_000)
    assert.equal(await send('late@example.com', late, later), 400)
  })

  test('is not asked for while it is off', async () => {
    await using site = await openSite({})
    const { shown, sent } = await site.signUp('a@example.com')
    assert.deepEqual([puzzleIn(shown.text), sent.status], [undefined, 302])
  })
})
