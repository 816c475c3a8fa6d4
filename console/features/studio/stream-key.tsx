import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { streamKeyQuery, overviewQuery } from './studio-queries.ts'
import layout from '../../ui/layout.module.css'

const masked = '•'.repeat(16)

/** Where the encoder sends to and with which key; nobody over one's shoulder reads it unasked. */
export function StudioStreamKey() {
  const { data: overview } = useQuery(overviewQuery)
  const key = useQuery(streamKeyQuery)
  const [isVisible, setVisible] = useState(false)
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => api(consoleApi.studio.rotateStreamKey),
    onSuccess: async (rotated) => {
      queries.setQueryData(streamKeyQuery.queryKey, rotated)
      await queries.invalidateQueries(overviewQuery)
    },
  })
  if (!key.data || !overview)
    return key.error ? <ErrorAlert error={key.error} refetch={() => void key.refetch()} /> : <Loading />
  const { streamKey } = key.data
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <section className="card" aria-label={t.encoder}>
        <dl className={layout.facts}>
          <dt>{t.server}</dt>
          <dd>
            {overview.ingestUrl === null ? (
              <span className="small soft">{t.noServer}</span>
            ) : (
              <CopyableText value={overview.ingestUrl} />
            )}
          </dd>
          <dt>{t.title}</dt>
          <dd>
            <Group gap="sm">
              <CopyableText value={streamKey} shown={isVisible ? streamKey : masked} named={t.title} />
              <Button size="xs" variant="default" onClick={() => setVisible(!isVisible)}>
                {isVisible ? t.hide : t.show}
              </Button>
            </Group>
          </dd>
        </dl>
        <p className={`small soft ${layout.spaceAbove}`}>{t.secret}</p>
      </section>
      <section className="card" aria-labelledby="rotate">
        <h2 id="rotate">{t.another}</h2>
        <p className={`small soft ${layout.spaceAbove}`}>{t.anotherHint}</p>
        <Group mt="sm">
          <ConfirmButton label={t.rotate} title={t.sure} confirmLabel={t.yes} onConfirm={() => rotate.mutateAsync()}>
            <ul className={layout.steps}>
              <li>{t.ends.key}</li>
              <li>{overview.live ? t.ends.live : t.ends.noLive}</li>
              <li>{t.ends.apps}</li>
            </ul>
          </ConfirmButton>
          <span role="status" className="small soft">
            {rotate.isSuccess && t.made}
          </span>
        </Group>
      </section>
    </Stack>
  )
}

const t = localize({
  ko: {
    title: '스트림키',
    encoder: '인코더 설정',
    server: '서버',
    noServer:
      '운영자가 아직 알려 주지 않았습니다. 주소는 운영자에게 물어보세요. 운영자라면 설정 INGEST_URL에 적으면 여기에 보입니다.',
    show: '보기',
    hide: '가리기',
    secret: '이 키를 아는 사람은 누구나 회원님의 채널로 방송할 수 있습니다. 화면에 비치지 않게 조심하세요.',
    another: '새 스트림키',
    anotherHint: '키가 알려졌다면 새로 만드세요.',
    rotate: '새 키 만들기 …',
    sure: '새 스트림키를 만들까요?',
    ends: {
      key: '지금 키는 바로 쓸 수 없게 됩니다. 인코더에 새 키를 넣어야 합니다.',
      live: '지금 하고 있는 방송이 끝납니다.',
      noLive: '방송 중이라면 그 방송은 끝납니다.',
      apps: '스트림키를 읽어 간 애플리케이션도 다시 읽어야 합니다.',
    },
    yes: '새 키 만들기',
    made: '새 키를 만들었습니다.',
  },
  en: {
    title: 'Stream key',
    encoder: 'For your encoder',
    server: 'Server',
    noServer:
      'The operator has not said it yet; ask them for the address. If you are the operator: the setting INGEST_URL shows it here.',
    show: 'Show',
    hide: 'Hide',
    secret: 'Whoever knows this key can broadcast on your channel. Take care that it is not seen on the air.',
    another: 'Another key',
    anotherHint: 'Make another one when somebody may know it.',
    rotate: 'Make another key …',
    sure: 'Make another stream key?',
    ends: {
      key: 'The key you have now is good no more: put the new one into your encoder.',
      live: 'The broadcast that is on the air now ends.',
      noLive: 'A broadcast that is on the air ends.',
      apps: 'Applications that read the key have to read it again.',
    },
    yes: 'Make another key',
    made: 'Another key was made.',
  },
})
