import { ActionIcon, Anchor, Divider, Popover, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { IconBell, IconBellRinging } from '../../../ui/icons.tsx'
import { NoticeWays } from './notice-ways.tsx'
import { noticesQuery } from './queries.ts'

const t = strings('notices')

type Props = { channel: { channelId: string; channelName: string }; viewer: ViewerStatus }

/** Turns the notices of the lives of a followed channel on and off, and chooses how they arrive. */
export default function BellButton({ channel: { channelId, channelName }, viewer }: Props) {
  const isOn = viewer.bell === 'ON'
  const queries = useQueryClient()
  const set = useMutation({
    mutationFn: (on: boolean) => api(consoleApi.notices.setBell, { pathParams: { channelId }, body: { isOn: on } }),
    onSuccess: () => queries.invalidateQueries(noticesQuery),
  })
  const Icon = isOn ? IconBellRinging : IconBell
  return (
    <Popover position="bottom-end" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant={isOn ? 'filled' : 'default'}
          size="lg"
          aria-label={isOn ? t.isOn : t.isOff}
          title={isOn ? t.isOn : t.isOff}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.title}>
        <Stack gap="md">
          <Switch
            label={<bdi>{t.start(channelName)}</bdi>}
            description={viewer.bell === 'UNREACHABLE' && t.unreachable}
            checked={set.isPending ? set.variables : isOn}
            disabled={viewer.bell === 'UNREACHABLE'}
            onChange={({ currentTarget: { checked } }) => set.mutate(checked)}
          />
          {set.error && <ErrorAlert error={set.error} />}
          <Divider />
          <Text size="sm" fw={600}>
            {t.ways}
          </Text>
          <NoticeWays personId={viewer.channelId} onTurnedOn={() => set.mutateAsync(true)} />
          <Anchor href="/account#notices" size="sm">
            {t.settings}
          </Anchor>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
