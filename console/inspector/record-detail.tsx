import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleWebhooks, madeOf, type RecordDetail as Detail } from '@onair/contract'
import { api } from '../api.ts'
import { appsQuery } from '../app-queries.ts'
import { causeIn } from '../cause-words.ts'
import { sentenceOfWhy } from '../refused.ts'
import { useRefusalWords } from '../refusals/words.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { AnchorLink } from '../parts/links.tsx'
import { Headers } from '../parts/headers.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { Chain } from './chain.tsx'
import { curlOfRecord } from './curl.ts'
import { kindWords } from './kinds.ts'
import { Outcome } from './record-row.tsx'
import { readRecords, wholeChainsOf, type Shown } from './records.ts'
import { WhyNot } from './why-not.tsx'

type Given = { app: string | undefined; position: number; onChoose: (position: number | undefined) => void }

/** One record whole: what was asked and answered, or told, and the chain that it is part of. */
export function RecordDetail({ app, position, onChoose }: Given) {
  const { data, error } = useQuery({
    queryKey: ['records', 'one', app, position],
    queryFn: () => readRecords(wholeChainsOf(app), { after: position - 1, before: position + 1, full: true }),
    refetchInterval: 3_000,
  })
  const [record] = data?.data ?? []
  return (
    <aside className="card record-detail" aria-label={said.title}>
      <Button className="back" size="xs" variant="default" onClick={() => onChoose(undefined)}>
        {said.back}
      </Button>
      {error ? (
        <Failed error={error} />
      ) : data === undefined ? (
        <Loading />
      ) : record === undefined ? (
        <p>{said.gone}</p>
      ) : null}
      {record && <Whole app={app} record={record} onChoose={onChoose} />}
    </aside>
  )
}

function Whole({ app, record, onChoose }: Pick<Given, 'app' | 'onChoose'> & { record: Shown }) {
  const { kind, name, status, tookMs, chain, delivery, detail, clientId, appName, channelId, channelName } = record
  const words = useRefusalWords()
  const mayExplain =
    kind === 'event' || (kind === 'request' && status !== null && status >= 400 && madeOf(name) !== undefined)
  return (
    <>
      <h2>
        <span className="record-kind">{kindWords[kind]}</span> {name}{' '}
        <Outcome status={status} state={delivery?.state ?? null} />
      </h2>
      <p className="small soft">
        <Moment at={record.date} /> {tookMs !== null && `· ${tookMs} ms`}{' '}
        {appName !== null && (
          <>
            · <bdi>{appName}</bdi>
          </>
        )}{' '}
        {channelName !== null && (
          <>
            · <bdi>{channelName}</bdi>
          </>
        )}
      </p>
      {detail?.reason && (
        <p className="reason">{(detail.why && sentenceOfWhy(detail.why, words)) ?? causeIn(detail.reason)}</p>
      )}
      {delivery && clientId !== null && <Delivery clientId={clientId} delivery={delivery} />}
      {chain !== null && <Chain app={app} chain={chain} chosen={record.position} onChoose={onChoose} />}
      {mayExplain && <WhyNot key={record.position} app={app} record={record} />}
      {detail === null && kind === 'event' && <p className="small soft">{said.hidden}</p>}
      {detail?.payload && <Body title={said.payload} body={detail.payload} />}
      {detail?.request && (
        <section>
          <h3 className="part">{said.request}</h3>
          <p className="address">
            <code>
              {detail.request.method} {detail.request.url}
            </code>
          </p>
          <Copied value={curlOfRecord(detail.request, window.location.protocol)} shown="curl …" />
          <HeadersOnDemand headers={detail.request.headers} />
          {detail.request.body && <Body title={said.body} body={detail.request.body} />}
        </section>
      )}
      {detail?.answer && (
        <section>
          <h3 className="part">{said.answer}</h3>
          <HeadersOnDemand headers={detail.answer.headers} />
          {detail.answer.body && <Body title={said.body} body={detail.answer.body} />}
        </section>
      )}
      <dl className="facts tight ids">
        {Object.entries({ chain, sessionKey: record.sessionKey, eventId: record.eventId, clientId, channelId }).map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt className="small">{label}</dt>
                <dd>
                  <Copied value={value} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

function Delivery({ clientId, delivery }: { clientId: string; delivery: NonNullable<Shown['delivery']> }) {
  const { deliveryId, state, attempts, nextAttemptDate, reason } = delivery
  const queries = useQueryClient()
  const own = useQuery(appsQuery).data?.data.some((app) => app.clientId === clientId) ?? false
  const again = useMutation({
    mutationFn: () => api(consoleWebhooks.sendAgain, { inPath: { clientId }, body: { deliveryIds: [deliveryId] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['records'] }),
  })
  return (
    <section>
      <p className="small">
        {said.attempts(attempts)} {reason !== null && `· ${causeIn(reason)}`}{' '}
        {nextAttemptDate !== null && state === 'WAITING' && (
          <>
            · {said.next} <Moment at={nextAttemptDate} />
          </>
        )}
      </p>
      {own && (
        <Group gap="sm" mt="xs">
          {state !== 'WAITING' && (
            <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {said.again}
            </Button>
          )}
          <AnchorLink size="sm" to="/console/apps/$clientId" params={{ clientId }} search={{ tab: 'webhook' }}>
            {said.deliveries}
          </AnchorLink>
        </Group>
      )}
      {again.error && <Failed error={again.error} again={() => again.mutate()} />}
    </section>
  )
}

function HeadersOnDemand({ headers }: { headers: Record<string, string> }) {
  return (
    <details>
      <summary className="small soft">
        {said.headers} ({Object.keys(headers).length})
      </summary>
      <Headers headers={headers} />
    </details>
  )
}

function Body({ title, body }: { title: string; body: NonNullable<Detail['payload']> }) {
  return (
    <div>
      <span className="small soft">{title}</span>
      <pre>{pretty(body.text)}</pre>
      {body.cut && <p className="small soft">{said.cut}</p>}
    </div>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const said = inLanguage({
  ko: {
    title: '기록',
    back: '← 목록',
    gone: '이 기록은 더 남아 있지 않습니다.',
    hidden: '이 채널이 이 이벤트의 권한을 주지 않아 내용은 볼 수 없습니다.',
    payload: '내용',
    request: '요청',
    answer: '응답',
    headers: '헤더',
    body: '본문',
    cut: '너무 길어서 여기까지만 남겼습니다.',
    attempts: (count: number) => `${count}번 시도`,
    next: '다음 시도',
    again: '다시 보내기',
    deliveries: '보낸 알림 보기',
  },
  en: {
    title: 'Record',
    back: '← List',
    gone: 'This record is kept no more.',
    hidden: 'The channel did not grant the scope for such events, so what it carried is not shown.',
    payload: 'Payload',
    request: 'Request',
    answer: 'Answer',
    headers: 'Headers',
    body: 'Body',
    cut: 'There was more; only this much is kept.',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    next: 'next',
    again: 'Send again',
    deliveries: 'All notifications',
  },
})
