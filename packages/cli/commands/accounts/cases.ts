import { createReadStream } from 'node:fs'
import { caseFileSubjects, type CaseFileSubject } from '@onair/contract'
import { CommandError, defineCommand, parseInteger } from '../../command.ts'
import { print } from '../../print.ts'
import { resolveAccount, accountDescription, accountPlaceholder, dataDirOption, openData } from '../data/open-data.ts'
import { writeNewFile } from '../data/write-new-file.ts'

const account = { placeholder: accountPlaceholder, description: accountDescription, isRequired: true } as const
const file = { placeholder: '<file>', description: 'a case file', isRequired: true } as const
const caseNumber = { placeholder: '<number>', description: 'of the authority or the court', isRequired: true } as const
const reason = { placeholder: '<text>', description: 'for the audit log', isRequired: true } as const
const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const

export const exportCase = defineCommand({
  name: 'case export',
  summary: 'Write what the site has of a person or a channel for a range of time to a file, with a hash',
  positionals: { account, file: { ...file, description: 'must not exist' } },
  options: {
    subject: {
      placeholder: '<subject>',
      description: 'PERSON: what the person did; CHANNEL: what happened in the channel',
      choices: caseFileSubjects,
      defaultText: 'PERSON',
    },
    since: { placeholder: '<timestamp>', description: 'from: 2026-07-18T14:32:12Z', isRequired: true },
    until: { placeholder: '<timestamp>', description: 'before this time', isRequired: true },
    case: caseNumber,
    reason,
    ...commonOptions,
  },
  async run({ account, file, subject, since, until, case: number, reason, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { openCaseFile } = await import('@onair/server/features/case-files/case-file.ts')
    const { recordCommand } = await import('@onair/server/features/audit/record-command.ts')
    await recordCommand('case export', { channelId }, deps)
    const { authUrl, baseUrl } = deps.config
    const request = { site: authUrl ?? baseUrl ?? '', channelId, since, until, caseNumber: number, reason }
    const lines = await openCaseFile({ ...request, subject: (subject ?? 'PERSON') as CaseFileSubject }, deps)
    await writeNewFile(file, lines)
    await printVerified(file, json)
  },
})

export const verifyCase = defineCommand({
  name: 'case verify',
  summary: 'Compare a case file with the hash in its last line',
  positionals: { file },
  options: { json: commonOptions.json },
  async run({ file, json }) {
    await printVerified(file, json)
  },
})

export const placeHold = defineCommand({
  name: 'hold place',
  summary: 'Keep the data of a person and of the channel from deletion, or change the reason and the end of a hold',
  positionals: { account },
  options: {
    case: caseNumber,
    reason,
    days: { placeholder: '<days>', description: 'end the hold after so many days' },
    ...commonOptions,
  },
  async run({ account, case: number, reason, days, json, ...location }, env) {
    const seconds = days === undefined ? undefined : parseInteger('days', days, { min: 1, max: 3_660 }) * 86_400
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { placeHold: place } = await import('@onair/server/features/case-files/holds.ts')
    await place({ channelId, caseNumber: number, reason, seconds }, deps)
    if (json) return print(JSON.stringify({ channelId, caseNumber: number, seconds: seconds ?? null }))
    print(`The data of ${channelId} is kept for case ${number}.`)
  },
})

export const liftHold = defineCommand({
  name: 'hold lift',
  summary: 'Lift a hold; what only it kept is deleted',
  positionals: { account },
  options: { case: caseNumber, ...commonOptions },
  async run({ account, case: number, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { liftHold: lift } = await import('@onair/server/features/case-files/holds.ts')
    await lift({ channelId, caseNumber: number }, deps)
    if (json) return print(JSON.stringify({ channelId, caseNumber: number }))
    print(`The hold of ${channelId} for case ${number} is lifted.`)
  },
})

export const listHolds = defineCommand({
  name: 'hold list',
  summary: 'List the holds, newest first',
  positionals: {},
  options: commonOptions,
  async run({ json, ...location }, env) {
    await using deps = await openData(location, env)
    const { listHolds: list } = await import('@onair/server/features/case-files/holds.ts')
    const { data } = await list(deps)
    if (json) return print(JSON.stringify(data))
    if (data.length === 0) return print('There is no hold.')
    for (const { channelId, channelName, caseNumber, reason, endDate } of data) {
      const name = channelName === null ? 'deleted account' : JSON.stringify(channelName)
      const end = endDate === null ? 'until it is lifted' : `until ${endDate}`
      print(`${channelId}  ${name}  case ${JSON.stringify(caseNumber)}  ${end}  ${JSON.stringify(reason)}`)
    }
  },
})

const problems = {
  FOREIGN: 'is no case file.',
  INCOMPLETE: 'is not complete: its last line is missing.',
  CHANGED: 'was changed: it does not have the hash of its last line.',
} as const

async function printVerified(path: string, json: boolean): Promise<void> {
  const { verifyCaseFile } = await import('@onair/server/features/case-files/verify-case-file.ts')
  const { problem, head, end } = await verifyCaseFile(createReadStream(path))
  if (problem !== null) throw new CommandError(`${path} ${problems[problem]}`)
  if (json) return print(JSON.stringify({ file: path, ...head, ...end }))
  print(`${path} is complete: ${end?.lines} lines, SHA-256 ${end?.sha256}. The audit log has the same hash:`)
  print(`onair audit --action case_file.created --account ${String(head?.['channelId'])}`)
}
