import { Badge } from '@mantine/core'
import type { CampaignState as State } from '@onair/contract'
import { inLanguage } from '../language.ts'
import { usePlatformTime } from '../platform-time.ts'

type Window = { startsDate: string; endsDate: string | null }
/** Whether a campaign has begun and is not over, by the platform's time. */
export function useCampaignState({ startsDate, endsDate }: Window): State {
  const now = usePlatformTime()
  if (endsDate !== null && Date.parse(endsDate) <= now) return 'OVER'
  return Date.parse(startsDate) > now ? 'SCHEDULED' : 'RUNNING'
}

export function CampaignState(window: Window) {
  const state = useCampaignState(window)
  return <Badge color={colours[state]}>{campaignStateWords[state]}</Badge>
}

const colours: Record<State, string> = { SCHEDULED: 'orange', RUNNING: 'teal', OVER: 'gray' }

export const campaignStateWords = inLanguage<Record<State, string>>({
  ko: { SCHEDULED: '예정', RUNNING: '진행 중', OVER: '끝남' },
  en: { SCHEDULED: 'scheduled', RUNNING: 'running', OVER: 'over' },
})
