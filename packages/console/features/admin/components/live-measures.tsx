import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, streamingBlocks, type LiveMeasure, type StreamingBlock } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { TextDialogButton } from './text-dialog-button.tsx'

const { lives: t } = strings('admin')

type Props = { channelId: string; channelName: string; measures: readonly LiveMeasure[]; size?: 'xs' | 'sm' }

/** The measures against a live as buttons, each of which asks for a reason. */
export function LiveMeasures({ channelId, channelName, measures, size = 'xs' }: Props) {
  const queries = useQueryClient()
  const [block, setBlock] = useState<StreamingBlock>('NONE')
  const take = async (measure: LiveMeasure, reason: string) => {
    const chosen = measure === 'END' && { block }
    await api(consoleApi.admin.moderateLive, { pathParams: { channelId }, body: { measure, reason, ...chosen } })
    setBlock('NONE')
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
        >
          {measure === 'END' && (
            <NativeSelect
              label={t.block}
              value={block}
              onChange={({ currentTarget: { value } }) => setBlock(value as StreamingBlock)}
              data={streamingBlocks.map((value) => ({ value, label: t.blocks[value] }))}
            />
          )}
        </TextDialogButton>
      ))}
    </>
  )
}
