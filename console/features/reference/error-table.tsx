import { errors, type ErrorStatus } from '@onair/contract'
import { operationErrors } from '@onair/tools/operations'
import { strings } from '../../locales/index.ts'
import { InlineCode } from './inline-code.tsx'
import type { Operation } from './operations.ts'
import classes from './reference.module.css'

const { errors: t, contract } = strings('reference')

type ErrorNotes = { readonly [Status in ErrorStatus]?: string }

/** The errors that an operation can return. */
export function ErrorTable({ operation: { id, endpoint } }: { operation: Operation }) {
  const translatedNotes: ErrorNotes =
    (contract?.errorNotes as Readonly<Record<string, ErrorNotes>> | undefined)?.[id] ?? {}
  return (
    <section className={classes.values}>
      <h3>{t.title}</h3>
      <dl>
        {operationErrors(endpoint).map(({ status, when }) => (
          <div key={status}>
            <dt>
              <code>
                {errors[status].status} {errors[status].message}
              </code>
            </dt>
            <dd>
              {t.when[status]}
              {when !== undefined && (
                <>
                  {' — '}
                  <InlineCode text={translatedNotes[status] ?? when} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
