import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Endpoint } from '@onair/contract'
import { consoleGroups } from '@onair/contract/console-groups'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { sql } from 'kysely'
import { Client } from 'pg'
import { clientConfig } from '@onair/server/infra/db/pool.ts'
import { openTestDatabase } from '../../../tests/support/programs/databases.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openTenant } from '../../../tests/support/apps/tenant.ts'
import { grantSiteRole } from '@onair/server/features/operators/site-roles.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const apis = { open: openGroups, console: consoleGroups, sandbox: sandboxGroups }

/** Operations that return a page of a list. */
const listOperations = Object.entries(apis).flatMap(([api, groups]) =>
  Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations as Record<string, Endpoint>).flatMap(([name, { content, method }]) => {
      const properties = (content as { properties?: object } | undefined)?.properties ?? {}
      return method === 'GET' && 'page' in properties ? [`${api} ${group}.${name}`] : []
    }),
  ),
)

/** How each is called. A list without an entry fails the test. `{}` are ids of the tenant. */
const paths: Record<string, string[]> = {
  'open Channel.listChannelFollowers': ['/open/v1/channels/followers?page=1&size=1'],
  'open Channel.listChannelSubscribers': [
    '/open/v1/channels/subscribers?page=1&size=1',
    '/open/v1/channels/subscribers?page=1&size=1&sort=LONGER',
  ],
  'open Live.listLives': ['/open/v1/lives?size=1'],
  'open Restriction.listRestricted': ['/open/v1/restrict-channels?size=1'],
  'open Session.listUserSessions': ['/open/v1/sessions?size=1&page=1'],
  'open Session.listClientSessions': ['/open/v1/sessions/client?size=1&page=1'],
  'open Drops.listRewardClaims': [
    '/open/v1/drops/reward-claims',
    '/open/v1/drops/reward-claims?channelId={viewer}',
    '/open/v1/drops/reward-claims?campaignId={campaignId}',
    '/open/v1/drops/reward-claims?categoryId=talk&fulfillmentState=CLAIMED',
  ],
  'console Account.exportData': ['/console/v1/account/export'],
  'console Watch.listLives': ['/console/v1/lives?size=1'],
  'console Watch.searchLives': ['/console/v1/lives/search?size=1'],
  'console Moderation.listRestricted': [
    '/console/v1/channels/{channelId}/restrictions?size=1',
    '/console/v1/channels/{channelId}/restrictions?size=1&name=a',
  ],
  'console Moderation.listModerationLog': [
    '/console/v1/channels/{channelId}/moderation-log',
    '/console/v1/channels/{channelId}/moderation-log?name=a',
  ],
  'console Applications.listApps': [
    '/console/v1/apps?size=1',
    '/console/v1/apps?size=1&sort=name&name=a&hasDropsScope=false',
    '/console/v1/apps?size=1&sort=lastUsed',
  ],
  'console Audience.listActivity': [
    '/console/v1/activity?size=1',
    '/console/v1/activity?size=1&kind=DONATION',
    '/console/v1/activity?size=1&name=a',
    '/console/v1/activity?size=1&sinceDate=2026-01-01T00:00:00Z',
  ],
  'console Recordings.listRecordings': [
    '/console/v1/channels/{channelId}/recordings',
    // The cursor encodes `0 00000000-0000-4000-8000-000000000000`.
    '/console/v1/channels/{channelId}/recordings?next=MCAwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDA',
  ],
  'console Recordings.listClips': [
    '/console/v1/channels/{channelId}/clips',
    // The cursor encodes `0 00000000-0000-4000-8000-000000000000`.
    '/console/v1/channels/{channelId}/clips?next=MCAwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDA',
  ],
  'console Admin.listAccounts': [
    '/console/v1/admin/people?state=WAITING',
    '/console/v1/admin/people?state=ASKS_TO_STREAM',
    // The cursor encodes `0 00000000000000000000000000000000`.
    '/console/v1/admin/people?next=MCAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA',
  ],
  'console Admin.listSiteLives': ['/console/v1/admin/lives', '/console/v1/admin/lives?sort=RECENT&search=a&page=1'],
  'console Admin.exportPerson': ['/console/v1/admin/people/{channelId}/export'],
  'console Admin.listSiteApps': [
    '/console/v1/admin/apps',
    '/console/v1/admin/apps?sort=name',
    '/console/v1/admin/apps?search=a&isDisabled=false',
  ],
  'console Admin.listSiteOrganizations': ['/console/v1/admin/organizations'],
  'console Admin.listAuditEntries': [
    '/console/v1/admin/audit',
    '/console/v1/admin/audit?action=site.read&next=1',
    '/console/v1/admin/audit?channelId={channelId}',
  ],
  'console Admin.listReports': [
    '/console/v1/admin/reports',
    '/console/v1/admin/reports?next=1&kind=MESSAGE&sort=newest',
    '/console/v1/admin/reports?assignee=ME&search=a',
    '/console/v1/admin/reports?state=DECIDED&sort=newest',
  ],
  'console Studio.listChannelLives': ['/console/v1/studio/lives?timeZone=UTC'],
  'console Audience.listFollowers': ['/console/v1/followers?page=1&size=1'],
  'console Audience.listSubscribers': ['/console/v1/subscribers?page=1&size=1'],
  'console Audience.searchFollowers': ['/console/v1/followers/search?size=1', '/console/v1/followers/search?name=a'],
  'console Audience.searchSubscribers': [
    '/console/v1/subscribers/search?size=1',
    '/console/v1/subscribers/search?name=a',
  ],
  'console Webhooks.listDeliveries': [
    '/console/v1/apps/{clientId}/deliveries?size=1',
    '/console/v1/apps/{clientId}/deliveries?size=1&state=EXHAUSTED',
    '/console/v1/apps/{clientId}/deliveries?size=1&sort=oldest',
    '/console/v1/apps/{clientId}/deliveries?size=1&search=00000000-0000-4000-8000-000000000000',
  ],
  'console Campaigns.listCampaigns': ['/console/v1/campaigns?size=1'],
  'console Campaigns.listClaims': [
    '/console/v1/apps/{clientId}/claims?size=1',
    '/console/v1/apps/{clientId}/claims?size=1&sort=newest',
  ],
  'console Drops.listOwnClaims': [
    '/console/v1/drops/claims?size=1',
    // The cursor encodes `1000`.
    '/console/v1/drops/claims?next=MTAwMA',
  ],
  'console Inspector.listRecords': [
    '/console/v1/apps/{clientId}/records',
    '/console/v1/apps/{clientId}/records?before=1000000',
  ],
  'sandbox People.listPeople': [
    '/sandbox/v1/people?size=1',
    '/sandbox/v1/people?next=MCAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA',
  ],
  'sandbox Apps.listApps': [
    '/sandbox/v1/apps?size=1',
    '/sandbox/v1/apps?name=a&next=MCAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA',
  ],
  'sandbox Drops.listRewards': [
    '/sandbox/v1/drops/rewards?size=1',
    // The cursor encodes `0 00000000-0000-4000-8000-000000000000 0`.
    '/sandbox/v1/drops/rewards?name=a&next=MCAwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDAgMA',
  ],
  'sandbox Mails.listMails': [
    '/sandbox/v1/mails?size=1&kind=VERIFY_EMAIL',
    '/sandbox/v1/mails?size=1&channelId={channelId}',
    // The cursor encodes `0 00000000-0000-4000-8000-000000000000`.
    '/sandbox/v1/mails?next=MCAwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDA',
  ],
  'sandbox Apps.listDeliveries': [
    '/sandbox/v1/apps/{clientId}/deliveries?size=1&endpointId={clientId}',
    '/sandbox/v1/apps/{clientId}/deliveries?size=1&endpointId=00000000-0000-4000-8000-000000000000&state=WAITING',
  ],
  'sandbox Inspector.listRecords': [
    '/sandbox/v1/records',
    '/sandbox/v1/records?clientId={clientId}',
    '/sandbox/v1/records?channelId={channelId}',
    '/sandbox/v1/records?after=1',
  ],
}

/**
 * The viewers by which lives are listed are counted when they are read. Campaigns
 * are those of the applications of one person, and the last use of an application is that of its scopes.
 */
const sortsByDesign = new Set([
  'open Live.listLives',
  'console Watch.listLives',
  'console Watch.searchLives',
  'console Admin.listSiteLives',
  'console Campaigns.listCampaigns',
  '/console/v1/apps?size=1&sort=lastUsed',
])

/** The key of the rows that a list has, or the first column of an export, which is its key. */
const endsWithUniqueColumn = /(?:\bposition|\bkey|\bid|\bdigest|channel_id|client_id|^1)"?(?: asc| desc)?$/

type Plan = { 'Node Type': string; 'Relation Name'?: string; Disabled?: boolean; Plans?: Plan[] }

/**
 * The nodes that read or sort an entire table although the planner avoids it where it can, because no index has the rows or
 * the order. Independent of how many rows there are.
 */
async function findScans(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${text}`)
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  return (
    nodes(rows[0]!['QUERY PLAN'][0].Plan)
      .filter((node) => node.Disabled === true)
      // A sort above a limit has the rows of one page.
      .filter(
        (node) => node['Node Type'] === 'Seq Scan' || (node['Node Type'] === 'Sort' && !nodes(node).some(isLimit)),
      )
      .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim())
  )
}

const isLimit = (plan: Plan) => plan['Node Type'] === 'Limit'

const planFor = 'set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off'

async function openListApp() {
  const statements: string[] = []
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openTestDatabase())
  const client = new Client(clientConfig(database.connection))
  opening.defer(() => client.end())
  await client.connect()
  await client.query(planFor)
  // The client records each query as it is sent: a trace has the first characters only.
  class RecordingClient extends Client {
    override query(...args: any[]): any {
      const text: unknown = args[0]?.text ?? args[0]
      if (typeof text === 'string') statements.push(text)
      return (super.query as (...given: any[]) => unknown)(...args)
    }
  }
  const connection = { ...clientConfig(database.connection), Client: RecordingClient } as never
  const openDatabase = async () => ({ connection, [Symbol.asyncDispose]: async () => {} })
  const testApp = opening.use(await openSandboxApp({ openDatabase, settings: { inspector: 'off' } }))
  const opened = opening.move()
  return { testApp, client, statements, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

describe('lists', () => {
  test('each page is read by an index, in an order that ends with a unique column', async () => {
    await using listApp = await openListApp()
    const { client, statements, testApp } = listApp
    using tenant = await openTenant(testApp, { name: 'main', wireProfile: 'documented' })
    const owner = await testApp.act('createPerson', { channelName: '주인' })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(owner.email, owner.password)
    await grantSiteRole({ channelId: owner.channelId, role: 'OPERATOR' }, testApp.deps)
    const app = await testApp.act('createApp', { name: 'its bot', redirectUri: 'http://127.0.0.1:9/callback' })
    await sql`update app set owner_channel_id = ${owner.channelId} where client_id = ${app.clientId}`.execute(
      testApp.deps.db.read,
    )
    const ids: Record<string, string> = { ...tenant, channelId: owner.channelId, clientId: app.clientId } as never
    const problems: string[] = []
    for (const operation of listOperations)
      for (const path of paths[operation] ?? (problems.push(`${operation} has no path`), [])) {
        statements.length = 0
        const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? name)
        const credentials = /\/sessions\/client|\/drops|\/lives/.test(path)
          ? { client: tenant.client }
          : { token: tenant.token }
        const status = path.startsWith('/console')
          ? (await browser.callConsole('GET', filled.replace('/console/v1', ''))).status
          : (await testApp.call('GET', filled, path.startsWith('/open') ? credentials : {})).status
        if (status !== 200) problems.push(`${operation} ${path}: ${status}`)
        for (const text of statements.filter((one) => /^\s*(select|with)\b/i.test(one) && /\blimit\b/i.test(one))) {
          const order = /.*\border by\s+([^()]*?)\s+limit\b/is.exec(text)?.[1]
          if (order !== undefined && !endsWithUniqueColumn.test(order)) problems.push(`${operation}: order by ${order}`)
          if (sortsByDesign.has(operation) || sortsByDesign.has(path)) continue
          for (const scan of await findScans(client, text)) problems.push(`${operation}: ${scan} for ${text}`)
        }
      }
    assert.deepEqual(problems, [])
  })

  test('the sums of a channel are read by indexes that have the channel and the time', async () => {
    await using listApp = await openListApp()
    const { client, statements, testApp } = listApp
    const owner = await testApp.act('createPerson', { channelName: '주인' })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(owner.email, owner.password)
    statements.length = 0
    assert.equal((await browser.callConsole('GET', '/studio/sums?unit=month&timeZone=Asia/Seoul')).status, 200)
    const tables = ['viewer_quarter', 'donation', 'subscription_event', 'channel_follower', '"closed_at" >']
    for (const table of tables) {
      const text =
        statements.find((one) => one.trimStart().startsWith('select') && one.includes(table)) ?? assert.fail(table)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index Cond: \(\(channel_id = .*(?:at|created_at|closed_at) >/, plan)
    }
  })

  test('people are found by an index for any part of a name', async () => {
    await using listApp = await openListApp()
    const { client, statements, testApp } = listApp
    await testApp.act('createPerson', { channelName: '방송인' })
    for (const name of ['송', '송인']) {
      statements.length = 0
      assert.equal((await testApp.sandbox('GET', `/people?name=${encodeURIComponent(name)}`)).data.length, 1)
    }
    await client.query('set enable_bitmapscan = on; set enable_indexscan = off')
    const search = statements.find((text) => text.includes('"account"."created_at" desc'))
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${search}`)
    assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Bitmap Index Scan on channel_name_parts/)
  })

  test('a rare name is found by the index of the parts of names, not by reading all followers', async () => {
    await using listApp = await openListApp()
    const { client, statements, testApp } = listApp
    const owner = await testApp.act('createPerson', { channelName: '주인' })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(owner.email, owner.password)
    await browser.callConsole('GET', `/followers/search?name=${encodeURIComponent('드문')}`)
    const search = statements.find((text) => text.includes('"member"."position" desc'))
    await client.query(`insert into channel (id, name, created_at, verified_mark, chat_channel_id)
      select md5(n::text), 'many ' || n, 0, false, 'chat ' || n from generate_series(1, 5000) n`)
    await client.query(`insert into channel_follower (channel_id, follower_channel_id, created_at, position)
      select '${owner.channelId}', md5(n::text), 0, n from generate_series(1, 5000) n`)
    await client.query('analyze channel, channel_follower; reset all')
    const values = [owner.channelId, '9007199254740991', '드문', '드문', '31']
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${search}`, values)
    assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Bitmap Index Scan on channel_name_parts/)
  })
})
