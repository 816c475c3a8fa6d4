import { Badge, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleWebhooks, type ContentOf } from '@onair/contract'
import { api, isNotFound } from '../../lib/api.ts'
import { deliveryQuery } from '../../lib/app-queries.ts'
import { failureMessage } from '../../lib/failure-messages.ts'
import { curlCommand } from '../../lib/curl.ts'
import { localize } from '../../lib/language.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { deliveryStateColors, deliveryStateLabels } from '../../ui/delivery-state.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { HeaderList } from '../../ui/header-list.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import layout from '../../ui/layout.module.css'
import classes from './delivery.module.css'

type DeliveryDetails = ContentOf<typeof consoleWebhooks.getDelivery>
type Attempt = DeliveryDetails['attemptsMade'][number]
type Bytes = NonNullable<DeliveryDetails['body']>

/** One notification: each attempt with what was sent and what was answered, byte for byte, and the way to send it again. */
export function Delivery() {
  const { clientId, deliveryId } = useParams({ from: '/console/apps/$clientId/deliveries/$deliveryId' })
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(clientId, deliveryId))
  if (isNotFound(error)) return <NotFound />
  if (!delivery) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const { state, eventType, createdDate, nextAttemptDate, endedDate, resendOf, body, attemptsMade } = delivery
  return (
    <Stack gap="lg">
      <div>
        <Link
          className={layout.backLink}
          to="/console/apps/$clientId"
          params={{ clientId }}
          search={{ tab: 'webhook' }}
        >
          ← {t.all}
        </Link>
        <div className={layout.pageHead}>
          <PageTitle>{t.title}</PageTitle>
          <Badge color={deliveryStateColors[state]}>{deliveryStateLabels[state]}</Badge>
        </div>
      </div>
      <dl className={layout.facts}>
        <dt>{t.id}</dt>
        <dd>
          <CopyableText value={deliveryId} />
        </dd>
        <dt>{t.event}</dt>
        <dd>
          <code>{eventType}</code>
        </dd>
        <dt>{t.made}</dt>
        <dd>
          <RelativeTime at={createdDate} />
        </dd>
        <dt>{endedDate === null ? t.next : t.ended}</dt>
        <dd>
          <RelativeTime at={endedDate ?? nextAttemptDate} />
        </dd>
        {resendOf !== null && (
          <>
            <dt>{t.againOf}</dt>
            <dd>
              <AnchorLink
                to="/console/apps/$clientId/deliveries/$deliveryId"
                params={{ clientId, deliveryId: resendOf }}
              >
                <code>{resendOf}</code>
              </AnchorLink>
            </dd>
          </>
        )}
      </dl>
      {state !== 'WAITING' && <ResendDelivery clientId={clientId} deliveryId={deliveryId} />}
      {body && (
        <section className="card" aria-labelledby="body">
          <h2 id="body">{t.body}</h2>
          <BytesView bytes={body} label={t.body} />
        </section>
      )}
      {attemptsMade.length === 0 && <p className="soft small">{t.noAttempt}</p>}
      {attemptsMade.map((attempt) => (
        <AttemptCard key={attempt.resendNo} attempt={attempt} body={body} />
      ))}
      <p className="small">
        <AnchorLink to="/reference/signature">{t.check}</AnchorLink>
      </p>
    </Stack>
  )
}

/** Sends the same event anew: a message of its own, signed with the secret of today, as a message is sent four times at the most. */
function ResendDelivery({ clientId, deliveryId }: { clientId: string; deliveryId: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const resend = useMutation({
    mutationFn: () =>
      api(consoleWebhooks.resendDeliveries, { pathParams: { clientId }, body: { deliveryIds: [deliveryId] } }),
    onSuccess: async ({ data: [created] }) => {
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] })
      if (created)
        await navigate({
          to: '/console/apps/$clientId/deliveries/$deliveryId',
          params: { clientId, deliveryId: created.deliveryId },
        })
    },
  })
  return (
    <section className="card" aria-label={t.again}>
      <Group gap="sm">
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t.again}
        </Button>
        <p className={`small soft ${classes.resend}`}>{t.againHint}</p>
      </Group>
      {resend.error && <ErrorAlert error={resend.error} retry={() => resend.mutate()} />}
    </section>
  )
}

function AttemptCard({ attempt, body }: { attempt: Attempt; body: Bytes | null }) {
  const { resendNo, beganDate, tookMs, outcome, failure, status, url, headers, answer } = attempt
  const id = `attempt-${resendNo}`
  return (
    <section className="card" aria-labelledby={id}>
      <div className={layout.pageHead}>
        <h2 id={id}>{resendNo === 0 ? t.first : t.resend(resendNo)}</h2>
        <Badge color={outcome === 'DELIVERED' ? 'teal' : outcome === null ? 'orange' : 'red'}>
          {outcome === null ? t.underWay : t.outcomes[outcome]}
          {status !== null && ` ${status}`}
        </Badge>
        <span className="small soft">
          <RelativeTime at={beganDate} />
          {tookMs !== null && ` · ${tookMs} ms`}
        </span>
      </div>
      {failure !== null && <p className={`${layout.error} ${layout.spaceAbove}`}>{failureMessage(failure)}</p>}
      <h3 className={classes.heading}>{t.sent}</h3>
      <p className="small">
        <code>POST {url}</code>
      </p>
      <HeaderList headers={headers} />
      {body && (
        <p className={`small ${layout.spaceAbove}`}>
          <CopyableText value={curlCommand({ method: 'POST', url, headers, body: body.text })} shown={t.curl} />
        </p>
      )}
      <h3 className={classes.heading}>{t.answered}</h3>
      {answer === null ? (
        <p className="small soft">{t.noAnswer}</p>
      ) : (
        <>
          <HeaderList headers={answer.headers} />
          {answer.body.text === '' ? (
            <p className={`small soft ${layout.spaceAbove}`}>{t.emptyAnswer}</p>
          ) : (
            <BytesView bytes={answer.body} label={t.answered} />
          )}
          {answer.truncated && <p className="small soft">{t.truncated}</p>}
        </>
      )}
    </section>
  )
}

const encodings = ['text', 'base64', 'hex'] as const
type Encoding = (typeof encodings)[number]

/** Bytes as text, in base64 and in hexadecimal. */
function BytesView({ bytes, label }: { bytes: Bytes; label: string }) {
  const [encoding, setEncoding] = useState<Encoding>('text')
  const encoded = { text: bytes.text, base64: bytes.base64, hex: '' }
  if (encoding === 'hex') encoded.hex = toHex(bytes.base64)
  return (
    <div className={classes.bytes}>
      <SegmentedControl
        size="xs"
        aria-label={`${label}: ${t.spelling}`}
        value={encoding}
        onChange={setEncoding}
        data={encodings.map((one) => ({ value: one, label: t.spellings[one] }))}
      />
      <pre>{encoded[encoding]}</pre>
      <CopyableText value={encoded[encoding]} shown={t.copy(atob(bytes.base64).length)} />
    </div>
  )
}

function toHex(base64: string): string {
  return Array.from(atob(base64), (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(' ')
}

const t = localize({
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
