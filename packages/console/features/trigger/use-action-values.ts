import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ContentOf, sandboxApi } from '@onair/contract'
import { fieldsOf, type Action, type Field, type Value, type Values } from '@onair/contract/sandbox/actions'
import { actionDefaults } from '../../lib/action-defaults.ts'
import { useDraft } from '../../lib/drafts.ts'
import { searchRewards } from './field-searches.ts'

type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

/**
 * The values in the form of an action: those of the address, else what the user has entered, else the defaults. A claim
 * begins with the newest reward.
 */
export function useActionValues(action: Action, overview: Overview) {
  const { channel, reward } = useSearch({ from: '/console/trigger' })
  const navigate = useNavigate({ from: '/console/trigger' })
  const [edited, setEdited] = useDraft<Partial<Record<Action, Values>>>('actions')
  const hasField = (name: Field) => fieldsOf(action).some(({ field }) => field === name)
  const newestReward = useQuery({ ...searchRewards(''), enabled: hasField('rewardId') }).data?.[0]
  const values: Values = {
    ...(newestReward && hasField('rewardId') && { rewardId: newestReward.value }),
    ...(edited?.[action] ?? actionDefaults(action, overview)),
    ...(channel !== undefined && hasField('channelId') && { channelId: channel }),
    ...(reward !== undefined && hasField('rewardId') && { rewardId: reward }),
  }
  const changeValue = (field: Field, value: Value) => {
    setEdited((before) => ({ ...before, [action]: { ...values, [field]: value } }))
    if (field === 'channelId' && channel !== undefined)
      void navigate({ search: ({ channel: _channel, ...others }) => others, replace: true })
    if (field === 'rewardId' && reward !== undefined)
      void navigate({ search: ({ reward: _reward, ...others }) => others, replace: true })
  }
  return { values, changeValue }
}
