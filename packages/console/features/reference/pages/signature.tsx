import {
  Alert,
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { base64ToBytes, utf8Bytes } from '@onair/sdk/bytes'
import { explainSignature, InvalidHeaders, type Finding } from '@onair/sdk/explain-signature'
import { headerPrefix } from '@onair/contract/reference/operations'
import { useDraft } from '../../../lib/drafts.ts'
import { appSearch } from '../../apps/queries.ts'
import { SearchSelect } from '../../../ui/forms/search-select.tsx'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { InlineCode } from '../../../ui/inline-code.tsx'
import {
  encodings,
  loadLastNotification,
  loadNotification,
  newestNotifiedApp,
  type Encoding,
  type SentNotification,
} from '../sent-notification.ts'
import layout from '../../../ui/layout.module.css'

const { signature: t, contract } = strings('reference')

/** The values that a reload keeps: everything but the secret. */
type SignatureInput = {
  headers: string
  body: string
  encoding: Encoding
  prefix: string
  computed: string
  /** The name of the endpoint whose own secret signs; null if the client secret does. */
  endpoint: string | null
}
const emptyInput: SignatureInput = {
  headers: '',
  body: '',
  encoding: 'text',
  prefix: headerPrefix,
  computed: '',
  endpoint: null,
}

/** Finds out why the signature of a notification does not match. Everything is computed in the page. */
export function ReferenceSignature() {
  const [draft, setDraft] = useDraft<SignatureInput>('signature')
  const input = { ...emptyInput, ...draft }
  const { headers, body, encoding, prefix, computed, endpoint } = input
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
  const changeSecret = (changed: string) => {
    check.reset()
    setSecret(changed)
  }
  const fill = (sent: SentNotification) => {
    const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`)
    const { encoding, text } = sent.body
    change({ headers: lines.join('\n'), encoding, body: text, computed: '', endpoint: sent.endpoint })
    if (sent.secret !== null) setSecret(sent.secret)
    else if (sent.endpoint !== endpoint) setSecret('')
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
          <SignatureFields input={input} onChange={change} secret={secret} onSecret={changeSecret} />
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

type FieldsProps = {
  input: SignatureInput
  onChange: (changed: Partial<SignatureInput>) => void
  secret: string
  onSecret: (secret: string) => void
}

/** The fields of a received notification, and of the secret that signed it. */
function SignatureFields({ input, onChange, secret, onSecret }: FieldsProps) {
  const { headers, body, encoding, prefix, computed, endpoint } = input
  return (
    <>
      <Textarea
        label={t.headers}
        description={t.headersHint}
        placeholder={`${headerPrefix}Event-Message-Id: …\n${headerPrefix}Event-Message-Timestamp: …\n${headerPrefix}Event-Message-Signature: sha256=…`}
        value={headers}
        onChange={(event) => onChange({ headers: event.currentTarget.value })}
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
          onChange={(event) => onChange({ body: event.currentTarget.value })}
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
          onChange={(chosen) => onChange({ encoding: chosen })}
          data={encodings.map((one) => ({ value: one, label: t.encodings[one] }))}
        />
      </div>
      <PasswordInput
        label={endpoint === null ? 'Client Secret' : t.endpointSecret(endpoint)}
        {...(endpoint !== null && { description: t.endpointSecretHint })}
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
        autoComplete="off"
        required
      />
      <SimpleGrid minColWidth="min(100%, 14rem)" autoFlow="auto-fit" className={layout.alignStart}>
        <TextInput
          label={t.computed}
          description={t.computedHint}
          value={computed}
          onChange={(event) => onChange({ computed: event.currentTarget.value })}
          spellCheck={false}
        />
        <TextInput
          label={t.prefix}
          description={t.prefixHint}
          value={prefix}
          onChange={(event) => onChange({ prefix: event.currentTarget.value })}
          spellCheck={false}
        />
      </SimpleGrid>
    </>
  )
}

const searchApps = appSearch()

/** Fills in the notification of the address, or the last one to an application of the signed-in user. */
function FillNotification({ onFill }: { onFill: (notification: SentNotification) => void }) {
  const { app, delivery } = useSearch({ from: '/reference/signature' })
  const isSignedIn = !!useQuery(visitorQuery).data
  const { data: newest } = useQuery({ ...newestNotifiedApp, enabled: isSignedIn && app === undefined })
  const [selected, setSelected] = useState<string | null>(null)
  const clientId = selected ?? app ?? newest?.clientId
  const load = useMutation({
    mutationFn: ({ clientId, deliveryId }: { clientId: string; deliveryId?: string }) =>
      deliveryId === undefined ? loadLastNotification(clientId) : loadNotification(clientId, deliveryId),
    onSuccess: (notification) => notification !== null && onFill(notification),
  })
  const { mutate } = load
  useEffect(() => {
    if (isSignedIn && app !== undefined && delivery !== undefined) mutate({ clientId: app, deliveryId: delivery })
  }, [isSignedIn, app, delivery, mutate])
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
        <Button variant="default" loading={load.isPending} onClick={() => load.mutate({ clientId })}>
          {t.fill}
        </Button>
        <Text lh="var(--row)" span size="sm" c="dimmed" role="status">
          {load.isSuccess && (load.data === null ? t.nothingSent : fillResult(load.data))}
        </Text>
      </Group>
      {load.error && <ErrorAlert error={load.error} retry={() => load.mutate(load.variables)} />}
    </>
  )
}

function fillResult({ endpoint, secret }: SentNotification): string {
  if (endpoint !== null) return t.filledWithoutEndpointSecret(endpoint)
  return secret === null ? t.filledWithoutSecret : t.filled
}

function CheckResult({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <Alert color="teal" title={t.matches} />
  return (
    <Alert color="red" title={t.mismatch}>
      <ul className={layout.steps}>
        {findings.map((finding) => (
          <li key={finding.mistake}>
            {translated(finding) ?? (
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

function translated(finding: Finding): string | undefined {
  const text = contract?.signatureMistakes[finding.mistake]
  return typeof text === 'function' ? text(finding) : text
}
