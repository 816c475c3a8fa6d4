import { Link } from '@tanstack/react-router'

/** The name of a person, with a link to what the people who run the site see of them. */
export function PersonLink({ channelId, channelName }: { channelId: string; channelName: string }) {
  return (
    <Link to="/admin/people/$channelId" params={{ channelId }}>
      <bdi>{channelName}</bdi>
    </Link>
  )
}
