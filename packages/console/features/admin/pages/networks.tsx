import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { blockedDevicesQuery, blockedNetworksQuery } from '../queries.ts'

const { networks: t, suspend } = strings('admin')

const hour = 3600
const durations = [
  ...[24, 7 * 24, 30 * 24].map((hours) => ({ value: String(hours * hour), label: suspend.duration(hours) })),
  { value: '', label: suspend.untilEnded },
]

/** The networks and browsers that are blocked. */
export function AdminNetworks() {
  const { network } = useSearch({ from: '/admin/networks' })
  const query = useQuery(blockedNetworksQuery)
  const queries = useQueryClient()
  const unblock = async (blocked: string) => {
    await api(consoleApi.admin.unblockNetwork, { query: { network: blocked } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <BlockForm key={network} initial={network ?? ''} />
      <h2>{t.networks}</h2>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.networks}
            idField="network"
            columns={[t.network, t.reason, t.since, t.until, t.action]}
            hasCards
            empty={t.none}
          >
            {({ network: blocked, reason, createdDate, endDate }) => (
              <>
                <th scope="row">{blocked}</th>
                <td>{reason}</td>
                <td data-label={t.since}>
                  <RelativeTime at={createdDate} />
                </td>
                <td data-label={t.until}>{endDate === null ? suspend.untilEnded : <RelativeTime at={endDate} />}</td>
                <td>
                  <ConfirmButton
                    label={t.unblock}
                    ariaLabel={t.unblockNamed(blocked)}
                    title={t.unblockNamed(blocked)}
                    confirmLabel={t.unblock}
                    isDestructive={false}
                    onConfirm={() => unblock(blocked)}
                  >
                    {t.unblockHint}
                  </ConfirmButton>
                </td>
              </>
            )}
          </Table>
        )}
      </QueryBoundary>
      <BlockedDevices />
    </Stack>
  )
}

function BlockedDevices() {
  const query = useQuery(blockedDevicesQuery)
  const queries = useQueryClient()
  const unblock = async (channelId: string) => {
    await api(consoleApi.admin.unblockDevices, { pathParams: { channelId } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="devices">
      <h2 id="devices">{t.devices}</h2>
      <Text c="dimmed">{t.devicesAbout}</Text>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.devices}
            idField="channelId"
            columns={[t.person, t.deviceCount, t.reason, t.since, t.until, t.action]}
            hasCards
            empty={t.noDevices}
          >
            {({ channelId, channelName, devices, reason, createdDate, endDate }) => (
              <>
                <th scope="row">
                  {channelName === null ? (
                    t.deletedPerson
                  ) : (
                    <PersonLink channelId={channelId} channelName={channelName} />
                  )}
                </th>
                <td data-label={t.deviceCount}>{devices}</td>
                <td>{reason}</td>
                <td data-label={t.since}>
                  <RelativeTime at={createdDate} />
                </td>
                <td data-label={t.until}>{endDate === null ? suspend.untilEnded : <RelativeTime at={endDate} />}</td>
                <td>
                  <ConfirmButton
                    label={t.unblock}
                    ariaLabel={t.unblockNamed(channelName ?? t.deletedPerson)}
                    title={t.unblockNamed(channelName ?? t.deletedPerson)}
                    confirmLabel={t.unblock}
                    isDestructive={false}
                    onConfirm={() => unblock(channelId)}
                  >
                    {t.unblockDevicesHint}
                  </ConfirmButton>
                </td>
              </>
            )}
          </Table>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function BlockForm({ initial }: { initial: string }) {
  const [network, setNetwork] = useState(initial)
  const [reason, setReason] = useState('')
  const [seconds, setSeconds] = useState(durations[0]?.value ?? '')
  const queries = useQueryClient()
  const block = useMutation({
    mutationFn: () =>
      api(consoleApi.admin.blockNetwork, {
        body: { network: network.trim(), reason: reason.trim(), ...(seconds !== '' && { seconds: Number(seconds) }) },
      }),
    onSuccess: async () => {
      setNetwork('')
      setReason('')
      await queries.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  return (
    <Stack
      component="form"
      className="card"
      gap="sm"
      aria-labelledby="block"
      onSubmit={(event) => {
        event.preventDefault()
        block.mutate()
      }}
    >
      <h2 id="block">{t.block}</h2>
      <Group align="end" gap="md">
        <TextInput
          label={t.network}
          placeholder="203.0.113.0/24"
          value={network}
          onChange={({ currentTarget: { value } }) => setNetwork(value)}
          maxLength={49}
          required
          withAsterisk={false}
        />
        <TextInput
          label={t.reason}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
          maxLength={200}
          required
          withAsterisk={false}
        />
        <NativeSelect
          label={suspend.howLong}
          value={seconds}
          onChange={({ currentTarget: { value } }) => setSeconds(value)}
          data={durations}
        />
        <Button type="submit" color="red" loading={block.isPending}>
          {t.block}
        </Button>
      </Group>
      {block.error !== null && <ErrorAlert error={block.error} />}
    </Stack>
  )
}
