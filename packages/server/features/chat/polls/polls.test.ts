import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { sql } from 'kysely'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'

const poll = { question: ' 오늘 뭐 할까요? ', options: ['랭크', '토크', '노래'], seconds: 60 }

describe('polls', () => {
  test('people vote once while one poll of the channel is open, and everyone sees the result', async () => {
    await using testApp = await openConsoleTestApp()
    const { clock, url, viewer } = testApp
    const [streamer, manager] = [await testApp.signedIn('달토끼'), await testApp.signedIn('매니저')]
    await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    const channel = `/channels/${streamer.channelId}`
    const start = async (by: typeof viewer, change: object = {}) => {
      const { status, body } = await by.callConsole('POST', `${channel}/polls`, { ...poll, ...change })
      return status === 200 ? body.content.pollId : body.reason?.code
    }
    const state = async () => (await viewer.callConsole('GET', channel)).body.content.state.poll
    const vote = async (by: typeof viewer, pollId: string, option: number) => {
      const { body } = await by.callConsole('POST', `${channel}/polls/${pollId}/vote`, { option })
      return body.reason?.code ?? 'COUNTED'
    }
    const votes = async () => (await state()).options.map((option: { votes: number }) => option.votes)

    assert.deepEqual(
      [
        await start(viewer),
        await start(streamer, { question: ' ' }),
        await start(streamer, { options: ['하나', ' 하나'] }),
        await start(streamer, { options: ['하나', '가'.repeat(limits.pollOptionLength + 1)] }),
        await state(),
      ],
      ['NOT_A_MODERATOR', 'EMPTY', 'EQUAL_OPTIONS', 'TOO_LONG', null],
    )
    // Of several at a time, one begins.
    const started = await Promise.all([streamer, manager, streamer, manager].map((by) => start(by)))
    const [pollId = '', ...others] = started.toSorted(
      (one, other) => Number(one === 'POLL_OPEN') - Number(other === 'POLL_OPEN'),
    )
    assert.deepEqual(others, Array(3).fill('POLL_OPEN'))
    const { startedDate, endsDate, ...shown } = await state()
    assert.equal(Date.parse(endsDate) - Date.parse(startedDate), 60_000)
    assert.equal(Date.parse(endsDate), Math.floor((clock.now() + 60_000) / 1_000) * 1_000)
    assert.deepEqual(shown, {
      pollId,
      question: '오늘 뭐 할까요?',
      options: poll.options.map((text) => ({ text, votes: 0 })),
      isOpen: true,
    })

    const racers = await Promise.all([0, 1, 2, 0, 1].map((option) => vote(viewer, pollId, option)))
    assert.deepEqual(racers.sort(), [...Array(4).fill('ALREADY_VOTED'), 'COUNTED'])
    assert.equal(
      (await votes()).reduce((sum: number, each: number) => sum + each),
      1,
    )
    const self = async () => (await viewer.callConsole('GET', `${channel}/viewer-status`)).body.content.self.vote
    assert.equal((await votes())[await self()], 1)
    assert.equal(await vote(streamer, pollId, 3), 'NO_OPEN_POLL')
    // The votes of several people at a time all count.
    const before = await votes()
    assert.deepEqual(await Promise.all([streamer, manager].map((by) => vote(by, pollId, 1))), Array(2).fill('COUNTED'))
    assert.deepEqual(await votes(), before.with(1, before[1] + 2))
    const guest = await fetch(`${url}/console/v1${channel}/polls/${pollId}/vote`, { method: 'POST' })
    assert.ok([401, 403].includes(guest.status))

    // Restricted people do not vote.
    const restricted = await testApp.signedIn('제한됨')
    await streamer.callConsole('PUT', `${channel}/restrictions/${restricted.channelId}`)
    assert.equal(await vote(restricted, pollId, 0), 'RESTRICTED')

    // It ends by time; the result stays for a while.
    clock.advance(60_000)
    assert.deepEqual([(await state()).isOpen, await vote(manager, pollId, 0)], [false, 'NO_OPEN_POLL'])
    clock.advance(limits.pollShownSec * 1_000)
    assert.equal(await state(), null)

    // The next one replaces it, with its votes, and ends early.
    const next = await start(manager)
    assert.deepEqual([await votes(), await self()], [[0, 0, 0], null])
    const end = async (by: typeof viewer) =>
      (await by.callConsole('POST', `${channel}/polls/${next}/end`)).body.reason?.code ?? 'ENDED'
    assert.deepEqual(
      [await end(viewer), await end(manager), await end(manager)],
      ['NOT_A_MODERATOR', 'ENDED', 'NO_OPEN_POLL'],
    )
    assert.equal(await vote(viewer, next, 0), 'NO_OPEN_POLL')
    const remove = async (by: typeof viewer) => (await by.callConsole('DELETE', `${channel}/polls/${next}`)).status
    assert.deepEqual([await remove(viewer), await remove(manager), await state()], [403, 200, null])
    const log = (await streamer.callConsole('GET', `${channel}/moderation-log`)).body.content.data
    assert.deepEqual(log.map(({ action, actorName }: Record<string, unknown>) => [action, actorName]).slice(0, 3), [
      ['poll.deleted', '매니저'],
      ['poll.ended', '매니저'],
      ['poll.started', '매니저'],
    ])
    const { rows } = await sql<{ detail: object }>`select detail from audit_log where action = 'poll.deleted'`.execute(
      testApp.deps.db.read,
    )
    assert.deepEqual(rows, [{ detail: { pollId: next } }])
  })
})
