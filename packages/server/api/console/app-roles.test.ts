import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, hasTeamRole, teamRoles, type Endpoint, type TeamRole } from '@onair/contract'
import { sql } from 'kysely'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { requestPath, type OperationInput } from '../../../../tests/support/inputs/operations.ts'
import { sampleOf, type Schema } from '../../../../tests/support/inputs/schema-samples.ts'
import { joinTeam } from '../../features/apps/teams/test-helpers.ts'

const endpoints: { name: string; endpoint: Endpoint }[] = Object.values(consoleApi)
  .flatMap((group) => Object.entries<Endpoint>(group))
  .map(([name, endpoint]) => ({ name, endpoint }))
const ofApps = endpoints.filter(({ endpoint }) => endpoint.path.startsWith('/console/v1/apps/{clientId}'))

/** The other endpoints that name an application: lists, which the last test is about, and those for users of the application. */
const others = ['createReport', 'getReportableApp', 'listAppTraffic', 'listCampaigns', 'withdrawConsent']

describe('roles at an application', () => {
  test('each endpoint of an application says which role it needs', () => {
    for (const { name, endpoint } of ofApps) assert.ok(endpoint.needsAppRole !== undefined, name)
    const naming = endpoints.filter(
      ({ endpoint }) =>
        !endpoint.path.startsWith('/console/v1/apps/{clientId}') &&
        endpoint.needsSiteRole === undefined &&
        [endpoint.pathParams, endpoint.query, endpoint.body].some((part) =>
          Object.keys(part?.properties ?? {}).some((field) => /^(clientIds?|app)$/.test(field)),
        ),
    )
    assert.deepEqual(naming.map(({ name }) => name).toSorted(), others)
  })

  test('an outsider, a viewer, a developer and an owner of the team may use exactly their endpoints', async () => {
    await using testApp = await openConsoleTestApp({ quotaPerToken: 0 })
    const { viewer: founder } = testApp
    const { channelId } = founder
    const outsider = await testApp.signedIn('outsider')
    const { teamId } = (await founder.callConsole('POST', '/teams', { name: 'Crew' })).body.content
    const registered = { name: 'team bot', redirectUri: 'http://127.0.0.1:9/callback', teamId }
    const { clientId } = (await founder.callConsole('POST', '/apps', registered)).body.content
    const people: [TeamRole | null, typeof testApp.viewer][] = [[null, outsider]]
    for (const role of teamRoles) {
      const person = await testApp.signedIn(`member ${role}`)
      await joinTeam(testApp.viewer, { teamId, role }, person)
      people.push([role, person])
    }
    const listRows = async () => {
      const { rows } = await sql`
        select (select jsonb_agg(app) from app) as apps, (select jsonb_agg(app_secret) from app_secret) as secrets,
          (select jsonb_agg(app_scope) from app_scope) as scopes, (select jsonb_agg(campaign) from campaign) as campaigns,
          (select jsonb_agg(webhook_endpoint) from webhook_endpoint) as webhooks`.execute(testApp.deps.db.read)
      return rows
    }

    for (const [role, person] of people) {
      const before = await listRows()
      // The application is deleted last.
      const ordered = ofApps.toSorted((a, b) => Number(a.name === 'deleteApp') - Number(b.name === 'deleteApp'))
      for (const { name, endpoint } of ordered) {
        const needed = endpoint.needsAppRole ?? 'OWNER'
        const isAllowed = hasTeamRole(role, needed)
        const { body, status } = await person.callConsole(
          endpoint.method,
          requestPath(endpoint, inputOf(endpoint, { channelId, clientId })).replace('/console/v1', ''),
          endpoint.body === undefined ? undefined : inputOf(endpoint, { channelId, clientId }).body,
        )
        const label = `${name} as ${role}: ${JSON.stringify(body)}`
        assert.ok(status < 500, label)
        const { code } = body.reason ?? { code: null }
        if (role === null) assert.deepEqual([status, code], [404, 'NOT_YOUR_APP'], label)
        else if (isAllowed) assert.ok(code !== 'NOT_YOUR_APP' && code !== 'TEAM_ROLE_MISSING', label)
        else assert.deepEqual([status, code], [403, 'TEAM_ROLE_MISSING'], label)
      }
      if (!hasTeamRole(role, 'DEVELOPER')) assert.deepEqual(await listRows(), before, `unchanged by ${role}`)
    }
    assert.equal((await founder.callConsole('GET', `/apps/${clientId}`)).body.reason?.code, 'NOT_YOUR_APP', 'deleted')
  })

  test('lists show the applications, traffic and campaigns of the teams of a member, and nothing to others', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer: founder } = testApp
    const { teamId } = (await founder.callConsole('POST', '/teams', { name: 'Crew' })).body.content
    const registered = { name: 'team bot', redirectUri: 'http://127.0.0.1:9/callback', teamId }
    const client = (await founder.callConsole('POST', '/apps', registered)).body.content
    await founder.callConsole('POST', '/apps', { ...registered, name: 'own bot', teamId: undefined })
    await testApp.call('GET', '/open/v1/lives', { client })
    const [member, outsider] = [await testApp.signedIn('member'), await testApp.signedIn('outsider')]
    await joinTeam(testApp.viewer, { teamId, role: 'VIEWER' }, member)
    const list = async (person: typeof member, query = '') =>
      (await person.callConsole('GET', `/apps${query}`)).body.content.data.map(({ name, role, team }: any) => [
        name,
        role,
        team?.name,
      ])
    assert.deepEqual(await list(member), [['team bot', 'VIEWER', 'Crew']])
    assert.deepEqual(await list(outsider), [])
    assert.deepEqual(await list(testApp.viewer, '?sort=name'), [
      ['own bot', 'OWNER', undefined],
      ['team bot', 'OWNER', 'Crew'],
    ])
    assert.deepEqual(await list(testApp.viewer, '?owner=ME'), [['own bot', 'OWNER', undefined]])
    assert.deepEqual(await list(testApp.viewer, `?owner=${teamId}`), [['team bot', 'OWNER', 'Crew']])
    assert.deepEqual(await list(outsider, `?owner=${teamId}`), [])
    for (const [person, expected] of [
      [outsider, 0],
      [member, 1],
    ] as const) {
      const traffic = await person.callConsole('GET', `/app-traffic?clientIds=${client.clientId}`)
      assert.ok(traffic.body.content.data.length <= expected)
      assert.equal((await person.callConsole('GET', `/campaigns?clientId=${client.clientId}`)).status, 200)
    }
  })
})

function inputOf(endpoint: Endpoint, callers: { channelId: string; clientId: string }): OperationInput {
  const { pathParams, body } = endpoint
  const sample = (part: unknown) => sampleOf('', part as Schema, callers) as Record<string, unknown>
  return {
    ...(pathParams && { pathParams: sample(pathParams) }),
    ...(body && { body: sample(body) }),
  }
}
