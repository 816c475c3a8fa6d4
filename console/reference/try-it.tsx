import { Alert, Badge, Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { requestOf } from '@onair/contract/client/request-of'
import { counted } from '../counted.ts'
import { apiElsewhere } from '../api-address.ts'
import { curlOf } from '../curl.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { useCredentials, type Filled } from './credentials.ts'
import type { Operation } from './operations.ts'
import { send, type Answer } from './send.ts'
import { TryField } from './try-field.tsx'
import { fieldsOf, inputOf, keyOf, type Field, type Values } from './try-input.ts'

/** Calls the operation on this very platform, and shows what came back. */
export function TryIt({ operation: { endpoint } }: { operation: Operation }) {
  const { filled, fill } = useCredentials()
  const [values, setValues] = useState<Values>({})
  const fields = fieldsOf(endpoint)
  const all = { ...takenFrom(filled, fields), ...values }
  const base = { baseUrl: apiElsewhere ?? window.location.origin, ...inputOf(endpoint, all) }
  const call = useMutation({ mutationFn: () => send(requestOf(endpoint, { ...base, credentials: filled })) })
  const change = (field: Field, value: unknown) => {
    setValues({ ...values, [keyOf(field)]: value })
    if (field.name === 'clientId' || field.name === 'clientSecret')
      fill({ [field.name]: typeof value === 'string' ? value : '' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (apiElsewhere === null) call.mutate()
  }
  return (
    <form className="card try" onSubmit={submit} aria-labelledby="try" noValidate>
      <Stack gap="md">
        <h2 id="try">{said.title}</h2>
        {apiElsewhere !== null && (
          <Alert color="orange" title={said.elsewhere}>
            {said.byCurl(apiElsewhere)}
          </Alert>
        )}
        {endpoint.auth.kind !== 'none' && <CredentialsCard kind={endpoint.auth.kind} />}
        {fields.length > 0 && (
          <div className="fields">
            {fields.map((field) => (
              <TryField
                key={keyOf(field)}
                {...field}
                value={all[keyOf(field)]}
                onChange={(value) => change(field, value)}
              />
            ))}
          </div>
        )}
        <Group>
          {apiElsewhere === null && (
            <Button type="submit" loading={call.isPending}>
              {said.send}
            </Button>
          )}
          <Copied value={curlOf(requestOf(endpoint, { ...base, credentials: orNamed(filled) }))} shown="curl …" />
        </Group>
        {call.error && <Failed error={call.error} again={() => call.mutate()} />}
        {call.data && <Answered answer={call.data} />}
      </Stack>
    </form>
  )
}

function Answered({ answer: { status, statusText, headers, text, tookMs } }: { answer: Answer }) {
  return (
    <section className="answer" aria-label={said.answer}>
      <p role="status">
        <Badge color={status < 300 ? 'teal' : 'red'}>
          {status} {statusText}
        </Badge>{' '}
        <span className="small soft">{said.took(tookMs)}</span>
      </p>
      <Textarea
        aria-label={said.answer}
        className="code-field"
        value={indented(text)}
        readOnly
        autosize
        maxRows={24}
        spellCheck={false}
      />
      <Copied value={text} shown={said.copyAnswer} />
      <details>
        <summary>{said.headers(headers.length)}</summary>
        <dl className="plain">
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

/** Some operations ask for the application's credentials in their body. */
function takenFrom(filled: Filled, fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.flatMap((field) =>
      (field.name === 'clientId' || field.name === 'clientSecret') && filled[field.name] !== ''
        ? [[keyOf(field), filled[field.name]]]
        : [],
    ),
  )
}

/** What is not filled in is named in the command, to be put in its place. */
function orNamed({ clientId, clientSecret, accessToken }: Filled): Filled {
  return {
    clientId: clientId || 'CLIENT_ID',
    clientSecret: clientSecret || 'CLIENT_SECRET',
    accessToken: accessToken || 'ACCESS_TOKEN',
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const said = inLanguage({
  ko: {
    title: '불러 보기',
    elsewhere: '여기서는 부를 수 없습니다',
    byCurl: (address: string) =>
      `이 플랫폼의 API는 다른 주소(${address})에 있고, 브라우저는 이 페이지에서 그 주소를 부르지 못하게 합니다. 아래 curl을 복사해 터미널에서 부르세요.`,
    send: '보내기',
    answer: '답',
    took: (ms: number) => `${ms} ms 걸림`,
    copyAnswer: '답 복사',
    headers: (count: number) => `헤더 ${count}개`,
  },
  en: {
    title: 'Try it',
    elsewhere: 'It cannot be called from here',
    byCurl: (address: string) =>
      `The API of this platform has an address of its own (${address}), and a browser does not let this page call it. Copy the curl command and call from a terminal.`,
    send: 'Send',
    answer: 'Answer',
    took: (ms: number) => `took ${ms} ms`,
    copyAnswer: 'Copy the answer',
    headers: (count: number) => counted(count, 'header'),
  },
})
