import { useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { TextDialogButton } from './text-dialog-button.tsx'

const { streamRequests: t } = strings('admin')

/** The buttons that approve or decline people who ask to stream. */
export function StreamRequestDecision({ channelIds }: { channelIds: readonly string[] }) {
  const queries = useQueryClient()
  const [approve, decline] = [t.approve(channelIds.length), t.decline(channelIds.length)]
  const decide = async (decision: { isApproved: true } | { isApproved: false; answer: string }) => {
    await api(consoleApi.admin.decideStreamRequests, { body: { channelIds: [...channelIds], ...decision } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <ConfirmButton
        label={approve}
        title={approve}
        confirmLabel={approve}
        isDestructive={false}
        button={{ size: 'sm', variant: 'filled' }}
        onConfirm={() => decide({ isApproved: true })}
      >
        {t.approveHint}
      </ConfirmButton>
      <TextDialogButton
        label={decline}
        title={decline}
        about={t.declineHint}
        field={t.answer}
        maxLength={200}
        isDestructive
        size="sm"
        onSubmit={(answer) => decide({ isApproved: false, answer })}
      />
    </>
  )
}
