import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFirstOperatorLink, createSiteRoleLink } from '../../../features/operators/site-role-link.ts'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { authenticatorCode } from '../../../../../tests/support/clients/authenticator-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { openConsoleTestApp, statusAndMessage } from '../../../../../tests/support/apps/console-test-app.ts'

const day = 86_400_000
const password = 'correct horse'
const tokenOf = (path: string | null) => path?.split('#')[1] ?? ''

describe('roles in running the site', () => {
  test('the first operator is who opens the link first, and only within a day', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps } = testApp
    const late = tokenOf(await createFirstOperatorLink(deps))
    assert.equal(await createFirstOperatorLink(deps), null)
    testApp.clock.advance(day)
    const people = [await testApp.signedIn('첫째'), await testApp.signedIn('둘째')]
    const accept = (token: string) => people.map((one) => one.callConsole('POST', '/site-role', { token }))
    for (const { body } of await Promise.all(accept(late))) assert.equal(body.reason?.code, 'SITE_LINK_ENDED')

    const first = tokenOf(await createFirstOperatorLink(deps))
    const other = tokenOf(await createSiteRoleLink('OPERATOR', deps))
    const moderators = tokenOf(await createSiteRoleLink('MODERATOR', deps))
    const answers = await Promise.all(accept(first))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    // The links from before end, which are in logs and chats.
    for (const { body } of await Promise.all(accept(other))) assert.equal(body.reason?.code, 'SITE_LINK_ENDED')
    assert.equal(await createFirstOperatorLink(deps), null)
    const roles = await Promise.all(
      people.map(async (one) => (await one.callConsole('GET', '/visitor')).body.content.visitor.siteRole),
    )
    assert.equal(roles.filter((role) => role === 'OPERATOR').length, 1)

    // The links for moderators stay, and those for operators that an operator makes, while others get a role.
    const later = tokenOf(await createSiteRoleLink('OPERATOR', deps))
    const [moderator, second] = [await testApp.signedIn('셋째'), await testApp.signedIn('넷째')]
    await grantSiteRole({ channelId: second.channelId, role: 'OPERATOR' }, deps)
    assert.equal((await moderator.callConsole('POST', '/site-role', { token: moderators })).status, 200)
    assert.equal((await moderator.callConsole('POST', '/site-role', { token: later })).body.content?.role, 'OPERATOR')
  })

  test('a person without a role, and a guest, can do nothing; a moderator changes no role', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    const moderator = await testApp.signedIn('모더레이터')
    await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, deps)
    const refusal = async (method: string, path: string, body?: object) =>
      (await viewer.callConsole(method, path, body)).body.reason?.code
    assert.equal(await refusal('GET', '/admin/roles'), 'SITE_ROLE_MISSING')
    assert.equal(await refusal('GET', '/admin/audit'), 'SITE_ROLE_MISSING')
    assert.equal((await moderator.callConsole('GET', '/admin/roles')).status, 200)
    const promoted = await moderator.callConsole('PUT', `/admin/roles/${viewer.channelId}`, { role: 'OPERATOR' })
    assert.equal(promoted.body.reason?.code, 'SITE_ROLE_MISSING')
    assert.equal((await moderator.callConsole('GET', '/admin/site')).body.reason?.code, 'SITE_ROLE_MISSING')
  })

  test('the last operator keeps the role, also when two operators remove each other at once', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    const second = await testApp.signedIn('운영자')
    await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
    const removed = await viewer.callConsole('DELETE', `/admin/roles/${viewer.channelId}`)
    assert.equal(removed.body.reason?.code, 'LAST_OPERATOR')
    assert.equal(
      (await viewer.callConsole('PUT', `/admin/roles/${second.channelId}`, { role: 'OPERATOR' })).status,
      200,
    )
    const answers = await Promise.all([
      viewer.callConsole('PUT', `/admin/roles/${second.channelId}`, { role: 'MODERATOR' }),
      second.callConsole('DELETE', `/admin/roles/${viewer.channelId}`),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test("a moderator's link does not lower an operator", async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
    const token = tokenOf(await createSiteRoleLink('MODERATOR', deps))
    const { body } = await viewer.callConsole('POST', '/site-role', { token })
    assert.deepEqual(body.content, { role: 'OPERATOR' })
  })
})

describe('the second factor of who runs a site', () => {
  test('a session without it does not reach the area, whether the account has one or not', async () => {
    await using testApp = await openTestApp({ settings: { mode: 'production' } })
    const { deps } = testApp
    const person = await testApp.act('createPerson', { channelName: '운영자', password })
    await grantSiteRole({ channelId: person.channelId, role: 'OPERATOR' }, deps)
    const stolen = httpBrowser(testApp.url)
    await stolen.signIn(person.email, password)
    const refusal = async () => (await stolen.callConsole('GET', '/admin/people')).body.reason?.code
    assert.equal(await refusal(), 'SECOND_FACTOR_MISSING')

    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, password)
    const { secret } = (await browser.callConsole('POST', '/account/authenticator')).body.content
    const code = authenticatorCode(secret, testApp.clock.now())
    assert.equal((await browser.callConsole('POST', '/account/authenticator/confirmation', { code })).status, 200)
    assert.equal((await browser.callConsole('GET', '/admin/people')).status, 200)
    assert.equal(await refusal(), 'SECOND_FACTOR_REQUIRED')
  })
})

describe('the audit log of the operators', () => {
  test('records what an operator reads, filters, and pages', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
    await viewer.callConsole('GET', '/admin/roles')
    const list = async (query = '') => (await viewer.callConsole('GET', `/admin/audit${query}`)).body.content
    const [read] = (await list('?action=site.read')).data.filter(
      ({ detail }: { detail: { path: string } }) => detail.path === 'roles',
    )
    assert.deepEqual(
      [read.actorKind, read.actorId, read.actorName, read.network],
      ['person', viewer.channelId, '시청자', '127.0.0.1'],
    )
    await viewer.callConsole('GET', '/admin/overview')
    const changes = (await list('?withoutReads=true')).data.map(({ action }: { action: string }) => action)
    assert.ok(changes.includes('site_role.granted') && !changes.includes('site.read'))
    const reads = (await list('?action=site.read')).data.map(({ detail }: { detail: { path: string } }) => detail.path)
    assert.ok(reads.includes('roles') && !reads.includes('overview'))
    const granted = await list(`?action=site_role.granted&channelId=${viewer.channelId}`)
    assert.deepEqual(granted.data[0].detail, { role: 'OPERATOR' })
    const none = await list('?until=2000-01-01T00:00:00Z')
    assert.deepEqual(none, { data: [], page: { next: null } })
    assert.deepEqual(
      statusAndMessage(await viewer.callConsole('GET', '/admin/audit?since=yesterday')).slice(0, 1),
      [400],
    )
  })
})

describe('the settings of the site', () => {
  test('a change is seen at once, and the others stay', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
    const name = async () => (await viewer.callConsole('GET', '/admin/site')).body.content.settings.name
    assert.equal(await name(), 'Onair')
    assert.equal((await viewer.callConsole('PATCH', '/admin/site', { name: '우리 방송' })).status, 200)
    assert.equal(await name(), '우리 방송')
    assert.equal((await viewer.callConsole('PATCH', '/admin/site', {})).status, 200)
    assert.equal(await name(), '우리 방송')
    assert.equal((await viewer.callConsole('PATCH', '/admin/site', { name: '' })).status, 400)
  })
})
