import type { ContentOf, sandboxPeople } from '@onair/contract'
import { defaultsOf, type Act, type Said, type Values } from '@onair/contract/play'
import { inLanguage } from './language.ts'

type Overview = ContentOf<typeof sandboxPeople.overview>

/** What an act begins with on the pad. */
export function beginningOf(act: Act, { demo }: Overview): Values {
  const channelIdOf = (role: string) => demo.people.find(({ is }) => is === role)?.channelId
  return defaultsOf(act, { clientId: demo.clientId, channelIdOf }, said)
}

const said = inLanguage<Said>({
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
