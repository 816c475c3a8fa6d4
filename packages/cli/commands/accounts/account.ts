import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { consoleApi, personStates, type ContentOf } from '@onair/contract'
import { utcDate } from '@onair/server/shared/dates.ts'
import { CommandError, defineCommand, UsageError } from '../../command.ts'
import { print, printToStderr } from '../../print.ts'
import {
  account,
  adminCommand,
  fieldsText,
  hours,
  listText,
  next,
  ofPerson,
  reason,
  search,
  secondsOf,
} from '../data/admin-command.ts'
import { dataDirOption, openData, resolveAccount } from '../data/open-data.ts'
import { writeNewFile } from '../data/write-new-file.ts'

const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const

type Person = ContentOf<typeof consoleApi.admin.listAccounts>['data'][number]

export const listAccounts = adminCommand({
  name: 'account list',
  summary: 'List the people of the site, newest first',
  endpoint: 'listAccounts',
  options: {
    search: {
      ...search,
      description: 'a part of the name or the email address, a channel id, an address or a network',
    },
    state: { placeholder: '<state>', description: 'only people in this state', choices: personStates },
    next,
  },
  input: (query) => ({ query }),
  run: async ({ query }, deps) =>
    (await import('@onair/server/features/accounts/moderate/people.ts')).listAccounts(query, deps),
  text: (people) => listText(people, personCells, 'No account matches.'),
})

/** Beside what the operator's area shows: the sessions, and all that the account owns. */
export const showAccount = defineCommand({
  name: 'account show',
  summary: 'Show an account with its state, notes, last messages, sessions in browsers and what it owns',
  endpoint: 'getPerson',
  positionals: { account },
  options: commonOptions,
  async run({ account, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { getPerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    const { loadOwnedCounts } = await import('@onair/server/features/accounts/account-store.ts')
    const { listWebSessions } = await import('@onair/server/features/accounts/sign-in/web-session-store.ts')
    const { recordSiteRead } = await import('@onair/server/api/pipeline/site-role.ts')
    await recordSiteRead(consoleApi.admin.getPerson, { pathParams: { channelId } }, deps)
    const person = await getPerson(channelId, deps)
    const { createdAt: _, ...owns } = await loadOwnedCounts(deps.db.read, channelId)
    const sessions = (await listWebSessions(deps.db.read, channelId, deps.clock.monotonicNow())).map((session) => ({
      sessionId: session.id,
      userAgent: session.user_agent,
      network: session.network,
      createdDate: utcDate(session.created_at),
      lastUsedDate: utcDate(session.last_used_at),
    }))
    if (json) return print(JSON.stringify({ ...person, owns, sessions }))
    const { notes, networks, sameNetwork, messages, ...fields } = person
    print(fieldsText({ ...fields, owns }))
    for (const [name, items] of Object.entries({ session: sessions, note: notes, network: networks }))
      for (const item of items) print(`${name}  ${JSON.stringify(item)}`)
    for (const { channelId, channelName } of sameNetwork)
      print(`same network  ${channelId}  ${JSON.stringify(channelName)}`)
    for (const { createdDate, toChannelName, content, isHidden } of messages)
      print(`message  ${createdDate}  ${isHidden ? 'hidden  ' : ''}${JSON.stringify([toChannelName, content])}`)
  },
})

export const setPassword = defineCommand({
  name: 'account set-password',
  summary: 'Set the password of an account, from standard input or generated; all its sessions end',
  positionals: { account },
  options: { generate: { description: 'generate the password and print it' }, ...commonOptions },
  async run({ account, generate, json, ...location }, env) {
    const input = generate ? null : await readPassword()
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { resetPassword } = await import('@onair/server/features/accounts/password/reset-password.ts')
    const password = await resetPassword({ channelId, password: input }, deps)
    if (json) return print(JSON.stringify({ channelId, ...(generate && { password }) }))
    if (generate) print(`PASSWORD  ${password}`)
    print(`The password of account ${channelId} is set, and its sessions ended.`)
  },
})

export const signOutAccount = adminCommand({
  name: 'account sign-out',
  summary: 'End all sessions of an account in browsers',
  endpoint: 'signOutPerson',
  positionals: { account },
  input: ofPerson,
  async run({ pathParams: { channelId } }, deps) {
    const { endAllSessionsOf } = await import('@onair/server/features/accounts/sign-in/own-sessions.ts')
    return { endedSessions: await endAllSessionsOf(channelId, deps) }
  },
  text: ({ endedSessions }, { pathParams: { channelId } }) => `${endedSessions} sessions of ${channelId} ended.`,
})

export const removeSecondFactor = defineCommand({
  name: 'account remove-second-factor',
  summary: 'Turn off two-step verification of an account and remove its passkeys, for a person who has lost them',
  positionals: { account },
  options: commonOptions,
  async run({ account, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { removeSecondFactor: remove } =
      await import('@onair/server/features/accounts/second-factor/authenticator.ts')
    await remove(channelId, deps)
    print(
      json
        ? JSON.stringify({ channelId, secondFactor: false })
        : `The account ${channelId} signs in with its password alone.`,
    )
  },
})

export const renameAccount = adminCommand({
  name: 'account rename',
  summary: 'Rename the channel of an account, which keeps the name for 30 days',
  endpoint: 'renamePerson',
  positionals: { account, name: { placeholder: '<name>', isRequired: true } },
  options: { reason },
  input: async ({ name, reason, ...args }, deps) => ({
    ...(await ofPerson(args, deps)),
    body: { channelName: name, reason },
  }),
  async run({ pathParams: { channelId }, body: { channelName, reason } }, deps) {
    const { requirePerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    const { renameChannel } = await import('@onair/server/features/accounts/names/rename-channel.ts')
    await requirePerson(channelId, deps)
    // As an operator, who chooses any name.
    return { channelName: await renameChannel(channelId, { channelName, rules: null, bySite: { reason } }, deps) }
  },
  text: ({ channelName }, { pathParams: { channelId } }) =>
    `The channel ${channelId} has the name ${JSON.stringify(channelName)}.`,
})

export const suspendAccount = adminCommand({
  name: 'account suspend',
  summary: 'Suspend an account: sign-in, tokens, applications, sockets and chat end; its data stays',
  endpoint: 'suspend',
  positionals: { account },
  options: {
    reason: { placeholder: '<text>', description: 'for the people who run the site' },
    'shown-reason': { placeholder: '<text>', description: 'for the person, who reads it at sign-in' },
    hours,
    'block-browsers': { description: 'also block the browsers in which the person signed in' },
  },
  input: async ({ account, reason, 'shown-reason': shownReason, hours, 'block-browsers': blocksDevices }, deps) => ({
    body: {
      channelIds: [await resolveAccount(account, deps)],
      reason,
      shownReason,
      seconds: secondsOf(hours),
      blocksDevices,
    },
  }),
  async run({ body: { channelIds, reason, shownReason, seconds, blocksDevices } }, deps) {
    const { suspendAccount: suspend } = await import('@onair/server/features/accounts/end/end-account.ts')
    const { endAccountActivity } = await import('@onair/server/features/sessions/end-account-activity.ts')
    for (const channelId of channelIds)
      await suspend({ channelId, reason, shownReason, seconds }, endAccountActivity, deps)
    const { blockDevices } = await import('@onair/server/features/blocks/blocked-devices.ts')
    if (blocksDevices) await blockDevices({ channelIds, reason, seconds }, deps)
    return { suspended: channelIds.length }
  },
  text: (_content, { body }) => `Account ${body.channelIds.join()} is suspended.`,
})

export const resumeAccount = adminCommand({
  name: 'account resume',
  summary: 'End the suspension of an account and the block of its browsers',
  endpoint: 'resume',
  positionals: { account },
  input: ofPerson,
  async run({ pathParams: { channelId } }, deps) {
    const { resumeAccount: resume } = await import('@onair/server/features/accounts/end/end-account.ts')
    await resume(channelId, deps)
    const { unblockDevices } = await import('@onair/server/features/blocks/blocked-devices.ts')
    await unblockDevices(channelId, deps)
    return null
  },
  text: (_content, { pathParams: { channelId } }) => `Account ${channelId} is no longer suspended.`,
})

export const deleteAccount = adminCommand({
  name: 'account delete',
  summary: 'Delete an account with its channel and applications; this cannot be undone',
  endpoint: 'deletePerson',
  positionals: { account },
  options: { reason, yes: { description: 'confirm the deletion; otherwise nothing is deleted' } },
  async input({ yes, reason, ...args }, deps) {
    const input = await ofPerson(args, deps)
    const { getPerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    const person = await getPerson(input.pathParams.channelId, deps)
    if (!yes) throw new UsageError(`This would delete ${personCells(person).join('  ')}. Confirm with --yes.`)
    return { ...input, body: { reason } }
  },
  async run({ pathParams: { channelId }, body: { reason } }, deps) {
    const { deleteAccount: remove } = await import('@onair/server/features/accounts/end/end-account.ts')
    const { endAccountActivity } = await import('@onair/server/features/sessions/end-account-activity.ts')
    const { passOnTeams } = await import('@onair/server/features/apps/teams/teams.ts')
    await remove(channelId, passOnTeams(endAccountActivity), deps, reason)
    return null
  },
  text: (_content, { pathParams: { channelId } }) => `Account ${channelId} is deleted.`,
})

export const exportAccount = defineCommand({
  name: 'account export',
  endpoint: 'exportPerson',
  summary: 'Write the data of an account to a JSON file, as the person can download it',
  positionals: { account, file: { placeholder: '<file>', description: 'must not exist', isRequired: true } },
  options: commonOptions,
  async run({ account, file, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { requirePerson } = await import('@onair/server/features/accounts/moderate/people.ts')
    await requirePerson(channelId, deps)
    const { recordSiteRead } = await import('@onair/server/api/pipeline/site-role.ts')
    await recordSiteRead(consoleApi.admin.exportPerson, { pathParams: { channelId } }, deps)
    const { exportData } = await import('@onair/server/features/accounts/export/export-data.ts')
    let entries = 0
    /** Each entry has a line. */
    async function* writeKinds() {
      let kind: string | null = null
      let next: string | undefined
      do {
        const page = await exportData(channelId, next, deps)
        let isFirst = page.kind !== kind
        if (isFirst) yield `${kind === null ? '{' : '],'}\n${JSON.stringify(page.kind)}: [\n`
        for (const entry of page.data) {
          yield `${isFirst ? '' : ','}${JSON.stringify(entry)}\n`
          isFirst = false
        }
        entries += page.data.length
        kind = page.kind
        next = page.page.next ?? undefined
      } while (next !== undefined)
      yield ']}\n'
    }
    await writeNewFile(file, writeKinds())
    print(json ? JSON.stringify({ channelId, file, entries }) : `Wrote ${entries} entries of ${channelId} to ${file}.`)
  },
})

function personCells({ channelId, email, channelName, createdDate, suspension, request, streamRequest }: Person) {
  return [
    channelId,
    email,
    JSON.stringify(channelName),
    `created ${createdDate}`,
    suspension === null ? '' : `suspended ${suspension.createdDate}`,
    request === null ? '' : `${request.isRefused ? 'refused' : 'waits for approval'} ${JSON.stringify(request.text)}`,
    streamRequest === null ? '' : `asks to stream ${JSON.stringify(streamRequest)}`,
  ].filter((cell) => cell !== '')
}

/** Reads a line of standard input: an argument would be visible to other users of the machine. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askForPassword()
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw new UsageError('account set-password reads the password from standard input.')
}

/** Asks twice, because the terminal does not show what is typed. */
async function askForPassword(): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  // As the owner of a terminal, readline turns its echo off and writes to its own output.
  using terminal = createInterface({ input: process.stdin, output: hidden, terminal: true, historySize: 0 })
  terminal.on('SIGINT', () => terminal.close())
  const lines = terminal[Symbol.asyncIterator]()
  const ask = async (prompt: string) => {
    printToStderr(prompt)
    const { done, value } = await lines.next()
    if (done) throw new CommandError('No password was entered.')
    return value
  }
  const password = await ask('Enter the new password. It is not shown. With --generate one is created.')
  if ((await ask('Enter it again.')) !== password) throw new CommandError('The two passwords differ.')
  return password
}
