import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@onair/contract'
import { systemClock } from '@onair/server/infra/clock.ts'
import { defineCommand, parseInteger, UsageError } from '../../command.ts'
import { listenForInterrupt } from '../../interrupt.ts'
import { print, printToStderr } from '../../print.ts'
import { openSandbox, sandboxClient, sandboxOptions } from '../sandbox/sandbox.ts'

/** Tests a service that fulfills claims. Exit code 1 if there are findings. */
export const dropsLab = defineCommand({
  name: 'drops lab',
  summary: 'Test a drops service: play claims with duplicate, late, lost and forged notifications, and reconcile',
  positionals: {},
  options: {
    receiver: { placeholder: '<url>', description: 'webhook URL of the service', isRequired: true },
    grants: {
      placeholder: '<url or file>',
      description: 'what the service granted: lines of JSON with channelId and rewardId',
    },
    app: {
      placeholder: '<client id>',
      description: 'application of the service; its secret is read from CLIENT_SECRET',
      defaultText: 'the demo application',
    },
    prefix: { placeholder: '<prefix>', description: 'prefix of the header names', defaultText: 'Svc-' },
    seed: { placeholder: '<number>', description: 'seed of the claims and faults', defaultText: '1' },
    claims: { placeholder: '<number>', description: 'claims per round, 1 to 30', defaultText: '5' },
    within: {
      placeholder: '<seconds>',
      description: 'how long the service may take to find claims that it was not notified of',
      defaultText: '90',
    },
    ...sandboxOptions,
  },
  async run({ receiver, grants = null, app, prefix = 'Svc-', seed, claims, within, url, json }, env) {
    if (!/^https?:\/\//.test(receiver) || !URL.canParse(receiver))
      throw new UsageError(`--receiver must be a URL such as http://127.0.0.1:3000/webhook, not "${receiver}".`)
    const { baseUrl, call, overview } = await openSandbox({ url }, env)
    const credentials = credentialsOf(app, overview.demo, env['CLIENT_SECRET'])
    const { DropsLab } = await import('@onair/lab/drops-lab/lab.ts')
    const { hasPassed, printReport, toJson } = await import('@onair/lab/drops-lab/report.ts')
    using interrupt = listenForInterrupt()
    const { signal } = interrupt
    const result = await DropsLab.run({
      sandbox: call,
      app: sandboxClient({ baseUrl, credentials }, env),
      ...credentials,
      receiverUrl: receiver,
      prefix,
      deadlineMs: limits.webhookDeadlineMs,
      grants,
      seed: parseInteger('seed', seed ?? '1', { min: 0, max: 2 ** 31 }),
      claimsPerRound: parseInteger('claims', claims ?? '5', { min: 1, max: 30 }),
      withinMs: parseInteger('within', within ?? '90', { min: 1, max: 600 }) * 1_000,
      clock: systemClock(),
      wait: (ms) => wait(ms, undefined, { signal }).catch(() => {}),
      signal,
      onRound: ({ kind, claims: { length } }) => printToStderr(`${kind}: ${length} claims …`),
    })
    if (json) print(JSON.stringify(toJson(result, overview.consoleUrl)))
    else printReport(result, overview.consoleUrl)
    return hasPassed(result) ? 0 : 1
  },
})

function credentialsOf(
  clientId: string | undefined,
  demo: { clientId: string; clientSecret: string },
  clientSecret: string | undefined,
) {
  if (clientId === undefined || clientId === demo.clientId)
    return { clientId: demo.clientId, clientSecret: demo.clientSecret }
  if (clientSecret === undefined || clientSecret === '')
    throw new UsageError('drops lab --app requires the client secret in the environment variable CLIENT_SECRET.')
  return { clientId, clientSecret }
}
