import { errors, type ErrorKind } from '@onair/contract'
import { operationErrors } from '@onair/contract/reference/operations'
import { strings } from '../../../locales/index.ts'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import type { Operation } from '../operations.ts'
import classes from '../reference.module.css'

const { errors: t, reasons, contract } = strings('reference')

/** Status and message, as they are sent in every language. */
export function ErrorName({ kind }: { kind: ErrorKind }) {
  const { status, message } = errors[kind]
  return (
    <>
      <code>{status}</code> {/[가-힣]/.test(message) ? <code lang="ko">{message}</code> : <code>{message}</code>}
    </>
  )
}

type ErrorNotes = { readonly [Kind in ErrorKind]?: string }

/** The errors that an operation can return. */
export function ErrorTable({ operation: { id, endpoint } }: { operation: Operation }) {
  const translatedNotes: ErrorNotes =
    (contract?.errorNotes as Readonly<Record<string, ErrorNotes>> | undefined)?.[id] ?? {}
  const rows = operationErrors(endpoint).toSorted((one, other) => errors[one.kind].status - errors[other.kind].status)
  return (
    <section className={classes.values}>
      <h3>{t.title}</h3>
      <dl>
        {rows.map(({ kind, when }) => (
          <div key={kind}>
            <dt>
              <ErrorName kind={kind} />
            </dt>
            <dd>
              {t.when[kind]}
              {when !== undefined && (
                <>
                  {': '}
                  <InlineCode text={translatedNotes[kind] ?? when} />
                </>
              )}
              {kind === 'badInput' && (
                <p>
                  <AnchorLink inherit to="/reference" hash="reasons">
                    {reasons.link}
                  </AnchorLink>
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Reasons that any operation can have, by code. */
export function ReasonTable({ codes }: { codes: Readonly<Record<string, string>> }) {
  return (
    <div className={classes.values}>
      <dl>
        {Object.entries(codes).map(([code, text]) => (
          <div key={code} id={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>
              <InlineCode text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
