import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApps, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { appsQuery, type AppDetails } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { ErrorText } from '../../ui/error-text.tsx'

/** Deletes the application, once its name is typed. */
export function DeleteApp({ app: { clientId, name } }: { app: AppDetails }) {
  const [typed, setTyped] = useState('')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const deleteApp = useMutation({
    mutationFn: () => api(consoleApps.deleteApp, { pathParams: { clientId } }),
    onSuccess: async () => {
      await navigate({ to: '/console/apps' })
      queries.removeQueries({ queryKey: ['apps', clientId] })
      await queries.invalidateQueries({ ...appsQuery, exact: true })
    },
  })
  return (
    <section className="card" aria-labelledby="delete">
      <Stack gap="md">
        <h2 id="delete">{t.title}</h2>
        <p className="small soft">{t.about}</p>
        <TextInput
          label={t.typeName(name)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {deleteApp.error && (
          <Alert color="red" role="alert" title={t.refused}>
            <ErrorText error={deleteApp.error} />
          </Alert>
        )}
        <Group>
          <Button
            color="red"
            loading={deleteApp.isPending}
            disabled={typed.normalize('NFC').trim() !== name}
            onClick={() => deleteApp.mutate()}
          >
            {t.remove}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

const t = localize({
  ko: {
    title: '애플리케이션 삭제',
    about: `바로 사라집니다: 인증 정보와 모든 사람의 토큰이 쓸모없어지고, 열린 소켓이 끊기고, 알림을 더 보내지 않습니다. ${limits.appTombstoneDays}일 안에는 운영자가 되살릴 수 있고, 그 뒤에는 동의와 기록까지 영영 지워집니다.`,
    typeName: (name: string) => `확인을 위해 이름을 쓰세요: ${name}`,
    refused: '삭제하지 못했습니다',
    remove: '삭제',
  },
  en: {
    title: 'Delete the application',
    about: `It is gone at once: its credentials and everybody’s tokens work no more, open sockets are closed, and nothing more is notified. An operator can restore it for ${limits.appTombstoneDays} days; after that consents and records are gone for good.`,
    typeName: (name: string) => `To confirm, type its name: ${name}`,
    refused: 'It was not deleted',
    remove: 'Delete',
  },
})
