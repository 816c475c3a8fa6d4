import { Alert, Button, Group, PasswordInput, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { base64ToBytes, utf8Bytes } from '@onair/sdk/bytes'
import { explainSignature, InvalidHeaders, type Finding } from '@onair/tools/explain-signature'
import { headerPrefix } from '@onair/tools/operations'
import { consoleApi, sandboxApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { appSearch } from '../../lib/app-queries.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import { isSandbox } from '../../lib/page-settings.ts'
import { visitorQuery } from '../../lib/visitor.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from '../../ui/inline-code.tsx'
import layout from '../../ui/layout.module.css'
import classes from './reference.module.css'

const { signature: t, contract } = strings('reference')

const encodings = ['text', 'base64'] as const
type Encoding = (typeof encodings)[number]

/** What a reload keeps: everything but the secret. */
type SignatureInput = { headers: string; body: string; encoding: Encoding; prefix: string; computed: string }
const emptyInput: SignatureInput = { headers: '', body: '', encoding: 'text', prefix: headerPrefix, computed: '' }

/** Finds out why the signature of a notification does not match. Everything is computed in the page. */
export function ReferenceSignature() {
  const [draft, setDraft] = useDraft<SignatureInput>('signature')
  const { headers, body, encoding, prefix, computed } = draft ?? emptyInput
  const [secret, setSecret] = useState('')
  const check = useMutation({
    mutationFn: () =>
      explainSignature({
        headers: [headers],
        body: encoding === 'text' ? utf8Bytes(body) : base64ToBytes(body),
        secret,
        prefix,
        computed: computed === '' ? undefined : computed,
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  const change = (changed: Partial<SignatureInput>) => {
    check.reset()
    setDraft((before) => ({ ...(before ?? emptyInput), ...changed }))
  }
  const fill = (sent: SentNotification) => {
    const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`)
    change({ headers: lines.join('\n'), encoding: sent.body.encoding, body: sent.body.text })
    if (sent.secret !== null) setSecret(sent.secret)
  }
  // Web Crypto is not available on a page that was loaded over plain HTTP from another machine.
  const canHash = globalThis.crypto?.subtle !== undefined
  return (
    <Stack gap="lg">
      <PageTitle description={<InlineCode text={t.about} />}>{t.title}</PageTitle>
      {!canHash && (
        <Alert color="orange" title={t.insecure}>
          <InlineCode text={t.insecureHint} />
        </Alert>
      )}
      <form className="card" onSubmit={submit}>
        <Stack gap="md">
          <FillNotification onFill={fill} />
          <Textarea
            label={t.headers}
            description={t.headersHint}
            placeholder={`${headerPrefix}Event-Message-Id: …\n${headerPrefix}Event-Message-Timestamp: …\n${headerPrefix}Event-Message-Signature: sha256=…`}
            value={headers}
            onChange={(event) => change({ headers: event.currentTarget.value })}
            className={layout.codeField}
            autosize
            minRows={4}
            maxRows={12}
            spellCheck={false}
            required
          />
          <div>
            <Textarea
              label={t.body}
              description={t.bodyHint}
              value={body}
              onChange={(event) => change({ body: event.currentTarget.value })}
              className={layout.codeField}
              autosize
              minRows={4}
              maxRows={12}
              spellCheck={false}
            />
            <SegmentedControl
              mt="xs"
              size="xs"
              aria-label={t.encoding}
              value={encoding}
              onChange={(chosen) => change({ encoding: chosen })}
              data={encodings.map((one) => ({ value: one, label: t.encodings[one] }))}
            />
          </div>
          <PasswordInput
            label="Client Secret"
            value={secret}
            onChange={(event) => {
              check.reset()
              setSecret(event.currentTarget.value)
            }}
            autoComplete="off"
            required
          />
          <div className={classes.columns}>
            <TextInput
              label={t.computed}
              description={t.computedHint}
              value={computed}
              onChange={(event) => change({ computed: event.currentTarget.value })}
              spellCheck={false}
            />
            <TextInput
              label={t.prefix}
              description={t.prefixHint}
              value={prefix}
              onChange={(event) => change({ prefix: event.currentTarget.value })}
              spellCheck={false}
            />
          </div>
          <div>
            <Button type="submit" loading={check.isPending} disabled={headers === '' || secret === '' || !canHash}>
              {t.verify}
            </Button>
          </div>
          <div role="status">
            {check.error !== null && (
              <Alert color="red" title={check.error instanceof InvalidHeaders ? t.invalidHeaders : t.invalidBody} />
            )}
            {check.data && <CheckResult findings={check.data} />}
          </div>
        </Stack>
      </form>
    </Stack>
  )
}

type SentNotification = {
  headers: Readonly<Record<string, string>>
  body: { encoding: Encoding; text: string }
  /** Null if this page does not know it. */
  secret: string | null
}

const searchApps = appSearch()
const searchedApps = 10

/** Fills in the last notification to an application of the signed-in user. */
function FillNotification({ onFill }: { onFill: (notification: SentNotification) => void }) {
  const isSignedIn = !!useQuery(visitorQuery).data
  const { data: newest } = useQuery({ ...newestNotifiedApp, enabled: isSignedIn })
  const [selected, setSelected] = useState<string | null>(null)
  const clientId = selected ?? newest?.clientId
  const load = useMutation({
    mutationFn: async (clientId: string) => {
      const notification = await loadLastNotification(clientId)
      if (notification !== null) onFill(notification)
      return notification
    },
  })
  if (clientId === undefined) return null
  return (
    <>
      <Group align="end" gap="sm">
        <SearchSelect
          label={t.app}
          value={clientId}
          onChange={(chosen) => setSelected(chosen?.value ?? null)}
          search={searchApps}
        />
        <Button variant="default" loading={load.isPending} onClick={() => load.mutate(clientId)}>
          {t.fill}
        </Button>
        <Text span size="sm" c="dimmed" role="status">
          {load.isSuccess &&
            (load.data === null ? t.nothingSent : load.data.secret === null ? t.filledWithoutSecret : t.filled)}
        </Text>
      </Group>
      {load.error && <ErrorAlert error={load.error} retry={() => load.mutate(clientId)} />}
    </>
  )
}

/** The application with the newest notification; the newest application if none has one. */
const newestNotifiedApp = {
  queryKey: ['apps', 'newest-notified'],
  queryFn: async (): Promise<{ clientId: string | undefined }> => {
    const { data: apps } = await api(consoleApi.apps.listApps, { query: { size: searchedApps } })
    const sent = await Promise.all(
      apps.map(async ({ clientId }) => {
        const [latest] = (
          await api(consoleApi.webhooks.listDeliveries, { pathParams: { clientId }, query: { size: 1 } })
        ).data
        return { clientId, createdDate: latest?.createdDate ?? '' }
      }),
    )
    return { clientId: sent.toSorted((one, other) => other.createdDate.localeCompare(one.createdDate))[0]?.clientId }
  },
}

/** Null if no notification was sent. The secret is only known of a sandbox's demo application. */
async function loadLastNotification(clientId: string): Promise<SentNotification | null> {
  const pathParams = { clientId }
  const [latest] = (await api(consoleApi.webhooks.listDeliveries, { pathParams, query: { size: 1 } })).data
  if (latest === undefined) return null
  const { deliveryId } = latest
  const { body, attemptsMade } = await api(consoleApi.webhooks.getDelivery, { pathParams: { clientId, deliveryId } })
  const headers = attemptsMade.at(-1)?.headers
  if (headers === undefined || body === null) return null
  const demo = isSandbox ? (await api(sandboxApi.demo.getOverview)).demo : null
  // A text area changes line ends and unpaired surrogates.
  const isText = bytesToBase64(utf8Bytes(body.text)) === body.base64 && !body.text.includes('\r')
  return {
    headers,
    body: isText ? { encoding: 'text', text: body.text } : { encoding: 'base64', text: body.base64 },
    secret: demo?.clientId === clientId ? demo.clientSecret : null,
  }
}

function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function CheckResult({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <Alert color="teal" title={t.matches} />
  return (
    <Alert color="red" title={t.mismatch}>
      <ul className={classes.list}>
        {findings.map((finding) => (
          <li key={finding.mistake}>
            {contract?.signatureMistakes[finding.mistake] ?? (
              <>
                <b>{finding.mistake}</b>: {finding.advice}
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
