import type { ContentOf, sandboxPeople } from '@onair/contract'
import { defaultsOf, type Action, type SampleTexts, type Values } from '@onair/contract/sandbox/actions'
import { localize } from './language.ts'

type Overview = ContentOf<typeof sandboxPeople.getOverview>

/** What an act begins with on the pad. */
export function actionDefaults(action: Action, { demo }: Overview): Values {
  const channelIdOf = (role: string) => demo.people.find(({ is }) => is === role)?.channelId
  return defaultsOf(action, { clientId: demo.clientId, channelIdOf }, sampleTexts)
}

const sampleTexts = localize<SampleTexts>({
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
