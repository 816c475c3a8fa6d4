import { recordSandbox } from '@onair/lab/replay'
import { CommandError, defineCommand } from '../../command.ts'
import { channelDescription, channelPlaceholder, resolveChannel } from '../sandbox/demo-channels.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { openSandbox, sandboxOptions } from '../sandbox/sandbox.ts'

/** Writes what happens in a sandbox to a file, from the records of the inspector. */
export const record = defineCommand({
  name: 'record',
  summary: 'Record requests, events and actions of the sandbox to a file until Ctrl+C, to replay them',
  positionals: { file: { placeholder: '<file>', description: 'file to write, as NDJSON', isRequired: true } },
  options: {
    past: { description: 'write the existing records and exit' },
    anonymize: { description: 'replace names, ids and email addresses' },
    channel: {
      placeholder: channelPlaceholder,
      description: `channel that --channel of a replay replaces: ${channelDescription}`,
      defaultText: 'streamer',
    },
    url: sandboxOptions.url,
  },
  async run({ file, past, anonymize, channel = 'streamer', ...target }, env) {
    const { baseUrl, call, overview } = await openSandbox(target, env)
    const channelId = resolveChannel('channel', channel, overview.demo.people)
    using interrupt = listenForInterrupt()
    const { count, dropped } = await recordSandbox({
      baseUrl,
      call,
      demo: overview.demo,
      channelId,
      path: file,
      isAnonymous: anonymize,
      following: past ? null : { signal: interrupt.signal, onStart: () => printToStderr('Recording until Ctrl+C …') },
    })
    print(`${count} records in ${file}.`)
    if (dropped > 0)
      throw new CommandError(`The inspector dropped records ${dropped} times, so the recording is not complete.`)
  },
})
