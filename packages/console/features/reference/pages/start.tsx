import { Anchor, Stack, Text } from '@mantine/core'
import { errors, openApi, type ErrorKind } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import asyncapiUrl from '../../../../../docs/api/asyncapi.json?url'
import openapiUrl from '../../../../../docs/api/openapi.json?url'
import sandboxUrl from '../../../../../docs/api/sandbox.json?url'
import { firstCalls } from '../first-calls.ts'
import { isSandbox, quotaPerApp, quotaPerToken, separateApiUrl } from '../../../lib/page-settings.ts'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { overviewQuery } from '../../../lib/demo-person.ts'
import { ErrorName, ReasonTable } from '../components/error-table.tsx'
import classes from '../reference.module.css'
import layout from '../../../ui/layout.module.css'

const {
  start: t,
  errors: { when },
  reasons,
} = strings('reference')

const downloads = [
  { name: 'openapi.json', url: openapiUrl, label: t.openapi },
  { name: 'asyncapi.json', url: asyncapiUrl, label: t.asyncapi },
  ...(isSandbox ? [{ name: 'sandbox.json', url: sandboxUrl, label: t.sandboxOpenapi }] : []),
]

/** The first calls, and the base URL, response format, errors and limits of all operations. */
export function ReferenceStart() {
  return (
    <Stack gap="lg" className={classes.wide}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <FirstCalls />
      <section className="card">
        <h2 id="base-url">{t.address}</h2>
        <CopyableText value={separateApiUrl ?? window.location.origin} />
        <h2 id="credentials">{t.credentials}</h2>
        <ul className={layout.steps}>
          {t.kinds.map((kind) => (
            <li key={kind}>
              <InlineCode text={kind} />
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <h2 id="envelope">{t.envelope}</h2>
        <CodeBlock text={'{ "code": 200, "message": null, "content": … }'} label={t.envelope} language="json" />
        <Text size="sm">
          <InlineCode text={t.failure} />
        </Text>
        <div className={classes.values}>
          <dl>
            {Object.keys(errors).map((name) => (
              <div key={name} id={name}>
                <dt>
                  <ErrorName kind={name as ErrorKind} />
                </dt>
                <dd>{when[name as ErrorKind]}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="card" aria-labelledby="reasons">
        <h2 id="reasons">{reasons.title}</h2>
        <Text size="sm">
          <InlineCode text={reasons.about} />
        </Text>
        <ReasonTable codes={reasons.codes} />
        <h3>{reasons.others}</h3>
        <ReasonTable codes={reasons.otherCodes} />
      </section>
      <section className="card">
        <h2 id="limits">{t.limits}</h2>
        <ul className={layout.steps}>
          {[t.callLimits(quotaPerApp, quotaPerToken), ...t.limitList].map((limit) => (
            <li key={limit}>
              <InlineCode text={limit} />
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <h2 id="downloads">{t.downloads}</h2>
        <ul className={layout.steps}>
          {downloads.map(({ name, url, label }) => (
            <li key={name}>
              <Anchor href={url} download={name} size="sm">
                {label}
              </Anchor>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}

/** The steps from the registration to the first event. In a sandbox, with the credentials of the demo application. */
function FirstCalls() {
  const { data } = useQuery({ ...overviewQuery, enabled: isSandbox && separateApiUrl === null })
  const { consentUrl, exchange, call, listen } = firstCalls(
    data?.demo ?? { clientId: 'CLIENT_ID', redirectUri: 'REDIRECT_URL' },
  )
  return (
    <section className="card" aria-labelledby="first-calls">
      <h2 id="first-calls">{t.steps.title}</h2>
      <ol className={classes.guide}>
        <li>
          <div>
            <h3>{t.steps.register}</h3>
            <p>
              {t.steps.registerHint} <AnchorLink to="/console/apps/new">{t.register}</AnchorLink>
              {isSandbox && ` · ${t.steps.demo}`}
            </p>
          </div>
        </li>
        <li>
          <div>
            <h3>{t.steps.consent}</h3>
            <p>
              <InlineCode text={t.steps.consentHint} />{' '}
              {data && <Anchor href={consentUrl}>{t.steps.openConsent}</Anchor>}
            </p>
          </div>
          <Stack gap="xs">
            {!data && <CodeBlock text={new URL(consentUrl, window.location.href).href} label={t.steps.consent} />}
            <CodeBlock text={exchange} label="POST /auth/v1/token" language="shell" />
          </Stack>
        </li>
        <li>
          <div>
            <h3>{t.steps.call}</h3>
            <p>
              <InlineCode text={t.steps.callHint} />
            </p>
          </div>
          <CodeBlock text={call(openApi.user.getMe)} label="GET /open/v1/users/me" language="shell" />
        </li>
        <li>
          <div>
            <h3>{t.steps.listen}</h3>
            <p>
              <InlineCode text={t.steps.listenHint} /> <AnchorLink to="/reference/events">{t.steps.events}</AnchorLink>
            </p>
          </div>
          <CodeBlock text={listen} label="socket.io-client" language="javascript" />
        </li>
        <li>
          <div>
            <h3>{t.steps.trigger}</h3>
            <p>
              <InlineCode text={t.steps.triggerHint} />{' '}
              {isSandbox && (
                <AnchorLink to="/console/trigger" search={{ action: 'chat' }}>
                  {t.steps.openTrigger}
                </AnchorLink>
              )}
            </p>
          </div>
        </li>
      </ol>
    </section>
  )
}
