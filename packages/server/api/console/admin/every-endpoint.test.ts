import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { consoleApi, hasSiteRole, type Endpoint, type SiteRole } from '@onair/contract'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'
import { seededRandom } from '../../../../../tests/support/seeded-random.ts'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { createContentValidator } from '../../../../../tests/support/inputs/content-validator.ts'
import { fuzzCall } from '../../../../../tests/support/inputs/input-fuzzer.ts'
import { inputParts, requestPath, type OperationInput } from '../../../../../tests/support/inputs/operations.ts'
import { sampleOf, type Schema } from '../../../../../tests/support/inputs/schema-samples.ts'

// FUZZ_SEED and FUZZ_INPUTS as in packages/sandbox/api/fuzz.test.ts.
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 20)

type AdminEndpoint = Endpoint & { needsSiteRole: SiteRole }
/** Every endpoint that needs a role, in the order of its name; the one last after which people must accept a document. */
const endpoints = Object.values(consoleApi)
  .flatMap((group) => Object.entries(group as Record<string, Endpoint>))
  .filter((entry): entry is [string, AdminEndpoint] => entry[1].needsSiteRole !== undefined)
  .toSorted(([a], [b]) => Number(a === 'publishSiteDocument') - Number(b === 'publishSiteDocument'))

type Subjects = Record<string, unknown> & { channelId: string; clientId: string }

/** A site with an operator, a moderator and what they act on. */
async function openSite(mode: 'sandbox' | 'production' = 'sandbox') {
  await using opening = new AsyncDisposableStack()
  const app = opening.use(await openConsoleTestApp({ mode, quotaPerPerson: 0, quotaPerAddress: 0 }))
  const [operator, moderator] = [await app.signedIn('운영자'), await app.signedIn('모더레이터')]
  await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, app.deps)
  await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, app.deps)

  /** A person who is live and reported, with a note, and an invitation: the values of fields by their names. */
  async function createSubjects(): Promise<Subjects> {
    const { channelId } = await app.act('createPerson', { channelName: `회원 ${app.deps.random.uuid().slice(0, 20)}` })
    await app.act('goLive', { channelId })
    await app.viewer.callConsole('POST', '/reports', { kind: 'CHANNEL', channelId, reason: 'SPAM', text: '' })
    const rows = app.deps.db.read.selectFrom('report_case').select('id').where('subject_id', '=', channelId)
    const reportId = (await rows.executeTakeFirst())?.id
    const invitation = await operator.callConsole('POST', '/admin/invitations', { uses: 1, days: 1 })
    const invitationId = (await operator.callConsole('GET', '/admin/invitations')).body.content?.data[0]?.invitationId
    const note = await operator.callConsole('POST', `/admin/people/${channelId}/notes`, { text: 'x' })
    return {
      channelId,
      noteId: note.body.content?.noteId,
      channelIds: [channelId],
      clientId: app.client.clientId,
      reportId,
      invitationId,
      network: '203.0.113.0/24',
      token: invitation.body.content?.url,
    }
  }
  const opened = opening.move()
  return { ...app, operator, moderator, createSubjects, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** An input with a value of each field: that of a subject, or one that its schema allows. */
function inputOf(endpoint: Endpoint, subjects: Subjects): OperationInput {
  const parts = inputParts.flatMap((part) => {
    const schema = endpoint[part]
    if (schema === undefined) return []
    const fields = Object.entries(schema.properties as Record<string, Schema>)
      .filter(([name]) => !['next', 'picture'].includes(name))
      .map(([name, property]) => [name, subjects[name] ?? sampleOf(name, property, subjects)])
    return [[part, Object.fromEntries(fields)]]
  })
  return Object.fromEntries(parts) as OperationInput
}

const callWith = async (browser: HttpBrowser, endpoint: Endpoint, subjects: Subjects) => {
  const input = inputOf(endpoint, subjects)
  const path = requestPath(endpoint, input).replace('/console/v1', '')
  return browser.callConsole(endpoint.method, path, input.body)
}

/** All rows but those that every request or the passing of time writes. Those of partitions are in their table. */
async function loadRows({ deps }: Awaited<ReturnType<typeof openSite>>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(deps.db.read)
  const contents: string[] = []
  for (const { name } of tables.filter(
    ({ name }) =>
      !/^(audit_log|web_session|gateway|inspector_record|idle_sweep|live_|migration|running_process|unobserved_time)|_\d{8}$/.test(
        name,
      ),
  )) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(data) as row from ${sql.table(name)} as data order by to_jsonb(data)::text`.execute(deps.db.read)
    for (const { row } of rows) contents.push(`${name} ${JSON.stringify(row)}`)
  }
  return contents
}

describe('every endpoint of the operator’s area', () => {
  test('returns 403 to a person without its role, changes nothing and shows nothing', async () => {
    await using site = await openSite()
    const subjects = await site.createSubjects()
    const before = await loadRows(site)
    let refused = 0
    for (const [name, endpoint] of endpoints)
      for (const [role, browser] of [
        [null, site.viewer],
        ['MODERATOR', site.moderator],
      ] as const) {
        if (hasSiteRole(role, endpoint.needsSiteRole)) continue
        const { status, body } = await callWith(browser, endpoint, subjects)
        assert.deepEqual([name, status, body.reason?.code, body.content], [name, 403, 'SITE_ROLE_MISSING', undefined])
        refused++
      }
    assert.ok(refused > endpoints.length)
    assert.deepEqual(await loadRows(site), before)
  })

  test('returns 403 on a site to a stolen password without the second factor, and to an application', async () => {
    await using site = await openSite('production')
    const uuid = '00000000-0000-4000-8000-000000000000'
    const absent = { reportId: uuid, invitationId: uuid, noteId: uuid }
    const subjects = { ...(await site.createSubjects()), ...absent }
    const stolen = httpBrowser(site.url)
    await stolen.signIn(site.operator.email, site.operator.password)
    const before = await loadRows(site)
    for (const [name, endpoint] of endpoints) {
      const { status, body } = await callWith(stolen, endpoint, subjects)
      assert.deepEqual([name, status, body.reason?.code], [name, 403, 'SECOND_FACTOR_MISSING'])
      const path = requestPath(endpoint, inputOf(endpoint, subjects))
      const { token } = site
      assert.equal((await site.call(endpoint.method, path, { token, json: {} })).status, 401, name)
    }
    assert.deepEqual(await loadRows(site), before)
  })

  test('returns 403 when it needs the password and that was entered more than ten minutes ago', async () => {
    await using site = await openSite()
    const subjects = await site.createSubjects()
    site.clock.advance(601_000)
    const before = await loadRows(site)
    const protectedOnes = endpoints.filter(([, { needsRecentPassword }]) => needsRecentPassword === true)
    assert.ok(protectedOnes.length > 10)
    for (const [name, endpoint] of protectedOnes) {
      const { status, body } = await callWith(site.operator, endpoint, subjects)
      assert.deepEqual([name, status, body.reason?.code], [name, 403, 'PASSWORD_REQUIRED'])
    }
    assert.deepEqual(await loadRows(site), before)
    const changing = endpoints.filter(([, { method }]) => method !== 'GET').map(([name]) => name)
    assert.deepEqual(
      changing.filter((name) => !protectedOnes.some(([one]) => one === name)),
      ['checkWords', 'createNote', 'deleteNote', 'putReportAssignee', 'putReportDecision'],
    )
  })

  test('answers fuzzed input in its envelope, never with 500, and with the content of its contract', async (t) => {
    t.diagnostic(`FUZZ_SEED=${seed} FUZZ_INPUTS=${inputs}`)
    await using site = await openSite()
    const cookie = [...site.operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const pool = new Pool(site.url, { connections: 1 })
    await using _ = { [Symbol.asyncDispose]: () => pool.close() }
    const countByStatus = new Map<number, number>()
    for (const [index, [name, endpoint]] of endpoints.entries()) {
      const random = seededRandom(seed + index)
      const checkContent = createContentValidator(endpoint)
      let valid: OperationInput = {}
      for (let count = 0; count < inputs; count++) {
        if (count % 10 === 0) valid = inputOf(endpoint, await site.createSubjects())
        const { path, headers, body } = fuzzCall(endpoint, valid, random)
        const label = `${name} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 2_000)}`
        const sent = { 'content-type': 'application/json', ...headers, cookie }
        const response = await pool.request({ method: endpoint.method, path, headers: sent, body })
        const text = await response.body.text()
        const status = response.statusCode
        assert.ok(status < 500, `${label}: ${text}`)
        assert.match(text, /^\{/, `${label}: ${status}`)
        const envelope = JSON.parse(text) as { code: number; message: string | null; content: unknown }
        assert.deepEqual([envelope.code, envelope.message === null], [status, status === 200], label)
        if (status === 200) assert.equal(checkContent(envelope.content), null, label)
        countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1)
      }
    }
    t.diagnostic(`responses: ${JSON.stringify(Object.fromEntries(countByStatus))}`)
    assert.ok((countByStatus.get(200) ?? 0) > inputs, 'too few inputs were accepted')
  })
})
