import type { ContentOf, sandboxPeople } from '@onair/contract'
import type { Act, Values } from './acts.ts'
import { inLanguage } from './language.ts'

type Overview = ContentOf<typeof sandboxPeople.overview>

/** What an act begins with: the demo streamer's channel, a demo viewer, and something to say. */
export function defaultsOf(act: Act, { demo }: Overview): Values {
  const who = (is: Overview['demo']['people'][number]['is']) => demo.people.find((one) => one.is === is)?.channelId
  const between = { channelId: who('streamer'), byChannelId: who('viewer') }
  const values: Record<Act, Values> = {
    chat: { ...between, message: said.message },
    donate: { ...between, payAmount: 1_000, donationText: said.donation, donationType: 'CHAT' },
    subscribe: { ...between, tierNo: 1, month: 1 },
    follow: between,
    unfollow: between,
    goLive: { channelId: who('streamer'), liveTitle: said.live, viewers: 42 },
    goOffline: { channelId: who('streamer') },
    manage: { ...between, userRole: 'STREAMING_CHAT_MANAGER' },
    makeCampaign: { clientId: demo.clientId, categoryId: 'talk', rewards: [said.reward] },
    claim: { byChannelId: who('viewer') },
    makePerson: { channelName: said.person },
    makeGrant: { clientId: demo.clientId, channelId: who('streamer') },
    withdrawGrant: { clientId: demo.clientId, channelId: who('streamer') },
  }
  return values[act]
}

const said = inLanguage({
  ko: {
    message: '안녕하세요 {n}',
    donation: '응원합니다!',
    live: '오늘의 방송',
    reward: '전설의 검',
    person: '새 시청자',
  },
  en: {
    message: 'Hello {n}',
    donation: 'Go on like this!',
    live: 'Today’s stream',
    reward: 'A sword',
    person: 'New viewer',
  },
})
