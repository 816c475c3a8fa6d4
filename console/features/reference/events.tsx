import { Stack, Text } from '@mantine/core'
import { webhooks } from '@onair/contract'
import { headerPrefix } from '@onair/tools/operations'
import { sessionMessages } from '@onair/tools/session-messages'
import { strings } from '../../locales/index.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from '../../ui/inline-code.tsx'
import { ValueTable } from './value-table.tsx'

const { events: t } = strings('reference')

/** The events of sessions, and the webhooks. */
export function ReferenceEvents() {
  return (
    <Stack gap="xl">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      {Object.entries(sessionMessages).map(([name, { payload }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <Text size="sm">
            <InlineCode text={t.messages[name as keyof typeof sessionMessages]} />
          </Text>
          <ValueTable title={t.payload} owner={name} schema={payload} isResponse />
        </section>
      ))}
      {Object.entries(webhooks).map(([name, { headers, body }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <Text size="sm">{t.webhook}</Text>
          <Text size="sm">
            <AnchorLink to="/reference/signature">{t.signature}</AnchorLink>
          </Text>
          <ValueTable title={t.headers(headerPrefix)} owner={name} schema={headers} isResponse />
          <ValueTable title={t.body} owner={name} schema={body} isResponse />
        </section>
      ))}
    </Stack>
  )
}
