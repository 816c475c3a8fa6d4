import { Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api, isNotFound } from '../../../lib/api.ts'
import { deliveryQuery, endpointsQuery, webhookQuery, type EndpointKey } from '../queries.ts'
import { failureMessage } from '../failure-messages.ts'
import { curlCommand } from '../../../lib/curl.ts'
import { dateTimeFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText, CopyCurlButton } from '../../../ui/copyable-text.tsx'
import { DeliveryStateBadge } from '../components/webhook/delivery-state-badge.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { HeaderList } from '../../../ui/header-list.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import layout from '../../../ui/layout.module.css'
import classes from './delivery.module.css'

const { delivery: t, deliveries } = strings('apps')
const { webhooks } = strings('common')

type DeliveryDetails = ContentOf<typeof consoleApi.webhooks.getDelivery>
type Attempt = DeliveryDetails['attemptsMade'][number]
type Bytes = NonNullable<DeliveryDetails['body']>

/** A notification: each attempt with its exact request and response, and a button to resend it. */
export function Delivery() {
  const { clientId, deliveryId } = useParams({ from: '/console/apps/$clientId/deliveries/$deliveryId' })
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(clientId, deliveryId))
  if (isNotFound(error)) return <NotFound />
  if (!delivery) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const { state, endpointId, isTest, traceId, body, attemptsMade } = delivery
  const webhookTab = { tab: 'webhook', ...(endpointId !== clientId && { endpoint: endpointId }) } as const
  return (
    <Stack gap="lg">
      <div>
        <Link className={layout.backLink} to="/console/apps/$clientId" params={{ clientId }} search={webhookTab}>
          ← {t.all}
        </Link>
        <Group gap="8px 16px">
          <PageTitle>{t.title}</PageTitle>
          <DeliveryStateBadge state={state} />
          {isTest && <Badge color="gray">{webhooks.test}</Badge>}
          <AnchorLink
            size="sm"
            to="/console/inspector"
            search={{ app: clientId, ...(traceId === null ? { kind: 'delivery' } : { traceId }) }}
          >
            {deliveries.inspector}
          </AnchorLink>
        </Group>
      </div>
      <DeliveryFacts clientId={clientId} delivery={delivery} webhookTab={webhookTab} />
      {state === 'WAITING' ? (
        <SendDeliveryNow clientId={clientId} deliveryId={deliveryId} />
      ) : (
        <ResendDelivery clientId={clientId} deliveryId={deliveryId}>
          {state === 'EXHAUSTED' && <Text mb="sm">{t.exhausted(attemptsMade.length)}</Text>}
        </ResendDelivery>
      )}
      {attemptsMade.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noAttempt}
        </Text>
      )}
      {attemptsMade.map((attempt) => (
        <AttemptCard key={attempt.retryNo} attempt={attempt} body={body} isLast={attempt === attemptsMade.at(-1)} />
      ))}
      {body && (
        <section className="card" aria-labelledby="body">
          <Group gap="8px 16px">
            <h2 id="body">{t.body}</h2>
            <AnchorLink size="sm" to="/reference/signature" search={{ app: clientId, delivery: deliveryId }}>
              {t.verifySignature}
            </AnchorLink>
          </Group>
          <BytesView bytes={body} label={t.body} isJson />
        </section>
      )}
    </Stack>
  )
}

type FactsProps = {
  clientId: string
  delivery: DeliveryDetails
  /** The search of the page of the endpoint. */
  webhookTab: { tab: 'webhook'; endpoint?: string }
}

function DeliveryFacts({ clientId, delivery, webhookTab }: FactsProps) {
  const { deliveryId, endpointId, eventType, createdDate, nextAttemptDate, endedDate, resendOf, lastResend, claim } =
    delivery
  return (
    <Facts>
      <Fact name={t.id}>
        <CopyableText value={deliveryId} />
      </Fact>
      <Fact name={t.event}>
        <code>{eventType}</code>
      </Fact>
      {claim && (
        <>
          <Fact name={deliveries.viewer}>
            <bdi>{claim.channelName || claim.channelId}</bdi>
          </Fact>
          <Fact name={deliveries.reward}>
            <AnchorLink
              inherit
              to="/console/drops/$clientId/$campaignId"
              params={{ clientId, campaignId: claim.campaignId }}
            >
              <bdi>{claim.rewardName}</bdi>
            </AnchorLink>
          </Fact>
        </>
      )}
      <Fact name={t.endpoint}>
        <AnchorLink inherit to="/console/apps/$clientId" params={{ clientId }} search={webhookTab}>
          <EndpointName endpoint={{ clientId, endpointId }} />
        </AnchorLink>
      </Fact>
      <Fact name={t.created}>
        <TimeAndAge at={createdDate} />
      </Fact>
      {endedDate === null ? (
        <Fact name={t.nextAttempt}>
          <NextAttempt endpoint={{ clientId, endpointId }} at={nextAttemptDate} />
        </Fact>
      ) : (
        <Fact name={t.ended}>
          <TimeAndAge at={endedDate} />
        </Fact>
      )}
      {lastResend !== null && (
        <Fact name={t.lastResend}>
          <AnchorLink
            to="/console/apps/$clientId/deliveries/$deliveryId"
            params={{ clientId, deliveryId: lastResend.deliveryId }}
          >
            <code>{lastResend.deliveryId}</code>
          </AnchorLink>{' '}
          <DeliveryStateBadge size="sm" state={lastResend.state} />
        </Fact>
      )}
      {resendOf !== null && (
        <Fact name={t.resendOf}>
          <AnchorLink to="/console/apps/$clientId/deliveries/$deliveryId" params={{ clientId, deliveryId: resendOf }}>
            <code>{resendOf}</code>
          </AnchorLink>
        </Fact>
      )}
    </Facts>
  )
}

function TimeAndAge({ at }: { at: string }) {
  return (
    <>
      <time dateTime={at}>{dateTimeFormat.format(new Date(at))}</time> (<RelativeTime at={at} />)
    </>
  )
}

/** A deleted endpoint is shown by its id. */
function EndpointName({ endpoint }: { endpoint: EndpointKey }) {
  const further = useFurtherEndpoint(endpoint)
  return endpoint.endpointId === endpoint.clientId ? webhooks.registered : (further?.name ?? endpoint.endpointId)
}

/** A disabled webhook has no next attempt. */
function NextAttempt({ endpoint, at }: { endpoint: EndpointKey; at: string | null }) {
  const { clientId, endpointId } = endpoint
  const registered = useQuery({ ...webhookQuery(clientId), enabled: endpointId === clientId }).data?.webhook
  const webhook = useFurtherEndpoint(endpoint) ?? registered
  return webhook?.status === 'DISABLED' ? t.whenEnabled : <RelativeTime at={at} phrase={t.dueAt} />
}

function useFurtherEndpoint({ clientId, endpointId }: EndpointKey) {
  const { data } = useQuery({ ...endpointsQuery(clientId), enabled: endpointId !== clientId })
  return data?.data.find((one) => one.endpointId === endpointId)
}

/** Makes the next attempt without waiting for its time. */
function SendDeliveryNow({ clientId, deliveryId }: { clientId: string; deliveryId: string }) {
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api(consoleApi.webhooks.sendDeliveryNow, { pathParams: { clientId, deliveryId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] }),
  })
  return (
    <section className="card" aria-label={t.sendNow}>
      <Group gap="sm">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t.sendNow}
        </Button>
        <Text flex="1 1 18rem" size="sm" c="dimmed">
          {t.sendNowHint}
        </Text>
      </Group>
      {send.error && <ErrorAlert error={send.error} retry={() => send.mutate()} />}
    </section>
  )
}

type ResendProps = { clientId: string; deliveryId: string; children: ReactNode }

/** Resends the event as a new message, signed with the current secret. */
function ResendDelivery({ clientId, deliveryId, children }: ResendProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const resend = useMutation({
    mutationFn: () =>
      api(consoleApi.webhooks.resendDeliveries, { pathParams: { clientId }, body: { deliveryIds: [deliveryId] } }),
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
    <section className="card" aria-label={t.resend}>
      {children}
      <Group gap="sm">
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t.resend}
        </Button>
        <Text flex="1 1 18rem" size="sm" c="dimmed">
          {t.resendHint}
        </Text>
      </Group>
      {resend.error && <ErrorAlert error={resend.error} retry={() => resend.mutate()} />}
    </section>
  )
}

/** The last attempt is open. */
function AttemptCard({ attempt, body, isLast }: { attempt: Attempt; body: Bytes | null; isLast: boolean }) {
  const { retryNo, beganDate, tookMs, outcome, failure, status, url, headers, response } = attempt
  const id = `attempt-${retryNo}`
  return (
    <section className="card" aria-labelledby={id}>
      <details open={isLast}>
        <summary className={classes.attempt}>
          <h2 id={id}>{retryNo === 0 ? t.firstAttempt : t.retry(retryNo)}</h2>
          <Badge color={outcome === 'DELIVERED' ? 'teal' : outcome === null ? 'orange' : 'red'}>
            {outcome === null ? t.inProgress : t.outcomes[outcome]}
            {status !== null && ` ${status}`}
          </Badge>
          <Text span size="sm" c="dimmed">
            <time dateTime={beganDate}>{dateTimeFormat.format(new Date(beganDate))}</time>
            {tookMs !== null && ` · ${tookMs} ms`}
          </Text>
        </summary>
        {failure !== null && <p className={`${layout.error} ${layout.spaceAbove}`}>{failureMessage(failure)}</p>}
        <Text component="h3" fw={600} c="dimmed" mt="md" mb={4}>
          {t.request}
        </Text>
        <Text size="sm">
          <code>POST {url}</code>
        </Text>
        <HeaderList headers={headers} />
        {body && (
          <Text size="sm" className={layout.spaceAbove}>
            <CopyCurlButton command={curlCommand({ method: 'POST', url, headers, body: body.text })} />
          </Text>
        )}
        <Text component="h3" fw={600} c="dimmed" mt="md" mb={4}>
          {t.response}
        </Text>
        {response === null ? (
          <Text size="sm" c="dimmed">
            {t.noResponse}
          </Text>
        ) : (
          <>
            <Text size="sm">
              <code>{status}</code>
              {tookMs !== null && ` · ${tookMs} ms`}
            </Text>
            <HeaderList headers={response.headers} />
            {response.body.text === '' ? (
              <Text size="sm" c="dimmed" className={layout.spaceAbove}>
                {t.emptyResponse}
              </Text>
            ) : (
              <BytesView bytes={response.body} label={t.response} />
            )}
            {response.truncated && (
              <Text size="sm" c="dimmed">
                {t.truncated}
              </Text>
            )}
          </>
        )}
      </details>
    </section>
  )
}

const encodings = ['json', 'text', 'base64', 'hex'] as const
type Encoding = (typeof encodings)[number]

/** Bytes as text, base64 or hexadecimal. JSON also with a line for each field. */
function BytesView({ bytes, label, isJson = false }: { bytes: Bytes; label: string; isJson?: boolean }) {
  const [encoding, setEncoding] = useState<Encoding>(isJson ? 'json' : 'text')
  const encoded = { json: '', text: bytes.text, base64: bytes.base64, hex: '' }
  if (encoding === 'json') encoded.json = JSON.stringify(JSON.parse(bytes.text), null, 2)
  if (encoding === 'hex') encoded.hex = toHex(bytes.base64)
  return (
    <Stack gap="xs" mt="xs" align="stretch">
      <SegmentedControl
        size="xs"
        aria-label={`${label}: ${t.encoding}`}
        value={encoding}
        onChange={setEncoding}
        data={encodings
          .filter((name) => isJson || name !== 'json')
          .map((name) => ({ value: name, label: t.encodings[name] }))}
      />
      <pre>{encoded[encoding]}</pre>
      {encoding === 'json' ? (
        <Text size="sm" c="dimmed">
          {t.formatted}
        </Text>
      ) : (
        <CopyableText value={encoded[encoding]} display={t.copyBytes(atob(bytes.base64).length)} />
      )}
    </Stack>
  )
}

function toHex(base64: string): string {
  return Array.from(atob(base64), (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(' ')
}
