import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteAccount, resumeAccount, suspendAccount } from '../accounts/end/end-account.ts'
import { endAccountActivity } from '../sessions/end-account-activity.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'

const dayMs = 86_400_000

describe('putPicture, deletePicture', () => {
  test('the picture is that of the channel everywhere until it is replaced, removed, or the account ends', async () => {
    await using testApp = await openConsoleTestApp()
    const owner = await testApp.signedIn('스트리머')
    const { channelId } = owner
    const png = async (id: number) =>
      Buffer.from(await (await fetch(`${testApp.url}/assets/thumbnails/${id}_270.png`)).arrayBuffer())
    const put = (bytes: Buffer) => owner.callConsole('PUT', '/profile/picture', { picture: bytes.toString('base64') })
    const shown = async () => {
      const found = await testApp.call('GET', `/open/v1/channels?channelIds=${channelId}`, { client: testApp.client })
      const visitor = (await owner.callConsole('GET', '/visitor')).body.content.visitor
      const channel = (await owner.callConsole('GET', `/channels/${channelId}`)).body.content
      const open = found.body.content.data[0].channelImageUrl
      const own = open === `${testApp.url}/assets/pictures/channel.png` ? null : open
      const urls = [own, visitor.channelImageUrl, channel.channelImageUrl]
      assert.equal(new Set(urls).size, 1, JSON.stringify(urls))
      return urls[0]
    }
    assert.equal(await shown(), null)
    const { body } = await put(await png(1))
    const first = body.content.channelImageUrl
    assert.equal(await shown(), first)
    const served = await fetch(first)
    assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png'])
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), await png(1))
    assert.match(
      (await httpBrowser(testApp.url).get(`/watch/${channelId}`)).text,
      new RegExp(`og:image" content="${first}`),
    )

    const second = (await put(await png(2))).body.content.channelImageUrl
    assert.equal((await fetch(first)).status, 404)
    for (const [bytes, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_A_PICTURE'],
      [Buffer.concat([await png(1), Buffer.alloc(262_144)]), 'PICTURE_TOO_LARGE'],
    ] as const) {
      const refused = await put(bytes)
      assert.deepEqual([refused.status, refused.body.reason?.code], [400, code])
    }
    assert.equal(await shown(), second)
    const { deps } = testApp
    await suspendAccount({ channelId, reason: undefined }, endAccountActivity, deps)
    assert.equal((await fetch(second)).status, 404)
    await resumeAccount(channelId, deps)
    assert.equal((await fetch(second)).status, 200)
    await owner.signIn(owner.email, owner.password)
    for (let count = 0; count < 2; count++)
      assert.equal((await owner.callConsole('DELETE', '/profile/picture')).status, 200)
    assert.deepEqual([await shown(), (await fetch(second)).status], [null, 404])
    const third = (await put(await png(1))).body.content.channelImageUrl
    await deleteAccount(channelId, endAccountActivity, deps)
    assert.equal((await fetch(third)).status, 404)
  })
})

describe('updateProfile', () => {
  test('stores the introduction and the links, each where it is given, and refuses what is no address with https', async () => {
    await using testApp = await openConsoleTestApp()
    const owner = await testApp.signedIn('스트리머')
    const read = async () =>
      (await testApp.viewer.callConsole('GET', `/channels/${owner.channelId}/profile`)).body.content
    const links = [{ label: '팬카페', url: 'https://cafe.example/moon?a=1' }]
    assert.deepEqual(await read(), { introduction: '', links: [], handle: null })
    await owner.callConsole('PATCH', '/profile', { introduction: ' 안녕하세요\r\n매일 9시  ' })
    await owner.callConsole('PATCH', '/profile', { links })
    assert.deepEqual(await read(), { introduction: '안녕하세요\n매일 9시', links, handle: null })
    for (const url of ['http://a.example', 'javascript:alert(1)', 'https://a.example/\u202ex', '//a.example'])
      assert.equal((await owner.callConsole('PATCH', '/profile', { links: [{ label: 'x', url }] })).status, 400, url)
    const refused = await owner.callConsole('PATCH', '/profile', { introduction: '가'.repeat(1_001) })
    assert.deepEqual([refused.status, refused.body.reason?.code], [400, 'TOO_LONG'])
    assert.equal((await owner.callConsole('PATCH', '/profile', { links: Array(9).fill(links[0]) })).status, 400)
    await owner.callConsole('PATCH', '/profile', { introduction: '' })
    assert.deepEqual((await read()).links, links)
  })
})

describe('changeHandle', () => {
  test('gives the channel an address that no other has in any spelling, and that leads to its watch page', async () => {
    await using testApp = await openConsoleTestApp()
    const [owner, other] = [await testApp.signedIn('달토끼'), await testApp.signedIn('다른이')]
    const take = async (person: typeof owner, handle: string) => {
      const { status, body } = await person.callConsole('PUT', '/profile/handle', { handle })
      return status === 200 ? 'taken' : body.reason?.code
    }
    const find = async (handle: string) =>
      (await testApp.viewer.callConsole('GET', `/handles/${handle}`)).body.content?.channelId ?? null
    for (const reserved of ['admin', 'Official_Moon', 'moon_admin', '0nair', 'onair_kr', 'support_1', 'W4tch'])
      assert.equal(await take(owner, reserved), reserved === 'W4tch' ? 'taken' : 'HANDLE_RESERVED', reserved)
    for (const malformed of ['ab', 'a'.repeat(21), '달토끼', 'a-b-c', 'a/b'])
      assert.equal((await owner.callConsole('PUT', '/profile/handle', { handle: malformed })).status, 400, malformed)
    assert.equal(await take(owner, '1234'), 'NAME_WITHOUT_LETTER')
    assert.equal(await take(owner, 'Moonlight'), 'taken')
    for (const alike of ['moonlight', 'MOON_LIGHT', 'm00nlight', 'moon1ight', 'rnoonlight'])
      assert.equal(await take(other, alike), 'HANDLE_TAKEN', alike)
    assert.deepEqual([await find('moonlight'), await find('nobody_has')], [owner.channelId, null])
    const { status, text } = await httpBrowser(testApp.url, 'ko').get('/@MoonLight')
    assert.deepEqual([status, /<title>(.*)<\/title>/.exec(text)?.[1]], [200, '달토끼'])
    assert.match((await httpBrowser(testApp.url).get('/@nobody_has')).text, /<title>Onair<\/title>/)
  })

  test('keeps the address before for 30 days, and gives a channel no third one until then', async () => {
    await using testApp = await openConsoleTestApp()
    const [owner, other] = [await testApp.signedIn('달토끼'), await testApp.signedIn('다른이')]
    const take = async (person: typeof owner, handle: string) =>
      (await person.callConsole('PUT', '/profile/handle', { handle })).body.reason?.code ?? 'taken'
    const find = async (handle: string) =>
      (await testApp.viewer.callConsole('GET', `/handles/${handle}`)).body.content?.channelId ?? null
    assert.deepEqual([await take(owner, 'first'), await take(owner, 'second')], ['taken', 'taken'])
    assert.deepEqual([await find('first'), await find('second')], [owner.channelId, owner.channelId])
    assert.deepEqual([await take(other, 'first'), await take(owner, 'third')], ['HANDLE_TAKEN', 'HANDLE_CHANGED'])
    const { handle, formerHandle } = (await owner.callConsole('GET', '/profile')).body.content
    assert.deepEqual([handle, formerHandle.handle], ['second', 'first'])
    assert.equal(await take(owner, 'First'), 'taken')
    testApp.clock.advance(13 * dayMs)
    const signedIn = await testApp.signedIn('새 사람')
    assert.equal(await take(signedIn, 'second'), 'HANDLE_TAKEN')
    testApp.clock.advance(13 * dayMs)
    testApp.clock.advance(4 * dayMs)
    const later = await testApp.signedIn('나중 사람')
    assert.equal(await take(later, 'second'), 'taken')
  })

  test('gives an address that many want at the same time to one', async () => {
    await using testApp = await openConsoleTestApp()
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => testApp.signedIn(`사람 ${at}`)))
    const spellings = ['wanted', 'Wanted', 'w_anted', 'WANTED', 'wanted_', 'vvanted']
    const results = await Promise.all(
      people.map((person, at) => person.callConsole('PUT', '/profile/handle', { handle: spellings[at] })),
    )
    assert.deepEqual(
      results.map(({ status }) => status).filter((status) => status === 200),
      [200],
    )
  })
})
