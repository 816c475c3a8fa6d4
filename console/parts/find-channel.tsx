import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { consoleAudience, type ContentOf } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from './failed.tsx'
import { Who } from './who.tsx'

export type FoundChannel = ContentOf<typeof consoleAudience.findChannel>['data'][number]

/** Finds a channel by its exact name or id; beside each that was found stands what can be done with it. */
export function FindChannel({ label, children }: { label: string; children: (found: FoundChannel) => ReactNode }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const found = useQuery({
    queryKey: ['channels', asked],
    queryFn: () => api(consoleAudience.findChannel, { query: { named: asked } }),
    enabled: asked !== '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(typed.trim())
  }
  return (
    <div className="find">
      <form onSubmit={submit} role="search">
        <TextInput
          label={label}
          description={said.hint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" loading={found.isFetching}>
          {said.find}
        </Button>
      </form>
      {found.error && <Failed error={found.error} readAgain={() => void found.refetch()} />}
      <div role="status">{found.data?.data.length === 0 && <p className="small soft">{said.nobody(asked)}</p>}</div>
      {found.data && found.data.data.length > 0 && (
        <ul className="rows" aria-label={said.results}>
          {found.data.data.map((one) => (
            <li key={one.channelId} className="app-row">
              <Who channelId={one.channelId} name={one.channelName} isVerified={one.verifiedMark} />
              {children(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const said = inLanguage({
  ko: {
    hint: '이름 전체나 채널 ID를 정확히 쓰세요.',
    find: '찾기',
    results: '찾은 채널',
    nobody: (named: string) => `“${named}”, 이런 이름이나 ID의 채널이 없습니다.`,
  },
  en: {
    hint: 'The whole name, or the channel ID.',
    find: 'Find',
    results: 'Channels that were found',
    nobody: (named: string) => `No channel has the name or ID “${named}”.`,
  },
})
