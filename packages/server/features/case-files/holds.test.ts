import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { createPartition, deleteDefaultRows, deletePartition } from '../../shared/partition-store.ts'
import { sweepPartitions } from '../../worker/sweep-partitions.ts'
import { deleteAccount } from '../accounts/end/end-account.ts'
import { purgeAccounts } from '../accounts/end/purge-accounts.ts'
import { renameChannel } from '../accounts/names/rename-channel.ts'
import { sweepOldRows } from '../../worker/old-rows-store.ts'
import { sweepLives } from '../lives/sweep-lives.ts'
import { grantSiteRole } from '../operators/site-roles.ts'
import { deletePlans } from '../lives/schedule/schedule-store.ts'
import { removeProfile, updateProfile } from '../profiles/profile.ts'
import { endAccountActivity } from '../sessions/end-account-activity.ts'
import { sweepRecordings } from '../video/sweep-videos.ts'
import { openCaseFile } from './case-file.ts'
import { caseFileKinds, findCaseFileRows } from './case-file-store.ts'
import { liftHold, listHolds, placeHold, sweepHolds } from './holds.ts'

const day = 86_400_000
const caseNumber = '2026-1'
const messages = {
  table: 'chat_message',
  key: 'message_time',
  keyType: 'bigint',
  days: 1,
  held: { id: 'id', people: ['channel_id', 'sender_channel_id'] },
} as const

/** A person on whom a hold can be placed, another person, and a channel where both were. */
async function openSite() {
  const site = await openConsoleTestApp()
  const { deps, act } = site
  const [person, other] = [await site.signedIn('당사자'), await site.signedIn('다른 사람')]
  const hold = (channelId = person.channelId) =>
    placeHold({ channelId, caseNumber, reason: '수사 협조', seconds: undefined }, deps)
  return { ...site, person, other, hold, act, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}
type Site = Awaited<ReturnType<typeof openSite>>

/** The rows that a case file has of a kind, or of all kinds, of the person, whether it is deleted or not. */
async function findRows({ deps, person }: Site, kind?: string, subject: 'PERSON' | 'CHANNEL' = 'PERSON') {
  const range = { since: 0, until: deps.clock.now() + 1_000 * day, after: null, limit: 100 }
  const kinds = caseFileKinds.filter((one) => kind === undefined || one === kind)
  const rows = kinds.map((one) =>
    findCaseFileRows(deps.db.read, one, { channelId: person.channelId, subject, ...range }),
  )
  return (await Promise.all(rows)).flat()
}

async function countKept({ db }: Pick<Deps, 'db'>, channelId: string): Promise<number> {
  const rows = await db.read.selectFrom('held_row').where('channel_id', '=', channelId).select('id').execute()
  return rows.length
}

async function insertMessage({ deps }: Site, senderId: string, channelId: string, at: number) {
  await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
    values (gen_random_uuid(), ${channelId}, ${senderId}, '말', ${at})`.execute(deps.db.read)
}

/** An old live with a recording and a clip. */
async function insertLive({ deps }: Site, channelId: string, at: number) {
  await sql`
    with new_live as (
      insert into live (channel_id, opened_at, closed_at) values (${channelId}, ${at}, ${at + 1}) returning id),
    new_recording as (
      insert into recording (id, live_id, channel_id, playback_id, owner, media_url, is_limited, started_at, ended_at, duration_ms)
      select gen_random_uuid(), id, ${channelId}, gen_random_uuid(), gen_random_uuid(), '', false, ${at}, ${at}, 1 from new_live)
    insert into clip (id, live_id, channel_id, created_by, playback_id, is_limited, created_at, duration_ms)
    select gen_random_uuid(), id, ${channelId}, ${channelId}, gen_random_uuid(), false, ${at}, 1 from new_live`.execute(
    deps.db.read,
  )
}

/** A file, a poll, a plan, a request to stream and the picture of a live, or others in their place. */
async function putTexts({ deps }: Site, channelId: string, text: string) {
  const { read } = deps.db
  await sql`insert into channel_upload values (gen_random_uuid(), ${channelId}, 'emoticon', 'moon', 0, 'image/png', ${Buffer.from(text)})
    on conflict (channel_id, kind, name) do update set id = excluded.id, bytes = excluded.bytes`.execute(read)
  await sql`delete from poll where channel_id = ${channelId}`.execute(read)
  await sql`insert into poll (id, channel_id, question, options, votes, created_at, ends_at)
    values (gen_random_uuid(), ${channelId}, ${text}, '{a,b}', '{0,0}', 1, 2)`.execute(read)
  await sql`insert into scheduled_live (id, channel_id, title, local_start, time_zone, is_weekly, next_at, created_at)
    values (${channelId}::uuid, ${channelId}, ${text}, '', '', false, 1, 1)
    on conflict (id) do update set title = excluded.title`.execute(read)
  await sql`insert into stream_request (channel_id, text, created_at) values (${channelId}, ${text}, 1)
    on conflict (channel_id) do update set text = excluded.text`.execute(read)
  await sql`insert into live_picture (live_id, channel_id, id, bytes)
    select id, channel_id, gen_random_uuid(), ${Buffer.from(text)} from live where channel_id = ${channelId}
    on conflict (live_id) do update set version = live_picture.version + 1, bytes = excluded.bytes`.execute(read)
}

/** The lines of a case file of the person. */
async function readCaseFile({ deps, person }: Site): Promise<any[]> {
  const range = { since: new Date(0).toISOString(), until: new Date(deps.clock.now() + day).toISOString() }
  const request = { site: '', channelId: person.channelId, subject: 'PERSON', caseNumber, reason: '수사' } as const
  const lines: unknown[] = []
  for await (const line of await openCaseFile({ ...request, ...range }, deps)) lines.push(JSON.parse(line))
  return lines
}

type Deletion = {
  name: string
  kind: string
  subject?: 'PERSON' | 'CHANNEL'
  /** Creates a row of a person. */
  create: (site: Site, channelId: string) => Promise<unknown>
  delete: (site: Site) => Promise<unknown>
}

const longAgo = 400 * day

/** Each way in which data of a case file is deleted. */
const deletions: Deletion[] = [
  {
    name: 'chat messages after ONAIR_CHAT_DAYS, with their partition',
    kind: 'chatMessages',
    async create(site, channelId) {
      const at = site.clock.now() - 40 * day
      await site.deps.db.transaction((tx) => createPartition(tx, messages, at - (at % day)))
      await insertMessage(site, channelId, site.channelId, at)
    },
    delete: ({ deps }) => sweepPartitions(deps),
  },
  {
    name: 'chat messages after ONAIR_CHAT_DAYS, of a day without a partition',
    kind: 'chatMessages',
    subject: 'CHANNEL',
    create: (site, channelId) => insertMessage(site, site.viewer.channelId, channelId, site.clock.now() - 40 * day),
    delete: ({ deps }) => sweepPartitions(deps),
  },
  ...(['lives', 'recordings', 'clips'] as const).map((kind) => ({
    name: `${kind} after ONAIR_LIVE_DAYS`,
    kind,
    create: (site: Site, channelId: string) => insertLive(site, channelId, site.clock.now() - longAgo),
    delete: ({ deps }: Site) => sweepLives(deps),
  })),
  ...(['recordings', 'clips'] as const).map((kind) => ({
    name: `${kind} after ONAIR_RECORDING_DAYS`,
    kind,
    create: (site: Site, channelId: string) => insertLive(site, channelId, site.clock.now() - 20 * day),
    delete: ({ deps }: Site) => sweepRecordings(deps),
  })),
  {
    name: 'entries of the audit log after ONAIR_AUDIT_LOG_DAYS',
    kind: 'signIns',
    create: () => Promise.resolve(),
    async delete({ deps }) {
      await sql`update audit_log set written_at_db = now() - interval '400 days'`.execute(deps.db.read)
      await sweepOldRows('audit-log', deps)
    },
  },
  {
    name: 'reports about the person after ONAIR_AUDIT_LOG_DAYS',
    kind: 'reports',
    create: (site, channelId) => insertReport(site, { about: channelId, by: site.viewer.channelId }),
    delete: ({ deps }) => sweepOldRows('audit-log', deps),
  },
  {
    name: 'reports by the person after ONAIR_AUDIT_LOG_DAYS',
    kind: 'ownReports',
    create: (site, channelId) => insertReport(site, { about: site.viewer.channelId, by: channelId }),
    delete: ({ deps }) => sweepOldRows('audit-log', deps),
  },
  {
    name: 'the texts of a channel that clears them',
    kind: 'profile',
    create: ({ deps }, channelId) => updateProfile(channelId, { introduction: '소개', links: [] }, deps),
    delete: ({ deps, person, other }) =>
      Promise.all([person, other].map(({ channelId }) => removeProfile(channelId, deletePlans, deps))),
  },
  {
    name: 'the handle of a channel that clears it',
    kind: 'handles',
    create: ({ deps }, channelId) =>
      sql`insert into channel_handle (skeleton, handle, channel_id) values (${channelId}, 'moon', ${channelId})`.execute(
        deps.db.read,
      ),
    delete: ({ deps, person, other }) =>
      Promise.all([person, other].map(({ channelId }) => removeProfile(channelId, deletePlans, deps))),
  },
  ...(['pictures', 'thumbnails'] as const).map((kind) => ({
    name: `the ${kind} of a channel that removes them`,
    kind,
    create: ({ deps }: Site, channelId: string) =>
      sql`insert into ${pictureTable(kind)} values (${channelId}, gen_random_uuid(), 'image/png', '\\x89')`.execute(
        deps.db.read,
      ),
    delete: ({ deps }: Site) => sql`delete from ${pictureTable(kind)}`.execute(deps.db.read),
  })),
  {
    name: 'timeouts that are over',
    kind: 'timeouts',
    create: ({ deps, channelId }, personId) =>
      sql`insert into temporary_restriction (channel_id, restricted_channel_id, restricted_by, created_at, release_at)
        values (${channelId}, ${personId}, ${channelId}, 0, 1)`.execute(deps.db.read),
    delete: ({ deps }) => sweepOldRows('restrictions', { ...deps, policy: { ...deps.policy, countsAllTime: true } }),
  },
  {
    name: 'messages of the person in a channel whose owner deletes it',
    kind: 'chatMessages',
    create: (site, channelId) => insertMessage(site, channelId, site.viewer.channelId, site.clock.now()),
    delete: (site) => deleteFully(site, site.viewer.channelId),
  },
  {
    name: 'donations of the person to a channel whose owner deletes it',
    kind: 'donations',
    create: (site, channelId) =>
      site.act('donate', { channelId: site.viewer.channelId, byChannelId: channelId, payAmount: 1_000 }),
    delete: (site) => deleteFully(site, site.viewer.channelId),
  },
]

const pictureTable = (kind: 'pictures' | 'thumbnails') =>
  sql.table(kind === 'pictures' ? 'channel_picture' : 'live_thumbnail')

async function insertReport({ deps }: Site, { about, by }: { about: string; by: string }) {
  await sql`
    with new_case as (
      insert into report_case (id, kind, subject_id, channel_id, person_id, snapshot, reported_at, written_at_db)
      values (gen_random_uuid(), 'CHANNEL', gen_random_uuid(), ${about}, ${about}, '{}', 1, now() - interval '400 days')
      returning id)
    insert into report (case_id, reporter_channel_id, reason, text, created_at) select id, ${by}, 'SPAM', '신고', 1 from new_case`.execute(
    deps.db.read,
  )
}

async function deleteFully({ deps }: Pick<Site, 'deps'>, channelId: string) {
  await deleteAccount(channelId, endAccountActivity, deps)
  await purgeAccounts(deps)
}

function missing(all: string[], found: string[]): string[] {
  return all.filter((key) => !found.includes(key))
}

function codeOf({ status, body: { reason } }: { status: number; body: { reason?: { code: string } } }): string {
  return reason?.code ?? String(status)
}

describe('a hold keeps', () => {
  for (const { name, kind, subject, create, ...deletion } of deletions)
    test(`${name}, until it is lifted; those of others are deleted`, async () => {
      await using site = await openSite()
      const { deps, person, other, hold } = site
      await create(site, person.channelId)
      await create(site, other.channelId)
      await hold()
      const before = await findRows(site, kind, subject)
      assert.ok(before.length > 0)
      await deletion.delete(site)
      const after = await findRows(site, kind, subject)
      assert.deepEqual(
        after.map(({ id }) => id),
        before.map(({ id }) => id),
      )
      assert.ok(after.every(({ deletedAt }) => deletedAt !== null))
      assert.equal(await countKept(deps, other.channelId), 0)
      await liftHold({ channelId: person.channelId, caseNumber }, deps)
      await sweepHolds(deps)
      assert.deepEqual(await findRows(site, kind, subject), [])
    })

  test('what the person replaces: the address, the texts, files and pictures of the channel, and its handle', async () => {
    await using site = await openSite()
    const { deps, person, hold } = site
    await updateProfile(person.channelId, { introduction: '소개', links: [] }, deps)
    const changeHandle = (handle: string) => person.callConsole('PUT', '/profile/handle', { handle })
    assert.equal((await changeHandle('moonlight')).status, 200)
    await insertLive(site, person.channelId, site.clock.now())
    await putTexts(site, person.channelId, '예전')
    await hold()
    await putTexts(site, person.channelId, '지금')
    const changed = { email: 'new@example.com', password: person.password }
    assert.equal((await person.callConsole('PUT', '/account/email', changed)).status, 200)
    await updateProfile(person.channelId, { introduction: '다른 소개' }, deps)
    assert.equal((await changeHandle('sunlight')).status, 200)
    const valuesOf = async (kind: string, column: string) =>
      (await findRows(site, kind)).map(({ content, deletedAt }) => [content[column], deletedAt !== null] as const)
    assert.deepEqual(await valuesOf('account', 'email'), [
      [person.email, true],
      ['new@example.com', false],
    ])
    assert.deepEqual(await valuesOf('profile', 'introduction'), [
      ['소개', true],
      ['다른 소개', false],
    ])
    for (const [kind, column] of [
      ['polls', 'question'],
      ['schedule', 'title'],
      ['streamRequests', 'text'],
    ] as const)
      assert.deepEqual(
        new Map(await valuesOf(kind, column)),
        new Map([
          ['예전', true],
          ['지금', false],
        ]),
        kind,
      )
    for (const kind of ['uploads', 'livePictures'])
      assert.deepEqual(
        (await valuesOf(kind, 'base64')).map(([base64]) => Buffer.from(String(base64), 'base64').toString()),
        ['예전', '지금'],
        kind,
      )
    assert.ok((await valuesOf('handles', 'handle')).some(([handle, isKept]) => handle === 'moonlight' && isKept))
    const kept = await deps.db.read.selectFrom('held_row').select('content').execute()
    assert.doesNotMatch(JSON.stringify(kept), /password_hash/)
  })

  test('the first 100 pictures that the person replaces, each with its content', async () => {
    await using site = await openSite()
    const { deps, person, hold } = site
    const { channelId } = person
    const put = (n: number) =>
      sql`insert into channel_picture values (${channelId}, gen_random_uuid(), 'image/png', ${Buffer.alloc(100, n)})
        on conflict (channel_id) do update set id = excluded.id, bytes = excluded.bytes`.execute(deps.db.read)
    await put(0)
    await hold()
    for (let n = 1; n <= 102; n++) await put(n)
    const pictures = (await readCaseFile(site)).filter(({ kind }) => kind === 'pictures')
    assert.deepEqual(
      pictures.map(({ data, deletedDate }) => [Buffer.from(data.base64, 'base64')[0], deletedDate === undefined]),
      [...Array.from({ length: 100 }, (_, n) => [n, false]), [102, true]],
    )
    assert.ok(pictures.every(({ data }) => data.bytes === undefined && data.type === 'image/png'))
  })

  test('everything of a person who deletes the account, who is gone for all others', async () => {
    await using site = await openSite()
    const { deps, person, other, hold, channelId, viewer } = site
    await insertMessage(site, person.channelId, channelId, site.clock.now())
    await insertMessage(site, viewer.channelId, person.channelId, site.clock.now())
    await site.act('donate', { channelId, byChannelId: person.channelId, payAmount: 1_000, donationText: '응원' })
    await site.act('donate', { channelId: person.channelId, byChannelId: viewer.channelId, payAmount: 500 })
    for (const [to, by] of [
      [channelId, person.channelId],
      [person.channelId, viewer.channelId],
    ])
      await sql`insert into subscription_gift values (gen_random_uuid(), ${to}, ${by}, 5, 1)`.execute(deps.db.read)
    await insertLive(site, person.channelId, site.clock.now() - day)
    await putTexts(site, person.channelId, '글')
    await insertReport(site, { about: other.channelId, by: person.channelId })
    await hold()
    await renameChannel(person.channelId, { channelName: '새 이름', rules: null }, deps)
    const keysOf = async (subject: 'PERSON' | 'CHANNEL') =>
      (await findRows(site, undefined, subject)).map(({ id, content }) => `${id} ${String(content['pay_amount'])}`)
    const [asPerson, asChannel] = [await keysOf('PERSON'), await keysOf('CHANNEL')]
    await person.callConsole('POST', '/account/deletion', { password: person.password })
    await purgeAccounts(deps)
    assert.equal((await person.callConsole('GET', '/me')).status, 401)
    assert.equal((await viewer.callConsole('GET', `/channels/${person.channelId}`)).status, 404)
    assert.equal((await deps.db.read.selectFrom('channel').where('id', '=', person.channelId).execute()).length, 0)
    const webSession = 1
    assert.equal(missing(asPerson, await keysOf('PERSON')).length, webSession)
    assert.equal(missing(asChannel, await keysOf('CHANNEL')).length, webSession)
    const [account] = await findRows(site, 'account')
    assert.equal(account?.content['email'], person.email)
    assert.equal(account?.content['password_hash'], undefined)
    const names = await findRows(site, 'names')
    assert.deepEqual(names.map(({ content }) => String(content['name'])).sort(), ['당사자', '새 이름'])
    const [donation] = await findRows(site, 'donations')
    assert.match(JSON.stringify(donation?.content), /응원/)
    const [gift] = await findRows(site, 'gifts')
    assert.equal(gift?.content['giver_channel_id'], person.channelId)

    await liftHold({ channelId: person.channelId, caseNumber }, deps)
    await sweepHolds(deps)
    assert.equal(await countKept(deps, person.channelId), 0)
  })

  test('nothing more once its end has come, and all while another one is in force', async () => {
    await using site = await openSite()
    const { deps, person, clock } = site
    const { channelId } = person
    await placeHold({ channelId, caseNumber: 'A', reason: '수사', seconds: 60 }, deps)
    await placeHold({ channelId, caseNumber: 'B', reason: '소송', seconds: 120 }, deps)
    await deleteFully(site, channelId)
    const kept = await countKept(deps, channelId)
    assert.ok(kept > 0)
    clock.advance(60_000)
    await sweepHolds(deps)
    assert.equal(await countKept(deps, channelId), kept)
    assert.deepEqual(
      (await listHolds(deps)).data.map(({ caseNumber, channelName }) => [caseNumber, channelName]),
      [['B', null]],
    )
    clock.advance(60_000)
    await sweepHolds(deps)
    assert.equal(await countKept(deps, channelId), 0)
  })
})

describe('a hold that is placed while data is deleted', () => {
  const partition = { name: 'chat_message_19900101', day: Date.UTC(1990, 0) }
  const deletions: [name: string, run: (tx: Tx) => Promise<unknown>][] = [
    ['a statement', (tx) => sql`delete from live`.execute(tx)],
    ['a partition', (tx) => deletePartition(tx, messages, partition, { isExpired: true })],
    ['rows without a partition', (tx) => deleteDefaultRows(tx, messages, { before: 1, limit: 1 })],
  ]
  for (const [name, run] of deletions)
    test(`waits for a deletion that has not seen it: ${name}`, async () => {
      await using site = await openSite()
      const { deps, person } = site
      await insertLive(site, person.channelId, 1)
      await deps.db.transaction((tx) => createPartition(tx, messages, Date.UTC(1990, 0)))
      const deleted = Promise.withResolvers<void>()
      const mayEnd = Promise.withResolvers<void>()
      const deletion = deps.db.transaction(async (tx) => {
        await run(tx)
        deleted.resolve()
        await mayEnd.promise
      })
      await deleted.promise
      const placing = site.hold()
      try {
        await eventually(async () => {
          const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
            deps.db.read,
          )
          return rows.length > 0
        })
      } finally {
        mayEnd.resolve()
        await Promise.all([deletion, placing])
      }
    })

  for (const [name, run] of [
    ['the retention of chats', sweepPartitions],
    ['the deletion of the account', purgeAccounts],
  ] as const)
    test(`keeps what is there when it is placed: ${name}`, async () => {
      for (let round = 0; round < 4; round++) {
        await using site = await openSite()
        const { deps, person, clock } = site
        for (let at = 0; at < 20; at++) {
          const sentAt = clock.now() - (40 + (at % 5)) * day
          if (at < 4) await deps.db.transaction((tx) => createPartition(tx, messages, sentAt - (sentAt % day)))
          await insertMessage(site, person.channelId, site.channelId, sentAt)
        }
        if (run === purgeAccounts) await deleteAccount(person.channelId, endAccountActivity, deps)
        const placeAndCount = async () => {
          for (let wait = 0; wait < round * 3; wait++) await deps.db.read.selectFrom('legal_hold').execute()
          // The sweep may have deleted everything of the person before.
          const isPlaced = await site.hold().then(
            () => true,
            () => false,
          )
          return isPlaced ? (await findRows(site, 'chatMessages')).length : 0
        }
        const [, seen] = await Promise.all([run(deps), placeAndCount()])
        await run(deps)
        assert.ok((await findRows(site, 'chatMessages')).length >= seen)
      }
    })
})

describe('holds in the operator’s area', () => {
  test('are placed, changed, listed and lifted by operators, not by moderators, and not about themselves', async () => {
    await using site = await openSite()
    const { deps, viewer: operator, other: moderator, person } = site
    await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, deps)
    await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, deps)
    const path = `/admin/holds/${person.channelId}`
    const body = { caseNumber, reason: '수사 협조' }
    assert.equal(codeOf(await moderator.callConsole('PUT', path, body)), 'SITE_ROLE_MISSING')
    assert.equal(codeOf(await moderator.callConsole('GET', '/admin/holds')), 'SITE_ROLE_MISSING')
    const own = `/admin/holds/${operator.channelId}`
    assert.equal(codeOf(await operator.callConsole('PUT', own, body)), 'OWN_ACCOUNT')
    assert.equal(codeOf(await operator.callConsole('PUT', `/admin/holds/${'0'.repeat(32)}`, body)), 'NO_SUCH_ACCOUNT')
    assert.equal(codeOf(await operator.callConsole('PUT', path, body)), '200')
    assert.equal(codeOf(await operator.callConsole('PUT', path, { ...body, reason: '소송', seconds: 3600 })), '200')
    const list = async () => (await operator.callConsole('GET', '/admin/holds')).body.content.data
    const [listed, ...others] = await list()
    assert.deepEqual(others, [])
    assert.deepEqual([listed.channelName, listed.reason, listed.caseNumber], ['당사자', '소송', caseNumber])
    assert.equal(Date.parse(listed.endDate) - Date.parse(listed.createdDate), 3_600_000)
    const lift = `${path}?caseNumber=${caseNumber}`
    assert.equal(codeOf(await operator.callConsole('DELETE', lift)), '200')
    assert.equal(codeOf(await operator.callConsole('DELETE', lift)), 'NO_SUCH_HOLD')
    assert.deepEqual(await list(), [])
    const entries = (await operator.callConsole('GET', `/admin/audit?channelId=${person.channelId}`)).body.content.data
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action).filter((action: string) => action.startsWith('hold.')),
      ['hold.lifted', 'hold.placed', 'hold.placed'],
    )
    assert.equal(entries.find(({ action }: { action: string }) => action === 'hold.placed').actorId, operator.channelId)
  })
})
