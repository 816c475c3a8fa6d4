import { Anchor, Stack, Text } from '@mantine/core'
import { errors, type ErrorKind } from '@onair/contract'
import asyncapiUrl from '../../../docs/api/asyncapi.json?url'
import openapiUrl from '../../../docs/api/openapi.json?url'
import sandboxUrl from '../../../docs/api/sandbox.json?url'
import { isSandbox, separateApiUrl } from '../../lib/page-settings.ts'
import { strings } from '../../locales/index.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from '../../ui/inline-code.tsx'
import classes from './reference.module.css'

const {
  start: t,
  errors: { when },
} = strings('reference')

const downloads = [
  { name: 'openapi.json', url: openapiUrl, label: t.openapi },
  { name: 'asyncapi.json', url: asyncapiUrl, label: t.asyncapi },
  ...(isSandbox ? [{ name: 'sandbox.json', url: sandboxUrl, label: t.sandboxOpenapi }] : []),
]

/** Base URL, credentials, response envelope and limits of all operations. */
export function ReferenceStart() {
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <section className="card">
        <h2>{t.address}</h2>
        <CopyableText value={separateApiUrl ?? window.location.origin} />
        <h2>{t.credentials}</h2>
        <ul className={classes.list}>
          {t.kinds.map((kind) => (
            <li key={kind}>
              <InlineCode text={kind} />
            </li>
          ))}
        </ul>
        <Text size="sm">
          <AnchorLink to="/console/apps/new">{t.register}</AnchorLink>
        </Text>
      </section>
      <section className="card">
        <h2>{t.envelope}</h2>
        <pre>{'{ "code": 200, "message": null, "content": … }'}</pre>
        <Text size="sm">
          <InlineCode text={t.failure} />
        </Text>
        <div className={classes.values}>
          <dl>
            {Object.entries(errors).map(([name, { status, message }]) => (
              <div key={name}>
                <dt>
                  <code>
                    {status} {message}
                  </code>
                </dt>
                <dd>{when[name as ErrorKind]}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="card">
        <h2>{t.downloads}</h2>
        <ul className={classes.list}>
          {downloads.map(({ name, url, label }) => (
            <li key={name}>
              <Anchor href={url} download={name} size="sm">
                {label}
              </Anchor>
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <h2>{t.limits}</h2>
        <ul className={classes.list}>
          {t.limitList.map((limit) => (
            <li key={limit}>
              <InlineCode text={limit} />
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}
