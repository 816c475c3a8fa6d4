import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Deps } from '@onair/server/infra/deps.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { CommandError, defineCommand, parseInteger, UsageError } from '../../command.ts'
import { accountDescription, resolveAccount, accountPlaceholder, dataDirOption, openData } from '../data/open-data.ts'
import { print, printToStderr } from '../../print.ts'
import { writeNewFile } from '../data/write-new-file.ts'

const account = { placeholder: accountPlaceholder, description: accountDescription, isRequired: true } as const
const commonOptions = { ...dataDirOption, json: { description: 'print JSON' } } as const
const defaultLimit = 100

type AccountRow = {
  channel_id: string
  email: string
  channel_name: string
  ended_at: number | null
  requested_at: number | null
  refused_at: number | null
  created_at: number
  identity_verified_at: number | null
}

export const listAccounts = defineCommand({
  name: 'account list',
  summary: 'List accounts, by channel id',
  positionals: {},
  options: {
    search: { placeholder: '<text>', description: 'only accounts whose name or email address contains this' },
    suspended: { description: 'only suspended accounts' },
    limit: { placeholder: '<number>', description: 'how many', defaultText: String(defaultLimit) },
    after: { placeholder: '<channel id>', description: 'only accounts after this one' },
    ...dataDirOption,
    json: { description: 'print JSON lines' },
  },
  async run({ search, suspended, limit, after, json, ...location }, env) {
    const max = limit === undefined ? defaultLimit : parseInteger('limit', limit, { min: 1, max: 100_000 })
    await using deps = await openData(location, env)
    const { findAccounts } = await import('@onair/server/features/accounts/account-store.ts')
    const { recordCommand } = await import('@onair/server/features/audit/record-command.ts')
    await recordCommand('account list', {}, deps)
    const rows = await findAccounts(deps.db.read, { text: search, isSuspended: suspended, after, limit: max })
    if (!json && rows.length === 0) print('No account matches.')
    for (const row of rows) print(json ? JSON.stringify(toAccount(row)) : formatAccount(row))
    if (rows.length === max) (json ? printToStderr : print)(`Next page: --after ${rows.at(-1)?.channel_id}`)
  },
})

export const showAccount = defineCommand({
  name: 'account show',
  summary: 'Show an account with its sessions in browsers and what it owns',
  positionals: { account },
  options: commonOptions,
  async run({ account, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const row = await requireAccount(channelId, deps)
    const { loadOwnedCounts } = await import('@onair/server/features/accounts/account-store.ts')
    const { listWebSessions } = await import('@onair/server/features/accounts/sign-in/web-session-store.ts')
    const { recordCommand } = await import('@onair/server/features/audit/record-command.ts')
    await recordCommand('account show', { channelId }, deps)
    const { createdAt: _, ...owns } = await loadOwnedCounts(deps.db.read, channelId)
    const sessions = await listWebSessions(deps.db.read, channelId, deps.clock.monotonicNow())
    const shown = {
      ...toAccount(row),
      owns,
      sessions: sessions.map((session) => ({
        sessionId: session.id,
        userAgent: session.user_agent,
        network: session.network,
        createdDate: utcDate(session.created_at),
        lastUsedDate: utcDate(session.last_used_at),
      })),
    }
    if (json) return print(JSON.stringify(shown))
    print(formatAccount(row))
    print(
      Object.entries(owns)
        .map(([name, count]) => `${name} ${count}`)
        .join('  '),
    )
    for (const { lastUsedDate, network, userAgent } of shown.sessions)
      print(`session  last used ${lastUsedDate}  from ${network ?? 'unknown'}  ${JSON.stringify(userAgent ?? '')}`)
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

export const signOutAccount = defineCommand({
  name: 'account sign-out',
  summary: 'End all sessions of an account in browsers',
  positionals: { account },
  options: commonOptions,
  async run({ account, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { endAllSessionsOf } = await import('@onair/server/features/accounts/sign-in/own-sessions.ts')
    const endedSessions = await endAllSessionsOf(channelId, deps)
    print(json ? JSON.stringify({ channelId, endedSessions }) : `${endedSessions} sessions of ${channelId} ended.`)
  },
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

export const renameAccount = defineCommand({
  name: 'account rename',
  summary: 'Rename the channel of an account, which keeps the name for 30 days',
  positionals: { account, name: { placeholder: '<name>', isRequired: true } },
  options: commonOptions,
  async run({ account, name, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    await requireAccount(channelId, deps)
    const { renameChannel } = await import('@onair/server/features/accounts/names/rename-channel.ts')
    // As an operator, who chooses any name.
    const channelName = await renameChannel(channelId, { channelName: name, rules: null, isBySite: true }, deps)
    print(
      json
        ? JSON.stringify({ channelId, channelName })
        : `The channel ${channelId} has the name ${JSON.stringify(channelName)}.`,
    )
  },
})

export const suspendAccount = defineCommand({
  name: 'account suspend',
  summary: 'Suspend an account: sign-in, tokens, applications, sockets and chat end; its data stays',
  positionals: { account },
  options: { reason: { placeholder: '<text>', description: 'for the audit log' }, ...commonOptions },
  async run({ account, reason, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { suspendAccount: suspend } = await import('@onair/server/features/accounts/end/end-account.ts')
    const { endAccountActivity } = await import('@onair/server/features/sessions/end-account-activity.ts')
    await suspend({ channelId, reason }, endAccountActivity, deps)
    print(json ? JSON.stringify({ channelId, suspended: true }) : `Account ${channelId} is suspended.`)
  },
})

export const resumeAccount = defineCommand({
  name: 'account resume',
  summary: 'End the suspension of an account and the block of its browsers',
  positionals: { account },
  options: commonOptions,
  async run({ account, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const { resumeAccount: resume } = await import('@onair/server/features/accounts/end/end-account.ts')
    await resume(channelId, deps)
    const { unblockDevices } = await import('@onair/server/features/blocks/block-devices.ts')
    await unblockDevices(channelId, deps)
    print(json ? JSON.stringify({ channelId, suspended: false }) : `Account ${channelId} is no longer suspended.`)
  },
})

export const deleteAccount = defineCommand({
  name: 'account delete',
  summary: 'Delete an account with its channel and applications; this cannot be undone',
  positionals: { account },
  options: { yes: { description: 'confirm the deletion; otherwise nothing is deleted' }, ...commonOptions },
  async run({ account, yes, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    const row = await requireAccount(channelId, deps)
    if (!yes) throw new UsageError(`This would delete ${formatAccount(row)}. Confirm with --yes.`)
    const { deleteAccount: remove } = await import('@onair/server/features/accounts/end/end-account.ts')
    const { endAccountActivity } = await import('@onair/server/features/sessions/end-account-activity.ts')
    const { passOnTeams } = await import('@onair/server/features/apps/teams/teams.ts')
    await remove(channelId, passOnTeams(endAccountActivity), deps)
    print(json ? JSON.stringify({ channelId, deleted: true }) : `Account ${channelId} is deleted.`)
  },
})

export const exportAccount = defineCommand({
  name: 'account export',
  summary: 'Write the data of an account to a JSON file, as the person can download it',
  positionals: { account, file: { placeholder: '<file>', description: 'must not exist', isRequired: true } },
  options: commonOptions,
  async run({ account, file, json, ...location }, env) {
    await using deps = await openData(location, env)
    const channelId = await resolveAccount(account, deps)
    await requireAccount(channelId, deps)
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

async function requireAccount(channelId: string, { db }: Pick<Deps, 'db'>): Promise<AccountRow> {
  const { loadAccount } = await import('@onair/server/features/accounts/account-store.ts')
  const row = await loadAccount(db.read, channelId)
  if (row === null) throw new CommandError(`There is no account ${channelId}.`)
  return row
}

function toAccount({ channel_id, channel_name, email, created_at, identity_verified_at, ...row }: AccountRow) {
  const { ended_at: endedAt, requested_at: requestedAt, refused_at: refusedAt } = row
  return {
    channelId: channel_id,
    channelName: channel_name,
    email,
    createdDate: utcDate(created_at),
    identityVerified: identity_verified_at !== null,
    suspendedDate: endedAt === null || requestedAt !== null ? null : utcDate(endedAt),
    isWaiting: requestedAt !== null && refusedAt === null,
  }
}

function formatAccount({ channel_id, channel_name, email, created_at, ...row }: AccountRow): string {
  return `${channel_id}  ${email}  ${JSON.stringify(channel_name)}  created ${utcDate(created_at)}${stateOf(row)}`
}

function stateOf({ ended_at, requested_at, refused_at }: Pick<AccountRow, 'ended_at' | 'requested_at' | 'refused_at'>) {
  if (ended_at === null) return ''
  if (requested_at === null) return `  suspended ${utcDate(ended_at)}`
  return refused_at === null ? '  waits for approval' : `  refused ${utcDate(refused_at)}`
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
