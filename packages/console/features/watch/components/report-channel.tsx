import { Suspense, useState } from 'react'
import { signInUrl } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { IconFlag } from '../../../ui/icons.tsx'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import classes from './channel-info.module.css'
import layout from '../../../ui/layout.module.css'

const { info: t } = strings('watch')

type Props = { channelId: string; channelName: string; isGuest: boolean }

/** A button that opens the dialog to report a channel. Guests sign in first. */
export default function ReportChannel({ channelId, channelName, isGuest }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${layout.iconButton} ${classes.report}`}
        aria-label={t.report}
        title={t.report}
        onClick={() => (isGuest ? window.location.assign(signInUrl()) : setOpen(true))}
      >
        <IconFlag size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <Suspense>
        {isOpen && (
          <LazyReportDialog
            subject={{ kind: 'CHANNEL', channelId }}
            name={channelName}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
