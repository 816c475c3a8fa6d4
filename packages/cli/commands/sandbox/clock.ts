import { deadlineKinds, sandboxApi, type ContentOf, type DeadlineKind } from '@onair/contract'
import { defineCommand, parseTimestampOption, UsageError } from '../../command.ts'
import { openSandbox, sandboxOptions } from './sandbox.ts'
import { print } from '../../print.ts'

export const clock = defineCommand({
  name: 'clock',
  summary: 'Show or move the time of the platform',
  positionals: {
    by: {
      placeholder: '<by>',
      description: 'offset: +1h30m, -90s, +30d; or now, to reset to system time',
    },
  },
  options: {
    to: { placeholder: '<timestamp>', description: 'time to move to: 2026-12-24T18:00:00+09:00' },
    ...sandboxOptions,
  },
  async run({ by, to, json, ...target }, env) {
    if (by !== undefined && to !== undefined) throw new UsageError('clock accepts either <by> or --to, not both.')
    const [seconds, moment] = [
      by === undefined || by === 'now' ? null : parseDuration(by),
      parseTimestampOption('to', to),
    ]
    const { call } = await openSandbox(target, env)
    const before = await call(sandboxApi.clock.getClock)
    const advanceSeconds =
      by === 'now'
        ? -before.aheadSeconds
        : moment === undefined
          ? seconds
          : Math.round((moment - Date.parse(before.now)) / 1_000)
    if (advanceSeconds === null) return print(json ? JSON.stringify(before) : formatClock(before))
    const moved = await call(sandboxApi.clock.moveClock, { body: { advanceSeconds } })
    print(json ? JSON.stringify(moved) : [formatClock(moved), ...formatDone(moved)].join('\n'))
  },
})

const units = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

function parseDuration(by: string): number {
  const [, sign, parts = ''] = /^([+-])((?:\d{1,9}[smhdw])+)$/.exec(by) ?? []
  if (sign === undefined)
    throw new UsageError(`<by> must be an offset such as +1h30m, -90s or +30d, or now, not "${by}".`)
  const seconds = [...parts.matchAll(/(\d{1,9})([smhdw])/g)].map(
    ([, count, unit]) => Number(count) * units[unit as keyof typeof units],
  )
  return (sign === '-' ? -1 : 1) * seconds.reduce((sum, part) => sum + part, 0)
}

function formatClock({ now, aheadSeconds }: ContentOf<typeof sandboxApi.clock.getClock>): string {
  if (aheadSeconds === 0) return `${now}, system time`
  return `${now}, ${formatDuration(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? 'ahead of' : 'behind'} system time`
}

const doneTexts: Record<DeadlineKind, string> = {
  ACCESS_TOKEN: 'access tokens expired',
  REFRESH_TOKEN: 'refresh tokens expired',
  CLIENT_SECRET: 'client secrets expired',
  RESTRICTION_END: 'restrictions ended',
  SUBSCRIPTION_RENEWAL: 'subscriptions can be renewed',
  CAMPAIGN_START: 'campaigns started',
  CAMPAIGN_END: 'campaigns ended',
  WEBHOOK_RETRY: 'webhook attempts ended',
  APP_DELETION: 'applications deleted, unused for 90 days',
}

/** A line for each kind of what the move made happen. */
function formatDone({ done, unfinishedAttempts }: ContentOf<typeof sandboxApi.clock.moveClock>): string[] {
  const lines = deadlineKinds.flatMap((kind) => (done[kind] === 0 ? [] : `  ${doneTexts[kind]}: ${done[kind]}`))
  return unfinishedAttempts === 0
    ? lines
    : [...lines, `  webhook attempts that wait for their receivers: ${unfinishedAttempts}`]
}

function formatDuration(seconds: number): string {
  let left = seconds
  const parts = (['d', 'h', 'm', 's'] as const).map((unit) => {
    const count = Math.floor(left / units[unit])
    left -= count * units[unit]
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('')
}
