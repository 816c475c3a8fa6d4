import { Alert, Badge, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react'
import { buildRequest } from '@onair/sdk/build-request'
import { useDraft } from '../../../lib/drafts.ts'
import { callReasonMessage, useErrorStrings } from '../../../lib/error-message.ts'
import { isSandbox, separateApiUrl } from '../../../lib/page-settings.ts'
import { listRecords } from '../../inspector/queries/records.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { HeaderList } from '../../../ui/header-list.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { codeSamples, sampleLanguages, type SampleLanguage } from '../code-samples.ts'
import { CredentialsCard } from './credentials-card.tsx'
import { useCredentials, type CredentialValues } from '../credentials.ts'
import type { Operation } from '../operations.ts'
import { sendRequest, type HttpResponse } from '../send-request.ts'
import { OperationInput } from './operation-input.tsx'
import { RecentMessages } from './recent-messages.tsx'
import {
  exampleValues,
  listFields,
  requestInput,
  fieldKey,
  isCredential,
  type OperationField,
  type FieldValues,
} from '../operation-fields.ts'
import classes from '../reference.module.css'
import layout from '../../../ui/layout.module.css'

const { tryIt: t } = strings('reference')

/** A form that calls the operation on this platform and shows the response. */
export function TryIt({ operation: { id, endpoint } }: { operation: Operation }) {
  const { values: credentials, update: updateCredentials } = useCredentials()
  const [draft, setDraft] = useDraft<FieldValues>('try')
  const [secrets, setSecrets] = useState<FieldValues>({})
  const fields = listFields(endpoint)
  const allValues = { ...credentialFields(credentials, fields), ...draft, ...secrets }
  const baseRequest = { baseUrl: separateApiUrl ?? window.location.origin, ...requestInput(endpoint, allValues) }
  const call = useMutation({
    mutationFn: () => sendRequest(buildRequest(endpoint, { ...baseRequest, credentials })),
  })
  const responsePanel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (call.data) responsePanel.current?.scrollIntoView({ block: 'nearest' })
  }, [call.data])
  const changeField = (field: OperationField, value: unknown) => {
    if (isCredential(field)) setSecrets({ ...secrets, [fieldKey(field)]: value })
    else setDraft((before) => ({ ...before, [fieldKey(field)]: value }))
    if (field.name === 'clientId' || field.name === 'clientSecret')
      updateCredentials({ [field.name]: typeof value === 'string' ? value : '' })
  }
  const missing = fields.filter((field) => field.required && isEmpty(allValues[fieldKey(field)]))
  const [isWarned, setWarned] = useState(false)
  const warned = isWarned ? missing : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (separateApiUrl !== null) return
    if (missing.length > 0 && warned.length === 0) return setWarned(true)
    setWarned(false)
    call.mutate()
  }
  return (
    <form className="card" onSubmit={submit} aria-labelledby="try" noValidate>
      <Stack gap="md">
        <h2 id="try">{t.title}</h2>
        {separateApiUrl !== null && (
          <Alert color="orange" title={t.otherHost}>
            {t.curlInstead(separateApiUrl)}
          </Alert>
        )}
        {endpoint.auth.kind !== 'none' && <CredentialsCard kind={endpoint.auth.kind} />}
        {id === 'chat.blindMessage' && (isSandbox || credentials.clientId !== '') && (
          <RecentMessages
            app={isSandbox ? undefined : credentials.clientId}
            onChoose={(ids) =>
              setDraft((before) => ({
                ...before,
                ...Object.fromEntries(Object.entries(ids).map(([name, value]) => [`body.${name}`, value])),
              }))
            }
          />
        )}
        {fields.length > 0 && (
          <SimpleGrid
            minColWidth="min(100%, 14rem)"
            autoFlow="auto-fit"
            className={`${layout.alignStart} ${classes.fields}`}
          >
            {fields.map((field) => (
              <OperationInput
                key={fieldKey(field)}
                {...field}
                error={warned.includes(field) && t.required}
                value={allValues[fieldKey(field)]}
                onChange={(value) => changeField(field, value)}
              />
            ))}
          </SimpleGrid>
        )}
        {separateApiUrl === null && (
          <Group gap="sm">
            <Button type="submit" loading={call.isPending} {...(warned.length > 0 && { variant: 'default' })}>
              {warned.length > 0 ? t.sendAnyway : t.send}
            </Button>
            <Text span size="sm" c="dimmed" role="status">
              {warned.length > 0 && t.missing(warned.map(({ name }) => name).join(', '))}
            </Text>
          </Group>
        )}
        {call.error && <ErrorAlert error={call.error} retry={() => call.mutate()} />}
        {call.data && <ResponsePanel ref={responsePanel} response={call.data} clientId={credentials.clientId} />}
        <CodeSample
          toSample={(write, shown) =>
            write(
              buildRequest(endpoint, {
                ...baseRequest,
                ...requestInput(endpoint, { ...exampleValues(missing), ...withoutEmpty(allValues) }),
                credentials: withPlaceholders(credentials, shown),
              }),
            )
          }
        />
      </Stack>
    </form>
  )
}

type Sampler = (typeof codeSamples)[SampleLanguage]

/** The request as a program. The page shows placeholders for secrets; the copy contains them. */
function CodeSample({ toSample }: { toSample: (write: Sampler, shown: boolean) => string }) {
  const [language, setLanguage] = useLocalStorage<SampleLanguage>({ key: 'reference-language', defaultValue: 'curl' })
  const write = codeSamples[language] ?? codeSamples.curl
  return (
    <Stack component="section" gap="xs" pt="md" className={classes.response} aria-label={t.code}>
      <SegmentedControl
        maw="100%"
        style={{ justifySelf: 'start' }}
        size="xs"
        aria-label={t.code}
        value={language}
        onChange={setLanguage}
        data={Object.entries(sampleLanguages).map(([value, label]) => ({ value: value as SampleLanguage, label }))}
      />
      <CodeBlock
        text={toSample(write, true)}
        value={toSample(write, false)}
        label={sampleLanguages[language]}
        language={language === 'curl' ? 'shell' : language}
      />
    </Stack>
  )
}

type ResponsePanelProps = { ref: Ref<HTMLDivElement>; response: HttpResponse; clientId: string }

function ResponsePanel({ ref, response: { status, statusText, headers, text, tookMs }, clientId }: ResponsePanelProps) {
  // A response that is recorded has the id of its trace.
  const traceId = headers.find(([name]) => name === 'x-request-id')?.[1]
  return (
    <Stack component="section" ref={ref} gap="xs" pt="md" className={classes.response} aria-label={t.response}>
      <p role="status">
        <Badge color={status < 300 ? 'teal' : 'red'}>
          {status} {statusText}
        </Badge>{' '}
        <Text span size="sm" c="dimmed">
          {t.duration(tookMs)}
        </Text>{' '}
        {traceId !== undefined && (isSandbox || clientId !== '') && (
          <AnchorLink
            to="/console/inspector"
            search={{ traceId, ...(!isSandbox && { app: clientId }) }}
            target="_blank"
            size="sm"
          >
            {t.openInInspector}
          </AnchorLink>
        )}
      </p>
      {status >= 400 && traceId !== undefined && (isSandbox || clientId !== '') && (
        <RefusalReason app={isSandbox ? undefined : clientId} traceId={traceId} />
      )}
      <CodeBlock text={formatJson(text)} value={text} label={t.response} language="json" isWrapped />
      <details>
        <Text component="summary" size="md" c="dimmed">
          {t.headers(headers.length)}
        </Text>
        <HeaderList headers={Object.fromEntries(headers)} />
      </details>
    </Stack>
  )
}

/** Why the request was refused, from its record: the response itself names no field. Guests cannot read records. */
function RefusalReason({ app, traceId }: { app: string | undefined; traceId: string }) {
  const isSignedIn = !!useQuery(visitorQuery).data
  const messages = useErrorStrings()
  const { data: reason } = useQuery({
    queryKey: ['records', 'reason', app, traceId],
    queryFn: async () => {
      const { data } = await listRecords(app, { traceId, kind: 'request', summary: true })
      return data[0]?.summary?.reason ?? null
    },
    enabled: isSignedIn,
    refetchInterval: ({ state }) => (state.data === null && state.dataUpdateCount < maxReasonReads ? 1_000 : false),
  })
  return reason && messages !== undefined ? <p className={layout.error}>{callReasonMessage(reason, messages)}</p> : null
}

/** A record is written a moment after the response. */
const maxReasonReads = 5

function isEmpty(value: unknown): boolean {
  return value === undefined || value === ''
}

function withoutEmpty(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

/** Some operations take the application's credentials in their body. */
function credentialFields(credentials: CredentialValues, fields: readonly OperationField[]): FieldValues {
  return Object.fromEntries(
    fields.flatMap((field) =>
      (field.name === 'clientId' || field.name === 'clientSecret') && credentials[field.name] !== ''
        ? [[fieldKey(field), credentials[field.name]]]
        : [],
    ),
  )
}

/** Credentials for a code sample, with a placeholder for each empty one, and for each secret where it is shown. */
function withPlaceholders({ clientId, clientSecret, accessToken }: CredentialValues, shown: boolean): CredentialValues {
  return {
    clientId: clientId || 'CLIENT_ID',
    clientSecret: shown || clientSecret === '' ? 'CLIENT_SECRET' : clientSecret,
    accessToken: shown || accessToken === '' ? 'ACCESS_TOKEN' : accessToken,
  }
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
