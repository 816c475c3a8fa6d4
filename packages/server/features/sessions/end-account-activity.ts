import {
  accountEndedTopic,
  busMessage,
  callersTopic,
  channelChanged,
  syncCommands,
  watchTopic,
} from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { queueEncoderCut } from '../lives/encoder-cuts/queue-encoder-cut.ts'
import { endLive } from '../lives/go-live.ts'
import {
  deleteGrantedSubscriptions,
  findAccountSessions,
  findRecentChats,
  findRecentDonationsOf,
  listOwnedAppIds,
} from './account-session-store.ts'

/**
 * Ends the live and the sockets of an account in the transaction that suspends or deletes it: the sessions of the
 * person and of their applications, the subscriptions to the events of the channel, and the watch pages. Watch pages and
 * overlays of other channels hide what the person wrote in the last days. Messages that are lost change nothing: gateways
 * close these sockets with their next reconcile, and pages that load leave the messages out.
 */
export async function endAccountActivity(
  tx: Tx,
  publish: Publish,
  { channelId, now }: { channelId: string; now: number },
  deps: Pick<Deps, 'config'>,
): Promise<void> {
  const liveId = await endLive(tx, publish, channelId, now)
  await queueEncoderCut(tx, publish, { channelId, wasLive: liveId !== null, now }, deps)
  const sessions = await findAccountSessions(tx, channelId)
  await deleteGrantedSubscriptions(tx, channelId)
  for (const command of syncCommands(sessions)) publish(command)
  for (const clientId of await listOwnedAppIds(tx, channelId))
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  publish(busMessage(accountEndedTopic, { channelId }))
  publish(channelChanged(channelId))
  const since = now - shownMs
  const hidden = { senderChannelId: channelId, messageTime: null }
  for (const chat of await findRecentChats(tx, channelId, since))
    publish(busMessage(watchTopic(chat), { type: 'messagesHidden', hidden }))
  for (const { toChannelId, donationId } of await findRecentDonationsOf(tx, channelId, since))
    publish(busMessage(watchTopic(toChannelId), { type: 'donationHidden', donationId }))
}

/** As long as pages that load show messages. */
const shownMs = 7 * 86_400_000
