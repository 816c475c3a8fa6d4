import { createReadStream } from 'node:fs'
import { caseFileSubjects, type CaseFileSubject } from '@onair/contract'
import { CommandError, defineCommand, parseInteger } from '../../command.ts'
import { print } from '../../print.ts'
import { account, adminCommand, listText, ofPerson, reason } from '../data/admin-command.ts'
import { dataDirOption, openData, resolveAccount } from '../data/open-data.ts'
import { writeNewFile } from '../data/write-new-file.ts'

const file = { placeholder: '<file>', description: 'a case file', isRequired: true } as const
const caseNumber = { placeholder: '<number>', description: 'of the authority or the court', isRequired: true } as const
const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const

export const exportCase = defineCommand({
  name: 'case export',
  endpoint: 'getCaseFile',
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
    const { recordCommand } = await import('../record-command.ts')
    await recordCommand('case export', { channelId }, deps)
    const request = { site: deps.addresses.authUrl, channelId, since, until, caseNumber: number, reason }
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

export const placeHold = adminCommand({
  name: 'hold place',
  summary: 'Keep the data of a person and of the channel from deletion, or change the reason and the end of a hold',
  endpoint: 'placeHold',
  positionals: { account },
  options: {
    case: caseNumber,
    reason,
    days: { placeholder: '<days>', description: 'end the hold after so many days' },
  },
  input: async ({ case: caseNumber, reason, days, ...args }, deps) => ({
    ...(await ofPerson(args, deps)),
    body: {
      caseNumber,
      reason,
      seconds: days === undefined ? undefined : parseInteger('days', days, { min: 1, max: 3_660 }) * 86_400,
    },
  }),
  async run({ pathParams: { channelId }, body: { caseNumber, reason, seconds } }, deps) {
    const { placeHold: place } = await import('@onair/server/features/case-files/holds.ts')
    await place({ channelId, caseNumber, reason, seconds }, deps)
    return null
  },
  text: (_content, { pathParams: { channelId }, body: { caseNumber } }) =>
    `The data of ${channelId} is kept for case ${caseNumber}.`,
})

export const liftHold = adminCommand({
  name: 'hold lift',
  summary: 'Lift a hold; what only it kept is deleted',
  endpoint: 'liftHold',
  positionals: { account },
  options: { case: caseNumber },
  input: async ({ case: caseNumber, ...args }, deps) => ({ ...(await ofPerson(args, deps)), query: { caseNumber } }),
  async run({ pathParams: { channelId }, query: { caseNumber } }, deps) {
    const { liftHold: lift } = await import('@onair/server/features/case-files/holds.ts')
    await lift({ channelId, caseNumber }, deps)
    return null
  },
  text: (_content, { pathParams: { channelId }, query: { caseNumber } }) =>
    `The hold of ${channelId} for case ${caseNumber} is lifted.`,
})

export const listHolds = adminCommand({
  name: 'hold list',
  summary: 'List the holds, newest first',
  endpoint: 'listHolds',
  run: async (_input, deps) => (await import('@onair/server/features/case-files/holds.ts')).listHolds(deps),
  text: (list) =>
    listText(
      list,
      ({ channelId, channelName, caseNumber, reason, endDate }) => [
        channelId,
        channelName === null ? 'deleted account' : JSON.stringify(channelName),
        `case ${JSON.stringify(caseNumber)}`,
        endDate === null ? 'until it is lifted' : `until ${endDate}`,
        JSON.stringify(reason),
      ],
      'There is no hold.',
    ),
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
