import { sandboxApi } from '@onair/contract'
import { sendTestPicture } from '@onair/sandbox/test-picture/send-test-picture.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { isRtmpUrl, PublishError, type PublishTarget } from '@onair/server/infra/rtmp/publisher.ts'
import { CommandError, defineCommand, parseInteger, UsageError, type Env } from '../../command.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { channelDescription, channelPlaceholder, resolveChannel } from './demo-channels.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'

const longestSeconds = 30 * 86_400

type TargetOptions = { to?: string | undefined; key?: string | undefined; channel?: string | undefined }

/** Publishes by RTMP as an encoder does, without one. */
export const stream = defineCommand({
  name: 'stream',
  summary: 'Publish the moving test card by RTMP, as an encoder does, until Ctrl+C',
  positionals: {},
  options: {
    test: { description: 'the moving test card with a tone, which is the only source' },
    channel: {
      placeholder: channelPlaceholder,
      description: `channel of the sandbox: ${channelDescription}`,
      defaultText: 'streamer',
    },
    to: { placeholder: '<rtmp url>', description: 'address of another server, without the key' },
    key: { placeholder: '<stream key>', description: 'stream key at that server' },
    seconds: { placeholder: '<number>', description: 'end after so many seconds' },
    ...sandboxOptions,
  },
  async run({ test, seconds, json, url, ...options }, env) {
    if (!test) throw new UsageError('stream requires --test, its only source.')
    const lasts = seconds === undefined ? null : parseInteger('seconds', seconds, { min: 1, max: longestSeconds })
    const target = await findTarget(options, { url }, env)
    using interrupt = listenForInterrupt()
    const onStart = () =>
      printToStderr(`Publishing the test card to ${target.url}${lasts === null ? ' until Ctrl+C' : ` for ${lasts} s`}.`)
    try {
      const sent = await sendTestPicture(target, {
        clock: systemClock(),
        signal: interrupt.signal,
        seconds: lasts,
        onStart,
      })
      print(json ? JSON.stringify(sent) : `Published ${Math.round(sent.seconds)} s.${formatDropped(sent)}`)
    } catch (error) {
      if (!(error instanceof PublishError)) throw error
      if (interrupt.signal.aborted) return
      throw new CommandError(`${new URL(target.url).host} does not take the stream: ${error.message}.`)
    }
  },
})

/** The address and the key that were given, or those of a channel of the sandbox. */
async function findTarget(
  { to, key, channel = 'streamer' }: TargetOptions,
  sandbox: { url: string | undefined },
  env: Env,
): Promise<PublishTarget> {
  if ((to === undefined) !== (key === undefined)) throw new UsageError('--to and --key belong together.')
  if (to !== undefined && key !== undefined) {
    if (!isRtmpUrl(to))
      throw new UsageError(`--to must be an address such as rtmp://live.example.com/app, not "${to}".`)
    return { url: to, key }
  }
  const { baseUrl, call, overview } = await openSandbox(sandbox, env)
  const channelId = resolveChannel('channel', channel, overview.demo.people)
  const { encoderUrl, streamKey } = await call(sandboxApi.channels.getEncoder, { query: { channelId } })
  if (encoderUrl === null)
    throw new CommandError(`${baseUrl} takes no encoders: ONAIR_RTMP_PORT is off, or another server has the video.`)
  return { url: encoderUrl, key: streamKey }
}

function formatDropped({ droppedFrames }: { droppedFrames: number }): string {
  return droppedFrames === 0 ? '' : ` ${droppedFrames} frames were dropped, because the network is too slow.`
}
