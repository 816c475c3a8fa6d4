import { badField } from '../../kit/refusal.ts'
import type { Random } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { emailOf, refusalOfChannelName, refusalOfPassword } from './account-rules.ts'
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

/** Makes a person who can log in, and the channel that they own. Answers them as they are stored. */
export async function makePerson(
  person: NewPerson,
  world: Pick<World, 'clock' | 'config' | 'db' | 'random'>,
): Promise<{ channelId: string; channelName: string; email: string }> {
  const rows = await personRows(person, world)
  await world.db.change(async (tx) => {
    if (!(await insertPerson(tx, rows.channel, rows.account))) throw badField('email', 'is taken')
  })
  return { channelId: rows.channel.id, channelName: rows.channel.name, email: rows.account.email }
}

/** What is written down of a new person, once every field has been looked at. */
export async function personRows(
  person: NewPerson,
  { clock, config, random }: Pick<World, 'clock' | 'config' | 'random'>,
  channelId = random.bytes(16).toString('hex'),
) {
  const now = clock.now()
  const name = person.channelName.normalize('NFC').trim()
  const refusedName = refusalOfChannelName(name)
  if (refusedName) throw badField('channelName', refusedName)
  const email = emailOf(person.email)
  if ('refused' in email) throw badField('email', email.refused)
  const refusedPassword = refusalOfPassword(person.password)
  if (refusedPassword) throw badField('password', refusedPassword)

  const passwordHash = await hashPassword(person.password, random, config)
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
    email: email.email,
    password_hash: passwordHash,
    identity_verified_at: person.identityVerified ? now : null,
    organization_id: person.organizationId ?? null,
    created_at: now,
  }
  return { channel, account }
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
