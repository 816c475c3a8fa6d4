import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, dropsScope } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { createContentValidator } from '../../../../../tests/support/inputs/content-validator.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'

const redirectUri = 'https://bot.example.com/callback'

/** A site with an operator and a moderator, and an application of the viewer. */
async function openSite() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openConsoleTestApp())
  const [operator, moderator] = [await testApp.signedIn('운영자'), await testApp.signedIn('모더레이터')]
  await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, testApp.deps)
  await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, testApp.deps)
  testApp.clock.advance(1_000)
  const register = async (name: string) =>
    (await testApp.viewer.callConsole('POST', '/apps', { name, redirectUri })).body.content
  const client = await register('Scam bot')
  const list = async (query = '') => {
    const { status, body } = await moderator.callConsole('GET', `/admin/apps${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.content
  }
  const names = async (query = '') => (await list(query)).data.map(({ name }: { name: string }) => name)
  const mailKinds = async () => {
    const { db } = testApp.deps
    const rows = await db.read.selectFrom('mail').select('kind').orderBy('kind').execute()
    return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('ORGANIZATION'))
  }
  const opened = opening.move()
  return {
    ...testApp,
    operator,
    moderator,
    register,
    client: client as { clientId: string; clientSecret: string },
    path: `/admin/apps/${client.clientId}`,
    list,
    names,
    mailKinds,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('applications in the operator’s area', () => {
  test('are listed with owner, host and calls, searched, sorted and filtered by the server', async () => {
    await using site = await openSite()
    await site.call('GET', '/open/v1/lives', { client: site.client })
    await site.call('GET', '/open/v1/drops/reward-claims', { client: site.client })
    site.clock.advance(10_000)
    await eventually(async () => assert.equal((await site.list('?search=scam')).data[0].calls, 2))
    const { data, totalCount } = await site.list('?search=scam')
    assert.equal(createContentValidator(consoleApi.admin.listSiteApps)(await site.list()), null)
    assert.equal(totalCount, 1)
    const { clientId, owner, team, redirectHost, disabled, errorCalls } = data[0]
    assert.deepEqual(
      { clientId, owner, team, redirectHost, disabled, errorCalls },
      {
        clientId: site.client.clientId,
        owner: { channelId: site.viewer.channelId, channelName: '시청자' },
        team: null,
        redirectHost: 'bot.example.com',
        disabled: null,
        errorCalls: 1,
      },
    )
    const { teamId } = (await site.viewer.callConsole('POST', '/teams', { name: 'Crew' })).body.content
    await site.viewer.callConsole('POST', '/apps', { name: 'Another', redirectUri, teamId })
    assert.deepEqual(await site.names('?search=bot.example'), ['Another', 'Scam bot'])
    assert.deepEqual(await site.names('?search=crew'), ['Another'])
    assert.deepEqual(await site.names(`?search=${site.client.clientId.slice(0, 12)}`), ['Scam bot'])
    assert.deepEqual((await site.names('?sort=name')).slice(0, 1), ['Another'])
    assert.deepEqual(await site.names('?isDisabled=true'), [])
    assert.deepEqual(await site.names('?page=1'), [])
  })

  test('are disabled with a reason that their owners see, and enabled again', async () => {
    await using site = await openSite()
    const { client, moderator, path, viewer } = site
    const status = async () => (await site.call('GET', '/open/v1/lives', { client })).status
    assert.equal(await status(), 200)
    const disable = () => moderator.callConsole('PUT', `${path}/disabled`, { reason: 'phishing' })
    const results = await Promise.all([disable(), disable()])
    assert.equal(results.filter(({ status: one }) => one === 200).length, 1)
    await eventually(async () => assert.equal(await status(), 401))
    assert.equal((await viewer.callConsole('GET', `/apps/${client.clientId}`)).body.content.disabledReason, 'phishing')
    assert.deepEqual(await site.names('?isDisabled=true'), ['Scam bot'])
    assert.equal((await moderator.callConsole('DELETE', `${path}/disabled`)).status, 200)
    await eventually(async () => assert.equal(await status(), 200))
    assert.equal((await moderator.callConsole('DELETE', `${path}/disabled`)).status, 404)
  })

  test('are renamed by a moderator, whose name stays for 30 days, and deleted by an operator alone', async () => {
    await using site = await openSite()
    const { client, moderator, operator, path, viewer } = site
    assert.equal((await moderator.callConsole('PUT', `${path}/name`, { name: 'Plain bot' })).status, 200)
    assert.deepEqual(await site.names('?search=plain'), ['Plain bot'])
    assert.equal((await moderator.callConsole('PUT', `${path}/disabled`, { reason: 'phishing' })).status, 200)
    const update = async (changes: object) => {
      const { status, body } = await viewer.callConsole('PATCH', `/apps/${client.clientId}`, changes)
      return [status, body.reason ?? null]
    }
    const reason = { code: 'NAME_CHOSEN_BY_SITE', field: 'name', params: { days: 30 } }
    assert.deepEqual(await update({ name: 'Scam bot' }), [400, reason])
    assert.deepEqual(await update({ name: 'Plain bot', redirectUri: `${redirectUri}/2` }), [200, null])
    site.clock.advance(30 * 86_400_000)
    for (const person of [viewer, moderator, operator]) await person.signIn(person.email, person.password)
    assert.deepEqual(await update({ name: 'Scam bot' }), [200, null])
    const remove = (by: typeof viewer, why = 'phishing') => by.callConsole('POST', `${path}/deletion`, { reason: why })
    assert.equal((await remove(moderator)).status, 403)
    assert.equal((await remove(operator, '\u200b')).body.reason?.code, 'EMPTY')
    assert.equal((await remove(operator)).status, 200)
    assert.equal((await remove(operator)).status, 404)
    await eventually(async () =>
      assert.equal((await site.call('GET', '/open/v1/lives', { client: site.client })).status, 401),
    )
    const entries = site.deps.db.read.selectFrom('audit_log').where('client_id', '=', site.client.clientId)
    const rows = await entries.where('action', '=', 'app.deleted').select(['actor_id', 'detail']).execute()
    assert.deepEqual(rows, [{ actor_id: operator.channelId, detail: { reason: 'phishing' } }])
  })
})

describe('organizations in the operator’s area', () => {
  const requested = { organizationId: '123-45-67890', name: 'Games', note: 'We make games.' }

  test('a person asks, an operator approves, and the person registers an application with drops', async () => {
    await using site = await openSite()
    const { operator, moderator, viewer } = site
    assert.equal((await viewer.callConsole('PUT', '/organization-request', requested)).status, 200)
    const [request] = (await moderator.callConsole('GET', '/admin/organization-requests')).body.content.data
    assert.deepEqual([request.name, request.person.channelId, request.replaces], ['Games', viewer.channelId, null])
    const path = `/admin/organization-requests/${request.requestId}/decision`
    assert.equal((await moderator.callConsole('PUT', path, { isApproved: true })).status, 403)
    const approve = () => operator.callConsole('PUT', path, { isApproved: true })
    const results = await Promise.all([approve(), approve()])
    assert.equal(results.filter(({ status }) => status === 200).length, 1)
    const app = { name: 'drops bot', redirectUri, organizationId: requested.organizationId, scopes: [dropsScope] }
    assert.equal((await viewer.callConsole('POST', '/apps', app)).status, 200)
    const read = async () => (await viewer.callConsole('GET', '/organization-request')).body.content.request
    assert.deepEqual(await read(), { ...requested, state: 'APPROVED', answer: null })
    const listed = (await moderator.callConsole('GET', '/admin/organizations')).body.content
    assert.equal(createContentValidator(consoleApi.admin.listSiteOrganizations)(listed), null)
    assert.deepEqual([listed.data[0].representative.channelId, listed.data[0].apps], [viewer.channelId, 1])
    const revoke = (reason: string) =>
      operator.callConsole('DELETE', `/admin/organizations/${requested.organizationId}`, { reason })
    assert.equal((await revoke(' ')).body.reason?.code, 'EMPTY')
    assert.deepEqual((await revoke('The company closed.')).body.content, { apps: 1 })
    const ended = { reason: 'The company closed.', organizationId: requested.organizationId, name: 'Games' }
    assert.deepEqual(await read(), { ...requested, state: 'ENDED', answer: ended.reason })
    const { data } = (await operator.callConsole('GET', '/admin/audit?action=organization.revoked')).body.content
    assert.deepEqual([data[0].channelId, data[0].detail], [viewer.channelId, ended])
    assert.deepEqual(await site.mailKinds(), ['ORGANIZATION_APPROVED', 'ORGANIZATION_ENDED'])
  })

  test('a declined person sees the answer, and can ask again or withdraw', async () => {
    await using site = await openSite()
    const { operator, viewer } = site
    const read = async () => (await viewer.callConsole('GET', '/organization-request')).body.content.request
    assert.equal(await read(), null)
    await viewer.callConsole('PUT', '/organization-request', requested)
    const waiting = async () =>
      (await operator.callConsole('GET', '/admin/open-reports')).body.content.organizationRequests
    assert.equal(await waiting(), 1)
    const list = async () => (await operator.callConsole('GET', '/admin/organization-requests')).body.content.data
    const [{ requestId }] = await list()
    const decision = { isApproved: false, answer: 'Send the registration.' }
    const path = `/admin/organization-requests/${requestId}/decision`
    const unexplained = await operator.callConsole('PUT', path, { isApproved: false })
    assert.equal(unexplained.body.reason?.code, 'EMPTY')
    assert.equal((await operator.callConsole('PUT', path, decision)).status, 200)
    assert.deepEqual(await read(), { ...requested, state: 'DECLINED', answer: decision.answer })
    assert.deepEqual([await waiting(), await site.mailKinds()], [0, ['ORGANIZATION_DECLINED']])
    assert.deepEqual(await list(), [])
    await viewer.callConsole('PUT', '/organization-request', { ...requested, name: 'Games Inc' })
    assert.deepEqual(
      (await list()).map(({ name }: { name: string }) => name),
      ['Games Inc'],
    )
    assert.equal((await viewer.callConsole('DELETE', '/organization-request')).status, 200)
    assert.deepEqual(await list(), [])
  })

  test('an operator approves one without a request', async () => {
    await using site = await openSite()
    const body = { name: 'Studio', channelId: site.viewer.channelId }
    assert.equal((await site.operator.callConsole('PUT', '/admin/organizations/studio', body)).status, 200)
    const { data } = (await site.viewer.callConsole('GET', '/organizations')).body.content
    assert.deepEqual(data, [{ organizationId: 'studio', name: 'Studio', teamId: null }])
  })
})
