import type { Language } from '@onair/contract'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { NameRules } from '../../../shared/naming/naming-rules.ts'
import { recordAudit, recordAuditOfEach } from '../../../shared/audit-store.ts'
import { invalidField } from '../../../shared/refusal.ts'
import type { Random } from '../../../infra/random.ts'
import type { Deps } from '../../../infra/deps.ts'
import {
  parseEmail,
  normalizeChannelName,
  validateChannelName,
  validatePassword,
  type AccountRefusal,
} from '../account-rules.ts'
import { refusalOfChosenName } from '../names/chosen-name.ts'
import { insertPeople, insertPerson, loadAccountByEmail } from '../account-store.ts'
import { validateNewPassword } from '../password/new-password.ts'
import { dummyPasswordHash, hashPassword, type HashingTurn } from '../password/password.ts'

export type NewPerson = {
  channelName: string
  email: string
  /** Default: a generated one. Null for a person without a password, who signs in otherwise. */
  password?: string | null | undefined
  verifiedMark?: boolean | undefined
  identityVerified?: boolean | undefined
  organizationId?: string | undefined
  /** The language of mails to the person. */
  language?: Language
}

type CreatePersonDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'random'>
type NewAccount = { channel_id: string; email: string }
type CreatedPerson = { channelId: string; channelName: string; email: string; password: string }
export type FieldRefusals = { [Field in 'channelName' | 'email' | 'password']?: AccountRefusal }

/** Creates a person who can sign in, and their channel. Throws a refusal for the first invalid field. */
export async function createPerson(person: NewPerson, deps: CreatePersonDeps): Promise<CreatedPerson> {
  const result = await tryCreatePerson(person, deps)
  return 'refusals' in result ? throwFirstRefusal(result.refusals) : result
}

/** Like `createPerson`, but returns the refusal of every invalid field. `onInserted` runs in the same transaction. */
export async function tryCreatePerson(
  person: NewPerson,
  deps: CreatePersonDeps,
  {
    turn,
    nameRules = null,
    onInserted = async () => {},
  }: {
    turn?: HashingTurn
    /** For a person who chooses the name. */
    nameRules?: NameRules | null
    onInserted?: (tx: Tx, publish: Publish, account: NewAccount) => Promise<void>
  } = {},
): Promise<CreatedPerson | { refusals: FieldRefusals }> {
  const hash = async (password: string) =>
    person.password === null ? dummyPasswordHash(deps.config) : hashPassword(password, deps.random, deps.config, turn)
  const refuseName = (name: string) =>
    nameRules === null ? null : refusalOfChosenName(name, { channelId: null, rules: nameRules }, deps)
  const rows = await validatePerson(person, deps, { validate: validateNewPassword, hash, refuseName })
  if (rows.refusals !== undefined) return { refusals: await addTakenEmail(rows.refusals, person.email, deps) }
  const { channel, account, password } = rows
  const inserted = await deps.db.transaction(async (tx, publish) => {
    if (!(await insertPerson(tx, channel, account))) return false
    await onInserted(tx, publish, account)
    await recordAudit(tx, deps.clock.now(), { action: 'account.created', channelId: channel.id })
    return true
  })
  if (!inserted) return { refusals: { email: 'EMAIL_TAKEN' } }
  return { channelId: channel.id, channelName: channel.name, email: account.email, password }
}

/** The refusals with that of an email address in use, which is otherwise found when the person is inserted. */
async function addTakenEmail(
  refusals: FieldRefusals,
  address: string,
  { db }: Pick<CreatePersonDeps, 'db'>,
): Promise<FieldRefusals> {
  const parsed = parseEmail(address)
  if ('refusal' in parsed || (await loadAccountByEmail(db.read, parsed.email)) === null) return refusals
  return { ...refusals, email: 'EMAIL_TAKEN' }
}

/** Creates people who cannot sign in: no password is hashed. Throws a refusal for the first invalid name. */
export async function createPeople(
  channelNames: string[],
  deps: CreatePersonDeps,
): Promise<Pick<CreatedPerson, 'channelId' | 'channelName'>[]> {
  const now = deps.clock.now()
  const noPassword = dummyPasswordHash(deps.config)
  const channels = channelNames.map((channelName, index) => {
    const name = normalizeChannelName(channelName)
    const refusal = validateChannelName(name)
    if (refusal !== null) throw invalidField(`channelNames[${index}]`, refusal)
    return channelRow(deps.random.bytes(16).toString('hex'), { name, now }, deps.random)
  })
  const accounts = channels.map(({ id }) => ({
    channel_id: id,
    email: `${id}@onair.test`,
    password_hash: noPassword,
    identity_verified_at: null,
    organization_id: null,
    created_at: now,
  }))
  await deps.db.transaction(async (tx) => {
    await insertPeople(tx, channels, accounts)
    await recordAuditOfEach(
      tx,
      now,
      channels.map(({ id }) => ({ action: 'account.created', channelId: id })),
    )
  })
  return channels.map(({ id, name }) => ({ channelId: id, channelName: name }))
}

/** The validated rows of a new person, for a caller that hashes the password and inserts them. */
export async function buildPersonRows(
  person: NewPerson,
  deps: Pick<CreatePersonDeps, 'clock' | 'random'>,
  channelId: string,
  hash: (password: string) => Promise<string>,
) {
  const options = { validate: validatePassword, channelId, hash }
  const rows = await validatePerson(person, deps, options)
  return rows.refusals === undefined ? rows : throwFirstRefusal(rows.refusals)
}

type ValidationOptions = {
  validate: (password: string) => AccountRefusal | null | Promise<AccountRefusal | null>
  hash: (password: string) => Promise<string>
  refuseName?: (name: string) => AccountRefusal | null | Promise<AccountRefusal | null>
  channelId?: string
}

async function validatePerson(
  person: NewPerson,
  { clock, random }: Pick<CreatePersonDeps, 'clock' | 'random'>,
  { validate, hash, refuseName = () => null, channelId = random.bytes(16).toString('hex') }: ValidationOptions,
) {
  const now = clock.now()
  const name = normalizeChannelName(person.channelName)
  const parsedEmail = parseEmail(person.email)
  const password = person.password ?? random.bytes(9).toString('base64url')
  const refusals = withoutNulls({
    channelName: validateChannelName(name) ?? (await refuseName(name)),
    email: 'refusal' in parsedEmail ? parsedEmail.refusal : null,
    password: person.password == null ? null : await validate(person.password),
  })
  if ('refusal' in parsedEmail || Object.keys(refusals).length > 0) return { refusals }

  const channel = channelRow(channelId, { name, verifiedMark: person.verifiedMark, now }, random)
  const account = {
    channel_id: channelId,
    email: parsedEmail.email,
    password_hash: await hash(password),
    identity_verified_at: person.identityVerified ? now : null,
    organization_id: person.organizationId ?? null,
    created_at: now,
    language: person.language ?? null,
  }
  return { channel, account, password }
}

function channelRow(
  id: string,
  { name, verifiedMark = false, now }: { name: string; verifiedMark?: boolean | undefined; now: number },
  random: Random,
) {
  return {
    id,
    name,
    verified_mark: verifiedMark,
    chat_channel_id: createChatChannelId(random),
    created_at: now,
  }
}

function throwFirstRefusal(refusals: FieldRefusals): never {
  for (const [field, refusal] of Object.entries(refusals)) throw invalidField(field, refusal)
  throw new Error('a person was refused without a reason')
}

function withoutNulls(refusals: { [Field in keyof FieldRefusals]: AccountRefusal | null }): FieldRefusals {
  return Object.fromEntries(Object.entries(refusals).filter(([, refusal]) => refusal !== null))
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A chat channel id: six base62 characters. Gap 27. */
function createChatChannelId(random: Random): string {
  let code = ''
  while (code.length < 6) {
    const value = random.bytes(1).readUInt8()
    if (value < 248) code += base62.charAt(value % 62)
  }
  return code
}
