import { badField } from '../../kit/refusal.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { putUrl } from './subscription-store.ts'

const longestUrl = 2_000

/** Refuses a URL that nothing would ever be sent to. */
export function checkWebhookUrl(url: string, { outgoing }: Pick<World, 'outgoing'>): void {
  const tooLong = url.length > longestUrl ? `longer than ${longestUrl} characters` : null
  const refused = tooLong ?? refusalOfText(url) ?? outgoing.refusalOf(url)
  if (refused !== null) throw badField('webhookUrl', `may not be notified: ${refused}`)
}

/** Writes the URL of an application down that was looked at, within the change that makes or changes the application. */
export function writeWebhookUrl(url: string, { clock }: Pick<World, 'clock'>) {
  const now = clock.now()
  return (tx: Tx, clientId: string): Promise<void> => putUrl(tx, { clientId, url, now })
}
