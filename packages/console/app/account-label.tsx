import { IconChevronDown, IconSettings } from '../ui/first-icons.tsx'

export type AccountLabelProps = { channelName: string | null; imageUrl: string | null }

/** The label of the button of the account menu; null for a guest. */
export function AccountLabel({ channelName, imageUrl }: AccountLabelProps) {
  if (channelName === null) return <IconSettings size={18} stroke={1.75} aria-hidden="true" />
  return (
    <>
      {imageUrl !== null && <img className="head-picture" src={imageUrl} alt="" width="24" height="24" />}
      <bdi className="clip">{channelName}</bdi>
      <IconChevronDown size={14} aria-hidden="true" />
    </>
  )
}
