import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { limits, overlayKinds, type Endpoint } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import {
  openBrowser,
  readOperations,
  signIn,
  skip,
  visit,
  type ConsoleBrowser,
} from '../support/clients/console-browser.ts'
import { eventually } from '../support/eventually.ts'

const slowTest = { timeout: 300_000 }
const inKorean = { locale: 'ko-KR' }

const operations = [openGroups, sandboxGroups].flatMap((groups) =>
  Object.values<Record<string, Endpoint>>(groups).flatMap((group) => Object.values(group)),
)

/**
 * Texts, placeholders and labels with three Latin words in a row. Code, recorded requests and responses, and the names
 * of people and applications may be in English.
 */
const findEnglish = `(() => {
    const english = /[A-Za-z][A-Za-z'’]*[,;:]? [a-z'’]+[,;:]? [A-Za-z'’]+/
    const quoted = 'code, pre, textarea, script, style, dl[data-headers] dd, [aria-labelledby=sessions] [title]'
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (english.test(texts.currentNode.data) && !texts.currentNode.parentElement.closest(quoted))
        found.push(texts.currentNode.data)
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title'])
        if (english.test(element.getAttribute(name) ?? '') && !element.closest(quoted))
          found.push(name + ': ' + element.getAttribute(name))
    return found
  })`
const findEnglishTexts = (page: Page) => page.evaluate<string[]>(`(${findEnglish})()`)

/** Returns a function that waits until the page has a heading, shows no loader and waits for no response. */
function watchLoading(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'fetch' && pending.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => pending.delete(request))
  return async () => {
    await page.locator('h1, h2').first().waitFor()
    await eventually(async () => pending.size === 0 && (await page.locator('.mantine-Loader-root').count()) === 0)
  }
}

describe('pages in Korean', { skip }, () => {
  test('the reference has no English text', slowTest, async () => {
    await using browser = await openBrowser(inKorean)
    const { page, pageErrors } = browser
    const englishByPath: Record<string, string[]> = {}
    const checkTopic = async (path: string | null) => {
      await page.locator('main h1').waitFor()
      const english = await findEnglishTexts(page)
      if (english.length > 0) englishByPath[String(path)] = english
    }
    for (const path of ['/reference', '/reference/events', '/reference/signature']) {
      await page.goto(path)
      await checkTopic(path)
    }
    const englishByOperation = await readOperations<string[]>(page, findEnglish)
    assert.equal(englishByOperation.length, operations.length)
    assert.deepEqual(
      englishByOperation.filter(([, english]) => english.length > 0),
      [],
    )
    assert.deepEqual(englishByPath, {})
    assert.deepEqual(pageErrors, [])
  })

  test('console, studio and watch page have no English text', slowTest, async () => {
    await using browser = await openBrowser(inKorean)
    const { page, testApp, demo } = browser
    const { channelId } = demo.streamer
    await testApp.sandbox('POST', '/actions/go-live', { channelId })
    await testApp.sandbox('POST', '/actions/donate', { channelId, payAmount: 1_000, donationText: '응원' })
    const waitUntilLoaded = watchLoading(page)
    const englishByPath: Record<string, string[]> = {}
    await signIn(page, '/console')
    for (const path of [
      '/console',
      '/console/apps/new',
      ...['overview', 'scopes', 'sessions', 'webhook', 'settings'].map(
        (tab) => `/console/apps/${demo.clientId}?tab=${tab}`,
      ),
      '/console/inspector',
      '/console/trigger',
      '/console/trigger#clock',
      '/console/trigger#faults',
      '/console/drops',
      '/console/teams',
      '/console/nothing',
      '/forgot-password',
      '/connections',
      `/connections/report/${demo.clientId}`,
      '/account',
      '/watch',
      `/watch/${channelId}`,
      `/watch/${channelId}/chat`,
      '/studio/managed',
      ...[
        '',
        '/live',
        '/key',
        '/chat',
        '/activity',
        '/followers',
        '/subscribers',
        '/managers',
        '/restrictions',
        '/moderation',
        '/restream',
        ...overlayKinds.map((kind) => `/overlays?overlay=${kind}`),
      ].map((part) => `/studio${part}`),
    ]) {
      await visit(page, path)
      await waitUntilLoaded()
      const english = await findEnglishTexts(page)
      if (english.length > 0) englishByPath[path] = english
    }
    assert.deepEqual(englishByPath, {})
  })

  test('a refusal is a Korean sentence that says what to do', slowTest, async () => {
    await using browser = await openBrowser(inKorean)
    const { page, testApp, demo } = browser
    const expectRefusal = async (sentence: string) => {
      await page.getByText(sentence).last().waitFor()
      assert.deepEqual(await findEnglishTexts(page), [], sentence)
    }
    await signIn(page, '/console')

    const runAction = async (action: string, fields: Record<string, string>, sentence: string) => {
      await visit(page, `/console/trigger?action=${action}`)
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
      await page.getByRole('button', { name: '실행' }).click()
      await expectRefusal(sentence)
    }
    await runAction('goOffline', {}, '지금 방송 중이 아닙니다.')
    await browser.createCampaign({ rewards: ['사라질 보상'] })
    await visit(page, '/console/trigger?action=claim')
    const reward = page.getByRole('combobox', { name: '보상' })
    await reward.fill('사라질')
    await reward.press('Enter')
    await eventually(async () => assert.match(await reward.inputValue(), /^사라질 보상 · /))
    await testApp.deps.db.transaction((tx) => tx.deleteFrom('campaign').execute())
    await page.getByRole('button', { name: '실행' }).click()
    await expectRefusal('존재하지 않는 보상입니다. 보상 ID를 확인하세요.')
    await runAction('chat', { 메시지: '말'.repeat(101) }, '메시지: 100자까지 입력할 수 있습니다.')
    await runAction('createPerson', { 이메일: 'not-an-address' }, 'name@example.com 형식의 이메일 주소를 입력하세요.')
    await runAction('goLive', { '방송 제목': ' ' }, '방송 제목: 보이는 글자를 한 자 이상 입력하세요.')

    await visit(page, '/console/inspector')
    await page.getByText('/sandbox/v1/actions/go-offline').first().click()
    await expectRefusal('지금 방송 중이 아닙니다.')
    await page.getByText(/^\d{4}년 \d+월 \d+일 \d\d:\d\d:\d\d\.\d{3} [A-Z]\S+$/).waitFor()

    await visit(page, '/console/apps/new')
    await page.getByRole('textbox', { name: '이름' }).fill('봇')
    await page.getByLabel('로그인 리디렉션 URL').fill('javascript:alert(1)')
    await expectRefusal('javascript: 스킴은 사용할 수 없습니다.')
    const app = { name: '봇', redirectUri: 'http://127.0.0.1:9/', ownerChannelId: demo.streamer.channelId }
    for (let count = 0; count < limits.appsPerUser; count += 1) await testApp.sandbox('POST', '/apps', app)
    await page.getByLabel('로그인 리디렉션 URL').fill('http://127.0.0.1:9/')
    await page.getByRole('button', { name: '등록' }).click()
    await expectRefusal(`애플리케이션은 ${limits.appsPerUser}개까지 등록할 수 있습니다.`)

    await visit(page, `/console/apps/${demo.clientId}?tab=webhook`)
    const url = page.getByLabel('웹훅 URL')
    const saveUrl = async (value: string) => {
      await url.fill(value)
      await page.getByRole('button', { name: '저장' }).click()
    }
    await saveUrl('https://10.0.0.1/')
    await expectRefusal('웹훅 URL이 가리키는 주소(10.0.0.1)가 공인 주소가 아닙니다. 공인 주소를 사용하세요.')
    await saveUrl('ftp://game.example/')
    await expectRefusal('웹훅 URL에 ftp: 스킴은 사용할 수 없습니다.')

    await visit(page, '/studio/restrictions')
    await page.getByRole('searchbox').or(page.getByRole('search').getByRole('textbox')).fill('든든한매니저')
    await page.getByRole('main').getByRole('button', { name: '검색' }).click()
    await page.getByRole('button', { name: '든든한매니저 제한' }).click()
    await expectRefusal('관리자는 제한할 수 없습니다. 관리자 권한을 먼저 해제하세요.')
  })
})

const unexpectedFailures: [
  failure: string,
  response: { status: number; body: string } | null,
  sentence: string,
  quoted: string,
][] = [
  ['no response', null, '서버에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도하세요.', ''],
  [
    'status 500',
    { status: 500, body: '{"code":500,"message":"INTERNAL_SERVER_ERROR"}' },
    '서버에 문제가 발생했습니다.',
    'INTERNAL_SERVER_ERROR',
  ],
  [
    'an unknown reason code',
    { status: 403, body: '{"code":403,"message":"FORBIDDEN (the moon)","reason":{"code":"MOON","params":{}}}' },
    '요청이 거부되었습니다.',
    'FORBIDDEN (the moon)',
  ],
  ['the page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'Onair 서버가 보낸 응답이 아닙니다.', '502'],
]
describe('unexpected failures in Korean', { skip }, () => {
  let browser: ConsoleBrowser
  before(async () => {
    browser = await openBrowser(inKorean)
  })
  after(() => browser[Symbol.asyncDispose]())

  for (const [failure, response, sentence, quoted] of unexpectedFailures)
    test(`${failure}: a Korean sentence, and the original message in small print`, slowTest, async () => {
      const page = await browser.openPage()
      await signIn(page, `/console/apps/${browser.demo.clientId}?tab=webhook`)
      await page.getByLabel('웹훅 URL').fill('https://game.example/')
      await page.route('**/webhook', (route) => (response === null ? route.abort() : route.fulfill(response)))
      await page.getByRole('button', { name: '저장' }).click()
      const alert = page.getByRole('alert')
      await alert.getByText(sentence).waitFor()
      assert.deepEqual(await alert.locator('code').allTextContents(), quoted === '' ? [] : [quoted])
      assert.deepEqual(await findEnglishTexts(page), [])
    })
})
