import { IconEyeOff } from '../../../ui/first-icons.tsx'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { useHideDonation } from '../../watch/chat/use-hide-donation.ts'
import type { Activity } from '../describe-activity.ts'
import layout from '../../../ui/layout.module.css'

const { activity: activityStrings } = strings('studio')
const { line: t } = strings('watch')

/** Hides a donation to the own channel; nothing if it is hidden. */
export function HideDonationButton({ donation }: { donation: Extract<Activity, { kind: 'DONATION' }> }) {
  const hide = useHideDonation(useVisitorChannelId())
  if (donation.isHidden) return null
  const { activityId: eventId, channelId, channelName } = donation
  return (
    <button
      type="button"
      className={layout.iconButton}
      aria-label={t.hideDonationOf(channelId === null ? activityStrings.anonymous : channelName)}
      title={t.hideDonation}
      disabled={hide.isPending}
      onClick={() => hide.mutate({ eventId })}
    >
      <IconEyeOff size={15} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
