import { Alert, Button, PasswordInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { base64ToBytes, utf8Bytes } from '@onair/sdk/bytes'
import { explainSignature, InvalidHeaders, type Finding } from '@onair/tools/explain-signature'
import { headerPrefix } from '@onair/tools/operations'
import { localize, language } from '../../lib/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from './inline-code.tsx'
import { findingMessage } from './finding-messages.ts'
import layout from '../../ui/layout.module.css'
import classes from './reference.module.css'

const encodings = ['text', 'base64'] as const
type Encoding = (typeof encodings)[number]

/** Why the signature of a notification does not match, found out in this page: nothing of it is sent anywhere. */
export function ReferenceSignature() {
  const [headers, setHeaders] = useState('')
  const [body, setBody] = useState('')
  const [encoding, setEncoding] = useState<Encoding>('text')
  const [secret, setSecret] = useState('')
  const [prefix, setPrefix] = useState<string>(headerPrefix)
  const [computed, setComputed] = useState('')
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
  const withReset = (change: (text: string) => void) => (text: string) => {
    check.reset()
    change(text)
  }
  // A page that came over plain HTTP from another machine has no Web Crypto.
  const canHash = globalThis.crypto?.subtle !== undefined
  return (
    <Stack gap="lg">
      <PageTitle about={<InlineCode text={t.about} />}>{t.title}</PageTitle>
      {!canHash && (
        <Alert color="orange" title={t.insecure}>
          <InlineCode text={t.insecureHint} />
        </Alert>
      )}
      <form className="card" onSubmit={submit}>
        <Stack gap="md">
          <Textarea
            label={t.headers}
            description={t.headersHint}
            placeholder={`${headerPrefix}Event-Message-Id: …\n${headerPrefix}Event-Message-Timestamp: …\n${headerPrefix}Event-Message-Signature: sha256=…`}
            value={headers}
            onChange={(event) => withReset(setHeaders)(event.currentTarget.value)}
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
              onChange={(event) => withReset(setBody)(event.currentTarget.value)}
              className={layout.codeField}
              autosize
              minRows={4}
              maxRows={12}
              spellCheck={false}
            />
            <SegmentedControl
              mt="xs"
              size="xs"
              aria-label={t.spelling}
              value={encoding}
              onChange={(chosen) => withReset(() => setEncoding(chosen))(chosen)}
              data={encodings.map((one) => ({ value: one, label: t.spellings[one] }))}
            />
          </div>
          <PasswordInput
            label="Client secret"
            value={secret}
            onChange={(event) => withReset(setSecret)(event.currentTarget.value)}
            autoComplete="off"
            required
          />
          <div className={classes.columns}>
            <TextInput
              label={t.computed}
              description={t.computedHint}
              value={computed}
              onChange={(event) => withReset(setComputed)(event.currentTarget.value)}
              spellCheck={false}
            />
            <TextInput
              label={t.prefix}
              description={t.prefixHint}
              value={prefix}
              onChange={(event) => withReset(setPrefix)(event.currentTarget.value)}
              spellCheck={false}
            />
          </div>
          <div>
            <Button type="submit" loading={check.isPending} disabled={headers === '' || secret === '' || !canHash}>
              {t.judge}
            </Button>
          </div>
          <div role="status">
            {check.error !== null && (
              <Alert color="red" title={check.error instanceof InvalidHeaders ? t.noHeaders : t.unreadable} />
            )}
            {check.data && <CheckResult findings={check.data} />}
          </div>
        </Stack>
      </form>
    </Stack>
  )
}

function CheckResult({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <Alert color="teal" title={t.matches} />
  return (
    <Alert color="red" title={t.wrong}>
      <ul className={classes.list}>
        {findings.map((finding) => (
          <li key={finding.mistake}>
            {language === 'en' && (
              <>
                <b>{finding.mistake}</b>:{' '}
              </>
            )}
            {findingMessage(finding)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const t = localize({
  ko: {
    title: '서명 확인',
    about:
      '받은 웹훅의 헤더와 본문, Client secret을 넣으면 서명이 맞는지, 맞지 않으면 무엇을 잘못했는지 알려 줍니다. 계산은 이 페이지 안에서만 하고 아무 데도 보내지 않습니다. 터미널에서는 `onair webhook verify`가 같은 일을 합니다.',
    insecure: '이 주소에서는 계산할 수 없습니다',
    insecureHint: '브라우저는 HTTPS나 localhost에서만 서명을 계산하게 합니다. `onair webhook verify`를 쓰세요.',
    headers: '헤더',
    headersHint: '한 줄에 하나씩, 또는 JSON 객체로',
    body: '본문',
    bodyHint: '받은 바이트 그대로. 브라우저는 붙여 넣은 CRLF를 LF로 바꾸므로, 줄바꿈이 문제라면 base64로 넣으세요.',
    spelling: '본문을 쓴 방법',
    spellings: { text: '글자', base64: 'base64' },
    computed: '직접 계산한 서명 (선택)',
    computedHint: '코드가 만든 값을 넣으면 그것도 확인합니다',
    prefix: '헤더 이름 앞의 말',
    prefixHint: '이 플랫폼이 정한 말',
    judge: '확인',
    noHeaders: '헤더가 JSON이 아닙니다. 중괄호를 확인하세요.',
    unreadable: '본문을 읽을 수 없습니다. base64인지 확인하세요.',
    matches: '서명이 맞습니다.',
    wrong: '서명이 맞지 않습니다.',
  },
  en: {
    title: 'Check a signature',
    about:
      'Put in the headers and body of a notification and the client secret: it says whether the signature matches, and what was done wrong where it does not. All of it is worked out in this page, and nothing is sent. In a terminal, `onair webhook verify` does the same.',
    insecure: 'It cannot be worked out at this address',
    insecureHint: 'Browsers do so over HTTPS or on localhost alone. Use `onair webhook verify`.',
    headers: 'Headers',
    headersHint: 'A header to a line, or an object of them in JSON',
    body: 'Body',
    bodyHint:
      'The bytes as they came. Browsers make LF of a CRLF that is pasted, so give it in base64 where line ends may be the trouble.',
    spelling: 'How the body is written',
    spellings: { text: 'Text', base64: 'base64' },
    computed: 'Signature of your own code (optional)',
    computedHint: 'What your code made of it is judged too',
    prefix: 'Header names begin with',
    prefixHint: 'As this platform has it',
    judge: 'Check',
    noHeaders: 'The headers are not JSON. Look at their braces.',
    unreadable: 'The body cannot be read. Is it base64?',
    matches: 'The signature matches.',
    wrong: 'The signature does not match.',
  },
})
