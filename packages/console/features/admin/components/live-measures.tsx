import { useQueryClient } from '@tanstack/react-query'
import { consoleApi, type LiveMeasure } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { TextDialogButton } from './text-dialog-button.tsx'

const { lives: t } = strings('admin')

type Props = { channelId: string; channelName: string; measures: readonly LiveMeasure[]; size?: 'xs' | 'sm' }

/** The measures against a live as buttons, each of which asks for a reason. */
export function LiveMeasures({ channelId, channelName, measures, size = 'xs' }: Props) {
  const queries = useQueryClient()
  const take = async (measure: LiveMeasure, reason: string) => {
    await api(consoleApi.admin.moderateLive, { pathParams: { channelId }, body: { measure, reason } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      {measures.map((measure) => (
        <TextDialogButton
          key={measure}
          label={t.measures[measure].label}
          title={t.measureOf(t.measures[measure].label, channelName)}
          about={t.measures[measure].about}
          field={t.reason}
          maxLength={200}
          size={size}
          isDestructive={measure === 'END'}
          onSubmit={(reason) => take(measure, reason)}
        />
      ))}
    </>
  )
}
