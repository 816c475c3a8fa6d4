import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, type LiveMeasure } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { createContentValidator } from '../../../../../tests/support/inputs/content-validator.ts'
import { jpegOf } from '../../../../../tests/support/inputs/jpeg.ts'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'

describe('lives in the operator’s area', () => {
  test('are searched, sorted and paged by the server, private ones too', async () => {
    await using app = await openConsoleTestApp()
    const moderator = await app.signedIn('모더레이터')
    await grantSiteRole({ channelId: moderator.channelId, role: 'MODERATOR' }, app.deps)
    const list = async (query = '') => {
      const { status, body } = await moderator.callConsole('GET', `/admin/lives${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(createContentValidator(consoleApi.admin.listSiteLives)(body.content), null)
      return body.content
    }
    const names = async (query = '') =>
      (await list(query)).data.map((live: { channelName: string }) => live.channelName)
    const channels: string[] = []
    for (const [name, simulatedViewers] of [
      ['하나', 5],
      ['둘', 20],
      ['셋', 20],
    ] as const) {
      const streamer = await app.signedIn(name)
      channels.push(streamer.channelId)
      const setting = { audience: name === '셋' ? 'FOLLOWERS' : 'EVERYBODY', tags: [`tag${name}`] }
      await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: `${name} Title%`, ...setting })
      await app.act('goLive', { channelId: streamer.channelId, viewers: simulatedViewers })
    }
    assert.deepEqual(await names(), ['둘', '셋', '하나'])
    assert.deepEqual(await names('?sort=RECENT'), ['셋', '둘', '하나'])
    assert.deepEqual(await names('?search=title%25'), ['둘', '셋', '하나'])
    for (const search of ['tag하나', '하나', channels[0] ?? ''])
      assert.deepEqual(await names(`?search=${search}`), ['하나'])
    assert.deepEqual(await names('?search=_'), [])
    const { data, totalCount, totalPages } = await list('?page=1')
    assert.deepEqual([data, totalCount, totalPages], [[], 3, 1])
    const [{ liveId: _liveId, thumbnailUrl: _thumbnailUrl, openedDate: _openedDate, ...live }] = (
      await list('?search=셋')
    ).data
    assert.deepEqual(live, {
      channelId: channels[2],
      channelName: '셋',
      title: '셋 Title%',
      category: { categoryValue: '토크', englishName: 'Talk' },
      viewers: 20,
      source: null,
      audience: 'FOLLOWERS',
      adult: false,
      adultBySite: false,
    })
  })

  test('get an age limit that the streamer does not take off, lose title and picture, and end for good', async () => {
    await using app = await openConsoleTestApp()
    const [operator, streamer] = [await app.signedIn('운영자'), await app.signedIn('방송인')]
    const { channelId } = streamer
    await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, app.deps)
    const take = async (measure: LiveMeasure, reason = '신고 3건') => {
      const path = `/admin/people/${channelId}/live/measures`
      const { status, body } = await operator.callConsole('POST', path, { measure, reason })
      return body.reason?.code ?? status
    }
    const shown = async () => (await operator.callConsole('GET', '/admin/lives')).body.content.data[0]
    const patch = async (setting: object) => {
      const { status, body } = await streamer.callConsole('PATCH', '/live/setting', setting)
      return body.reason?.code ?? status
    }
    const watch = async (browser: typeof operator) =>
      (await browser.callConsole('GET', `/channels/${channelId}/video`)).body.reason?.code ?? null
    const { streamKey } = (await streamer.callConsole('GET', '/stream-key')).body.content
    const publish = async () => (await app.call('POST', '/ingest/v1/publish', { json: { streamKey } })).status

    assert.equal(await take('SET_AGE_LIMIT'), 'NOT_LIVE')
    await publish()
    await patch({ defaultLiveTitle: '나쁜 제목' })
    await streamer.callConsole('PUT', '/live/thumbnail', { picture: jpegOf().toString('base64') })
    assert.equal(await take('SET_AGE_LIMIT', '\u200b'), 'EMPTY')

    assert.equal(await take('SET_AGE_LIMIT'), 200)
    const { adult, adultBySite } = await shown()
    assert.deepEqual([adult, adultBySite], [true, true])
    assert.equal(await patch({ adult: false }), 'AGE_LIMIT_BY_SITE')
    assert.equal(await patch({ adult: true, tags: ['태그'] }), 200)
    assert.equal((await streamer.callConsole('GET', '/live/setting')).body.content.adultBySite, true)
    // The role shows the video without a confirmed age.
    assert.deepEqual([await watch(app.viewer), await watch(operator)], ['AGE_NOT_CONFIRMED', null])
    assert.equal(await take('REMOVE_AGE_LIMIT'), 200)
    await Promise.all([take('SET_AGE_LIMIT'), patch({ adult: false })])
    assert.deepEqual([(await shown()).adult, await take('REMOVE_AGE_LIMIT')], [true, 200])
    assert.deepEqual([await watch(app.viewer), await patch({ adult: false })], [null, 200])

    const before = (await shown()).thumbnailUrl
    assert.deepEqual([await take('REMOVE_TITLE'), await take('REMOVE_PICTURE')], [200, 200])
    const { title, thumbnailUrl } = await shown()
    assert.equal(title, null)
    assert.notEqual(thumbnailUrl, before)
    assert.equal((await fetch(before.replace('{type}', '270'))).status, 404)
    assert.equal(await patch({ defaultLiveTitle: '다른 제목' }), 200)

    await take('SET_AGE_LIMIT')
    assert.equal(await take('END'), 200)
    assert.deepEqual([await publish(), await take('END')], [403, 'NOT_LIVE'])
    assert.equal(await patch({ adult: false }), 200)

    const log = async (query = '') =>
      (await streamer.callConsole('GET', `/channels/${channelId}/moderation-log${query}`)).body.content.data
    const [ended] = await log()
    assert.deepEqual(
      [ended.action, ended.reason, ended.actorKind, ended.actorName, ended.actorChannelId],
      ['live.ended_by_moderator', '신고 3건', 'operator', null, null],
    )
    const named = [await log(`?name=${encodeURIComponent('운영자')}`), await log(`?name=${operator.channelId}`)]
    assert.deepEqual(named, [[], []])
    const mails = await app.deps.db.read
      .selectFrom('mail')
      .select('channel_id')
      .where('kind', '=', 'LIVE_MODERATED')
      .execute()
    // Every measure but the ends of the age limit.
    assert.deepEqual(
      mails.map(({ channel_id }) => channel_id),
      Array.from({ length: 6 }, () => channelId),
    )

    const { data } = (await operator.callConsole('GET', `/admin/audit?channelId=${channelId}`)).body.content
    const entries = data.filter(({ action }: { action: string }) => action.startsWith('live.'))
    assert.deepEqual(
      entries
        .map(
          (entry: {
            action: string
            actorId: string
            detail: { reason?: string; adult?: boolean; title?: string }
          }) => [
            entry.action,
            entry.actorId === operator.channelId,
            entry.detail.reason,
            entry.detail.adult ?? entry.detail.title,
          ],
        )
        .sort(),
      [
        ['live.age_limit_changed', true, '신고 3건', false],
        ['live.age_limit_changed', true, '신고 3건', true],
        ['live.ended_by_moderator', true, '신고 3건', undefined],
        ['live.picture_removed', true, '신고 3건', undefined],
        ['live.title_removed', true, '신고 3건', '나쁜 제목'],
      ],
    )
  })
})
