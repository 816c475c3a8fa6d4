import { Badge } from '@mantine/core'
import { inLanguage } from '../language.ts'
import { usePlatformTime } from '../platform-time.ts'

type Window = { startsDate: string; endsDate: string | null }
type State = 'scheduled' | 'running' | 'over'

/** Whether a campaign has begun and is not over, by the platform's time. */
export function useCampaignState({ startsDate, endsDate }: Window): State {
  const now = usePlatformTime()
  if (endsDate !== null && Date.parse(endsDate) <= now) return 'over'
  return Date.parse(startsDate) > now ? 'scheduled' : 'running'
}

export function CampaignState(window: Window) {
  const state = useCampaignState(window)
  return <Badge color={colours[state]}>{said[state]}</Badge>
}

const colours: Record<State, string> = { scheduled: 'orange', running: 'teal', over: 'gray' }

const said = inLanguage<Record<State, string>>({
  ko: { scheduled: '예정', running: '진행 중', over: '끝남' },
  en: { scheduled: 'scheduled', running: 'running', over: 'over' },
})
