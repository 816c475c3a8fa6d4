import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, type LiveMeasure, type StreamingBlock } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { createContentValidator } from '../../../../../tests/support/inputs/content-validator.ts'
import { jpegOf } from '../../../../../tests/support/inputs/jpeg.ts'
import { utcSecond } from '../../../shared/dates.ts'
import { connectTestEncoder } from '../../../../../tests/support/clients/test-encoder.ts'
import { grantSiteRole } from '../../../features/operators/site-roles.ts'

const video = { video: [{ width: 320, height: 180 }], audio: true }

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
    assert.equal(await take('LIFT_BLOCK'), 'STREAMING_NOT_BLOCKED')

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
  test('keeps the streamer from going live for a time, until it ends or is lifted', async () => {
    await using app = await openConsoleTestApp({ rtmpPort: 0 })
    const streamer = await app.signedIn('방송인')
    const { channelId } = streamer
    const newOperator = async (name: string) => {
      const operator = await app.signedIn(name)
      await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, app.deps)
      return operator
    }
    let operator = await newOperator('운영자')
    // A role does not help against a block.
    await grantSiteRole({ channelId, role: 'MODERATOR' }, app.deps)
    const take = async (measure: LiveMeasure, block?: StreamingBlock) => {
      const body = { measure, reason: ' 도박 방송 ', ...(block && { block }) }
      const answer = await operator.callConsole('POST', `/admin/people/${channelId}/live/measures`, body)
      return answer.body.reason?.code ?? answer.status
    }
    const goLive = async () => (await streamer.callConsole('POST', '/live', {})).body.reason ?? null
    const studio = async () => {
      const { streamingRefusal, blockReason, blockEndDate } = (await streamer.callConsole('GET', '/studio')).body
        .content
      return [streamingRefusal, blockReason, blockEndDate]
    }
    const streamKey = async () => (await streamer.callConsole('POST', '/stream-key', {})).body.content.streamKey
    const publish = async () => {
      const { status } = await app.call('POST', '/ingest/v1/publish', { json: { streamKey: await streamKey() } })
      return status
    }
    const encoderError = async () => {
      try {
        await connectTestEncoder(channelId, app)
        return null
      } catch (error) {
        return String(error)
      }
    }
    const dateIn = (hours: number) => utcSecond(app.clock.now() + hours * 3_600_000)

    await goLive()
    assert.equal(await take('END', 'DAY'), 200)
    const endDate = dateIn(24)
    const refused = await goLive()
    assert.deepEqual([refused?.code, refused?.params], ['STREAMING_BLOCKED_UNTIL', { date: endDate }])
    assert.equal(
      (await streamer.callConsole('POST', '/live/video', video)).body.reason?.code,
      'STREAMING_BLOCKED_UNTIL',
    )
    assert.equal(await publish(), 403)
    assert.match(String(await encoderError()), new RegExp(`stream until ${endDate}`))
    assert.deepEqual(await studio(), ['STREAMING_BLOCKED_UNTIL', '도박 방송', endDate])
    const { streamingBlock } = (await operator.callConsole('GET', `/admin/people/${channelId}`)).body.content
    assert.deepEqual(streamingBlock, { reason: '도박 방송', endDate })

    app.clock.advance(86_400_000)
    // The password of the first one was entered too long ago.
    operator = await newOperator('둘째 운영자')
    assert.deepEqual(
      [await goLive(), await studio(), await take('LIFT_BLOCK')],
      [null, [null, null, null], 'STREAMING_NOT_BLOCKED'],
    )
    // A start at the same time as the end does not outlive the block.
    await Promise.all([take('END', 'UNTIL_LIFTED'), goLive(), goLive()])
    assert.equal((await goLive())?.code, 'STREAMING_BLOCKED')
    assert.deepEqual(await studio(), ['STREAMING_BLOCKED', '도박 방송', null])
    const lifted = await Promise.all([take('LIFT_BLOCK'), take('LIFT_BLOCK'), take('LIFT_BLOCK')])
    assert.deepEqual(lifted.sort(), [200, 'STREAMING_NOT_BLOCKED', 'STREAMING_NOT_BLOCKED'])
    assert.equal(await goLive(), null)
    assert.deepEqual([await take('END'), await goLive()], [200, null])

    const log = (await streamer.callConsole('GET', `/channels/${channelId}/moderation-log`)).body.content.data
    assert.deepEqual(
      log.map((entry: { action: string; reason: string; streamingBlock: object | null }) => [
        entry.action,
        entry.reason,
        entry.streamingBlock,
      ]),
      [
        ['live.ended_by_moderator', '도박 방송', null],
        ['live.block_lifted', '도박 방송', null],
        ['live.ended_by_moderator', '도박 방송', { endDate: null }],
        ['live.ended_by_moderator', '도박 방송', { endDate }],
      ],
    )
  })
})
