import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { IconBell, IconBellRinging } from '../../../ui/icons.tsx'

const { bell: t } = strings('about')

type Props = { channelId: string; bell: NonNullable<ViewerStatus['bell']> }

/** Turns the mails about the lives of a followed channel on and off. */
export default function BellButton({ channelId, bell }: Props) {
  const isOn = bell === 'ON'
  const set = useMutation({
    mutationFn: () => api(consoleApi.notices.setBell, { pathParams: { channelId }, body: { isOn: !isOn } }),
  })
  const label = isOn ? t.turnOff : t.turnOn
  const Icon = isOn ? IconBellRinging : IconBell
  return (
    <>
      <ActionIcon
        variant={isOn ? 'light' : 'default'}
        size="lg"
        aria-label={label}
        aria-pressed={isOn}
        title={bell === 'EMAIL_NOT_VERIFIED' ? t.notVerified : label}
        loading={set.isPending}
        onClick={() => set.mutate()}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {set.error && <ErrorAlert error={set.error} />}
    </>
  )
}
