import { useErrorStrings } from '../../../lib/error-message.ts'
import { strings } from '../../../locales/index.ts'
import { RefusedRequestLink, sentencesOf } from '../../inspector/components/missing-event.tsx'
import type { Target } from '../../inspector/delivery-targets.ts'
import type { Explanation, InspectorRecord } from '../../inspector/queries/records.ts'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { fixOfReceiver, type FixContext } from '../fixes.ts'
import { FixButton } from './fix-button.tsx'
import classes from './trace-line.module.css'

const { trace: t } = strings('live')

export type ReceiverResult = { target: Target; verdict: Explanation | undefined }

type Props = { result: ReceiverResult; event: InspectorRecord; context: FixContext; retry: (() => void) | null }

/** A receiver: whether it got the event, and if not, why and what mends it. */
export function Receiver({ result: { target, verdict }, event, context, retry }: Props) {
  const messages = useErrorStrings()
  if (verdict === undefined)
    return (
      <li data-state="running">
        <b>{target.label}</b> <span>{t.pending}</span>
      </li>
    )
  const hasArrived = verdict.reason === 'SENT'
  const [state, outcome] = hasArrived
    ? ['done', t.sent]
    : verdict.reason === 'WAITING'
      ? ['running', t.waits]
      : ['stopped', t.notSent]
  const { text, more, next } = sentencesOf(verdict, messages)
  return (
    <li data-state={state}>
      <b>
        <bdi>{target.label}</bdi>
      </b>{' '}
      <span className={classes.result}>{outcome}</span>
      {!hasArrived && (
        <>
          <p>
            {[text, ...more].join(' ')} <RefusedRequestLink app={target.app} verdict={verdict} />
          </p>
          {next !== null && (
            <p className={classes.next}>
              <InlineCode text={next} />
            </p>
          )}
          <FixButton
            fix={fixOfReceiver(target, verdict, context)}
            awaited={{ clientId: target.app, eventType: event.name, channelId: context.channelId }}
            retry={retry}
            startBot={context.startBot}
          />
        </>
      )}
    </li>
  )
}
