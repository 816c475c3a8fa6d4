import type { ContentOf, consoleApi, QueryOf } from '@onair/contract'
import { cutTimePage, decodeTimeCursor } from '../../../shared/list-cursor.ts'
import { utcSecond, utcSecondOrNull, withDates } from '../../../shared/dates.ts'
import { loadEmoticons } from '../../../shared/chat/emoticon-store.ts'
import { emojisIn } from '../../../shared/chat/emoticons.ts'
import type { Deps } from '../../../infra/deps.ts'
import { loadOwnedCounts } from '../account-store.ts'
import { parseNetwork } from '../../../shared/networks/network-rules.ts'
import { findNotes } from './note-store.ts'
import {
  findMessagesOf,
  findNetworksOf,
  findPeople,
  findPeopleOfNetworks,
  loadPerson,
  loadPersonFacts,
  type PersonRow,
} from './person-list-store.ts'
import { noPerson } from '../require-account.ts'

const pageSize = 50
const dayMs = 86_400_000
const shown = { networks: 10, sameNetwork: 20, messages: 30, days: 30 }

/** A page of the people for those who run the site, newest first. */
export async function listAccounts(
  { next, ...filter }: QueryOf<typeof consoleApi.admin.listAccounts>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.listAccounts>> {
  const network = parseNetwork(filter.search ?? '')
  const found = await findPeople(db.read, { ...filter, network, after: decodeTimeCursor(next), limit: pageSize + 1 })
  const { page, next: following } = cutTimePage(found, pageSize)
  return { data: page.map(personOf), page: { next: following } }
}

/** A person, as the people who run the site see them. */
export async function getPerson(
  channelId: string,
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.getPerson>> {
  const [row, facts] = await Promise.all([
    loadPerson(db.read, channelId),
    loadPersonFacts(db.read, channelId, clock.now()),
  ])
  if (row === null || facts === null) throw noPerson(channelId)
  const since = clock.now() - shown.days * dayMs
  const [{ apps, followers, subscribers }, networks, messages, notes] = await Promise.all([
    loadOwnedCounts(db.read, channelId),
    findNetworksOf(db.read, channelId, shown.networks),
    findMessagesOf(db.read, channelId, { since, limit: shown.messages }),
    findNotes(db.read, channelId),
  ])
  const texts = messages.map(({ toChannelId, content }) => ({ channelId: toChannelId, content }))
  const emoticons = await loadEmoticons(db.read, texts)
  const sameNetwork = await findPeopleOfNetworks(db.read, {
    networks: networks.map(({ network }) => network),
    except: channelId,
    limit: shown.sameNetwork,
  })
  const { encoderCut, streamingBlock, ...state } = facts
  return {
    ...personOf(row),
    ...state,
    streamingBlock: streamingBlock && withDates(streamingBlock),
    encoderCut: encoderCut && withDates(encoderCut),
    notes: notes.map(({ authorId, authorName, ...note }) => ({
      ...withDates(note),
      author: authorId === null || authorName === null ? null : { channelId: authorId, channelName: authorName },
    })),
    owns: { apps, followers, subscribers },
    networks: networks.map(({ network, ...used }) => ({
      ...withDates(used),
      // As it is blocked.
      network: network.includes(':') ? `${network}::/64` : network,
    })),
    sameNetwork: sameNetwork.map(personOf),
    messages: messages.map(({ messageTime, hiddenAt, content, ...message }) => ({
      ...message,
      content,
      emojis: emojisIn({ channelId: message.toChannelId, content }, emoticons, addresses.baseUrl),
      isHidden: hiddenAt !== null,
      createdDate: utcSecond(messageTime),
    })),
  }
}

export async function requirePerson(channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  if ((await loadPerson(db.read, channelId)) === null) throw noPerson(channelId)
}

function personOf({ createdAt, endedAt, endAt, reason, shownReason, requestText, refusedAt, ...person }: PersonRow) {
  return {
    ...person,
    createdDate: utcSecond(createdAt),
    request: requestText === null ? null : { text: requestText, isRefused: refusedAt !== null },
    suspension:
      endedAt === null || requestText !== null
        ? null
        : { reason, shownReason, createdDate: utcSecond(endedAt), endDate: utcSecondOrNull(endAt) },
  }
}
