import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { errors, webhooks, type Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { operationErrors } from '@onair/contract/reference/operations'
import { sessionMessages } from '@onair/contract/reference/session-messages'
import {
  browserProfiles,
  findAccessibilityErrors,
  openBrowser,
  readOperations,
  signIn,
  skip,
  visit,
  type ConsoleBrowser,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'
import { secret, signedMessage } from '../support/clients/signed-message.ts'

const slowTest = { timeout: 180_000 }

type NamedEndpoint = [id: string, endpoint: Endpoint]
const listNamedEndpoints = (prefix: string, groups: Record<string, Record<string, Endpoint>>): NamedEndpoint[] =>
  Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, endpoint]): NamedEndpoint => [
      `${prefix}${group.toLowerCase()}.${name}`,
      endpoint,
    ]),
  )
const operations = [...listNamedEndpoints('', openGroups), ...listNamedEndpoints('sandbox.', sandboxGroups)]

async function fillInDemo(page: Page) {
  await page.getByRole('button', { name: 'Use demo credentials' }).click()
  await page.getByText('Filled in.').waitFor()
}

const formatHeaders = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

describe('reference', { skip }, () => {
  let browser: ConsoleBrowser
  let page: Page
  before(async () => {
    browser = await openBrowser({}, { quotaPerToken: 1_234 })
  })
  beforeEach(async () => {
    browser.pageErrors.length = 0
    page = await browser.openPage()
  })
  after(() => browser[Symbol.asyncDispose]())

  describe('operations', () => {
    test('a guest finds each operation with its fields, errors and scope', slowTest, async () => {
      const { pageErrors } = browser
      await page.goto('/reference')
      await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
      await page.getByText(/^Calls per minute: .*1,234 with the tokens of one user\./).waitFor()
      await page.getByRole('navigation', { name: 'All operations' }).locator('section a').first().waitFor()
      const topics = new Map(await readOperations<string>(page, '(topic) => topic.textContent'))
      assert.deepEqual([...topics.keys()].sort(), operations.map(([id]) => `/reference/${id}`).sort())

      for (const [id, endpoint] of operations) {
        const shown = topics.get(`/reference/${id}`) ?? ''
        const fields = [endpoint.pathParams, endpoint.query, endpoint.parameters, endpoint.body].flatMap((schema) =>
          Object.keys(schema?.properties ?? {}),
        )
        const errorLines = operationErrors(endpoint).map(({ kind }) => `${errors[kind].status} ${errors[kind].message}`)
        const scope = 'scope' in endpoint.auth ? [endpoint.auth.scope ?? ''] : []
        for (const part of [
          endpoint.summary.replaceAll('`', ''),
          endpoint.path,
          ...(endpoint.aliases ?? []),
          ...fields,
          ...errorLines,
          ...scope,
        ])
          assert.ok(shown.includes(part), `${id}: ${part}`)
      }
      assert.deepEqual(pageErrors, [])
    })

    test('have a short name in the list, the heading and the title of the window', slowTest, async () => {
      for (const [options, name, description, message, messageId] of [
        [
          {},
          'Send a chat message',
          "Send a message to the chat of the user's channel.",
          'stringUp to 100 characters, counted as code points after NFC normalization',
          'stringThe id of the message, for a call that sets it as the notice',
        ],
        [
          { locale: 'ko-KR' },
          '채팅 메시지 전송',
          '사용자 채널의 채팅에 메시지를 보냅니다.',
          '문자열1~100자(NFC 정규화 후 코드 포인트 기준). 정규화 전에는 2000자까지 받습니다.',
          '문자열메시지 ID(이 메시지를 공지로 등록할 때 사용)',
        ],
      ] as const) {
        page = await browser.openPage(options)
        await page.goto('/reference/chat.sendMessage')
        await page.getByRole('heading', { name, exact: true }).waitFor()
        await page.getByText(description).waitFor()
        assert.equal(await page.title(), `${name} · Onair`)
        assert.equal(await page.locator('nav a[aria-current] [data-name]').textContent(), name)
        assert.deepEqual(
          await page
            .locator('main dl dd:has(p):not(:has(a))')
            .evaluateAll((fields) => fields.map((dd) => dd.textContent)),
          [message, messageId],
          'one limit for each field, and a sentence that says what it is',
        )
      }
    })

    test('can be searched by the address', slowTest, async () => {
      await page.goto('/reference?q=notice')
      const links = page.locator('nav[aria-label="All operations"] section a')
      await links.first().waitFor()
      assert.equal(await links.count(), 1)
      await links.first().click()
      await page.waitForURL('**/reference/chat.putNotice?q=notice')
      for (const [search, operation] of [
        ['oauth', '/reference/authorization.issueToken'],
        ['websocket', '/reference/session.openUserSession'],
        ['ban', '/reference/restriction.restrict'],
        ['채팅 메시지 쓰기', '/reference/chat.sendMessage'],
        ['send and hide chat messages', '/reference/chat.sendMessage'],
      ] as const) {
        await page.getByRole('searchbox').fill(search)
        await page.locator(`nav section a[href^="${operation}?"]`).waitFor()
      }
      for (const [search, guide] of [
        ['signature', '/reference/signature'],
        ['events', '/reference/events'],
        ['drop_reward_claim', '/reference/events'],
        ['후원 이벤트', '/reference/events'],
      ] as const) {
        await page.getByRole('searchbox').fill(search)
        await page.locator(`nav a[href^="${guide}?"]`).waitFor()
        assert.equal(await page.locator('nav a[href^="/reference/changelog"]').count(), 0, search)
      }
      for (const [search, name, anchor] of [
        ['retry-after', 'Limits', 'limits'],
        ['에러', 'Response envelope', 'envelope'],
        ['openapi', 'Machine-readable descriptions', 'downloads'],
        ['too_short', 'TOO_SHORT', 'TOO_SHORT'],
        ['scope missing', 'SCOPE_MISSING', 'SCOPE_MISSING'],
        ['too_many_requests', '429 TOO_MANY_REQUESTS', 'tooManyRequests'],
        ['quota_exceeded', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED'],
      ] as const) {
        await page.getByRole('searchbox').fill(search)
        await page.getByRole('link', { name, exact: true }).click()
        await page.waitForURL(`**/reference?q=${encodeURIComponent(search).replace('%20', '+')}#${anchor}`)
        await eventually(async () => {
          const { y = 0, height = 0 } = (await page.locator(`#${anchor}`).boundingBox()) ?? {}
          assert.ok(height > 0 && y >= 0 && y + height <= 720, `${anchor} is in the window: ${y}`)
        })
      }
      await page.getByRole('searchbox').fill('nothing at all')
      await page.getByRole('link', { name: 'Show all' }).click()
      assert.ok((await links.count()) > 30)
      assert.equal(new URL(page.url()).search, '')
    })

    test('the list shows the operation of the page, and the page stays at its top', slowTest, async () => {
      await page.goto('/reference/drops.listRewardClaims')
      const link = page.locator('nav[aria-label="All operations"] a[aria-current]')
      await link.waitFor()
      const { y = 0, height = 0 } = (await link.boundingBox()) ?? {}
      const bottom = page.viewportSize()?.height ?? 0
      assert.ok(y >= 0 && y + height <= bottom, `${y} ${height} ${bottom}`)
      assert.equal(await page.evaluate('window.scrollY'), 0)
      const search = (await page.getByRole('searchbox').boundingBox()) ?? { y: -1, height: 0 }
      assert.ok(search.y >= 0 && search.y + search.height <= y, `the search is above the scrolled list: ${search.y}`)
    })

    test('are one link away on a phone, with the search above them', slowTest, async () => {
      const phone = await browser.openPage({ viewport: { width: 390, height: 844 } })
      for (const path of ['/reference', '/reference/chat.sendMessage']) {
        await phone.goto(path)
        await phone.getByRole('link', { name: 'All operations' }).click()
        await eventually(async () => {
          const { y = -1 } = (await phone.getByRole('searchbox').boundingBox()) ?? {}
          assert.ok(y >= 0 && y < 200, `${path}: ${y}`)
        })
      }
      await phone.close()
    })

    test('can be called with the demo credentials and copied as curl; no credential is stored', slowTest, async () => {
      const { testApp, demo, pageErrors } = browser
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/reference/user.getMe')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('status').getByText('401').waitFor()
      await fillInDemo(page)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('status').getByText('200').waitFor()
      const response = page.getByRole('group', { name: 'Response', exact: true })
      assert.equal(JSON.parse((await response.textContent()) ?? '').content.channelName, '하늘방송')
      await page.setViewportSize({ width: 1280, height: 600 })
      await page.evaluate('scrollTo(0, 0)')
      await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
      await eventually(async () => {
        const { y = 0, height = 0 } = (await response.boundingBox()) ?? {}
        assert.ok(y >= 0 && y + height <= 600, `the response is in the window: ${y}`)
      })
      await page.getByText(/^\d+ headers$/).click()
      await page.getByText('ratelimit-remaining').waitFor()

      const traceId = new URL(
        (await page.getByRole('link', { name: 'Open in inspector' }).getAttribute('href')) ?? '',
        page.url(),
      ).searchParams.get('traceId')
      const records = await testApp.sandbox('GET', `/records?traceId=${traceId}`)
      assert.equal(records.data[0].name, 'GET /open/v1/users/me')

      const readCopied = async (language: string): Promise<string> => {
        await page.getByRole('button', { name: `Copy: ${language}` }).click()
        return page.evaluate('navigator.clipboard.readText()')
      }
      assert.match(
        await readCopied('curl'),
        /^curl -s -X GET \\\n {2}'http:\/\/[^']+\/open\/v1\/users\/me' \\\n {2}-H 'Authorization: Bearer [\w-]+'$/,
      )
      const code = page.getByRole('region', { name: 'Code' })
      const shownLines = await code
        .locator('pre code')
        .evaluate((element) => new Set([...element.getClientRects()].map(({ y }) => y)).size)
      assert.equal(shownLines, 3, 'a line of the command does not wrap')
      await code.getByText('Python').click()
      assert.match(await readCopied('Python'), /"Authorization": "Bearer [\w-]{54}"/)
      // The page itself shows no secret.
      assert.match((await code.locator('pre').textContent()) ?? '', /"Authorization": "Bearer ACCESS_TOKEN"/)
      assert.match(
        (await page.getByRole('region', { name: 'Example response' }).textContent()) ?? '',
        /"channelName": "하늘방송"/,
      )

      await page.locator('nav a[href="/reference/chat.sendMessage"]').click()
      await code.getByText('curl', { exact: true }).click()
      assert.match(await readCopied('curl'), /"message": "Hello"/, 'a sample has every required field')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('This field is required.').waitFor()
      assert.equal(await response.count(), 0, 'nothing was sent')
      await page.getByRole('button', { name: 'Send anyway' }).click()
      await page.getByRole('status').getByText('400').waitFor()
      await page.getByLabel('message').fill('from the reference')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('status').getByText('200').waitFor()
      const hiddenWidth = await response.evaluate((block) => block.scrollWidth - block.clientWidth)
      assert.equal(hiddenWidth, 0, 'a long value wraps')
      const messages = await testApp.deps.db.read.selectFrom('chat_message').select('content').execute()
      assert.deepEqual(messages, [{ content: 'from the reference' }])

      await page.locator('nav a[href="/reference/drops.listRewardClaims"]').click()
      assert.equal(await page.getByLabel('Client ID').inputValue(), demo.clientId)
      await page.getByLabel('page').fill('{"size": 5}')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('status').getByText('200').waitFor()

      assert.ok(!page.url().includes(demo.clientSecret))
      const storedState: string = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
      assert.ok(!storedState.includes(demo.clientSecret), storedState)
      await page.reload()
      assert.equal(await page.getByLabel('Client ID').inputValue(), '')
      assert.deepEqual(
        pageErrors.filter((text) => !/status of 40[01]/.test(text)),
        [],
      )
    })

    test('are described by files to download, and their changes are listed', slowTest, async () => {
      await page.goto('/reference')
      await page.getByText('subscribe/chat?').waitFor()
      assert.deepEqual(
        await page
          .locator('pre')
          .evaluateAll((blocks) =>
            blocks
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map((block) => block.textContent),
          ),
        [],
        'the samples fit into the page',
      )
      for (const [name, format] of [
        ['OpenAPI 3.1 (HTTP operations and webhooks)', 'openapi'],
        ['AsyncAPI 3 (sessions and notifications)', 'asyncapi'],
        ['OpenAPI 3.1 of the sandbox API', 'openapi'],
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name, exact: true }).click(),
        ])
        assert.ok(format in JSON.parse(readFileSync(await download.path(), 'utf8')), name)
      }
      await page.getByRole('link', { name: 'Changelog' }).click()
      const version = page.getByRole('region', { name: '0.1.0' })
      const change = version.getByRole('listitem').filter({ hasText: 'revoke' })
      assert.match((await change.textContent()) ?? '', /^Added ?Authorization/)
      assert.deepEqual(await findAccessibilityErrors(page), [], 'changelog')
      await change.getByRole('link', { name: 'POST /auth/v1/token', exact: true }).click()
      await page.waitForURL('**/reference/authorization.*')
      await page.getByRole('link', { name: 'Reasons for a 400' }).click()
      await page.waitForURL('**/reference#reasons')
      const reasons = page.getByRole('region', { name: 'Reasons for a 400' })
      await reasons.getByText('TOO_SHORT').waitFor()
    })

    test('only offer curl when the API has another origin', slowTest, async () => {
      await page.route('**/reference/user.getMe', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(
          'name="onair-api" content=""',
          'name="onair-api" content="https://api.example/"',
        )
        await route.fulfill({ response, body })
      })
      await page.goto('/reference/user.getMe')
      await page.getByText('This page cannot call the API').waitFor()
      await page.getByText('The API has another address (https://api.example/)').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0)
    })
  })

  describe('events', () => {
    test('each session message and webhook is listed with its fields', slowTest, async () => {
      await page.goto('/reference/events')
      for (const name of [...Object.keys(sessionMessages), ...Object.keys(webhooks)])
        await page.locator(`#${name}`).waitFor()
      const shown = (await page.getByRole('main').textContent()) ?? ''
      for (const field of ['sessionKey', 'profile.badges[].imageUrl', 'payAmount', 'message.event.data.dropsClaimId'])
        assert.ok(shown.includes(field), field)
      const list = page.getByRole('navigation', { name: 'On this page' })
      assert.match((await list.textContent()) ?? '', /^Messages of a sessionSYSTEM.*Notificationsdrop_reward_claim$/)
      await list.getByRole('link', { name: 'DONATION' }).click()
      await page.waitForURL('**/reference/events#DONATION')
      await page
        .locator('#DONATION')
        .getByRole('link', { name: 'POST /open/v1/sessions/events/subscribe/donation' })
        .click()
      await page.waitForURL('**/reference/session.subscribeDonation')
    })
  })

  describe('signature check', () => {
    test('names the mistake', slowTest, async () => {
      const { pageErrors } = browser
      const { headers, body } = signedMessage()
      const text = String(body)
      const signature = headers['Svc-Event-Message-Signature'] ?? ''
      await page.goto('/reference/signature')
      const checkSignature = async (overrides: { headers?: string; body?: string; secret?: string }) => {
        await page.getByLabel('Headers').fill(overrides.headers ?? formatHeaders(headers))
        await page.getByLabel('Body', { exact: true }).fill(overrides.body ?? text)
        await page.getByLabel('Client Secret').fill(overrides.secret ?? secret)
        await page.getByRole('button', { name: 'Verify' }).click()
        await page.locator('form [role=status] .mantine-Alert-root').waitFor()
        return (await page.locator('form [role=status] b').allTextContents()).join(', ')
      }
      assert.equal(await checkSignature({}), '')
      await page.getByText('The signature matches.').waitFor()
      assert.equal(await checkSignature({ headers: JSON.stringify(headers) }), '')
      const { 'Svc-Event-Message-Id': _, ...headersWithoutId } = headers
      for (const [mistake, input] of [
        ['white space', { body: JSON.stringify(JSON.parse(text), null, 2) }],
        ['trailing newline', { body: `${text}\n` }],
        ['quotes around the secret', { secret: `"${secret}"` }],
        ['client id as secret', { secret: 'a-game' }],
        ['missing header', { headers: formatHeaders(headersWithoutId) }],
        ['header prefix', { headers: formatHeaders(headers).replaceAll('Svc-', 'Chzzk-') }],
        ['upper-case hex', { headers: formatHeaders(headers).replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase()) }],
        ['wrong secret', { secret: 'k'.repeat(54) }],
      ] as const)
        assert.equal(await checkSignature(input), mistake)

      await page.getByText('base64', { exact: true }).click()
      assert.equal(await checkSignature({ body: body.toString('base64') }), '')
      assert.equal(await checkSignature({ body: Buffer.from(`${text}\r\n`).toString('base64') }), 'CRLF')
      await page.getByLabel('Your computed signature').fill(signature.slice('sha256='.length))
      assert.equal(await checkSignature({ body: body.toString('base64') }), 'no sha256=')
      assert.deepEqual(pageErrors, [])
    })

    test('can be filled with the last notification of an own application', slowTest, async () => {
      const { testApp, demo, pageErrors } = browser
      page = await browser.openPage({})
      await testApp.sandbox('PUT', '/sinks/game', {})
      const game = await testApp.sandbox('POST', '/apps', {
        name: 'game',
        redirectUri: 'http://127.0.0.1:9/callback',
        organizationId: 'games',
        ownerChannelId: demo.people[0]?.channelId,
        webhookUrl: `${testApp.url}/sandbox/v1/sinks/game`,
      })
      await signIn(page, '/reference/signature')
      // The clock stands still, so the applications have the same age.
      await page.getByRole('combobox', { name: 'Application' }).click()
      await page.getByRole('option', { name: 'game' }).click()
      const fill = page.getByRole('button', { name: 'Use the last notification' })
      await fill.click()
      await page.getByText('No notification has been sent').waitFor()
      const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', {
        clientId: game.clientId,
        categoryId: 'talk',
        rewards: ['검'],
      })
      await testApp.sandbox('POST', '/actions/claim', {
        rewardId: rewardIds[0],
        byChannelId: demo.people[1]?.channelId,
      })
      await eventually(async () => (await testApp.sandbox('GET', '/sinks/game')).received === 1)
      await fill.click()
      await page.getByText('Filled in. Enter the client secret.').waitFor()
      await page.getByLabel('Client Secret').fill(game.clientSecret)
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('The signature matches.').waitFor()

      // A further endpoint has its own secret, and the last notification is one to the registered webhook.
      await testApp.sandbox('PUT', '/sinks/stock', {})
      const stock = await testApp.sandbox('POST', `/apps/${game.clientId}/webhook/endpoints`, {
        name: 'Stock',
        url: `${testApp.url}/sandbox/v1/sinks/stock`,
      })
      await testApp.sandbox('POST', '/actions/claim', {
        rewardId: rewardIds[0],
        byChannelId: demo.people[2]?.channelId,
      })
      await eventually(async () => (await testApp.sandbox('GET', '/sinks/stock')).received === 1)
      await eventually(async () => (await testApp.sandbox('GET', '/sinks/game')).received === 2)
      await fill.click()
      await page.getByText('The signature matches.').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('The signature matches.').waitFor()

      await page.goto(`/console/apps/${game.clientId}?tab=webhook&endpoint=${stock.endpointId}`)
      await page
        .getByRole('link', { name: demo.people[2]?.channelName ?? '' })
        .first()
        .click()
      await page.getByRole('link', { name: 'Verify the signature' }).click()
      await page.getByText('Enter the secret of the endpoint “Stock”.').waitFor()
      await page.getByLabel('Secret of the endpoint “Stock”').fill(stock.secret)
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('The signature matches.').waitFor()
      assert.deepEqual(pageErrors, [])
    })
  })

  for (const [profile, options] of browserProfiles)
    test(`has no accessibility errors: ${profile}`, slowTest, async () => {
      page = await browser.openPage(options)
      const { pageErrors } = browser
      for (const path of [
        '',
        '/events',
        '/signature',
        '/chat.sendMessage',
        '/drops.listRewardClaims',
        '/sandbox.grants.createGrant',
        '/nothing',
      ]) {
        await visit(page, `/reference${path}`)
        await page.locator('h1').waitFor()
        assert.deepEqual(await findAccessibilityErrors(page), [], path)
      }
      await visit(page, '/reference/sandbox.people.listPeople')
      await page.getByRole('main').locator('form').getByRole('textbox').first().fill('하늘')
      await page.locator('form button[type=submit]').click()
      await page.getByRole('region', { name: /^(Response|응답)$/ }).waitFor()
      assert.deepEqual(await findAccessibilityErrors(page), [], 'with a response')
      if (options.locale === 'ko-KR') {
        await page.goto('/reference')
        const names = await page.locator('nav section [data-name]').allTextContents()
        assert.deepEqual(
          names.filter((text) => !/[가-힣]/.test(text)),
          [],
        )
      }
      assert.deepEqual(pageErrors, [])
    })

  test('is not loaded with the first page of the console', () => {
    const built = new URL('../../packages/console/dist/', import.meta.url)
    const first = readFileSync(new URL('index.html', built), 'utf8').match(/assets\/[^"]+\.js/g) ?? []
    assert.ok(first.length > 0)
    const scripts = first.map((name) => readFileSync(new URL(name, built), 'utf8')).join()
    for (const words of ['Search the reference', 'byte order mark']) assert.ok(!scripts.includes(words), words)
  })
})
