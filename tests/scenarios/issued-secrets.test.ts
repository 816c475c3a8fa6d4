import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../support/eventually.ts'
import { httpBrowser, type HttpBrowser } from '../support/clients/http-browser.ts'
import { connect } from '../support/clients/session-client.ts'
import { openTestSite, shareTestSite, siteUnavailable, type TestSite } from '../support/apps/test-site.ts'
import { connectViewer, openViewerUrl } from '../support/clients/viewer-client.ts'
import { openWebhookReceiver } from '../support/clients/webhook-receiver.ts'

/** The secrets that were issued, by kind. */
type Secrets = Map<string, Set<string>>

const ingestSecret = 'ingest-secret-of-the-media-server'
const settings = { ONAIR_LOG_LEVEL: 'info', ONAIR_INSPECTOR: 'all', ONAIR_INGEST_SECRET: ingestSecret }

describe('secrets', { skip: siteUnavailable }, () => {
  shareTestSite(settings)

  test('after a day of use no secret that was issued is in the database, a backup or the log', async () => {
    await using receiver = await openWebhookReceiver()
    await using testApp = await openTestSite(settings)
    const secrets: Secrets = new Map([['ingest secret', new Set([ingestSecret])]])
    const issue = (kind: string, secret: unknown) => {
      assert.ok(typeof secret === 'string' && secret.length > 7, `${kind} is issued`)
      secrets.set(kind, (secrets.get(kind) ?? new Set()).add(secret))
      return secret
    }

    const owner = await signUp(testApp, 'owner', issue)
    const viewer = await signUp(testApp, 'viewer', issue)
    const client = await registerApp(testApp, owner, receiver.url, issue)
    const tokens = await useTokens(testApp, viewer, client, issue)
    await useSessions(testApp, client, tokens, issue)
    await useStreamKeys(testApp, owner, tokens, issue)
    await useWatchPage(testApp, owner.channelId, viewer.browser, issue)
    await deliverWebhook(testApp, client.clientId, viewer.channelId, receiver)
    await sendSecretsToWrongPlaces(testApp, secrets)
    await owner.browser.callConsole('DELETE', '/web-session')
    for (const key of testApp.keys)
      for (const form of ['base64', 'hex'] as const) issue('key of the platform', key.toString(form))

    const records = await testApp.sandbox('GET', '/records?size=100')
    assert.ok(records.data.length > 20, 'the inspector recorded the calls')
    const places = { ...(await dumpDatabase(testApp)), log: await testApp.readLog() }
    assert.ok(places.log.includes('"request.served"') && places.database.includes(client.clientId))
    assert.deepEqual(findSecrets(secrets, places), [])
  })

  test('the search finds a secret in every form in which it could be stored', () => {
    const secret = 'qLmnbAn9mOXbHH0cv4dSNpsXvUWSIgyZCEdb5d6PYxo'
    for (const stored of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret, 'base64url').toString('hex'),
      Buffer.from(secret, 'base64url').toString('base64'),
      encodeURIComponent(secret),
    ])
      assert.equal(findSecrets(new Map([['token', new Set([secret])]]), { log: `x${stored}x` }).length, 1, stored)
  })
})

type Issue = (kind: string, secret: unknown) => string
type Person = { browser: HttpBrowser; channelId: string; email: string; password: string }
type Client = { clientId: string; clientSecret: string; redirectUri: string }
type Tokens = { accessToken: string; refreshToken: string }

/** Signs up, out and in again, once with a wrong password. */
async function signUp(testApp: TestSite, name: string, issue: Issue): Promise<Person> {
  const browser = httpBrowser(testApp.url)
  const issueCookies = () => {
    for (const [cookie, value] of browser.cookies) if (value.length > 20) issue(`cookie ${cookie}`, value)
  }
  const [email, password] = [`${name}@example.com`, issue('password', `pass phrase of ${name} ü`)]
  await browser.get('/sign-up')
  issueCookies()
  assert.equal((await browser.post('/sign-up', { channelName: name, email, password })).status, 302)
  issueCookies()
  assert.equal((await browser.callConsole('DELETE', '/web-session')).status, 200)
  await browser.get('/sign-in')
  const wrongPassword = issue('wrong password', `${password}, mistyped`)
  assert.equal((await browser.post('/sign-in', { email, password: wrongPassword })).status, 400)
  await browser.signIn(email, password)
  issueCookies()
  const { body } = await browser.callConsole('GET', '/me')
  return { browser, channelId: body.content.channelId, email, password }
}

async function registerApp(testApp: TestSite, owner: Person, url: string, issue: Issue): Promise<Client> {
  const redirectUri = 'http://127.0.0.1:9/callback'
  await testApp.sandbox('POST', '/apps', {
    name: 'seed',
    redirectUri,
    organizationId: 'company',
    ownerChannelId: owner.channelId,
  })
  const app = { name: 'game', redirectUri, organizationId: 'company' }
  const { content } = (await owner.browser.callConsole('POST', '/apps', app)).body
  const { clientId } = content as Client
  issue('client secret', content.clientSecret)
  const rotated = await owner.browser.callConsole('POST', `/apps/${clientId}/secret`, { overlapHours: 1 })
  const clientSecret = issue('client secret', rotated.body.content.clientSecret)
  assert.equal((await owner.browser.callConsole('PUT', `/apps/${clientId}/webhook`, { url })).status, 200)
  return { clientId, clientSecret, redirectUri }
}

/** Consents, exchanges the code in two forms, refreshes and revokes. Returns the tokens that are still valid. */
async function useTokens(testApp: TestSite, viewer: Person, client: Client, issue: Issue): Promise<Tokens> {
  const { clientId, clientSecret, redirectUri } = client
  const state = 'a state of the client'
  const path = `/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state }))}`
  const consent = async () => {
    const { text } = await viewer.browser.get(path)
    const shown = /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const { location } = await viewer.browser.post(path, { decision: 'allow', shown })
    return issue('authorization code', new URL(location ?? '').searchParams.get('code'))
  }
  const exchange = async (fields: object): Promise<Tokens> => {
    const { body } = await testApp.call('POST', '/auth/v1/token', { json: { clientId, clientSecret, ...fields } })
    issue('access token', body.content.accessToken)
    issue('refresh token', body.content.refreshToken)
    return body.content
  }
  const revoked = await exchange({ grantType: 'authorization_code', code: await consent(), state })
  const json = { clientId, clientSecret, token: revoked.refreshToken, tokenTypeHint: 'refresh_token' }
  assert.equal((await testApp.call('POST', '/auth/v1/token/revoke', { json })).status, 200)
  await consent()
  const first = await exchange({ grantType: 'authorization_code', code: await consent(), state })
  return exchange({ grantType: 'refresh_token', refreshToken: first.refreshToken })
}

/** Opens sessions of the user and of the client, connects one, and leaves the others unused. */
async function useSessions(testApp: TestSite, client: Client, { accessToken: token }: Tokens, issue: Issue) {
  const openSession = async (path: string, options: object) => {
    const { body } = await testApp.call('GET', path, options)
    issue('session ticket', new URL(body.content.url).searchParams.get('auth'))
    return body.content.url as string
  }
  await openSession('/open/v1/sessions/auth/client', { client })
  await openSession('/open/v1/sessions/auth', { token })
  using session = await connect(await openSession('/open/v1/sessions/auth', { token }))
  const subscribe = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
  assert.equal((await testApp.call('POST', subscribe, { token })).status, 200)
  assert.equal((await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 'hello' } })).status, 200)
  await session.disconnect()
}

async function useStreamKeys(testApp: TestSite, owner: Person, { accessToken: token }: Tokens, issue: Issue) {
  const publish = async (streamKey: string) => {
    for (const options of [
      { json: { streamKey } },
      { form: { name: streamKey } },
      { json: { path: `live/${streamKey}` } },
    ]) {
      const { status } = await testApp.call('POST', `/ingest/v1/publish?secret=${ingestSecret}`, options)
      assert.equal(status, 200)
    }
    await testApp.call('POST', `/ingest/v1/unpublish?secret=${ingestSecret}&streamKey=${streamKey}`)
  }
  const { content } = (await testApp.call('GET', '/open/v1/streams/key', { token })).body
  await publish(issue('stream key', content.streamKey))
  for (const method of ['GET', 'POST']) {
    const { body } = await owner.browser.callConsole(method, '/stream-key')
    await publish(issue('stream key', body.content.streamKey))
  }
}

async function useWatchPage(testApp: TestSite, channelId: string, browser: HttpBrowser, issue: Issue) {
  await testApp.sandbox('POST', '/actions/go-live', { channelId })
  issue('viewer ticket', new URL(await openViewerUrl(browser, channelId)).searchParams.get('auth'))
  using _ = await connectViewer(browser, channelId)
}

async function deliverWebhook(
  testApp: TestSite,
  clientId: string,
  byChannelId: string,
  receiver: Awaited<ReturnType<typeof openWebhookReceiver>>,
) {
  const campaign = { clientId, categoryId: 'talk', rewards: ['a sword'] }
  const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', campaign)
  await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId })
  await receiver.next()
  const isDelivered = async () => {
    const [row] = await testApp.db.read.selectFrom('webhook_delivery').select('state').execute()
    return row?.state === 'DELIVERED'
  }
  await eventually(isDelivered, { within: 10_000 })
}

/** Sends credentials where clients put them by mistake: in queries, wrong headers, broken bodies, other credentials. */
async function sendSecretsToWrongPlaces(testApp: TestSite, secrets: Secrets) {
  for (const [kind, values] of secrets) {
    const [secret = ''] = values
    // Only secrets of this platform are recognized in places where no secret belongs.
    const isOwn = !/password|ingest/.test(kind)
    const encoded = encodeURIComponent(secret)
    const headers = { authorization: `Bearer ${secret}`, 'client-secret': encoded, cookie: `session=${encoded}` }
    if (/^[\x21-\x7e]+$/.test(secret)) await testApp.call('GET', '/open/v1/users/me', { headers })
    await testApp.call('GET', `/open/v1/users/me?access_token=${encoded}&code=${encoded}`)
    await testApp.call('POST', '/auth/v1/token', { raw: `{"clientSecret": "${secret}", "refreshToken":"${secret}"` })
    await testApp.call('POST', '/auth/v1/token', { form: { code: secret, clientSecret: secret, password: secret } })
    if (!isOwn) continue
    await testApp.call('GET', `/open/v1/categories/search?query=${encoded}`)
    await testApp.call('GET', `/open/v1/${encoded}`)
  }
}

/** Every row of every table, as JSON, and in the text form of COPY, which a backup contains. */
async function dumpDatabase({ db }: TestSite): Promise<{ database: string; backup: string }> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db.read)
  assert.ok(tables.length > 30)
  const dump = { database: '', backup: '' }
  for (const { name } of tables) {
    const { rows } = await sql<{ json: string; text: string }>`
      select to_jsonb(t)::text as json, t::text as text from ${sql.raw(name)} t`.execute(db.read)
    dump.database += rows.map(({ json }) => json).join('\n')
    dump.backup += rows.map(({ text }) => text).join('\n')
  }
  return dump
}

/** The kinds of secrets that a place contains, as text, percent-encoded, or as bytes in hexadecimal or base64. */
function findSecrets(secrets: Secrets, places: Record<string, string>): string[] {
  return [...secrets].flatMap(([kind, values]) =>
    [...values].flatMap((secret) => {
      const bytes = [Buffer.from(secret), ...(/^[\w-]{40,}$/.test(secret) ? [Buffer.from(secret, 'base64url')] : [])]
      const forms = [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        ...bytes.flatMap((value) => [value.toString('hex'), value.toString('base64').replace(/=+$/, '')]),
      ]
      return Object.entries(places)
        .filter(([, text]) => forms.some((form) => text.includes(form)))
        .map(([place]) => `${kind} in the ${place}`)
    }),
  )
}
