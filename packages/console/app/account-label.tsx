import { IconChevronDown, IconSettings } from '../ui/first-icons.tsx'

/** The label of the button of the account menu; null for a guest. */
export function AccountLabel({ channelName }: { channelName: string | null }) {
  if (channelName === null) return <IconSettings size={18} stroke={1.75} aria-hidden="true" />
  return (
    <>
      <bdi>{channelName}</bdi>
      <IconChevronDown size={14} aria-hidden="true" />
    </>
  )
}
