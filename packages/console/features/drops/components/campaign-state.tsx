import { Badge } from '@mantine/core'
import type { CampaignState } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'

const { states } = strings('drops')

type CampaignPeriod = { isDraft: boolean; startsDate: string; endsDate: string | null }

/** The state of a campaign at the platform's current time. */
export function useCampaignState({ isDraft, startsDate, endsDate }: CampaignPeriod): CampaignState {
  const now = usePlatformTime()
  if (isDraft) return 'DRAFT'
  if (endsDate !== null && Date.parse(endsDate) <= now) return 'OVER'
  return Date.parse(startsDate) > now ? 'SCHEDULED' : 'RUNNING'
}

export function CampaignStateBadge(period: CampaignPeriod) {
  const state = useCampaignState(period)
  return <Badge color={colors[state]}>{states[state]}</Badge>
}

const colors: Record<CampaignState, string> = { DRAFT: 'ink', SCHEDULED: 'orange', RUNNING: 'teal', OVER: 'gray' }
