import { strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'

const { chatter: t } = strings('watch')

type Props = { followedDate: string | null; subscription: { tierNo: number; month: number } | null }

/** Since when a person follows a channel, and their subscription to it: rows of a list of facts. */
export function PersonFacts({ followedDate, subscription }: Props) {
  return (
    <>
      <dt>{followedDate === null ? t.follows : t.followsSince}</dt>
      <dd>{followedDate === null ? t.notFollowing : <RelativeTime at={followedDate} />}</dd>
      <dt>{t.subscribed}</dt>
      <dd>{subscription === null ? t.notSubscribed : t.subscription(subscription.tierNo, subscription.month)}</dd>
    </>
  )
}
