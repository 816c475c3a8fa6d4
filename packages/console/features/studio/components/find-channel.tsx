import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext, useState, type FormEvent, type ReactNode } from 'react'
import { consoleApi, sandboxApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { optionsPerSearch } from '../../../lib/search-options.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ChannelIdentity } from '../../channels/channel-identity.tsx'
import { ManagedChannelId } from '../studio-channel.ts'
import layout from '../../../ui/layout.module.css'

const { findChannel: t } = strings('studio')

export type FoundChannel = { channelId: string; channelName: string; verifiedMark?: boolean }

type FindChannelProps = {
  label: string
  /** Another search than that for channels and followers. */
  find?: ((search: string) => Promise<FoundChannel[]>) | undefined
  children: (found: FoundChannel, search: string) => ReactNode
}

/** Finds channels by a part of the name, or the id. `children` renders the actions on each channel found. */
export function FindChannel({ label, find, children }: FindChannelProps) {
  const [draft, setDraft] = useDraft<string>('find')
  const input = draft ?? ''
  // The followers of another channel are its streamer's to see.
  const isManaged = useContext(ManagedChannelId) !== null
  const [search, setSearch] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const found = useQuery({
    queryKey: ['channels', label, search],
    queryFn: () => (find === undefined ? findChannels(search, isManaged) : find(search)),
    enabled: search !== '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.trim()
    setEmpty(text === '')
    if (text !== '') setSearch(text)
  }
  return (
    <Stack gap={14} mt="sm">
      <form onSubmit={submit} role="search" noValidate>
        <Group gap="sm" align="end" wrap="nowrap">
          <TextInput
            flex="1"
            maw="26rem"
            label={label}
            description={find === undefined && (isSandbox ? t.hint : !isManaged && t.followerHint)}
            value={input}
            error={isEmpty && t.empty}
            onChange={({ currentTarget: { value } }) => {
              setEmpty(false)
              setDraft(() => value)
            }}
            maxLength={200}
            required
            withAsterisk={false}
          />
          <Button type="submit" variant="default" loading={found.isFetching}>
            {t.find}
          </Button>
        </Group>
      </form>
      {found.error && <ErrorAlert error={found.error} refetch={() => void found.refetch()} />}
      <div role="status">
        {found.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.notFound(search)}
          </Text>
        )}
      </div>
      {found.data && found.data.length > 0 && (
        <ul className={layout.rows} aria-label={t.results}>
          {found.data.map((one) => (
            <li key={one.channelId} className={layout.row}>
              <ChannelIdentity
                channelId={one.channelId}
                name={one.channelName}
                isVerified={one.verifiedMark ?? false}
                isDense
              />
              {children(one, search)}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Channels with this name or id, then followers and, in a sandbox, all users whose name contains it. */
async function findChannels(search: string, isManaged: boolean): Promise<FoundChannel[]> {
  const size = optionsPerSearch
  const lists = await Promise.all([
    api(consoleApi.audience.findChannels, { query: { nameOrId: search } }),
    isManaged ? { data: [] } : api(consoleApi.audience.searchFollowers, { query: { name: search, size } }),
    // As long as the contract allows.
    isSandbox ? api(sandboxApi.people.listPeople, { query: { name: search.slice(0, 32), size } }) : { data: [] },
  ])
  const channels = lists.flatMap(({ data }): readonly FoundChannel[] => data)
  // The first entry of a channel has the verified mark.
  return [...new Map(channels.toReversed().map((one) => [one.channelId, one])).values()].toReversed()
}
