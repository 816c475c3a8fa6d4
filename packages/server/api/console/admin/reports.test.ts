import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'
import { sweepOldRows } from '../../../worker/old-rows-store.ts'
import { purgeAccounts } from '../../../features/accounts/end/purge-accounts.ts'
import { deleteAccount } from '../../../features/accounts/end/end-account.ts'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'

/** A site with a message of a person, two people who report it, and two moderators. */
async function openSite() {
  // Mails are queued where there is a server for them; nothing here sends them.
  const testApp = await openConsoleTestApp({
    mailUrl: 'smtp://127.0.0.1:1',
    mailFrom: 'Onair <no-reply@onair.example>',
  })
  const { channelId, viewer } = testApp
  const [sender, other, moderator, colleague] = await Promise.all(
    ['보낸이', '신고인', '모더레이터', '동료'].map((name) => testApp.signedIn(name)),
  )
  if (!sender || !other || !moderator || !colleague) throw new Error('no people')
  for (const one of [moderator, colleague])
    await grantSiteRole({ channelId: one.channelId, role: 'MODERATOR' }, testApp.deps)
  const { id: messageId } = await testApp.sendStoredChat(sender.channelId, '나쁜 말 {:smile:}')
  const ofMessage = { kind: 'MESSAGE', channelId, messageId, reason: 'HARASSMENT', text: '욕설입니다' }
  const report = async (body: object, by: typeof viewer = viewer) => by.callConsole('POST', '/reports', body)
  const list = async (query = '', by: typeof viewer = moderator) =>
    (await by.callConsole('GET', `/admin/reports${query}`)).body.content.data
  return { ...testApp, sender, other, moderator, colleague, messageId, ofMessage, report, list }
}

const codeOf = ({ status, body }: { status: number; body: { reason?: { code: string } | null } }) =>
  body.reason?.code ?? String(status)

describe('reporting', () => {
  test('keeps what the server saw, also once the message is hidden and its sender is gone', async () => {
    await using site = await openSite()
    const { deps, sender, messageId, ofMessage, report, list, channelId } = site
    await deps.db.read.updateTable('chat_message').set({ hidden_at: 1 }).where('id', '=', messageId).execute()
    assert.equal((await report(ofMessage)).status, 200)
    await deleteAccount(sender.channelId, async () => {}, deps)
    await purgeAccounts(deps)
    const [entry] = await list()
    assert.deepEqual(
      [entry.kind, entry.subjectId, entry.channelId, entry.personId, entry.reports, entry.reasons],
      ['MESSAGE', messageId, channelId, sender.channelId, 1, ['HARASSMENT']],
    )
    assert.deepEqual(
      [entry.snapshot.name, entry.snapshot.content, Object.keys(entry.snapshot.emojis)],
      ['보낸이', '나쁜 말 {:smile:}', ['smile']],
    )
  })

  test('a person reports a subject once until it is decided, and the reports of several are one', async () => {
    await using site = await openSite()
    const { other, viewer, ofMessage, report, list, moderator } = site
    const answers = await Promise.all([report(ofMessage), report(ofMessage), report(ofMessage, other)])
    assert.deepEqual(answers.map(codeOf).toSorted(), ['200', '200', 'ALREADY_REPORTED'])
    const [entry, ...rest] = await list()
    assert.deepEqual([entry.reports, rest], [2, []])
    const decision = { decision: 'NO_VIOLATION' }
    await moderator.callConsole('PUT', `/admin/reports/${entry.reportId}/decision`, decision)
    assert.equal(codeOf(await report(ofMessage)), '200')
    const { data: own } = (await viewer.callConsole('GET', '/reports')).body.content
    assert.deepEqual(own.map((one: { decision: string | null }) => one.decision).toSorted(), ['NO_VIOLATION', null])
  })

  test('a channel and an application are reported with their names', async () => {
    await using site = await openSite()
    const { report, list, channelId, client } = site
    assert.equal(codeOf(await report({ kind: 'CHANNEL', channelId, reason: 'SPAM' })), '200')
    assert.equal(codeOf(await report({ kind: 'APP', clientId: client.clientId, reason: 'OTHER' })), '200')
    const seen = (await site.viewer.callConsole('GET', `/reports/apps/${client.clientId}`)).body.content
    const [channel, app] = await list()
    assert.equal(channel.snapshot.channelName, channel.snapshot.name)
    const [{ name, redirect_uri: redirectUri }] = (
      await sql<{ name: string; redirect_uri: string }>`select name, redirect_uri from app`.execute(site.deps.db.read)
    ).rows as [{ name: string; redirect_uri: string }]
    assert.deepEqual([app.snapshot.name, app.snapshot.redirectHost], [name, new URL(redirectUri).host])
    assert.deepEqual(seen, { name, redirectHost: new URL(redirectUri).host })
  })

  test('refuses what does not exist, what is not named, long texts, guests, and more than 20 an hour', async () => {
    await using site = await openSite()
    const { report, ofMessage, channelId, sender, clock } = site
    const unknown = '00000000-0000-4000-8000-000000000000'
    assert.equal(codeOf(await report({ ...ofMessage, messageId: unknown })), 'NO_SUCH_MESSAGE')
    assert.equal(codeOf(await report({ ...ofMessage, channelId: sender.channelId })), 'NO_SUCH_MESSAGE')
    assert.equal(
      codeOf(await report({ kind: 'CHANNEL', channelId: 'f'.repeat(32), reason: 'SPAM' })),
      'NO_SUCH_CHANNEL',
    )
    assert.equal(codeOf(await report({ kind: 'APP', clientId: 'none', reason: 'SPAM' })), 'NO_SUCH_APP')
    assert.equal(codeOf(await report({ kind: 'MESSAGE', channelId, reason: 'SPAM' })), 'MISSING')
    assert.equal(codeOf(await report({ ...ofMessage, text: 'x'.repeat(501) })), 'TOO_LONG')
    const codes = []
    for (let attempt = 0; attempt < 20; attempt++) codes.push(codeOf(await report(ofMessage)))
    assert.equal(codes.at(-1), 'TOO_MANY_ACTIONS')
    clock.advance(3_600_000)
    assert.equal(codeOf(await report(ofMessage)), 'ALREADY_REPORTED')
  })
})

describe('the queue of reports', () => {
  test('is for moderators, and shows nobody the reports about themselves', async () => {
    await using site = await openSite()
    const { deps, sender, viewer, ofMessage, report, list } = site
    await report(ofMessage)
    const [{ reportId }] = await list()
    assert.equal(codeOf(await viewer.callConsole('GET', '/admin/reports')), 'SITE_ROLE_MISSING')
    const decide = (by: typeof viewer) =>
      by.callConsole('PUT', `/admin/reports/${reportId}/decision`, { decision: 'NO_VIOLATION' })
    assert.equal(codeOf(await decide(viewer)), 'SITE_ROLE_MISSING')
    await grantSiteRole({ channelId: sender.channelId, role: 'OPERATOR' }, deps)
    assert.deepEqual(await list('', sender), [])
    assert.equal(codeOf(await sender.callConsole('GET', `/admin/reports/${reportId}`)), 'NO_SUCH_REPORT')
    assert.equal(codeOf(await decide(sender)), 'NO_SUCH_REPORT')
  })

  test('of two moderators who take or decide a report at once, one wins, and the reporters are answered once', async () => {
    await using site = await openSite()
    const { deps, viewer, moderator, colleague, ofMessage, report, list } = site
    await report(ofMessage)
    const [{ reportId }] = await list()
    const both = async (path: string, body: object) =>
      (
        await Promise.all(
          [moderator, colleague].map((one) => one.callConsole('PUT', `/admin/reports/${reportId}/${path}`, body)),
        )
      ).map(codeOf)
    assert.deepEqual((await both('assignee', { isTaken: true })).toSorted(), ['200', 'REPORT_TAKEN'])
    const decision = { decision: 'ACTION_TAKEN', note: '경고함', answer: '조치했습니다' }
    assert.deepEqual((await both('decision', decision)).toSorted(), ['200', 'REPORT_DECIDED'])
    assert.deepEqual(await list(), [])
    const [decided] = await list('?state=DECIDED&kind=MESSAGE')
    assert.equal(decided.decision, 'ACTION_TAKEN')
    const [own] = (await viewer.callConsole('GET', '/reports')).body.content.data
    assert.deepEqual([own.answer, own.note], ['조치했습니다', undefined])
    const mails = await deps.db.read
      .selectFrom('mail')
      .where('kind', '=', 'REPORT_DECIDED')
      .select('channel_id')
      .execute()
    assert.deepEqual(mails, [{ channel_id: viewer.channelId }])
    const entries = await deps.db.read
      .selectFrom('audit_log')
      .where('action', 'in', ['report.assigned', 'report.decided'])
      .orderBy('position')
      .select(['action', 'count'])
      .execute()
    assert.deepEqual(
      entries.map(({ action, count }) => [action, count]),
      [
        ['report.assigned', 1],
        ['report.decided', 1],
      ],
    )
  })

  test('a colleague can release a report, and the list is filtered', async () => {
    await using site = await openSite()
    const { moderator, colleague, ofMessage, report, list, channelId } = site
    await report(ofMessage)
    await report({ kind: 'CHANNEL', channelId, reason: 'SPAM' })
    const [first] = await list()
    const path = `/admin/reports/${first.reportId}/assignee`
    await moderator.callConsole('PUT', path, { isTaken: true })
    assert.deepEqual([(await list('?assignee=ME')).length, (await list('?assignee=NOBODY')).length], [1, 1])
    assert.deepEqual(await list('?assignee=ME', colleague), [])
    assert.equal(codeOf(await colleague.callConsole('PUT', path, { isTaken: false })), '200')
    assert.deepEqual(await list('?assignee=ME'), [])
    const kindsOf = async (query: string) => (await list(query)).map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(await kindsOf('?kind=CHANNEL'), ['CHANNEL'])
    assert.deepEqual(await kindsOf('?sort=newest'), ['CHANNEL', 'MESSAGE'])
  })

  test('is searched by what the snapshot shows, and by the ids of those concerned', async () => {
    await using site = await openSite()
    const { other, sender, viewer, ofMessage, report, list, channelId, messageId } = site
    await report(ofMessage)
    await report({ kind: 'CHANNEL', channelId, reason: 'SPAM' }, other)
    const kindsOf = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(await kindsOf('쁜 말'), ['MESSAGE'])
    assert.deepEqual(await kindsOf('보낸'), ['MESSAGE'])
    assert.deepEqual(await kindsOf('없는 말'), [])
    assert.deepEqual(await kindsOf(messageId), ['MESSAGE'])
    assert.deepEqual(await kindsOf(sender.channelId), ['MESSAGE'])
    assert.deepEqual(await kindsOf(channelId), ['MESSAGE', 'CHANNEL'])
    assert.deepEqual(await kindsOf(viewer.channelId), ['MESSAGE'])
  })

  test('its open cases are counted, but not those about the caller', async () => {
    await using site = await openSite()
    const { deps, sender, moderator, ofMessage, report, list } = site
    await grantSiteRole({ channelId: sender.channelId, role: 'OPERATOR' }, deps)
    const count = async (by: typeof moderator) =>
      (await by.callConsole('GET', '/admin/open-reports')).body.content.openReports
    await report(ofMessage)
    assert.deepEqual([await count(moderator), await count(sender)], [1, 0])
    const [{ reportId }] = await list()
    await moderator.callConsole('PUT', `/admin/reports/${reportId}/decision`, { decision: 'NO_VIOLATION' })
    assert.equal(await count(moderator), 0)
  })

  test('the list is paged, oldest or newest first', async () => {
    await using site = await openSite()
    const { deps, moderator } = site
    const subjects = Array.from({ length: 120 }, (_, index) => `app ${index}`)
    const snapshot = JSON.stringify({ name: 'app', sentAt: null })
    await sql`insert into report_case (id, kind, subject_id, snapshot, reported_at)
      select gen_random_uuid(), 'APP', subject, ${snapshot}, 0 from unnest(${subjects}::text[]) as subject`.execute(
      deps.db.read,
    )
    const walk = async (query: string) => {
      const found: string[] = []
      for (let next: string | null = ''; next !== null;) {
        const path: string = `/admin/reports?${query}${next === '' ? '' : `&next=${next}`}`
        const { data, page }: any = (await moderator.callConsole('GET', path)).body.content
        found.push(...data.map((one: { subjectId: string }) => one.subjectId))
        next = page.next
      }
      return found
    }
    assert.deepEqual(await walk('state=OPEN'), subjects)
    await sql`update report_case set decision = 'NO_VIOLATION', decided_at = 1`.execute(deps.db.read)
    assert.deepEqual(await walk('state=DECIDED&sort=newest'), subjects.toReversed())
  })

  test("a reporter's reports go with the account; a report ends with the audit log's time", async () => {
    await using site = await openSite()
    const { deps, viewer, moderator, ofMessage, report, list } = site
    await report(ofMessage)
    await deleteAccount(viewer.channelId, async () => {}, deps)
    await purgeAccounts(deps)
    const [{ reportId }] = await list()
    const { content } = (await moderator.callConsole('GET', `/admin/reports/${reportId}`)).body
    assert.deepEqual([content.reports, content.reporters], [0, []])
    await sweepOldRows('audit-log', deps)
    assert.equal((await list()).length, 1)
    await sql`update report_case set written_at_db = now() - make_interval(days => ${deps.config.auditLogDays + 1})`.execute(
      deps.db.read,
    )
    await sweepOldRows('audit-log', deps)
    assert.deepEqual(await list(), [])
  })
})
