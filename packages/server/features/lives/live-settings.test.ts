import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

const path = '/open/v1/lives/setting'
const talk = { categoryType: 'ETC', categoryId: 'talk', categoryValue: '토크' }

describe('live settings', () => {
  // Gap 49.
  test('a new channel has a default title, a category and no tags', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    assert.deepEqual(await loadSetting(testApp, token), { defaultLiveTitle: '방송인의 방송', category: talk, tags: [] })
  })

  test('an update returns null content and is stored', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const json = { defaultLiveTitle: '새 제목', categoryType: 'ETC', categoryId: 'talk', tags: ['소통', 'Game1'] }
    const { status, body } = await testApp.call('PATCH', path, { token, json })
    assert.deepEqual([status, body], [200, { code: 200, message: null, content: null }])
    assert.deepEqual(await loadSetting(testApp, token), {
      defaultLiveTitle: '새 제목',
      category: talk,
      tags: ['소통', 'Game1'],
    })
  })

  test('updates only sent fields; null, unknown fields and an empty body change nothing', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const all = { defaultLiveTitle: 'a', category: talk, tags: ['b'] }
    await updateSetting(testApp, token, { defaultLiveTitle: 'a', categoryId: 'talk', tags: ['b'] })
    await updateSetting(testApp, token, {})
    await updateSetting(testApp, token, { adult: true, channelId: 'x' })
    await updateSetting(testApp, token, { defaultLiveTitle: null, categoryType: null, categoryId: null, tags: null })
    assert.deepEqual(await loadSetting(testApp, token), all)
    await updateSetting(testApp, token, { defaultLiveTitle: 'c' })
    assert.deepEqual(await loadSetting(testApp, token), { ...all, defaultLiveTitle: 'c' })
    await updateSetting(testApp, token, { tags: ['d'] })
    assert.deepEqual(await loadSetting(testApp, token), { ...all, defaultLiveTitle: 'c', tags: ['d'] })
  })

  test('an empty category id removes the category, an empty list removes the tags', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    for (const removal of [{ categoryId: '' }, { categoryId: '', categoryType: 'GAME' }]) {
      await updateSetting(testApp, token, { categoryId: 'talk', tags: ['a'] })
      await updateSetting(testApp, token, removal)
      const { category, tags } = await loadSetting(testApp, token)
      assert.deepEqual([category, tags], [null, ['a']])
    }
    await updateSetting(testApp, token, { tags: [] })
    assert.deepEqual((await loadSetting(testApp, token)).tags, [])
  })

  test('a type must match the sent or current category', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    await updateSetting(testApp, token, { categoryId: '' })
    await expectRefusal(testApp, token, { categoryType: 'ETC' })
    await expectRefusal(testApp, token, { categoryType: 'GAME', categoryId: 'talk' })
    await updateSetting(testApp, token, { categoryType: 'ETC', categoryId: 'talk' })
    await updateSetting(testApp, token, { categoryType: 'ETC' })
    await expectRefusal(testApp, token, { categoryType: 'SPORTS' })
    assert.deepEqual((await loadSetting(testApp, token)).category, talk)
  })

  test('a rejected update changes no field', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const before = await loadSetting(testApp, token)
    for (const wrong of [
      { defaultLiveTitle: '' },
      { defaultLiveTitle: ' \t　' },
      { defaultLiveTitle: '\u{200b}' },
      { defaultLiveTitle: 'a'.repeat(101) },
      { defaultLiveTitle: 'a\u{0}b' },
      { defaultLiveTitle: 'a\u{d800}' },
      { defaultLiveTitle: 5 },
      { categoryId: 'no such category' },
      { categoryId: 'TALK' },
      { categoryId: '\u{0}' },
      { categoryId: '\u{d800}' },
      { categoryId: 5 },
      { categoryType: 'MUSIC', categoryId: 'talk' },
      { categoryType: '', categoryId: 'talk' },
      { tags: 'one' },
      { tags: [5] },
      { tags: [''] },
      { tags: ['two words'] },
      { tags: ['#tag'] },
      { tags: ['a_b'] },
      { tags: ['😀'] },
      { tags: ['\u{3164}'] },
      { tags: ['a\u{0}'] },
      { tags: ['\u{d800}'] },
      { tags: ['a'.repeat(21)] },
      { tags: ['a', 'b', 'c', 'd', 'e', 'f'] },
    ])
      await expectRefusal(testApp, token, { defaultLiveTitle: 'new', tags: ['new'], categoryId: 'talk', ...wrong })
    assert.deepEqual(await loadSetting(testApp, token), before)
  })

  // Gap 47.
  test('limits are 100 characters for a title and five tags of 20, counted in characters', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const title = '😀'.repeat(100)
    const tags = ['가', '𠀀', 'é', 'ञ', 'ع'].map((letter) => letter.repeat(20))
    await updateSetting(testApp, token, { defaultLiveTitle: title, tags })
    const setting = await loadSetting(testApp, token)
    assert.deepEqual([setting.defaultLiveTitle, setting.tags], [title, tags])
  })

  test('titles and tags are stored in composed form, without duplicate tags', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const decomposed = '한국'.normalize('NFD')
    await updateSetting(testApp, token, {
      defaultLiveTitle: decomposed,
      tags: ['한국', decomposed, 'A', 'a', 'A', '한국', 'b', 'c'],
    })
    const setting = await loadSetting(testApp, token)
    assert.deepEqual([setting.defaultLiveTitle, setting.tags], ['한국', ['한국', 'A', 'a', 'b', 'c']])
  })

  test('concurrent updates of different fields both succeed', async () => {
    await using testApp = await openTestApp()
    for (let round = 0; round < 10; round += 1) {
      const { token } = await testApp.createFixture()
      await Promise.all([
        updateSetting(testApp, token, { defaultLiveTitle: 'title' }),
        updateSetting(testApp, token, { tags: ['tag'] }),
        updateSetting(testApp, token, { categoryId: 'talk' }),
      ])
      assert.deepEqual(await loadSetting(testApp, token), { defaultLiveTitle: 'title', category: talk, tags: ['tag'] })
    }
  })

  test('settings belong to one channel', async () => {
    await using testApp = await openTestApp()
    const [one, other] = [await testApp.createFixture(), await testApp.createFixture()]
    await updateSetting(testApp, one.token, { defaultLiveTitle: 'mine', tags: ['mine'] })
    assert.deepEqual((await loadSetting(testApp, other.token)).tags, [])
  })

  test('each wire profile has its own error message', async () => {
    await using testApp = await openTestApp()
    for (const [wireProfile, message] of [
      ['documented', '잘못된 값을 입력했습니다.'],
      ['observed', 'tags 값이 올바르지 않습니다.'],
    ]) {
      const { token } = await testApp.createFixture({ wireProfile })
      for (const tags of [['two words'], 'one']) {
        const { status, body } = await testApp.call('PATCH', path, { token, json: { tags } })
        assert.deepEqual([status, body.message], [400, message])
      }
    }
  })

  test('reading and updating require a scope each', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    const requestStatuses = async (name: string) => {
      const grant = { clientId: client.clientId, channelId, scopes: [name] }
      const { accessToken: token } = await testApp.act('createGrant', grant)
      const read = await testApp.call('GET', path, { token })
      const changed = await testApp.call('PATCH', path, { token, json: {} })
      return [read.status, changed.status]
    }
    assert.deepEqual(await requestStatuses('방송 설정 조회'), [200, 403])
    assert.deepEqual(await requestStatuses('방송 설정 변경'), [403, 200])
  })
})

async function loadSetting(testApp: TestApp, token: string) {
  const { status, body } = await testApp.call('GET', path, { token })
  assert.equal(status, 200)
  const { category, ...setting } = body.content
  const { posterImageUrl: _, ...ids } = category ?? {}
  return { ...setting, category: category && ids }
}

async function updateSetting(testApp: TestApp, token: string, json: object) {
  const { status, body } = await testApp.call('PATCH', path, { token, json })
  assert.equal(status, 200, JSON.stringify({ json, body }))
}

async function expectRefusal(testApp: TestApp, token: string, json: object) {
  const { status } = await testApp.call('PATCH', path, { token, json })
  assert.equal(status, 400, JSON.stringify(json))
}
