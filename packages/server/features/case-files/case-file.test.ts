import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { sendRequest } from '../../../../tests/support/clients/send-request.ts'
import { grantSiteRole } from '../operators/site-roles.ts'
import { createNote, deleteNote } from '../accounts/moderate/notes.ts'
import { renameChannel } from '../accounts/names/rename-channel.ts'
import { openCaseFile } from './case-file.ts'
import { placeHold } from './holds.ts'
import { verifyCaseFile } from './verify-case-file.ts'

const hour = 3_600_000
const toSecond = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** A site with an operator, and the case file of a channel or a person as text. */
async function openSite() {
  const site = await openConsoleTestApp()
  const { deps, clock } = site
  const operator = await site.signedIn('운영자')
  await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, deps)
  const [since, until] = [toSecond(clock.now() - hour), toSecond(clock.now() + hour)]
  const requestOf = (channelId: string, more: Record<string, string> = {}, by: typeof operator = operator) => {
    const query = new URLSearchParams({
      subject: 'PERSON',
      since,
      until,
      caseNumber: '2026-1',
      reason: '고소',
      ...more,
    })
    const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const path = `/console/v1/admin/people/${channelId}/case-file?${query.toString()}`
    return { url: new URL(path, site.url), headers: { cookie } }
  }
  const request = async (...args: Parameters<typeof requestOf>) => {
    const { url, headers } = requestOf(...args)
    return sendRequest(url, { method: 'GET', headers })
  }
  const lines = async (channelId: string, more?: Record<string, string>) => {
    const { status, text } = await request(channelId, more)
    assert.equal(status, 200, text)
    const all = text.trimEnd().split('\n')
    return all.map((line) => JSON.parse(line) as Record<string, any>)
  }
  return { ...site, operator, requestOf, request, lines, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

const rowsOf = (file: Record<string, any>[], kind: string): Record<string, any>[] =>
  file.flatMap((line) => (line['kind'] === kind ? [line['data']] : []))

const bytesOf = async function* (text: string) {
  // In pieces that cut lines.
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000))
}

describe('a case file', () => {
  test('of a person has what the person did, also what is hidden and who hid it', async () => {
    await using site = await openSite()
    const { viewer, channelId, lines, act } = site
    const person = await site.signedIn('당사자')
    const say = async (by: typeof viewer, message: string) =>
      (await by.callConsole('POST', `/channels/${channelId}/chat`, { message })).body.content
    await act('goLive', { channelId })
    await say(person, '협박하는 말')
    site.clock.advance(1)
    await say(viewer, '다른 말')
    await act('donate', { channelId, byChannelId: person.channelId, payAmount: 1_000, donationText: '후원하는 말' })
    await viewer.callConsole('POST', '/reports', { kind: 'CHANNEL', channelId: person.channelId, reason: 'SPAM' })
    const rename = { channelName: '새 이름', reason: '욕설' }
    await site.operator.callConsole('PUT', `/admin/people/${person.channelId}/channel-name`, rename)
    const [{ id }] = (
      await sql<{ id: string }>`update chat_message set hidden_at = message_time, hidden_by = ${channelId}
        where sender_channel_id = ${person.channelId} returning id`.execute(site.deps.db.read)
    ).rows as [{ id: string }]

    const file = await lines(person.channelId)
    const [head, end] = [file[0]!, file.at(-1)!]
    assert.deepEqual(
      [head['kind'], head['channelId'], head['caseNumber'], head['reason'], head['createdBy']],
      ['caseFile', person.channelId, '2026-1', '고소', site.operator.channelId],
    )
    const of = (kind: string) => rowsOf(file, kind)
    const [message, ...others] = of('chatMessages')
    assert.deepEqual(others, [])
    assert.deepEqual(
      [message!['id'], message!['content'], message!['hiddenBy'], message!['hiddenDate']],
      [id, '협박하는 말', channelId, message!['messageDate']],
    )
    assert.equal(of('donations')[0]!['event'].donationText, '후원하는 말')
    assert.equal(of('account')[0]!['email'], person.email)
    assert.equal(of('reports')[0]!['reports'][0].reporter_channel_id, viewer.channelId)
    assert.ok(of('signIns').some(({ action, network }) => action === 'account.signed_in' && network === '127.0.0.1'))
    const renamed = of('auditLog').find(({ action }) => action === 'account.renamed')
    assert.deepEqual(renamed?.['detail'], { reason: '욕설', replacedName: '당사자' })
    const [{ name, createdDate, replacedName } = {}] = of('names')
    assert.deepEqual([name, createdDate, replacedName], ['새 이름', renamed?.['date'], '당사자'])
    assert.notEqual(createdDate, of('account')[0]!['createdDate'])
    assert.equal(end['lines'], file.length - 1)
    assert.equal(end['counts'].chatMessages, 1)
    assert.doesNotMatch(JSON.stringify(file), /argon2|hash"|picture"/i)

    const channel = await lines(channelId, { subject: 'CHANNEL' })
    assert.deepEqual(
      rowsOf(channel, 'chatMessages').map(({ content }) => content),
      ['협박하는 말', '다른 말'],
    )
    assert.equal(rowsOf(channel, 'lives').length, 1)
  })

  test('has only what is in the range, over many pages, in order', async () => {
    await using site = await openSite()
    const { deps, clock, channelId } = site
    const person = await site.signedIn('당사자')
    const from = clock.now() - (clock.now() % 1_000) + 1_000
    await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
      select gen_random_uuid(), ${channelId}, ${person.channelId}, n::text, ${from}::bigint + floor(n / 3.0)::bigint
      from generate_series(-1000, 4999) as n`.execute(deps.db.read)
    const file = await site.lines(person.channelId, { since: toSecond(from), until: toSecond(from + 1_000) })
    const messages = rowsOf(file, 'chatMessages')
    assert.equal(messages.length, 3_000)
    assert.equal(new Set(messages.map(({ id }) => id)).size, 3_000)
    const dates = messages.map(({ messageDate }) => String(messageDate))
    assert.deepEqual(dates, dates.toSorted())
  })

  test('leaves out no row: restrictions of one moment, a name that comes back, and copies that a hold made twice', async () => {
    await using site = await openSite()
    const { deps, clock, channelId, operator } = site
    const person = await site.signedIn('당사자')
    for (const table of ['channel_restriction', 'temporary_restriction'])
      await sql`insert into ${sql.table(table)}
        select (jsonb_populate_record(null::${sql.table(table)}, jsonb_build_object('channel_id', id, 'created_at', 1,
          'release_at', 2, 'restricted_channel_id', ${person.channelId}::text, 'restricted_by', id))).*
        from channel where id in (${channelId}, ${operator.channelId})`.execute(deps.db.read)
    await placeHold({ channelId: person.channelId, caseNumber: '1', reason: '수사', seconds: undefined }, deps)
    const note = { channelId: person.channelId, authorId: operator.channelId }
    const noteId = await createNote({ ...note, text: '주의' }, deps)
    await deleteNote({ ...note, noteId }, deps)
    for (const name of ['새 이름', '당사자', '새 이름'])
      await renameChannel(person.channelId, { channelName: name, rules: null }, deps)
    await sql`insert into held_row (channel_id, kind, content)
      select ${person.channelId}::text, 'chat_message', jsonb_build_object('id', n / 2, 'message_time', ${clock.now()}::bigint,
        'sender_channel_id', ${person.channelId}::text) from generate_series(0, 2399) as n`.execute(deps.db.read)
    const file = await site.lines(person.channelId)
    const { counts } = file.at(-1)!
    assert.deepEqual([counts.restrictions, counts.timeouts, counts.chatMessages], [2, 2, 1_200])
    assert.deepEqual(
      rowsOf(file, 'notes').map(({ text }) => text),
      ['주의'],
    )
    assert.deepEqual(
      rowsOf(file, 'names').map(({ name }) => name),
      ['당사자', '새 이름', '당사자', '새 이름'],
    )
  })

  test('ends with the hash of what is before, which the audit log has too', async () => {
    await using site = await openSite()
    const { viewer, operator } = site
    const { text } = await site.request(viewer.channelId)
    const before = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
    const sha256 = createHash('sha256').update(before).digest('hex')
    const verified = await verifyCaseFile(bytesOf(text))
    assert.deepEqual([verified.problem, verified.end?.sha256], [null, sha256])
    const { body } = await operator.callConsole('GET', '/admin/audit?action=case_file.created')
    const [entry] = body.content.data
    assert.deepEqual(
      [entry.actorId, entry.channelId, entry.detail.sha256, entry.detail.reason],
      [operator.channelId, viewer.channelId, sha256, '고소'],
    )
    const problemOf = async (changed: string) => (await verifyCaseFile(bytesOf(changed))).problem
    assert.equal(await problemOf(text.replace('시청자', '다른 사람')), 'CHANGED')
    assert.equal(await problemOf(text.replace(/\n.*\n/, '\n')), 'CHANGED')
    assert.equal(await problemOf(before), 'INCOMPLETE')
    assert.equal(await problemOf('{"a":1}\n'), 'FOREIGN')
    assert.equal(await problemOf(''), 'FOREIGN')
  })

  test('is for operators who entered the password lately, not about themselves, and of people who exist', async () => {
    await using site = await openSite()
    const { viewer, operator, request, clock } = site
    const codeOf = async (...args: Parameters<typeof request>) => {
      const { status, text } = await request(...args)
      return status === 200 ? '200' : (JSON.parse(text).reason?.code ?? text)
    }
    const moderator = await site.signedIn('모더레이터')
    await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, site.deps)
    assert.equal(await codeOf(viewer.channelId, {}, moderator), 'SITE_ROLE_MISSING')
    assert.equal(await codeOf(operator.channelId), 'OWN_ACCOUNT')
    assert.equal(await codeOf('0'.repeat(32)), 'NO_SUCH_ACCOUNT')
    assert.equal(await codeOf(viewer.channelId, { until: '1990-01-01T00:00:00Z' }), 'INVALID_DATE')
    assert.equal(await codeOf(viewer.channelId, { reason: '' }), 'TOO_SHORT')
    assert.equal(await codeOf(viewer.channelId), '200')
    clock.advance(11 * 60_000)
    assert.equal(await codeOf(viewer.channelId), 'PASSWORD_REQUIRED')
  })

  test('ends when its reader takes nothing for a minute, who can read another one then', async () => {
    await using site = await openSite()
    const { deps, clock, channelId, viewer } = site
    await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
      select gen_random_uuid(), ${channelId}, ${viewer.channelId}, repeat('x', 20000), ${clock.now()}::bigint
      from generate_series(1, 2000) as n`.execute(deps.db.read)
    const { url, headers } = site.requestOf(viewer.channelId)
    const reader = get(url, { headers })
    const [response] = (await once(reader, 'response')) as [IncomingMessage]
    assert.equal(response.statusCode, 200)
    const other = site.requestOf(channelId)
    const next = get(other.url, { headers: other.headers })
    let status: number | undefined
    next.on('response', ({ statusCode }) => (status = statusCode))
    for (const one of [reader, next]) one.on('error', () => {})
    // So that the request is in the queue.
    assert.equal((await viewer.callConsole('GET', '/me')).status, 200)
    await eventually(() => {
      if (status === undefined) clock.advance(60_000)
      return status !== undefined
    })
    assert.equal(status, 200)
    for (const one of [reader, next]) one.destroy()
  })

  test('reads no further than its reader', async () => {
    await using site = await openSite()
    const { deps, clock, channelId, viewer } = site
    await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
      select gen_random_uuid(), ${channelId}, ${viewer.channelId}, n::text, ${clock.now()}::bigint + n
      from generate_series(0, 2999) as n`.execute(deps.db.read)
    const range = { since: new Date(0).toISOString(), until: new Date(clock.now() + hour).toISOString() }
    const request = {
      site: '',
      channelId: viewer.channelId,
      subject: 'PERSON',
      caseNumber: '1',
      reason: '시험',
      ...range,
    } as const
    const file = (await openCaseFile(request, deps))[Symbol.asyncIterator]()
    const nextMessage = async () => {
      for (;;) {
        const { value } = (await file.next()) as { value: string }
        if (value.startsWith('{"kind":"chatMessages"')) return JSON.parse(value).data.content as string
      }
    }
    assert.equal(await nextMessage(), '0')
    // What is deleted now was read if it is of the first page.
    await sql`delete from chat_message where content::int < 1500`.execute(deps.db.read)
    for (let n = 1; n < 1_000; n++) assert.equal(await nextMessage(), String(n))
    assert.equal(await nextMessage(), '1500')
    await file.return?.()
  })
})
