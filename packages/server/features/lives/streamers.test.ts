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

    await put(true)
    await letStream('OPERATORS')
    assert.deepEqual((await attempts()).at(-1), 'STREAMING_FOR_OPERATORS')
    await letStream('ALL')
    assert.equal((await attempts())[0], 200)
    const { data } = (await operator.callConsole('GET', '/admin/audit?action=account.streaming_changed')).body.content
    assert.deepEqual(
      data.map(({ detail, count }: { detail: { mayStream: boolean }; count: number }) => [detail.mayStream, count]),
      [
        [false, 1],
        [true, 2],
      ],
    )
  })
})
