import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { Avatar } from '../../watch/components/avatar.tsx'
import { NoticeWays } from '../../watch/about/notice-ways.tsx'
import { noticesQuery } from '../../watch/about/queries.ts'
import layout from '../../../ui/layout.module.css'

const t = strings('notices')

/** How notices of broadcasts arrive, and the channels whose bell is on. */
export function Notices({ personId }: { personId: string }) {
  const { data } = useQuery(noticesQuery)
  const queries = useQueryClient()
  const turnOff = useMutation({
    mutationFn: (channelId: string) =>
      api(consoleApi.notices.setBell, { pathParams: { channelId }, body: { isOn: false } }),
    onSuccess: () => queries.invalidateQueries(noticesQuery),
  })
  return (
    <section id="notices" className={`card ${layout.setting}`} aria-label={t.title}>
      <SettingHead title={t.title} about={t.about} />
      <Stack gap="md">
        <NoticeWays personId={personId} />
        {data !== undefined && data.channels.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.none}
          </Text>
        )}
        {data !== undefined && data.channels.length > 0 && (
          <ul className={layout.rows} aria-label={t.channels}>
            {data.channels.map(({ channelId, channelName, channelImageUrl }) => (
              <li key={channelId} className={layout.row}>
                <Avatar name={channelName} imageUrl={channelImageUrl} size="small" />
                <Link to="/watch/$channelId" params={{ channelId }} style={{ flex: '1 1 10rem' }}>
                  <bdi>{channelName}</bdi>
                </Link>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t.turnOffOf(channelName)}
                  loading={turnOff.isPending && turnOff.variables === channelId}
                  onClick={() => turnOff.mutate(channelId)}
                >
                  {t.turnOff}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {turnOff.error && <ErrorAlert error={turnOff.error} />}
      </Stack>
    </section>
  )
}
