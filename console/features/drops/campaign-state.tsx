import { Badge } from '@mantine/core'
import type { CampaignState as CampaignStateName } from '@onair/contract'
import { localize } from '../../lib/language.ts'
import { usePlatformTime } from '../../lib/platform-time.ts'

type CampaignWindow = { startsDate: string; endsDate: string | null }
/** Whether a campaign has begun and is not over, by the platform's time. */
export function useCampaignState({ startsDate, endsDate }: CampaignWindow): CampaignStateName {
  const now = usePlatformTime()
  if (endsDate !== null && Date.parse(endsDate) <= now) return 'OVER'
  return Date.parse(startsDate) > now ? 'SCHEDULED' : 'RUNNING'
}

export function CampaignStateBadge(window: CampaignWindow) {
  const state = useCampaignState(window)
  return <Badge color={colors[state]}>{campaignStateLabels[state]}</Badge>
}

const colors: Record<CampaignStateName, string> = { SCHEDULED: 'orange', RUNNING: 'teal', OVER: 'gray' }

export const campaignStateLabels = localize<Record<CampaignStateName, string>>({
  ko: { SCHEDULED: '예정', RUNNING: '진행 중', OVER: '끝남' },
  en: { SCHEDULED: 'scheduled', RUNNING: 'running', OVER: 'over' },
})
