import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, dropsScope, limits, teamRoles, type AuditAction, type TeamRole } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { createContentValidator } from '../../../../../tests/support/inputs/content-validator.ts'
import { mailSettingsOf, openSmtpServer } from '../../../../../tests/support/programs/smtp-server.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { deleteAccount, resumeAccount, suspendAccount } from '../../accounts/end/end-account.ts'
import { purgeAccounts } from '../../accounts/end/purge-accounts.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { approveOrganization } from '../organizations.ts'
import { invite, joinTeam } from './test-helpers.ts'
import { passOnTeams } from './teams.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const dayMs = 86_400_000

/** A team of the viewer with a member of each role, and an application of the team. */
async function openTeamTestApp() {
  const testApp = await openConsoleTestApp()
  const founder = testApp.viewer
  const { teamId } = (await founder.callConsole('POST', '/teams', { name: 'Crew' })).body.content as { teamId: string }
  const members = {} as Record<TeamRole, typeof founder>
  for (const role of teamRoles) {
    members[role] = await testApp.signedIn(`member ${role}`)
    testApp.clock.advance(1_000)
    await joinTeam(founder, { teamId, role }, members[role])
  }
  const { content: client } = (await founder.callConsole('POST', '/apps', { name: 'bot', redirectUri, teamId })).body
  const team = `/teams/${teamId}`
  const codeOf = async (response: ReturnType<typeof founder.callConsole>) => {
    const { status, body } = await response
    return status === 200 ? null : (body.reason?.code ?? body.message)
  }
  const listEntries = (action: AuditAction) => {
    const entries = testApp.deps.db.read.selectFrom('audit_log').where('action', '=', action).orderBy('at')
    return entries.select(['actor_id', 'client_id', 'detail']).execute()
  }
  return { ...testApp, founder, members, teamId, team, client, own: `/apps/${client.clientId}`, codeOf, listEntries }
}

describe('teams', () => {
  test('count their applications for their owners in the account, and not for other members', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, client } = testApp
    await testApp.act('createGrant', { clientId: client.clientId, channelId: members.VIEWER.channelId })
    for (const [browser, count] of [
      [founder, 1],
      [members.OWNER, 1],
      [members.DEVELOPER, 0],
    ] as const) {
      const { owns } = (await browser.callConsole('GET', '/account')).body.content
      assert.deepEqual([owns.apps, owns.usersOfApps], [count, count])
    }
  })

  test('shows its members to each of them, invitations to owners, and nothing to others', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, codeOf } = testApp
    await invite(founder, { teamId: testApp.teamId, role: 'VIEWER' })
    const read = async (person: typeof founder) => (await person.callConsole('GET', team)).body.content
    const content = await read(founder)
    assert.equal(createContentValidator(consoleApi.teams.getTeam)(content), null)
    assert.deepEqual(
      content.members.map(({ role }: { role: TeamRole }) => role),
      ['OWNER', ...teamRoles],
    )
    assert.equal(content.invitations.length, 1)
    assert.deepEqual((await read(members.VIEWER)).invitations, [])
    const outsider = await testApp.signedIn('outsider')
    assert.equal(await codeOf(outsider.callConsole('GET', team)), 'NOT_YOUR_TEAM')
    assert.deepEqual((await outsider.callConsole('GET', '/teams')).body.content, { data: [] })
    const { data } = (await members.VIEWER.callConsole('GET', '/teams')).body.content
    assert.deepEqual(data, [{ teamId: testApp.teamId, name: 'Crew', role: 'VIEWER', members: 4, apps: 1 }])
  })

  test('only an owner renames and deletes it, invites, and changes or removes others', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, codeOf } = testApp
    const outsider = await testApp.signedIn('outsider')
    const calls: readonly [method: string, path: string, body?: object][] = [
      ['PATCH', team, { name: 'Other crew' }],
      ['DELETE', team],
      ['PUT', `${team}/members/${founder.channelId}`, { role: 'VIEWER' }],
      ['DELETE', `${team}/members/${founder.channelId}`],
      ['POST', `${team}/invitations`, { role: 'OWNER' }],
      ['DELETE', `${team}/invitations/00000000-0000-4000-8000-000000000000`],
    ]
    for (const [method, path, body] of calls) {
      for (const role of ['VIEWER', 'DEVELOPER'] as const)
        assert.equal(
          await codeOf(members[role].callConsole(method, path, body)),
          'TEAM_ROLE_MISSING',
          `${method} ${path}`,
        )
      assert.equal(await codeOf(outsider.callConsole(method, path, body)), 'NOT_YOUR_TEAM', `${method} ${path}`)
    }
    assert.equal(await codeOf(members.OWNER.callConsole('PATCH', team, { name: 'Other crew' })), null)
    assert.equal(await codeOf(founder.callConsole('DELETE', team)), 'TEAM_NOT_EMPTY')
    assert.equal(await codeOf(founder.callConsole('DELETE', testApp.own)), null)
    assert.equal(await codeOf(founder.callConsole('DELETE', team)), null)
    assert.equal(await codeOf(founder.callConsole('GET', team)), 'NOT_YOUR_TEAM')
    const renamed = (await testApp.listEntries('team.renamed'))[0]
    assert.equal(renamed?.actor_id, members.OWNER.channelId, 'the audit log says who')
  })

  test('a person is in a bounded number of teams, however many are created at once', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer: founder } = testApp
    const { requireFewTeams } = await import('./teams.ts')
    const { insertTeam, insertMember } = await import('./team-store.ts')
    const { db, clock, random } = testApp.deps
    const create = () =>
      db.transaction(async (tx) => {
        await requireFewTeams(tx, testApp.viewer.channelId)
        const [id, now] = [random.uuid(), clock.now()]
        await insertTeam(tx, { id, name: 'Crew', created_at: now })
        const member = { team_id: id, channel_id: testApp.viewer.channelId, role: 'OWNER', created_at: now } as const
        await insertMember(tx, member)
      })
    const results = await Promise.allSettled(Array.from({ length: limits.teamsPerUser + 3 }, create))
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 3)
    assert.equal((await founder.callConsole('GET', '/teams')).body.content.data.length, limits.teamsPerUser)
  })
})

describe('the last owner', () => {
  test('cannot leave or take a lesser role', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, codeOf } = testApp
    const self = `${team}/members/${founder.channelId}`
    assert.equal(await codeOf(members.OWNER.callConsole('DELETE', `${team}/members/${members.OWNER.channelId}`)), null)
    assert.equal(await codeOf(founder.callConsole('DELETE', self)), 'LAST_TEAM_OWNER')
    assert.equal(await codeOf(founder.callConsole('PUT', self, { role: 'DEVELOPER' })), 'LAST_TEAM_OWNER')
    const promote = `${team}/members/${members.DEVELOPER.channelId}`
    assert.equal(await codeOf(founder.callConsole('PUT', promote, { role: 'OWNER' })), null)
    assert.equal(await codeOf(founder.callConsole('DELETE', self)), null)
  })

  test('remains when all owners leave, or demote each other, at once', async () => {
    for (const action of ['leave', 'demote'] as const) {
      await using testApp = await openTeamTestApp()
      const { founder, members, team, codeOf } = testApp
      const [one, two] = [founder, members.OWNER]
      const results = await Promise.all(
        action === 'leave'
          ? [one, two].map((person) => codeOf(person.callConsole('DELETE', `${team}/members/${person.channelId}`)))
          : [
              codeOf(one.callConsole('PUT', `${team}/members/${two.channelId}`, { role: 'VIEWER' })),
              codeOf(two.callConsole('PUT', `${team}/members/${one.channelId}`, { role: 'VIEWER' })),
            ],
      )
      assert.equal(results.filter((code) => code === null).length, 1, `${action}: ${results.join(' ')}`)
      const { members: left } = (await members.VIEWER.callConsole('GET', team)).body.content
      assert.equal(left.filter(({ role }: { role: TeamRole }) => role === 'OWNER').length, 1, action)
    }
  })

  test('is one who can sign in: a suspended owner does not count', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, codeOf } = testApp
    await suspendAccount({ channelId: members.OWNER.channelId, reason: 'x' }, async () => {}, testApp.deps)
    assert.equal(await codeOf(founder.callConsole('DELETE', `${team}/members/${founder.channelId}`)), 'LAST_TEAM_OWNER')
  })
})

describe('invitations to a team', () => {
  test('say the team, the role and who invites, and work once', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, teamId, team, codeOf } = testApp
    const token = await invite(founder, { teamId, role: 'DEVELOPER' })
    const [first, second] = [await testApp.signedIn('first'), await testApp.signedIn('second')]
    const shown = (await first.callConsole('POST', '/team-invitation', { token })).body.content
    assert.deepEqual(shown, { teamName: 'Crew', role: 'DEVELOPER', invitedBy: '시청자' })
    assert.equal(await codeOf(founder.callConsole('POST', '/team-invitation/accept', { token })), 'ALREADY_MEMBER')
    const accept = (person: typeof first) => codeOf(person.callConsole('POST', '/team-invitation/accept', { token }))
    const results = await Promise.all([first, second, first, second].map(accept))
    assert.equal(results.filter((code) => code === null).length, 1, results.join(' '))
    assert.equal(await accept(await testApp.signedIn('third')), 'INVITATION_ENDED')
    const { members, invitations } = (await founder.callConsole('GET', team)).body.content
    assert.deepEqual([members.length, invitations], [5, []])
    assert.equal(
      await codeOf(first.callConsole('POST', '/team-invitation', { token: 'x'.repeat(43) })),
      'INVITATION_ENDED',
    )
  })

  test('end after a week, when an owner ends them, and with the role of the person who invited', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, teamId, team, codeOf } = testApp
    const guest = await testApp.signedIn('guest')
    const read = (token: string) => codeOf(guest.callConsole('POST', '/team-invitation', { token }))
    const ofOwner = await invite(members.OWNER, { teamId, role: 'VIEWER' })
    assert.equal(await read(ofOwner), null)
    const path = `${team}/members/${members.OWNER.channelId}`
    assert.equal(await codeOf(founder.callConsole('PUT', path, { role: 'DEVELOPER' })), null)
    assert.equal(await read(ofOwner), 'INVITATION_ENDED')
    const revoked = await invite(founder, { teamId, role: 'VIEWER' })
    const [{ invitationId }] = (await founder.callConsole('GET', team)).body.content.invitations
    assert.equal(await codeOf(founder.callConsole('DELETE', `${team}/invitations/${invitationId}`)), null)
    assert.equal(await read(revoked), 'INVITATION_ENDED')
    const expiring = await invite(founder, { teamId, role: 'VIEWER' })
    testApp.clock.advance(limits.teamInvitationDays * dayMs)
    const late = await testApp.signedIn('late')
    assert.equal(await codeOf(late.callConsole('POST', '/team-invitation', { token: expiring })), 'INVITATION_ENDED')
  })

  test('ask for the password again, and are bounded', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, teamId, codeOf } = testApp
    for (let left: number = limits.teamInvitations; left > 0; left -= 1) {
      // The limit of invitations of a person, which is another one, ends with the hour.
      if (left === 3) {
        testApp.clock.advance(3_600_000)
        await founder.callConsole('POST', '/account/password-check', { password: founder.password })
      }
      await invite(founder, { teamId, role: 'VIEWER' })
    }
    assert.equal(
      await codeOf(founder.callConsole('POST', `/teams/${teamId}/invitations`, { role: 'VIEWER' })),
      'TOO_MANY_INVITATIONS',
    )
    testApp.clock.advance(11 * 60_000)
    for (const [method, path, body] of [
      ['POST', `/teams/${teamId}/invitations`, { role: 'VIEWER' }],
      ['DELETE', `/teams/${teamId}`, undefined],
      ['PUT', `/teams/${teamId}/members/${founder.channelId}`, { role: 'VIEWER' }],
      ['DELETE', `/teams/${teamId}/members/${members.VIEWER.channelId}`, undefined],
      ['POST', `${testApp.own}/transfer`, { teamId: null }],
      ['DELETE', testApp.own, undefined],
    ] as const)
      assert.equal(await codeOf(founder.callConsole(method, path, body)), 'PASSWORD_REQUIRED', path)
    const leave = members.VIEWER.callConsole('DELETE', `${team}/members/${members.VIEWER.channelId}`)
    assert.equal(await codeOf(leave), null)
  })
})

describe('invitations by mail', () => {
  test('send the link without a text of a person', async () => {
    await using server = await openSmtpServer()
    await using testApp = await openConsoleTestApp(mailSettingsOf(server))
    const { viewer: founder } = testApp
    const { teamId } = (await founder.callConsole('POST', '/teams', { name: 'Buy at spam' })).body.content
    const invitation = { role: 'DEVELOPER', email: 'guest@example.com' }
    const sent = (await founder.callConsole('POST', `/teams/${teamId}/invitations`, invitation)).body.content
    assert.equal(sent.isMailed, true)
    let mail = await server.next()
    while (!mail.envelopeTo.includes(invitation.email)) mail = await server.next()
    assert.ok(mail.text?.includes(sent.url))
    assert.ok(!/spam|시청자/.test(`${mail.text}${mail.html}`))
    const wrong = await founder.callConsole('POST', `/teams/${teamId}/invitations`, { ...invitation, email: 'nobody' })
    assert.deepEqual(wrong.body.reason, { field: 'email', code: 'INVALID_EMAIL', params: {} })
  })
})

describe('transferApp', () => {
  test('gives an application to a team and back to an owner, and keeps its credentials', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, own, client, teamId, codeOf } = testApp
    const transfer = (person: typeof founder, to: string | null) =>
      codeOf(person.callConsole('POST', `${own}/transfer`, { teamId: to }))
    assert.equal(await transfer(members.DEVELOPER, null), 'TEAM_ROLE_MISSING')
    assert.equal(await transfer(members.OWNER, null), null)
    assert.equal(await codeOf(founder.callConsole('GET', own)), 'NOT_YOUR_APP')
    assert.equal((await members.OWNER.callConsole('GET', own)).body.content.team, null)
    assert.equal((await testApp.call('GET', '/open/v1/lives', { client })).status, 200)
    const foreign = (await members.VIEWER.callConsole('POST', '/teams', { name: 'Other' })).body.content.teamId
    assert.equal(await transfer(members.OWNER, foreign), 'NOT_YOUR_TEAM')
    assert.equal(await transfer(members.OWNER, teamId), null)
    assert.equal((await members.VIEWER.callConsole('GET', own)).body.content.role, 'VIEWER')
    const [first] = await testApp.listEntries('app.transferred')
    assert.deepEqual(
      [first?.actor_id, first?.client_id, first?.detail],
      [members.OWNER.channelId, client.clientId, { fromTeamId: teamId, teamId: null }],
    )

    const { transferSiteApp } = await import('../transfer-app.ts')
    const transferBySite = (owner: Parameters<typeof transferSiteApp>[0]['owner']) =>
      transferSiteApp({ clientId: client.clientId, owner }, testApp.deps)
    await transferBySite({ channelId: members.VIEWER.channelId })
    assert.equal((await members.VIEWER.callConsole('GET', own)).body.content.role, 'OWNER')
    await transferBySite({ teamId: foreign })
    assert.equal((await members.VIEWER.callConsole('GET', own)).body.content.team.teamId, foreign)
    await assert.rejects(transferBySite({ teamId: '00000000-0000-4000-8000-000000000000' }))
    await assert.rejects(transferBySite({ channelId: 'unknown' }))
  })

  test('keeps the limit of applications per team, whoever transfers and registers at once', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, teamId } = testApp
    const { registerOwnedApp } = await import('../register-app.ts')
    const app = { redirectUri, ownerChannelId: founder.channelId }
    const rules = await testApp.deps.site.nameRules()
    const register = (name: string, team?: string) =>
      registerOwnedApp({ ...app, name, teamId: team }, rules, testApp.deps)
    for (let count = 1; count < limits.appsPerUser - 1; count += 1) await register(`bot ${count}`, teamId)
    const [one, two] = [await register('one'), await register('two')]
    const { transferApp } = await import('../transfer-app.ts')
    const results = await Promise.allSettled([
      ...[one, two].map(({ clientId }) =>
        transferApp({ channelId: founder.channelId, clientId, teamId }, testApp.deps),
      ),
      register('three', teamId),
    ])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('only one of two transfers at once finds the application with its owner', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, own, codeOf } = testApp
    const results = await Promise.all(
      [founder, members.OWNER].map((person) => codeOf(person.callConsole('POST', `${own}/transfer`, { teamId: null }))),
    )
    assert.deepEqual(
      results.filter((code) => code !== null),
      ['NOT_YOUR_APP'],
    )
  })
})

describe('members whose account ends', () => {
  test('a suspended member loses access at once, and the application goes on while another owner is active', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, own, client, deps } = testApp
    const suspend = (channelId: string) => suspendAccount({ channelId, reason: 'x' }, endAccountActivity, deps)
    assert.equal((await members.DEVELOPER.callConsole('GET', own)).status, 200)
    await suspend(members.DEVELOPER.channelId)
    assert.equal((await members.DEVELOPER.callConsole('GET', own)).status, 401)
    await suspend(members.OWNER.channelId)
    const status = async () => (await testApp.call('GET', '/open/v1/lives', { client })).status
    assert.equal(await status(), 200)
    await suspend(founder.channelId)
    await eventually(async () => assert.equal(await status(), 401))
    await resumeAccount(founder.channelId, deps)
    testApp.clock.advance(10_000)
    await eventually(async () => assert.equal(await status(), 200))
  })

  test('the last owner of a team with members cannot delete the account, and one without members takes the team along', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, client, deps } = testApp
    const { password } = founder
    await founder.callConsole('DELETE', `${team}/members/${members.OWNER.channelId}`)
    const refused = await founder.callConsole('POST', '/account/deletion', { password })
    assert.deepEqual(refused.body.reason, { code: 'TEAMS_NEED_OWNER', params: { teams: 'Crew' } })
    for (const role of ['VIEWER', 'DEVELOPER'] as const)
      await members[role].callConsole('DELETE', `${team}/members/${members[role].channelId}`)
    assert.equal((await founder.callConsole('POST', '/account/deletion', { password })).status, 200)
    await purgeAccounts(deps)
    for (const table of ['team', 'team_member'] as const)
      assert.deepEqual(await deps.db.read.selectFrom(table).selectAll().execute(), [], table)
    const app = deps.db.read.selectFrom('app').where('client_id', '=', client.clientId).selectAll()
    assert.equal(await app.executeTakeFirst(), undefined)
  })

  test('an account that is deleted leaves its team to another owner', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, team, own, deps } = testApp
    await invite(founder, { teamId: testApp.teamId, role: 'VIEWER' })
    await deleteAccount(founder.channelId, async () => {}, deps)
    await purgeAccounts(deps)
    assert.equal((await members.OWNER.callConsole('GET', team)).body.content.members.length, 3)
    assert.equal((await members.DEVELOPER.callConsole('GET', own)).status, 200)
  })

  test('an operator deletes a last owner, and the first member of the highest role who can sign in becomes the owner', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, teamId, team, own, client, deps } = testApp
    await founder.callConsole('DELETE', `${team}/members/${members.OWNER.channelId}`)
    const [first, second] = [await testApp.signedIn('first'), await testApp.signedIn('second')]
    for (const person of [first, second]) {
      testApp.clock.advance(1_000)
      await joinTeam(founder, { teamId, role: 'DEVELOPER' }, person)
    }
    await suspendAccount({ channelId: members.DEVELOPER.channelId, reason: 'x' }, endAccountActivity, deps)
    await suspendAccount({ channelId: founder.channelId, reason: 'x' }, endAccountActivity, deps)
    await deleteAccount(founder.channelId, passOnTeams(endAccountActivity), deps)
    await purgeAccounts(deps)
    const { role, members: left } = (await first.callConsole('GET', team)).body.content
    assert.deepEqual([role, left.length], ['OWNER', 4])
    assert.equal((await second.callConsole('GET', own)).body.content.role, 'DEVELOPER')
    assert.equal((await testApp.call('GET', '/open/v1/lives', { client })).status, 200)
    const entry = (await testApp.listEntries('team.member_changed')).at(-1)
    assert.deepEqual(entry?.detail, { teamId, role: 'OWNER' })
  })
})

describe('organizations of a team', () => {
  test('are transferred by their representative, and represented by owners and developers', async () => {
    await using testApp = await openTeamTestApp()
    const { founder, members, teamId, team, codeOf } = testApp
    await approveOrganization({ organizationId: 'games', name: 'Games', channelId: founder.channelId }, testApp.deps)
    const transfer = (person: typeof founder, to: string | null) =>
      codeOf(person.callConsole('POST', '/organizations/games/transfer', { teamId: to }))
    assert.equal(await transfer(members.OWNER, teamId), 'NOT_YOUR_ORGANIZATION')
    assert.equal(await transfer(founder, teamId), null)
    const registered = { redirectUri, teamId, organizationId: 'games', scopes: [dropsScope] }
    const register = (person: typeof founder, name: string) =>
      codeOf(person.callConsole('POST', '/apps', { ...registered, name }))
    assert.equal(await register(members.DEVELOPER, 'drops bot'), null)
    assert.equal(await register(members.VIEWER, 'second bot'), 'NOT_REPRESENTATIVE')

    // Developers use the organization for applications of the team only.
    const create = async (person: typeof founder, name: string, more: object) =>
      (await person.callConsole('POST', '/apps', { redirectUri, name, ...more })).body
    const ofGames = { organizationId: 'games' }
    assert.equal((await create(members.DEVELOPER, 'own bot', ofGames)).reason?.code, 'ORGANIZATION_OF_TEAM')
    const other = (await members.DEVELOPER.callConsole('POST', '/teams', { name: 'Other' })).body.content.teamId
    const elsewhere = await create(members.DEVELOPER, 'other bot', { ...ofGames, teamId: other })
    assert.equal(elsewhere.reason?.code, 'ORGANIZATION_OF_TEAM')
    const { clientId: own } = (await create(members.DEVELOPER, 'own bot', {})).content
    const change = codeOf(members.DEVELOPER.callConsole('PATCH', `/apps/${own}`, ofGames))
    assert.equal(await change, 'ORGANIZATION_OF_TEAM')
    const { clientId } = (await create(members.OWNER, 'games bot', { ...ofGames, teamId })).content
    const transferApp = () => codeOf(members.OWNER.callConsole('POST', `/apps/${clientId}/transfer`, { teamId: null }))
    assert.equal(await transferApp(), 'ORGANIZATION_OF_TEAM')
    assert.ok((await create(members.OWNER, 'own bot of games', ofGames)).content)

    const { data } = (await members.DEVELOPER.callConsole('GET', '/organizations')).body.content
    assert.deepEqual(data, [{ organizationId: 'games', name: 'Games', teamId }])
    assert.equal(await transfer(members.DEVELOPER, null), 'NOT_YOUR_ORGANIZATION')
    assert.equal(await transfer(members.OWNER, null), null)
    assert.equal(await transferApp(), null)
    assert.deepEqual((await founder.callConsole('GET', '/organizations')).body.content.data, [])
    assert.ok((await testApp.listEntries('organization.transferred')).length === 2)
    assert.equal(await codeOf(founder.callConsole('DELETE', team)), 'TEAM_NOT_EMPTY')
  })
})
