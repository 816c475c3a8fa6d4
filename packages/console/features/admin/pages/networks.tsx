import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { EndingList } from '../components/ending-list.tsx'
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
  const list = { t, withoutEnd: suspend.untilEnded }
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <BlockForm key={network} initial={network ?? ''} />
      <h2>{t.networks}</h2>
      <EndingList
        {...list}
        query={blockedNetworksQuery}
        label={t.networks}
        keyOf={(blocked) => blocked.network}
        columns={[[t.network, (blocked) => blocked.network]]}
        empty={t.none}
        action={{
          label: t.unblock,
          named: (blocked) => t.unblockNamed(blocked.network),
          hint: t.unblockHint,
          isDestructive: false,
        }}
        end={(blocked) => api(consoleApi.admin.unblockNetwork, { query: { network: blocked.network } })}
      />
      <Stack component="section" gap="sm" aria-labelledby="devices">
        <h2 id="devices">{t.devices}</h2>
        <Text c="dimmed">{t.devicesAbout}</Text>
        <EndingList
          {...list}
          query={blockedDevicesQuery}
          label={t.devices}
          keyOf={({ channelId }) => channelId}
          columns={[
            [t.person, showPerson],
            [t.deviceCount, ({ devices }) => devices],
          ]}
          empty={t.noDevices}
          action={{
            label: t.unblock,
            named: ({ channelName }) => t.unblockNamed(channelName ?? t.deletedPerson),
            hint: t.unblockDevicesHint,
            isDestructive: false,
          }}
          end={({ channelId }) => api(consoleApi.admin.unblockDevices, { pathParams: { channelId } })}
        />
      </Stack>
    </Stack>
  )
}

function showPerson({ channelId, channelName }: { channelId: string; channelName: string | null }) {
  return channelName === null ? t.deletedPerson : <PersonLink channelId={channelId} channelName={channelName} />
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
