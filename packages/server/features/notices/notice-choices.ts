import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { canMail } from '../../shared/can-mail.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { listBells, loadMailChoice, setMailOff } from './notice-store.ts'

type Choices = ContentOf<typeof consoleApi.notices.getNotices>

/** Which channels a person gets notices of, and whether mails bring them. `getPush` says it of the browser. */
export async function getNotices(
  personId: string,
  deps: Pick<Deps, 'addresses' | 'config' | 'db' | 'policy'>,
): Promise<Choices> {
  const [mail, channels] = await Promise.all([
    loadMailChoice(deps.db.read, personId),
    listBells(deps.db.read, personId, limits.listedBells),
  ])
  return {
    email: mail?.email ?? '',
    mail:
      !canMail(deps) || mail === undefined
        ? 'NONE'
        : mail.verifiedAt === null
          ? 'NOT_VERIFIED'
          : mail.offId === null
            ? 'ON'
            : 'OFF',
    channels: channels.map(({ pictureId, ...channel }) => ({
      ...channel,
      channelImageUrl: channelPictureUrl(pictureId, deps.addresses),
    })),
  }
}

/** Turns the mails about all lives on or off. */
export async function setNoticeMails(
  { personId, isOn }: { personId: string; isOn: boolean },
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  await db.transaction((tx) => setMailOff(tx, personId, !isOn))
}
