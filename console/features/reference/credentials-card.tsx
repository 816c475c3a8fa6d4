import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxApi, type Auth } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { separateApiUrl } from './separate-api-url.ts'
import { localize } from '../../lib/language.ts'
import { isSandbox } from '../../lib/is-sandbox.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { useCredentials } from './credentials.ts'
import classes from './reference.module.css'

/** Where credentials are filled in; in a sandbox those of the demo's application, and a token for one of its people, on a click. */
export function CredentialsCard({ kind }: { kind: Auth['kind'] }) {
  const { values, update } = useCredentials()
  const needsToken = kind === 'token'
  return (
    <fieldset className={classes.credentials}>
      <legend>{t.title}</legend>
      <Stack gap="sm">
        {isSandbox && separateApiUrl === null && <DemoCredentials />}
        {needsToken ? (
          <PasswordInput
            label={t.token}
            value={values.accessToken}
            onChange={(event) => update({ accessToken: event.currentTarget.value.trim() })}
            autoComplete="off"
          />
        ) : (
          <div className={classes.columns}>
            <TextInput
              label="Client ID"
              value={values.clientId}
              onChange={(event) => update({ clientId: event.currentTarget.value.trim() })}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordInput
              label="Client secret"
              value={values.clientSecret}
              onChange={(event) => update({ clientSecret: event.currentTarget.value.trim() })}
              autoComplete="off"
            />
          </div>
        )}
        <p className="small soft">{t.kept}</p>
      </Stack>
    </fieldset>
  )
}

function DemoCredentials() {
  const { update } = useCredentials()
  const { data } = useQuery({
    queryKey: ['overview'],
    queryFn: () => api(sandboxApi.people.getOverview),
    staleTime: Infinity,
  })
  const [selected, setSelected] = useState<string | null>(null)
  const channelId = selected ?? data?.demo.people[0]?.channelId ?? null
  const fillFromDemo = useMutation({
    mutationFn: async () => {
      if (!data || channelId === null) return
      const { clientId, clientSecret } = data.demo
      const { accessToken } = await api(sandboxApi.people.createGrant, { body: { clientId, channelId: channelId } })
      update({ clientId, clientSecret, accessToken })
    },
  })
  return (
    <>
      <Group align="end" gap="sm">
        <Select
          label={t.person}
          data={(data?.demo.people ?? []).map(({ channelId, channelName, is }) => ({
            value: channelId,
            label: `${channelName} (${t.is[is]})`,
          }))}
          value={channelId}
          onChange={setSelected}
          allowDeselect={false}
          w={220}
        />
        <Button
          variant="default"
          loading={fillFromDemo.isPending}
          disabled={channelId === null}
          onClick={() => fillFromDemo.mutate()}
        >
          {t.demo}
        </Button>
        <span role="status" className="small soft">
          {fillFromDemo.isSuccess && t.filled}
        </span>
      </Group>
      {fillFromDemo.error && <ErrorAlert error={fillFromDemo.error} retry={() => fillFromDemo.mutate()} />}
    </>
  )
}

const t = localize({
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
