import { Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { listGroups, operationName, operationSummary } from '../operations.ts'
import examples from '@onair/contract/reference/response-examples.json' with { type: 'json' }
import { ErrorTable } from '../components/error-table.tsx'
import { RequiredCredentials } from '../components/required-credentials.tsx'
import { TryIt } from '../components/try-it.tsx'
import { ValueTable } from '../components/value-table.tsx'
import { MethodName } from '../components/method-name.tsx'
import classes from '../reference.module.css'

const { operation: t } = strings('reference')

const operations = new Map(
  listGroups({ isSandbox }).flatMap(({ operations }) =>
    operations.map((operation) => [operation.id as string, operation]),
  ),
)

/** An operation: credentials, parameters, response, errors, and a form to call it. */
export function ReferenceOperation() {
  const { operation: id } = useParams({ from: '/reference/$operation' })
  const operation = operations.get(id)
  if (operation === undefined) return <NotFound />
  const { endpoint } = operation
  const { method, path, aliases = [], pathParams, query, parameters, body, content } = endpoint
  return (
    <div className={classes.columnPage} key={id}>
      <div className={classes.intro}>
        <PageTitle description={<InlineCode text={`${operationSummary(operation)}.`} />}>
          {operationName(operation)}
        </PageTitle>
        <Text component="p" mt="xs">
          <MethodName method={method} size="md" /> <CopyableText value={path} />
        </Text>
        {aliases.length > 0 && (
          <Text size="sm" c="dimmed">
            {t.aliases}{' '}
            {aliases.map((alias) => (
              <code key={alias}>{alias}</code>
            ))}
          </Text>
        )}
        <RequiredCredentials auth={endpoint.auth} />
      </div>
      <Stack gap="lg" className={classes.side}>
        <TryIt operation={operation} />
        <ExampleResponse id={operation.id} />
      </Stack>
      <Stack gap="lg">
        {(pathParams ?? query ?? parameters ?? body) && (
          <div className="card">
            {pathParams && <ValueTable title={t.pathParams} owner={id} schema={pathParams} />}
            {query && <ValueTable title={t.query} owner={id} schema={query} />}
            {parameters && <ValueTable title={t.parameters} owner={id} schema={parameters} />}
            {body && <ValueTable title={t.body} owner={id} schema={body} />}
          </div>
        )}
        <div className="card">
          <ValueTable title={t.content} owner={id} schema={content} isResponse />
        </div>
        <div className="card">
          <ErrorTable operation={operation} />
        </div>
      </Stack>
    </div>
  )
}

/** A response that a test received from this operation. */
function ExampleResponse({ id }: { id: string }) {
  const example = (examples as Readonly<Record<string, unknown>>)[id]
  if (example === undefined) return null
  return (
    <section className="card" aria-labelledby="example">
      <h2 id="example">{t.example}</h2>
      <CodeBlock text={JSON.stringify(example, null, 2)} label={t.example} language="json" />
    </section>
  )
}
