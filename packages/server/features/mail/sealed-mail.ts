import type { Deps } from '../../infra/deps.ts'
import { seal, unseal } from '../../shared/secrets.ts'
import type { MailContent } from './compose-mail.ts'

export type AddressedMail = MailContent & { to: string }

const sealFor = (id: string) => ({ purpose: 'mail', context: id })

/** Seals a mail with the key of the database, which no rotation changes. */
export function sealMail(
  id: string,
  mail: AddressedMail,
  { dataKey, random }: Pick<Deps, 'dataKey' | 'random'>,
): Buffer {
  return seal(JSON.stringify(mail), sealFor(id), { current: dataKey, previous: null }, random)
}

export function unsealMail(id: string, sealed: Buffer, { dataKey }: Pick<Deps, 'dataKey'>): AddressedMail {
  const mail = JSON.parse(unseal(sealed, sealFor(id), { current: dataKey, previous: null })) as AddressedMail
  // Mails of older versions do not name it.
  return { ...mail, unsubscribeUrl: (mail as Partial<AddressedMail>).unsubscribeUrl ?? null }
}
