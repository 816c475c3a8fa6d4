import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StreamerGroup } from '@onair/contract'
import { grantSiteRole } from '../operators/site-roles.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { connectTestEncoder } from '../../../../tests/support/clients/test-encoder.ts'

describe('who may stream', () => {
  test('holds for the page, its video, the encoder and media servers, and an operator lets people stream', async () => {
    await using app = await openConsoleTestApp({ rtmpPort: 0 })
    const [operator, streamer] = [await app.signedIn('운영'), await app.signedIn('스트리머')]
    const { channelId } = streamer
    await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, app.deps)
    const letStream = (streamers: StreamerGroup) => operator.callConsole('PATCH', '/admin/site', { streamers })
    const put = async (mayStream: boolean) =>
      (await operator.callConsole('PUT', '/admin/streamers', { channelIds: [channelId, channelId], mayStream })).body
        .content.changed
    const { streamKey } = (await streamer.callConsole('GET', '/stream-key')).body.content
    const attempts = async () => {
      const answers = [
        await streamer.callConsole('POST', '/live', {}),
        await streamer.callConsole('POST', '/live/video', { video: [{ width: 320, height: 180 }], audio: true }),
        await app.call('POST', '/ingest/v1/publish', { form: { name: streamKey } }),
      ]
      const codes = answers.map(({ body }) => body.reason?.code ?? body.code)
      const { streamingRefusal } = (await streamer.callConsole('GET', '/studio')).body.content
      return [...codes, streamingRefusal]
    }
    const encoderError = () =>
      connectTestEncoder(channelId, app).then(
        () => null,
        (error: unknown) => String(error),
      )

    await letStream('APPROVED')
    const needsApproval = 'STREAMING_FOR_APPROVED'
    const refused = await attempts()
    assert.deepEqual([refused[0], refused[1], refused[3]], [needsApproval, needsApproval, needsApproval])
    assert.equal(refused[2], 403)
    assert.match(String(await encoderError()), /refused|closed|approved/)
    assert.equal((await operator.callConsole('POST', '/live', {})).status, 200)

    assert.deepEqual([await put(true), await put(true)], [1, 0])
    assert.deepEqual(await attempts(), [200, 200, 200, null])
    // A live that is on goes on.
    assert.deepEqual([await put(false), (await streamer.callConsole('POST', '/live', {})).status], [1, 200])
    await streamer.callConsole('DELETE', '/live')
    assert.equal((await attempts())[0], needsApproval)

    // People ask; of two decisions at once one counts, and the studio and a mail say it to the person.
    const ask = async (text: string) => {
      const { status, body } = await streamer.callConsole('PUT', '/studio/stream-request', { text })
      return body.reason?.code ?? status
    }
    const ownRequest = async () => (await streamer.callConsole('GET', '/studio')).body.content.streamRequest
    const asking = async () =>
      (await operator.callConsole('GET', '/admin/people?state=ASKS_TO_STREAM')).body.content.data.map(
        (person: { channelId: string; streamRequest: string }) => [person.channelId, person.streamRequest],
      )
    const decide = async (decision: { isApproved: boolean; answer?: string }) => {
      const body = { channelIds: [channelId], ...decision }
      return (await operator.callConsole('POST', '/admin/stream-request-decisions', body)).body
    }
    assert.deepEqual([await ownRequest(), await ask(' ')], [null, 'EMPTY'])
    assert.deepEqual([await ask('음악'), await ask('요리 방송')], [200, 200])
    assert.deepEqual(await asking(), [[channelId, '요리 방송']])
    assert.equal((await decide({ isApproved: false })).reason?.code, 'EMPTY')
    const decline = { isApproved: false, answer: '내용이 부족합니다' }
    const declined = await Promise.all([decide(decline), decide(decline), decide(decline)])
    assert.equal(declined.filter(({ content }) => content.decided === 1).length, 1)
    assert.deepEqual(await ownRequest(), { text: '요리 방송', isDeclined: true, answer: '내용이 부족합니다' })
    assert.deepEqual([await asking(), (await decide({ isApproved: true })).content.decided], [[], 0])

    assert.equal(await ask('매주 요리 방송'), 200)
    const raced = await Promise.all([decide({ isApproved: true }), decide(decline), decide({ isApproved: true })])
    assert.equal(raced.filter(({ content }) => content.decided === 1).length, 1)
    const isApproved = raced[1].content.decided === 0
    const afterRace = await ownRequest()
    assert.deepEqual([afterRace === null, (await attempts())[0] === 200], [isApproved, isApproved])
    await streamer.callConsole('DELETE', '/live')
    const mails = await app.deps.db.read
      .selectFrom('mail')
      .select('kind')
      .orderBy('created_at')
      .orderBy('kind')
      .execute()
    assert.deepEqual(
      mails
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('STREAMING'))
        .sort(),
      [isApproved ? 'STREAMING_APPROVED' : 'STREAMING_DECLINED', 'STREAMING_DECLINED'],
    )
    // Without a decision of their own, operators let people stream as before.
    if (isApproved) await put(false)
    assert.equal(await ask('다시'), 200)
    await put(true)
    assert.deepEqual([await ownRequest(), await ask('또')], [null, 'STREAM_REQUEST_NOT_NEEDED'])

    await letStream('OPERATORS')
    assert.deepEqual((await attempts()).at(-1), 'STREAMING_FOR_OPERATORS')
    await letStream('ALL')
    assert.equal((await attempts())[0], 200)
    const { data } = (await operator.callConsole('GET', '/admin/audit?action=account.streaming_changed')).body.content
    assert.deepEqual(
      data.map(({ detail, count }: { detail: { mayStream: boolean }; count: number }) => [detail.mayStream, count]),
      isApproved
        ? [
            [false, 2],
            [true, 3],
          ]
        : [
            [false, 1],
            [true, 2],
          ],
    )
  })
})
