import { Alert, Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { buildRequest } from '@onair/sdk/build-request'
import { separateApiUrl } from '../../lib/page-settings.ts'
import { curlCommand } from '../../lib/curl.ts'
import { strings } from '../../locales/index.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { useCredentials, type CredentialValues } from './credentials.ts'
import type { Operation } from './operations.ts'
import { sendRequest, type HttpResponse } from './send-request.ts'
import { OperationInput } from './operation-input.tsx'
import { listFields, requestInput, fieldKey, type OperationField, type FieldValues } from './operation-fields.ts'
import classes from './reference.module.css'
import layout from '../../ui/layout.module.css'

const { tryIt: t } = strings('reference')

/** A form that calls the operation on this platform and shows the response. */
export function TryIt({ operation: { endpoint } }: { operation: Operation }) {
  const { values: credentials, update: updateCredentials } = useCredentials()
  const [values, setValues] = useState<FieldValues>({})
  const fields = listFields(endpoint)
  const allValues = { ...credentialFields(credentials, fields), ...values }
  const baseRequest = { baseUrl: separateApiUrl ?? window.location.origin, ...requestInput(endpoint, allValues) }
  const call = useMutation({
    mutationFn: () => sendRequest(buildRequest(endpoint, { ...baseRequest, credentials })),
  })
  const changeField = (field: OperationField, value: unknown) => {
    setValues({ ...values, [fieldKey(field)]: value })
    if (field.name === 'clientId' || field.name === 'clientSecret')
      updateCredentials({ [field.name]: typeof value === 'string' ? value : '' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (separateApiUrl === null) call.mutate()
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
        {fields.length > 0 && (
          <div className={classes.fields}>
            {fields.map((field) => (
              <OperationInput
                key={fieldKey(field)}
                {...field}
                value={allValues[fieldKey(field)]}
                onChange={(value) => changeField(field, value)}
              />
            ))}
          </div>
        )}
        <Group>
          {separateApiUrl === null && (
            <Button type="submit" loading={call.isPending}>
              {t.send}
            </Button>
          )}
          <CopyableText
            value={curlCommand(buildRequest(endpoint, { ...baseRequest, credentials: withPlaceholders(credentials) }))}
            display="curl …"
          />
        </Group>
        {call.error && <ErrorAlert error={call.error} retry={() => call.mutate()} />}
        {call.data && <ResponsePanel response={call.data} />}
      </Stack>
    </form>
  )
}

function ResponsePanel({ response: { status, statusText, headers, text, tookMs } }: { response: HttpResponse }) {
  return (
    <section className={classes.response} aria-label={t.response}>
      <p role="status">
        <Badge color={status < 300 ? 'teal' : 'red'}>
          {status} {statusText}
        </Badge>{' '}
        <Text span size="sm" c="dimmed">
          {t.duration(tookMs)}
        </Text>
      </p>
      <Textarea
        aria-label={t.response}
        className={layout.codeField}
        value={formatJson(text)}
        readOnly
        autosize
        maxRows={24}
        spellCheck={false}
      />
      <CopyableText value={text} display={t.copyResponse} />
      <details>
        <summary>{t.headers(headers.length)}</summary>
        <dl className={classes.definitions}>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
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

/** Credentials for the curl command, with a placeholder for each empty one. */
function withPlaceholders({ clientId, clientSecret, accessToken }: CredentialValues): CredentialValues {
  return {
    clientId: clientId || 'CLIENT_ID',
    clientSecret: clientSecret || 'CLIENT_SECRET',
    accessToken: accessToken || 'ACCESS_TOKEN',
  }
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
