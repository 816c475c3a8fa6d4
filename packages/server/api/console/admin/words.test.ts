import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SiteSettings, SiteSettingsChange, WordList } from '@onair/contract'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'

type Answer = { status: number; body: { reason?: { code: string; params: object } } }
const reasonOf = ({ status, body }: Answer) => [status, body.reason?.code, body.reason?.params]
const codeOf = ({ status, body }: Answer) => body.reason?.code ?? status

/** A site with these settings, its operator and a person. */
async function openSite({ name = 'Onair', ...words }: Partial<Pick<SiteSettings, WordList | 'name'>>) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openConsoleTestApp())
  const operator = await testApp.signedIn('boss')
  await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, testApp.deps)
  const change = async (changed: SiteSettingsChange) =>
    assert.equal((await operator.callConsole('PATCH', '/admin/site', changed)).status, 200)
  const added = Object.entries(words).map(([list, all]) => [list, { added: all, removed: [] }])
  await change({ name, ...Object.fromEntries(added) })
  const check = async (text: string) =>
    (await operator.callConsole('POST', '/admin/word-checks', { text })).body.content
  const person = await testApp.signedIn('사람')
  const rename = (channelName: string) => person.callConsole('PUT', '/account/channel-name', { channelName })
  const opened = opening.move()
  return { ...testApp, operator, change, check, person, rename, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

describe('words of the site', () => {
  test('are refused in messages of everyone and of applications, donations, titles, tags and names', async () => {
    await using site = await openSite({ refusedWords: ['도박', 'spam'], wordExceptions: ['Spamalot'] })
    const { person, operator } = site
    const added = Array.from({ length: 8 }, (_, at) => `racer${at}`)
    await Promise.all(added.map((word) => site.change({ reviewedWords: { added: [word], removed: [] } })))
    const removed = added.slice(1)
    await Promise.all(removed.map((word) => site.change({ reviewedWords: { added: [], removed: [word] } })))
    assert.deepEqual((await operator.callConsole('GET', '/admin/site')).body.content.settings.reviewedWords, ['racer0'])
    const chat = `/channels/${person.channelId}/chat`
    for (const sender of [person, operator])
      assert.deepEqual(reasonOf(await sender.callConsole('POST', chat, { message: '도 박 하세요' })), [
        403,
        'SITE_WORD',
        {},
      ])
    assert.equal((await person.callConsole('POST', chat, { message: 'Spamalot' })).status, 200)

    const { token } = await site.createFixture()
    const call = (message: string) => site.call('POST', '/open/v1/chats/send', { token, json: { message } })
    const [refused, sent] = [await call('ѕpam'), await call('hello')]
    assert.deepEqual([refused.status, sent.status], [403, 200])

    const donation = { payAmount: 1_000, donationText: 's.p.a.m' }
    const donate = await person.callConsole('POST', `/channels/${operator.channelId}/donations`, donation)
    assert.equal(codeOf(donate), 'SITE_WORD')
    for (const [method, path, body] of [
      ['PATCH', '/live/setting', { defaultLiveTitle: '도박 방송' }],
      ['PATCH', '/live/setting', { tags: ['spam'] }],
      ['POST', '/live', { liveTitle: '도박 방송' }],
      ['PATCH', '/profile', { introduction: '도박' }],
      ['PATCH', '/profile', { links: [{ label: 's p a m', url: 'https://example.com/' }] }],
    ] as const)
      assert.equal(codeOf(await person.callConsole(method, path, body)), 'SITE_WORD', path)
    assert.deepEqual(reasonOf(await site.rename('도박왕')), [400, 'REFUSED_WORD', { word: '도박' }])
    const app = { name: 'spam bot', redirectUri: 'https://bot.example/callback' }
    assert.equal(codeOf(await person.callConsole('POST', '/apps', app)), 'REFUSED_WORD')

    await site.change({ refusedWords: { added: ['ad'], removed: ['도박', 'unknown'] } })
    const audit = (await operator.callConsole('GET', '/admin/audit?action=site.changed')).body.content.data
    assert.deepEqual(audit[0].detail, {
      settings: ['refusedWords'],
      refusedWords: { added: ['ad'], removed: ['도박'] },
    })
    assert.equal((await person.callConsole('POST', chat, { message: '도박' })).status, 200)
  })

  test('a reviewed word puts a message into the reports, up to 20 of a person', async () => {
    await using site = await openSite({ reviewedWords: ['환전'] })
    const chat = `/channels/${site.viewer.channelId}/chat`
    const send = (message: string) => site.person.callConsole('POST', chat, { message })
    for (let n = 0; n < 22; n++) {
      site.clock.advance(1_000)
      assert.equal((await send(`환전 ${n}`)).status, 200)
    }
    const { data } = (await site.operator.callConsole('GET', '/admin/reports')).body.content
    assert.equal(data.length, 20)
    const [{ reportId, word, snapshot, personId, reports }] = data
    assert.deepEqual([word, snapshot.content, personId, reports], ['환전', '환전 0', site.person.channelId, 0])
    const decision = { decision: 'NO_VIOLATION', note: '', answer: '' }
    const decided = await site.operator.callConsole('PUT', `/admin/reports/${reportId}/decision`, decision)
    assert.equal(decided.status, 200)
  })

  test('the try-out names the word, how it was read, and why a text could be no name', async () => {
    await using site = await openSite({ refusedWords: ['도박'], reviewedWords: ['환전'], reservedNames: ['고객센터'] })
    assert.deepEqual(await site.check('ㄷㅗㅂㅏㄱ'), {
      found: { word: '도박', level: 'REFUSE', reading: 'LETTERS' },
      nameRefusal: { code: 'REFUSED_WORD', word: '도박' },
    })
    assert.deepEqual(await site.check('환 전'), {
      found: { word: '환전', level: 'REVIEW', reading: 'SPLIT' },
      nameRefusal: null,
    })
    for (const [text, code, word] of [
      ['사이트 고객 센터', 'OFFICIAL_NAME', '고객센터'],
      ['ВОSS', 'MIXED_SCRIPTS', 'Cyrillic, Latin'],
      ['b0ss', 'LOOKS_LIKE_NAME', 'boss'],
    ] as const)
      assert.deepEqual(await site.check(text), { found: null, nameRefusal: { code, word } })
    assert.deepEqual(await site.check('안녕하세요'), { found: null, nameRefusal: null })
    assert.equal((await site.person.callConsole('POST', '/admin/word-checks', { text: 'a' })).status, 403)
  })
})

describe('names of people', () => {
  test('must not contain a reserved name, mix scripts, or look like one of a verified channel or of those who run the site', async () => {
    await using site = await openSite({ reservedNames: ['운영팀'], name: 'Rivertown' })
    const star = await site.signedIn('라디오 별')
    const codes = (...names: string[]) =>
      Promise.all(names.map(async (name) => (await site.check(name)).nameRefusal?.code ?? null))
    for (const [name, code] of [
      ['Rivertown Official', 'OFFICIAL_NAME'],
      ['R1vertown', 'OFFICIAL_NAME'],
      ['0nair', 'OFFICIAL_NAME'],
      ['운영 팀', 'OFFICIAL_NAME'],
      ['bоss', 'MIXED_SCRIPTS'], // Cyrillic о
      ['BOSS', 'LOOKS_LIKE_NAME'],
      ['b.o.s.s', 'LOOKS_LIKE_NAME'],
      ['bossanova', null],
      ['🎮', null],
    ] as const)
      assert.deepEqual(await codes(name), [code], name)
    assert.equal(codeOf(await site.rename('BOSS')), 'LOOKS_LIKE_NAME')
    assert.equal((await site.rename('my boss')).status, 200)

    assert.deepEqual(await codes('라디오별'), [null])
    const path = `/admin/people/${star.channelId}/verified-mark`
    assert.equal((await site.operator.callConsole('PUT', path, { verifiedMark: true })).status, 200)
    assert.deepEqual(await codes('라디오별'), ['LOOKS_LIKE_NAME'])
    assert.equal((await star.callConsole('PUT', '/account/channel-name', { channelName: '라디오별' })).status, 200)
    assert.deepEqual(await codes('라디오 별', 'RADI0'), ['LOOKS_LIKE_NAME', null])
    const renamed = { channelName: 'Radio 5tar' }
    assert.equal((await star.callConsole('PUT', '/account/channel-name', renamed)).status, 200)
    assert.deepEqual(await codes('라디오 별', 'RADI0STAR'), [null, 'LOOKS_LIKE_NAME'])
    const app = { name: '운영팀 봇', redirectUri: 'https://bot.example/callback' }
    assert.equal(codeOf(await site.person.callConsole('POST', '/apps', app)), 'OFFICIAL_NAME')

    const browser = httpBrowser(site.url, 'en')
    await browser.get('/sign-up')
    const form = { channelName: '운영팀', email: 'new@example.com', password: 'a long password 1' }
    const refused = await browser.post('/sign-up', form)
    assert.deepEqual([refused.status, refused.text.includes('“운영팀” is a reserved name')], [400, true])
  })

  test('an operator can let a person have one, and a moderator cannot', async () => {
    await using site = await openSite({ reservedNames: ['운영팀'] })
    await grantSiteRole({ channelId: site.viewer.channelId, role: 'MODERATOR' }, site.deps)
    const path = `/admin/people/${site.person.channelId}/channel-name`
    const rename = (by: typeof site.viewer) =>
      by.callConsole('PUT', path, { channelName: '운영팀', reason: '공식 채널' })
    assert.equal(codeOf(await rename(site.viewer)), 'OFFICIAL_NAME')
    assert.equal((await rename(site.operator)).status, 200)
  })
})
