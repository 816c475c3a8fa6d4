import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { deleteAccount, resumeAccount, suspendAccount } from '../accounts/end/end-account.ts'
import { grantSiteRole } from '../operators/site-roles.ts'
import { endAccountActivity } from '../sessions/end-account-activity.ts'

/** A GIF of one image, whose place on the screen is given; and a WebP. */
const gif = ({ width = 8, height = 8, left = 0 } = {}) => {
  const bytes = Buffer.alloc(28)
  bytes.write('GIF89a', 'latin1')
  bytes.writeUInt16LE(8, 6)
  bytes.writeUInt16LE(8, 8)
  bytes[13] = 0x2c
  bytes.writeUInt16LE(left, 14)
  bytes.writeUInt16LE(width, 18)
  bytes.writeUInt16LE(height, 20)
  bytes.set([0, 2, 1, 0x44, 0, 0x3b], 22)
  return bytes
}
const webp = (pixels: number) => {
  const bytes = Buffer.alloc(32)
  bytes.write('RIFF', 'latin1')
  bytes.write('WEBPVP8X', 8, 'latin1')
  bytes.writeUIntLE(pixels - 1, 24, 3)
  bytes.writeUIntLE(pixels - 1, 27, 3)
  return bytes
}

async function openUploads() {
  const testApp = await openConsoleTestApp()
  const owner = await testApp.signedIn('스트리머')
  const put = (name: string, bytes: Buffer | null, { kind = 'emoticon', months = 0 } = {}) =>
    owner.callConsole('PUT', `/uploads/${kind}/${name}`, { months, ...(bytes && { file: bytes.toString('base64') }) })
  const list = async () => (await owner.callConsole('GET', '/uploads')).body.content.data
  const chat = `/channels/${owner.channelId}/chat`
  const send = (person: typeof owner, message: string) => person.callConsole('POST', chat, { message })
  const recent = async () =>
    (await testApp.viewer.callConsole('GET', `/channels/${owner.channelId}`)).body.content.recent.map(
      ({ event }: { event: { content: string; emojis: object } }) => [event.content, event.emojis],
    )
  return Object.assign(testApp, { owner, put, list, send, recent })
}

describe('emoticons of a channel', () => {
  test('are used in its chat until they are deleted, those for subscribers by subscribers and moderators', async () => {
    await using testApp = await openUploads()
    const { owner, viewer, put, send, recent } = testApp
    const hi = (await put('moon_hi', gif())).body.content.url
    assert.match(hi, /\/assets\/uploads\/[0-9a-f-]{36}$/)
    const served = await fetch(hi)
    assert.deepEqual(
      [served.status, served.headers.get('content-type'), served.headers.get('cache-control')],
      [200, 'image/gif', 'public, max-age=300'],
    )
    const love = (await put('love_u', webp(100), { months: 1 })).body.content.url
    const listed = await viewer.callConsole('GET', `/channels/${owner.channelId}/emoticons`)
    assert.deepEqual(listed.body.content.data, [
      { name: 'moon_hi', months: 0, url: hi },
      { name: 'love_u', months: 1, url: love },
    ])

    await owner.callConsole('PATCH', '/chat/settings', { chatEmojiMode: true })
    assert.equal((await send(viewer, '{:moon_hi:}')).status, 200)
    const refused = await send(viewer, '{:love_u:}')
    assert.deepEqual([refused.status, refused.body.reason?.code], [403, 'EMOTICON_FOR_SUBSCRIBERS'])
    assert.equal((await send(owner, 'x {:love_u:}')).status, 200)
    await viewer.callConsole('POST', `/channels/${owner.channelId}/subscription`, {})
    testApp.clock.advance(1)
    assert.equal((await send(viewer, '{:love_u:}')).status, 200)
    const donation = { payAmount: 1_000, donationText: '{:moon_hi:}' }
    assert.equal((await viewer.callConsole('POST', `/channels/${owner.channelId}/donations`, donation)).status, 200)
    assert.deepEqual(
      (await recent()).filter(([content]: [string]) => content),
      [
        ['{:moon_hi:}', { moon_hi: hi }],
        ['x {:love_u:}', { love_u: love }],
        ['{:love_u:}', { love_u: love }],
      ],
    )

    const second = (await put('moon_hi', gif())).body.content.url
    assert.deepEqual([(await fetch(hi)).status, (await fetch(second)).status], [404, 200])
    assert.equal((await put('moon_hi', null, { months: 1 })).body.content.url, second)
    for (let count = 0; count < 2; count++)
      assert.equal((await owner.callConsole('DELETE', '/uploads/emoticon/moon_hi')).status, 200)
    assert.equal((await fetch(second)).status, 404)
    assert.deepEqual((await recent())[0], ['{:moon_hi:}', {}])
    assert.equal((await put('moon_hi', null)).status, 404)

    const rule = { audience: 'PASSWORD', watchPassword: '비밀 방송 2026' }
    assert.equal((await owner.callConsole('PATCH', '/live/setting', rule)).status, 200)
    assert.equal((await viewer.callConsole('GET', `/channels/${owner.channelId}/emoticons`)).status, 403)
  })

  test('a subscriber has the badge of the most months that are reached, under the name that clients know', async () => {
    await using testApp = await openUploads()
    const { owner, viewer, put, send } = testApp
    const badgeOf = async (month: number) => {
      await testApp.act('subscribe', { channelId: owner.channelId, byChannelId: viewer.channelId, month })
      await send(viewer, `${month}`)
      const { recent } = (await viewer.callConsole('GET', `/channels/${owner.channelId}`)).body.content
      const { event } = recent.findLast(({ type }: { type: string }) => type === 'CHAT')
      return event.profile.badges.map(({ imageUrl }: { imageUrl: string }) => imageUrl)
    }
    const standard = `${testApp.url}/assets/badges/subscriber.png`
    const three = (await put('3', webp(64), { kind: 'badge', months: 3 })).body.content.url
    const six = (await put('6', gif(), { kind: 'badge', months: 6 })).body.content.url
    assert.match(three, /\/subscriber\.png$/)
    assert.equal((await fetch(three)).headers.get('content-type'), 'image/webp')
    assert.equal((await put('7', gif(), { kind: 'badge', months: 6 })).body.reason?.code, 'BADGE_WITHOUT_MONTHS')
    assert.deepEqual(await badgeOf(1), [standard])
    assert.deepEqual(await badgeOf(5), [three])
    assert.deepEqual(await badgeOf(12), [six])
    await owner.callConsole('DELETE', '/uploads/badge/6')
    assert.deepEqual(await badgeOf(13), [three])
  })

  test('an alert has a sound and a picture', async () => {
    await using testApp = await openUploads()
    const { owner, put } = testApp
    const wav = Buffer.from('RIFF\0\0\0\0WAVEfmt ')
    for (const [name, kind, file, code] of [
      ['donation', 'alertSound', Buffer.from('<html>'), 'NOT_A_SOUND'],
      ['donation', 'alertSound', Buffer.concat([wav, Buffer.alloc(1_048_576)]), 'SOUND_TOO_LARGE'],
      ['raid', 'alertSound', wav, 'INVALID_VALUE'],
      ['follow', 'alertPicture', wav, 'NOT_AN_UPLOAD_PICTURE'],
    ] as const)
      assert.equal((await put(name, file, { kind })).body.reason?.code, code)
    const types: (string | null)[] = []
    for (const file of [wav, Buffer.from('OggS\0\0'), Buffer.from('ID3\u0003'), Buffer.from([0xff, 0xfb, 0x90, 0])]) {
      const { url } = (await put('donation', file, { kind: 'alertSound' })).body.content
      types.push((await fetch(url)).headers.get('content-type'))
    }
    assert.deepEqual(types, ['audio/wav', 'audio/ogg', 'audio/mpeg', 'audio/mpeg'])
    const picture = (await put('follow', gif(), { kind: 'alertPicture' })).body.content.url
    await put('moon_hi', gif())

    const { overlayUrl } = (await owner.callConsole('POST', '/overlays/alerts/url', {})).body.content
    const token = new URLSearchParams(new URL(overlayUrl).hash.slice(1)).get('token')
    const { viewer } = testApp
    await viewer.callConsole('PUT', `/channels/${owner.channelId}/follow`, {})
    const status = (await viewer.callConsole('POST', '/overlays/status', { token })).body.content
    assert.deepEqual(
      status.uploads.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
      [
        ['alertPicture', 'follow'],
        ['alertSound', 'donation'],
      ],
    )
    assert.equal(status.uploads[0].url, picture)
    assert.deepEqual(status.follows, [{ position: 1, channelId: viewer.channelId, nickname: '시청자' }])
  })

  test('are pictures of a bounded size and number, with names of their own', async () => {
    await using testApp = await openUploads()
    const { put, list } = testApp
    const { count, bytes } = limits.uploads.emoticon
    for (const [name, file, code] of [
      ['smile', gif(), 'EMOTICON_OF_SITE'],
      ['a', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_AN_UPLOAD_PICTURE'],
      ['a', gif().subarray(0, 13), 'NOT_AN_UPLOAD_PICTURE'],
      ['a', gif({ left: 600 }), 'PICTURE_TOO_LARGE'],
      ['a', webp(513), 'PICTURE_TOO_LARGE'],
      ['a', Buffer.concat([gif(), Buffer.alloc(bytes)]), 'PICTURE_TOO_LARGE'],
    ] as const) {
      const { status, body } = await put(name, file)
      assert.deepEqual([status, body.reason?.code], [400, code])
    }
    assert.equal((await put('Moon', gif())).status, 400)
    const statuses = await Promise.all(
      Array.from({ length: count + 5 }, async (_, index) => (await put(`e${index}`, gif())).status),
    )
    assert.equal(statuses.filter((status) => status === 200).length, count)
    assert.equal((await list()).length, count)
    assert.equal((await put((await list())[0].name, webp(512))).status, 200)
  })

  test('disappear with a suspension, the removal by a moderator and the account, and are in its export', async () => {
    await using testApp = await openUploads()
    const { deps, owner, put, list } = testApp
    const moderator = await testApp.signedIn('모더레이터')
    await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, deps)
    const first = (await put('moon_hi', gif())).body.content.url
    await suspendAccount({ channelId: owner.channelId, reason: undefined }, endAccountActivity, deps)
    assert.equal((await fetch(first)).status, 404)
    await resumeAccount(owner.channelId, deps)
    await owner.signIn(owner.email, owner.password)
    assert.equal((await fetch(first)).status, 200)

    const path = `/admin/people/${owner.channelId}/uploads`
    const [seen] = (await moderator.callConsole('GET', path)).body.content.data
    assert.deepEqual(seen, { kind: 'emoticon', name: 'moon_hi', months: 0, url: first })
    assert.equal((await owner.callConsole('DELETE', `${path}/emoticon/moon_hi`)).status, 403)
    assert.equal((await moderator.callConsole('DELETE', `${path}/emoticon/moon_hi`)).status, 200)
    assert.deepEqual([(await fetch(first)).status, await list()], [404, []])
    const { detail } = await deps.db.read
      .selectFrom('audit_log')
      .where('action', '=', 'upload.removed')
      .selectAll()
      .executeTakeFirstOrThrow()
    assert.deepEqual(detail, { kind: 'emoticon', name: 'moon_hi' })

    const second = (await put('moon_hi', gif())).body.content.url
    const exported: object[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: any = await owner.callConsole('GET', `/account/export${next && `?next=${next}`}`)
      const { content } = page.body
      if (content.kind === 'uploads') exported.push(...content.data)
      next = content.page.next
    }
    const file = gif().toString('base64')
    assert.deepEqual(exported, [{ kind: 'emoticon', name: 'moon_hi', months: 0, type: 'image/gif', fileBase64: file }])
    await deleteAccount(owner.channelId, endAccountActivity, deps)
    assert.equal((await fetch(second)).status, 404)
  })
})
