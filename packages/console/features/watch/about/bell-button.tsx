import { ActionIcon, Box, Menu, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { IconBell, IconBellRinging } from '../../../ui/icons.tsx'
import { canPush, pushQuery, turnPushOff, turnPushOn } from './browser-push.ts'

const { bell: t } = strings('about')

type Props = { channelId: string; viewer: ViewerStatus }

/** Turns the mails and the notices about the lives of a followed channel on and off, and those of this browser. */
export default function BellButton({ channelId, viewer }: Props) {
  const { bell, channelId: personId } = viewer
  const isOn = bell === 'ON'
  const queries = useQueryClient()
  const query = pushQuery(personId)
  const { data: push } = useQuery(query)
  const set = useMutation({
    mutationFn: (on: boolean) => api(consoleApi.notices.setBell, { pathParams: { channelId }, body: { isOn: on } }),
  })
  const setBrowser = useMutation({
    mutationFn: async () => {
      if (push === undefined) return true
      if (push.sessionId !== null) await turnPushOff(push.sessionId)
      else if (!(await turnPushOn(push, personId))) return false
      else await set.mutateAsync(true)
      return true
    },
    onSettled: () => queries.invalidateQueries(query),
  })
  const Icon = isOn ? IconBellRinging : IconBell
  const error = set.error ?? setBrowser.error
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon
            variant={isOn ? 'light' : 'default'}
            size="lg"
            aria-label={isOn ? t.isOn : t.isOff}
            title={isOn ? t.isOn : t.isOff}
            loading={set.isPending || setBrowser.isPending}
          >
            <Icon size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={bell === 'UNREACHABLE'} onClick={() => set.mutate(!isOn)}>
            {isOn ? t.turnOff : t.turnOn}
            {bell === 'UNREACHABLE' && <Text size="xs">{t.unreachable}</Text>}
          </Menu.Item>
          {canPush && push && (
            <Menu.Item onClick={() => setBrowser.mutate()}>
              {push.sessionId === null ? t.browserOn : t.browserOff}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {/* A line of its own below all actions, which does not make their row wider. */}
      {(setBrowser.data === false || error) && (
        <Box w={0} miw="100%" h="auto" style={{ order: 1 }}>
          {setBrowser.data === false && (
            <Text size="sm" role="alert">
              {t.refused}
            </Text>
          )}
          {error && <ErrorAlert error={error} />}
        </Box>
      )}
    </>
  )
}
