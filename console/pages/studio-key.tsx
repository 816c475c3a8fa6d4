import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleStudio } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Title } from '../parts/title.tsx'
import { keyQuery, overviewQuery } from '../studio-queries.ts'

const masked = '•'.repeat(16)

/** Where the encoder sends to and with which key; nobody over one's shoulder reads it unasked. */
export function StudioKey() {
  const { data: overview } = useQuery(overviewQuery)
  const key = useQuery(keyQuery)
  const [isShown, setShown] = useState(false)
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => api(consoleStudio.rotateStreamKey),
    onSuccess: async (made) => {
      queries.setQueryData(keyQuery.queryKey, made)
      await queries.invalidateQueries(overviewQuery)
    },
  })
  if (!key.data || !overview)
    return key.error ? <Failed error={key.error} readAgain={() => void key.refetch()} /> : <Loading />
  const { streamKey } = key.data
  return (
    <Stack gap="lg">
      <Title>{said.title}</Title>
      <section className="card" aria-label={said.encoder}>
        <dl className="facts">
          <dt>{said.server}</dt>
          <dd>
            {overview.ingestUrl === null ? (
              <span className="small soft">{said.noServer}</span>
            ) : (
              <Copied value={overview.ingestUrl} />
            )}
          </dd>
          <dt>{said.title}</dt>
          <dd>
            <Group gap="sm">
              <Copied value={streamKey} shown={isShown ? streamKey : masked} named={said.title} />
              <Button size="xs" variant="default" onClick={() => setShown(!isShown)}>
                {isShown ? said.hide : said.show}
              </Button>
            </Group>
          </dd>
        </dl>
        <p className="small soft after">{said.secret}</p>
      </section>
      <section className="card" aria-labelledby="rotate">
        <h2 id="rotate">{said.another}</h2>
        <p className="small soft after">{said.anotherHint}</p>
        <Group mt="sm">
          <Confirm label={said.rotate} title={said.sure} yes={said.yes} act={() => rotate.mutateAsync()}>
            <ul className="steps">
              <li>{said.ends.key}</li>
              <li>{overview.live ? said.ends.live : said.ends.noLive}</li>
              <li>{said.ends.apps}</li>
            </ul>
          </Confirm>
          <span role="status" className="small soft">
            {rotate.isSuccess && said.made}
          </span>
        </Group>
      </section>
    </Stack>
  )
}

const said = inLanguage({
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
