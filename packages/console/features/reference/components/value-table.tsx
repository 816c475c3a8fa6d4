import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { descriptionOf, describeType, type JsonSchema } from '@onair/contract/reference/describe-schema'
import { schemaRows, withoutNested } from '@onair/contract/reference/schema-rows'
import { translateField } from '../../../locales/contract-texts.ts'
import { strings } from '../../../locales/index.ts'
import { InlineCode } from '../../../ui/inline-code.tsx'
import classes from '../reference.module.css'

const { values: t, contract } = strings('reference')

type Props = {
  title: string
  /** The operation, event or webhook that the fields belong to. */
  owner: string
  schema: JsonSchema
  isResponse?: boolean
}

/** The fields of a schema: name, whether the field is required, type and description. */
export function ValueTable({ title, owner, schema, isResponse = false }: Props) {
  const rows = schemaRows(schema)
  return (
    <section className={classes.values}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          <InlineCode text={describeType(schema, contract?.schema)} />
        </Text>
      ) : (
        <dl>
          {rows.map(({ path, required, schema: property }, index) => (
            <div key={`${path} ${index}`}>
              <dt>
                <code>
                  {path.split('.').map((name, at) => (
                    <Fragment key={at}>
                      {at > 0 && (
                        <>
                          .<wbr />
                        </>
                      )}
                      {name}
                    </Fragment>
                  ))}
                </code>{' '}
                {isResponse
                  ? !required && <span className={classes.tag}>{t.optional}</span>
                  : required && <span className={`${classes.tag} ${classes.required}`}>{t.required}</span>}
              </dt>
              <Field owner={owner} path={path} schema={withoutNested(property)} />
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Field({ owner, path, schema }: { owner: string; path: string; schema: JsonSchema }) {
  const english = descriptionOf(schema)
  return (
    <dd>
      <InlineCode text={describeType(schema, contract?.schema)} />
      {english !== undefined && (
        <p>
          <InlineCode text={(contract && translateField(contract, owner, path)) ?? english} />
        </p>
      )}
    </dd>
  )
}
