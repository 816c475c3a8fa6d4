import { auditActions, auditAlarms, type AuditAction } from '@onair/contract'
import type { AuditEntry } from '@onair/server/features/audit/list-entries.ts'
import { resolveAccount, accountDescription, accountPlaceholder, dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand, parseInteger, parseTimestampOption } from '../../command.ts'
import { print } from '../../print.ts'

const defaultLimit = 100

export const audit = defineCommand({
  name: 'audit',
  summary: 'Show the audit log, oldest first: who did what, from which network',
  positionals: {},
  options: {
    account: {
      placeholder: accountPlaceholder,
      description: `only entries about this account or by its person: ${accountDescription}`,
    },
    app: { placeholder: '<client id>', description: 'only entries about or by this application' },
    action: { placeholder: '<action>', description: 'only these actions', choices: auditActions, isRepeatable: true },
    alarms: { description: 'only entries that point to stolen credentials' },
    network: { placeholder: '<network>', description: 'only entries from this IPv4 address or IPv6 /64 network' },
    since: { placeholder: '<timestamp>', description: 'only entries since: 2026-07-18T14:32:12Z' },
    until: { placeholder: '<timestamp>', description: 'only entries before' },
    limit: {
      placeholder: '<number>',
      description: 'how many of the newest entries',
      defaultText: String(defaultLimit),
    },
    before: { placeholder: '<position>', description: 'only entries before this position' },
    ...dataDirOption,
    json: { description: 'print JSON lines' },
  },
  async run({ account, app, action, alarms, network, since, until, limit, before, json, ...location }, env) {
    const max = Number.MAX_SAFE_INTEGER
    const filter = {
      clientId: app,
      network,
      since: parseTimestampOption('since', since),
      until: parseTimestampOption('until', until),
      limit: limit === undefined ? defaultLimit : parseInteger('limit', limit, { min: 1, max: 100_000 }),
      before: before === undefined ? undefined : parseInteger('before', before, { min: 0, max }),
    }
    const chosen = alarms ? auditAlarms : (action as AuditAction[])
    await using deps = await openData(location, env)
    const { listEntries } = await import('@onair/server/features/audit/list-entries.ts')
    const channelId = account === undefined ? undefined : await resolveAccount(account, deps)
    const entries = await listEntries({ ...filter, channelId, ...(chosen.length > 0 && { actions: chosen }) }, deps)
    if (!json && entries.length === 0) print('No entry matches.')
    for (const entry of entries.toReversed()) print(json ? JSON.stringify(entry) : formatEntry(entry))
  },
})

/** `2026-07-18T14:32:12.000Z  secret.rotated  by person 8f…  app 4b… "bot"  from 192.0.2.1  {"overlapHours":24}` */
function formatEntry({ date, action, isAlarm, actor, channel, app, network, detail, count, lastDate }: AuditEntry) {
  return [
    date,
    `${isAlarm ? '! ' : ''}${action}`,
    ...(count > 1 ? [`${count} times until ${lastDate}`] : []),
    `by ${actor.kind}${actor.id === null ? '' : ` ${actor.id}`}`,
    ...(channel === null ? [] : [`account ${named(channel.channelId, channel.channelName)}`]),
    ...(app === null ? [] : [`app ${named(app.clientId, app.name)}`]),
    ...(network === null ? [] : [`from ${network}`]),
    ...(Object.keys(detail).length === 0 ? [] : [JSON.stringify(detail)]),
  ].join('  ')
}

function named(id: string, name: string | null): string {
  return name === null ? id : `${id} ${JSON.stringify(name)}`
}
