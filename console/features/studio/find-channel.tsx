import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ChannelIdentity } from '../../ui/channel-identity.tsx'
import classes from './studio.module.css'
import layout from '../../ui/layout.module.css'

const { findChannel: t } = strings('studio')

export type FoundChannel = ContentOf<typeof consoleApi.audience.findChannels>['data'][number]

/** Finds a channel by its exact name or id. `children` renders the actions on each channel found. */
export function FindChannel({ label, children }: { label: string; children: (found: FoundChannel) => ReactNode }) {
  const [draft, setDraft] = useDraft<string>('find')
  const input = draft ?? ''
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['channels', search],
    queryFn: () => api(consoleApi.audience.findChannels, { query: { nameOrId: search } }),
    enabled: search !== '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSearch(input.trim())
  }
  return (
    <div className={classes.finder}>
      <form onSubmit={submit} role="search">
        <TextInput
          label={label}
          description={t.hint}
          value={input}
          onChange={({ currentTarget: { value } }) => setDraft(() => value)}
          maxLength={200}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" loading={found.isFetching}>
          {t.find}
        </Button>
      </form>
      {found.error && <ErrorAlert error={found.error} refetch={() => void found.refetch()} />}
      <div role="status">
        {found.data?.data.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.notFound(search)}
          </Text>
        )}
      </div>
      {found.data && found.data.data.length > 0 && (
        <ul className={layout.rows} aria-label={t.results}>
          {found.data.data.map((one) => (
            <li key={one.channelId} className={layout.row}>
              <ChannelIdentity channelId={one.channelId} name={one.channelName} isVerified={one.verifiedMark} />
              {children(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
