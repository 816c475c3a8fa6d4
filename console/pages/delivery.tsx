import '../parts/delivery.css'
import { Badge, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleWebhooks, type ContentOf } from '@onair/contract'
import { api, isNotFound } from '../api.ts'
import { deliveryQuery } from '../app-queries.ts'
import { causeIn } from '../cause-words.ts'
import { curlOf } from '../curl.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { deliveryColours, deliveryWords } from '../parts/delivery-state.ts'
import { Failed } from '../parts/failed.tsx'
import { AnchorLink } from '../parts/links.tsx'
import { Headers } from '../parts/headers.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { Title } from '../parts/title.tsx'

type Shown = ContentOf<typeof consoleWebhooks.readDelivery>
type Attempt = Shown['attemptsMade'][number]
type Bytes = NonNullable<Shown['body']>

/** One notification: each attempt with what was sent and what was answered, byte for byte, and the way to send it again. */
export function Delivery() {
  const { clientId, deliveryId } = useParams({ from: '/console/apps/$clientId/deliveries/$deliveryId' })
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(clientId, deliveryId))
  if (isNotFound(error)) return <NotFound />
  if (!delivery) return error ? <Failed error={error} readAgain={() => void refetch()} /> : <Loading />
  const { state, eventType, createdDate, nextAttemptDate, endedDate, againOf, body, attemptsMade } = delivery
  return (
    <Stack gap="lg">
      <div>
        <Link className="up" to="/console/apps/$clientId" params={{ clientId }} search={{ tab: 'webhook' }}>
          ← {said.all}
        </Link>
        <div className="app-head">
          <Title>{said.title}</Title>
          <Badge color={deliveryColours[state]}>{deliveryWords[state]}</Badge>
        </div>
      </div>
      <dl className="facts">
        <dt>{said.id}</dt>
        <dd>
          <Copied value={deliveryId} />
        </dd>
        <dt>{said.event}</dt>
        <dd>
          <code>{eventType}</code>
        </dd>
        <dt>{said.made}</dt>
        <dd>
          <Moment at={createdDate} />
        </dd>
        <dt>{endedDate === null ? said.next : said.ended}</dt>
        <dd>
          <Moment at={endedDate ?? nextAttemptDate} />
        </dd>
        {againOf !== null && (
          <>
            <dt>{said.againOf}</dt>
            <dd>
              <AnchorLink
                to="/console/apps/$clientId/deliveries/$deliveryId"
                params={{ clientId, deliveryId: againOf }}
              >
                <code>{againOf}</code>
              </AnchorLink>
            </dd>
          </>
        )}
      </dl>
      {state !== 'WAITING' && <SendAgain clientId={clientId} deliveryId={deliveryId} />}
      {body && (
        <section className="card" aria-labelledby="body">
          <h2 id="body">{said.body}</h2>
          <Exact bytes={body} label={said.body} />
        </section>
      )}
      {attemptsMade.length === 0 && <p className="soft small">{said.noAttempt}</p>}
      {attemptsMade.map((attempt) => (
        <AttemptCard key={attempt.resendNo} attempt={attempt} body={body} />
      ))}
      <p className="small">
        <AnchorLink to="/reference/signature">{said.check}</AnchorLink>
      </p>
    </Stack>
  )
}

/** Sends the same event anew: a message of its own, signed with the secret of today, as a message is sent four times at the most. */
function SendAgain({ clientId, deliveryId }: { clientId: string; deliveryId: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const again = useMutation({
    mutationFn: () => api(consoleWebhooks.sendAgain, { inPath: { clientId }, body: { deliveryIds: [deliveryId] } }),
    onSuccess: async ({ data: [made] }) => {
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] })
      if (made)
        await navigate({
          to: '/console/apps/$clientId/deliveries/$deliveryId',
          params: { clientId, deliveryId: made.deliveryId },
        })
    },
  })
  return (
    <section className="card" aria-label={said.again}>
      <Group gap="sm">
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {said.again}
        </Button>
        <p className="small soft again">{said.againHint}</p>
      </Group>
      {again.error && <Failed error={again.error} again={() => again.mutate()} />}
    </section>
  )
}

function AttemptCard({ attempt, body }: { attempt: Attempt; body: Bytes | null }) {
  const { resendNo, beganDate, tookMs, outcome, reason, status, url, headers, answer } = attempt
  const id = `attempt-${resendNo}`
  return (
    <section className="card" aria-labelledby={id}>
      <div className="app-head">
        <h2 id={id}>{resendNo === 0 ? said.first : said.resend(resendNo)}</h2>
        <Badge color={outcome === 'DELIVERED' ? 'teal' : outcome === null ? 'orange' : 'red'}>
          {outcome === null ? said.underWay : said.outcomes[outcome]}
          {status !== null && ` ${status}`}
        </Badge>
        <span className="small soft">
          <Moment at={beganDate} />
          {tookMs !== null && ` · ${tookMs} ms`}
        </span>
      </div>
      {reason !== null && outcome !== 'DELIVERED' && <p className="bad after">{causeIn(reason)}</p>}
      <h3>{said.sent}</h3>
      <p className="small">
        <code>POST {url}</code>
      </p>
      <Headers headers={headers} />
      {body && (
        <p className="small after">
          <Copied value={curlOf({ method: 'POST', url, headers, body: body.text })} shown={said.curl} />
        </p>
      )}
      <h3>{said.answered}</h3>
      {answer === null ? (
        <p className="small soft">{said.noAnswer}</p>
      ) : (
        <>
          <Headers headers={answer.headers} />
          {answer.body.text === '' ? (
            <p className="small soft after">{said.emptyAnswer}</p>
          ) : (
            <Exact bytes={answer.body} label={said.answered} />
          )}
          {answer.truncated && <p className="small soft">{said.truncated}</p>}
        </>
      )}
    </section>
  )
}

const spellings = ['text', 'base64', 'hex'] as const
type Spelling = (typeof spellings)[number]

/** Bytes as text, in base64 and in hexadecimal. */
function Exact({ bytes, label }: { bytes: Bytes; label: string }) {
  const [spelling, setSpelling] = useState<Spelling>('text')
  const spelled = { text: bytes.text, base64: bytes.base64, hex: '' }
  if (spelling === 'hex') spelled.hex = hexOf(bytes.base64)
  return (
    <div className="exact">
      <SegmentedControl
        size="xs"
        aria-label={`${label}: ${said.spelling}`}
        value={spelling}
        onChange={setSpelling}
        data={spellings.map((one) => ({ value: one, label: said.spellings[one] }))}
      />
      <pre>{spelled[spelling]}</pre>
      <Copied value={spelled[spelling]} shown={said.copy(atob(bytes.base64).length)} />
    </div>
  )
}

function hexOf(base64: string): string {
  return Array.from(atob(base64), (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(' ')
}

const said = inLanguage({
  ko: {
    all: '보낸 알림',
    title: '알림',
    id: '메시지 ID',
    event: '이벤트',
    made: '만든 때',
    next: '다음 시도',
    ended: '끝난 때',
    againOf: '다시 보낸 알림',
    again: '다시 보내기',
    againHint: '같은 이벤트를 새 메시지로 보냅니다. ID, 시각, 서명이 새것이고, dropsClaimId는 같습니다.',
    body: '본문',
    noAttempt: '아직 시도하지 않았습니다.',
    first: '첫 시도',
    resend: (no: number) => `${no}번째 다시 보내기`,
    underWay: '보내는 중',
    outcomes: { DELIVERED: '전달됨', REFUSED: '거절됨', FAILED: '실패', UNKNOWN: '알 수 없음' },
    sent: '보낸 것',
    curl: 'curl … (같은 메시지를 그대로)',
    answered: '받은 답',
    noAnswer: '답이 없었습니다.',
    emptyAnswer: '본문이 없습니다.',
    truncated: '답이 길어 앞부분만 남겼습니다.',
    spelling: '보는 방법',
    spellings: { text: '글자', base64: 'base64', hex: '16진수' },
    copy: (bytes: number) => `${bytes.toLocaleString('ko')}바이트 복사`,
    check: '서명이 맞는지 확인하기',
  },
  en: {
    all: 'Notifications',
    title: 'Notification',
    id: 'Message ID',
    event: 'Event',
    made: 'Made',
    next: 'Next attempt',
    ended: 'Ended',
    againOf: 'It repeats',
    again: 'Send again',
    againHint: 'The same event in a new message: id, time and signature are new, dropsClaimId is the same.',
    body: 'Body',
    noAttempt: 'There was no attempt yet.',
    first: 'First attempt',
    resend: (no: number) => `Resend ${no}`,
    underWay: 'under way',
    outcomes: { DELIVERED: 'delivered', REFUSED: 'refused', FAILED: 'failed', UNKNOWN: 'unknown' },
    sent: 'Sent',
    curl: 'curl … (the same message as it was)',
    answered: 'Answered',
    noAnswer: 'There was no answer.',
    emptyAnswer: 'It has no body.',
    truncated: 'The answer is long; its beginning was kept.',
    spelling: 'how it is shown',
    spellings: { text: 'Text', base64: 'base64', hex: 'Hex' },
    copy: (bytes: number) => (bytes === 1 ? 'Copy 1 byte' : `Copy ${bytes.toLocaleString('en')} bytes`),
    check: 'Check its signature',
  },
})
