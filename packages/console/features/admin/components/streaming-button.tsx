import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { siteSettingsQuery } from '../queries.ts'

const { streaming: t } = strings('admin')

/** A button for operators that lets people stream, or no longer. Nothing unless the site asks for that. */
export function StreamingButton({ channelIds, mayStream }: { channelIds: readonly string[]; mayStream: boolean }) {
  const queries = useQueryClient()
  const { data } = useQuery(siteSettingsQuery)
  const label = (mayStream ? t.allow : t.forbid)(channelIds.length)
  const change = async () => {
    await api(consoleApi.admin.putStreamers, { body: { channelIds: [...channelIds], mayStream } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  if (data?.settings.streamers !== 'APPROVED') return null
  return (
    <ConfirmButton
      label={label}
      title={label}
      confirmLabel={label}
      isDestructive={!mayStream}
      button={{ size: 'sm', variant: 'default' }}
      onConfirm={change}
    >
      {t.hint}
    </ConfirmButton>
  )
}
