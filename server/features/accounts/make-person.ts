import { badField } from '../../kit/refusal.ts'
import type { Random } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { emailOf, refusalOfChannelName, refusalOfPassword, type AccountRefusal } from './account-rules.ts'
import { insertPerson } from './account-store.ts'
import { hashPassword } from './password.ts'

export type NewPerson = {
  channelName: string
  email: string
  password: string
  verifiedMark?: boolean | undefined
  identityVerified?: boolean | undefined
  organizationId?: string | undefined
}

type Making = Pick<World, 'clock' | 'config' | 'db' | 'random'>
type Made = { channelId: string; channelName: string; email: string }
type Refused = { [Field in 'channelName' | 'email' | 'password']?: AccountRefusal }

/** Makes a person who can log in, and the channel that they own. Answers them as they are stored. */
export async function makePerson(person: NewPerson, world: Making): Promise<Made> {
  const made = await addPerson(person, world)
  return 'refused' in made ? refuse(made.refused) : made
}

/** The same, but what is wrong with each field is an answer: for a form, which says all of it at once. */
export async function addPerson(person: NewPerson, world: Making): Promise<Made | { refused: Refused }> {
  const rows = await readPerson(person, world)
  if (rows.refused !== undefined) return { refused: rows.refused }
  const { channel, account } = rows
  const inserted = await world.db.change((tx) => insertPerson(tx, channel, account))
  if (!inserted) return { refused: { email: 'EMAIL_TAKEN' } }
  return { channelId: channel.id, channelName: channel.name, email: account.email }
}

/** What is written down of a new person, once every field has been looked at. */
export async function personRows(person: NewPerson, world: Omit<Making, 'db'>, channelId: string) {
  const rows = await readPerson(person, world, channelId)
  return rows.refused === undefined ? rows : refuse(rows.refused)
}

async function readPerson(
  person: NewPerson,
  { clock, config, random }: Omit<Making, 'db'>,
  channelId = random.bytes(16).toString('hex'),
) {
  const now = clock.now()
  const name = person.channelName.normalize('NFC').trim()
  const given = emailOf(person.email)
  const refused = present({
    channelName: refusalOfChannelName(name),
    email: 'refused' in given ? given.refused : null,
    password: refusalOfPassword(person.password),
  })
  if ('refused' in given || Object.keys(refused).length > 0) return { refused }

  const channel = {
    id: channelId,
    name,
    image_url: null,
    verified_mark: person.verifiedMark ?? false,
    chat_channel_id: shortCode(random),
    created_at: now,
  }
  const account = {
    channel_id: channelId,
    email: given.email,
    password_hash: await hashPassword(person.password, random, config),
    identity_verified_at: person.identityVerified ? now : null,
    organization_id: person.organizationId ?? null,
    created_at: now,
  }
  return { channel, account }
}

function refuse(refused: Refused): never {
  for (const [field, refusal] of Object.entries(refused)) throw badField(field, refusal)
  throw new Error('a person was refused without a word')
}

function present(refusals: { [Field in keyof Refused]: AccountRefusal | null }): Refused {
  return Object.fromEntries(Object.entries(refusals).filter(([, refusal]) => refusal !== null))
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Six characters of base62, the id of a chat channel. Gap 27. */
function shortCode(random: Random): string {
  let code = ''
  while (code.length < 6) {
    const at = random.bytes(1).readUInt8()
    if (at < 248) code += base62.charAt(at % 62)
  }
  return code
}
