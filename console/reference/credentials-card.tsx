import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxPeople, type Auth } from '@onair/contract'
import { api } from '../api.ts'
import { apiElsewhere } from '../api-address.ts'
import { inLanguage } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { Failed } from '../parts/failed.tsx'
import { useCredentials } from './credentials.ts'

/** Where credentials are filled in; in a sandbox those of the demo's application, and a token for one of its people, on a click. */
export function CredentialsCard({ kind }: { kind: Auth['kind'] }) {
  const { filled, fill } = useCredentials()
  const withToken = kind === 'token'
  return (
    <fieldset className="credentials">
      <legend>{said.title}</legend>
      <Stack gap="sm">
        {isSandbox && apiElsewhere === null && <Demo />}
        {withToken ? (
          <PasswordInput
            label={said.token}
            value={filled.accessToken}
            onChange={(event) => fill({ accessToken: event.currentTarget.value.trim() })}
            autoComplete="off"
          />
        ) : (
          <div className="two">
            <TextInput
              label="Client ID"
              value={filled.clientId}
              onChange={(event) => fill({ clientId: event.currentTarget.value.trim() })}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordInput
              label="Client secret"
              value={filled.clientSecret}
              onChange={(event) => fill({ clientSecret: event.currentTarget.value.trim() })}
              autoComplete="off"
            />
          </div>
        )}
        <p className="small soft">{said.kept}</p>
      </Stack>
    </fieldset>
  )
}

function Demo() {
  const { fill } = useCredentials()
  const { data } = useQuery({
    queryKey: ['overview'],
    queryFn: () => api(sandboxPeople.overview),
    staleTime: Infinity,
  })
  const [chosen, choose] = useState<string | null>(null)
  const who = chosen ?? data?.demo.people[0]?.channelId ?? null
  const take = useMutation({
    mutationFn: async () => {
      if (!data || who === null) return
      const { clientId, clientSecret } = data.demo
      const { accessToken } = await api(sandboxPeople.makeGrant, { body: { clientId, channelId: who } })
      fill({ clientId, clientSecret, accessToken })
    },
  })
  return (
    <>
      <Group align="end" gap="sm">
        <Select
          label={said.person}
          data={(data?.demo.people ?? []).map(({ channelId, channelName, is }) => ({
            value: channelId,
            label: `${channelName} (${said.is[is]})`,
          }))}
          value={who}
          onChange={choose}
          allowDeselect={false}
          w={220}
        />
        <Button variant="default" loading={take.isPending} disabled={who === null} onClick={() => take.mutate()}>
          {said.demo}
        </Button>
        <span role="status" className="small soft">
          {take.isSuccess && said.filled}
        </span>
      </Group>
      {take.error && <Failed error={take.error} again={() => take.mutate()} />}
    </>
  )
}

const said = inLanguage({
  ko: {
    title: '인증 정보',
    token: '액세스 토큰',
    kept: '이 페이지를 여는 동안만 기억합니다. 주소나 저장소에 남지 않습니다.',
    person: '누구의 토큰',
    demo: '연습용으로 채우기',
    filled: '채웠습니다.',
    is: { streamer: '스트리머', manager: '관리자', subscriber: '구독자', follower: '팔로워', viewer: '시청자' },
  },
  en: {
    title: 'Credentials',
    token: 'Access token',
    kept: 'Kept only as long as this page is open; never in an address or in storage.',
    person: 'Whose token',
    demo: 'Fill in the demo’s',
    filled: 'Filled in.',
    is: {
      streamer: 'streamer',
      manager: 'manager',
      subscriber: 'subscriber',
      follower: 'follower',
      viewer: 'viewer',
    },
  },
})
