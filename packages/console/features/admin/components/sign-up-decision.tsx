import { useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'

const { decision: t } = strings('admin')

/** The buttons that approve or refuse people who signed up. Who was refused can only be approved. */
export function SignUpDecision({
  channelIds,
  isRefused = false,
}: {
  channelIds: readonly string[]
  isRefused?: boolean
}) {
  const queries = useQueryClient()
  const count = channelIds.length
  const decide = async (isApproved: boolean) => {
    await api(consoleApi.admin.decideSignUps, { body: { channelIds: [...channelIds], isApproved } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <ConfirmButton
        label={t.approve(count)}
        title={t.approve(count)}
        confirmLabel={t.approve(count)}
        isDestructive={false}
        button={{ size: 'sm', variant: 'filled' }}
        onConfirm={() => decide(true)}
      >
        {t.approveHint}
      </ConfirmButton>
      {!isRefused && (
        <ConfirmButton
          label={t.refuse(count)}
          title={t.refuse(count)}
          confirmLabel={t.refuse(count)}
          button={{ size: 'sm', variant: 'default' }}
          onConfirm={() => decide(false)}
        >
          {t.refuseHint}
        </ConfirmButton>
      )}
    </>
  )
}
