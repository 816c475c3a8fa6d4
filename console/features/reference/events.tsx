import { Anchor, Stack, Text } from '@mantine/core'
import { webhooks } from '@onair/contract'
import examples from '@onair/tools/event-examples.json' with { type: 'json' }
import { headerPrefix } from '@onair/tools/operations'
import { sessionMessages } from '@onair/tools/session-messages'
import { strings } from '../../locales/index.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from '../../ui/inline-code.tsx'
import { ValueTable } from './value-table.tsx'
import classes from './reference.module.css'

const { events: t } = strings('reference')

/** The events of sessions, and the webhooks. */
export function ReferenceEvents() {
  return (
    <Stack gap="xl">
      <div>
        <PageTitle description={t.about}>{t.title}</PageTitle>
        <nav aria-label={t.onThisPage} className={classes.jumpList}>
          {[...Object.keys(sessionMessages), ...Object.keys(webhooks)].map((name) => (
            <Anchor key={name} href={`#${name}`} size="sm">
              <code>{name}</code>
            </Anchor>
          ))}
        </nav>
      </div>
      {Object.entries(sessionMessages).map(([name, { payload }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <Text size="sm">
            <InlineCode text={t.messages[name as keyof typeof sessionMessages]} />
          </Text>
          <ValueTable title={t.payload} owner={name} schema={payload} isResponse />
          <Example name={name as keyof typeof examples} />
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
          <Example name={name as keyof typeof examples} />
        </section>
      ))}
    </Stack>
  )
}

/** A message that a test received from this platform. */
function Example({ name }: { name: keyof typeof examples }) {
  return (
    <div className={classes.example}>
      <h3>{t.example}</h3>
      <CodeBlock text={JSON.stringify(examples[name], null, 2)} label={`${t.example}: ${name}`} />
    </div>
  )
}
