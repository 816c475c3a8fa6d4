import { apiCalls } from '../../tests/support/programs/cluster.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { findFreePort } from '../../tests/support/programs/port.ts'
import { startProgram } from '../../tests/support/programs/program.ts'

export type Onair = Awaited<ReturnType<typeof startOnair>>

/** The complete program in a process of its own, with an inspector that measures its memory. */
export async function startOnair(env: Record<string, string> = {}) {
  const inspectorPort = await findFreePort()
  const opsPort = await findFreePort()
  const program = startProgram(['serve', '--ephemeral', '--port', '0', '--json'], {
    ONAIR_RTMP_PORT: '0',
    ONAIR_OPS_PORT: String(opsPort),
    ONAIR_INSPECTOR: 'on-demand',
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
    ...env,
  })
  const { baseUrl, pid, demo } = await program.ready()
  const platform = apiCalls(baseUrl)
  const channelIds = demo.people.map(({ channelId }) => channelId)
  return {
    baseUrl,
    pid,
    inspectorPort,
    opsPort,
    demo,
    channelIds,
    platform,
    stderr: program.stderr,
    /** Where an encoder publishes to a channel. */
    async encoderUrl(channelId: string): Promise<string> {
      const path = `/channels/encoder?${String(new URLSearchParams({ channelId }))}`
      const { encoderUrl, streamKey } = await platform.sandbox('GET', path)
      return `${encoderUrl}/${streamKey}`
    },
    /** The playlist of the first rendition of a live, as soon as it can be played. */
    async playlistUrl(channelId: string): Promise<string> {
      let url: string | null = null
      await eventually(
        async () => {
          const response = await fetch(`${baseUrl}/console/v1/channels/${channelId}`)
          const { content } = (await response.json()) as {
            content: { state: { live: { playbackUrl?: string } | null } }
          }
          url = content.state.live?.playbackUrl ?? null
          return url !== null
        },
        { within: 30_000 },
      )
      return new URL('0/index.m3u8', url ?? '').href
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
    },
  }
}
