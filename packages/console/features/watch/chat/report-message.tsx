import type { ChatEvent } from '@onair/contract'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import { nameEmoticons } from './message-text.tsx'

type Props = { channelId: string; message: ChatEvent; onClose: () => void }

/** Reports a message to the people who run the site, in place of the dialog that was open. */
export function ReportMessage({ channelId, message: { eventId, content, profile }, onClose }: Props) {
  return (
    <LazyReportDialog
      subject={{ kind: 'MESSAGE', channelId, messageId: eventId }}
      name={profile.nickname}
      content={nameEmoticons(content)}
      onClose={onClose}
    />
  )
}
