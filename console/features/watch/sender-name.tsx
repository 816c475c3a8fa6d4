import { localize } from '../../lib/language.ts'
import classes from './sender-name.module.css'

type Props = { channelId: string; name: string; badges?: readonly { imageUrl: string }[]; verified?: boolean }

/** Who speaks: badges, and the name in a colour that is always theirs. */
export function SenderName({ channelId, name, badges = [], verified = false }: Props) {
  return (
    <>
      {badges.map(({ imageUrl }) => {
        const badge = badgeLabel(imageUrl)
        return <img key={imageUrl} className={classes.badge} src={imageUrl} alt={badge} title={badge} />
      })}
      <b className={classes.name} data-hue={senderHue(channelId)}>
        <bdi>{name}</bdi>
      </b>
      {verified && <VerifiedMark />}
    </>
  )
}

export function VerifiedMark() {
  return (
    <svg className={classes.verified} viewBox="0 0 24 24" width="15" height="15" role="img" aria-label={t.verified}>
      <circle cx="12" cy="12" r="10" />
      <path className={classes.tick} d="M7.5 12.5l3 3 6-6.5" />
    </svg>
  )
}

const hueCount = 12

/** Ids are random, so their beginnings are as well spread as any. */
function senderHue(channelId: string): number {
  return parseInt(channelId.slice(0, 6), 16) % hueCount
}

/** The files of the badges are named after what they mean. */
function badgeLabel(imageUrl: string): string {
  const name = /\/(\w+)\.png$/.exec(imageUrl)?.[1]
  return name === 'streamer' || name === 'manager' || name === 'subscriber' ? t[name] : (name ?? '')
}

const t = localize({
  ko: { streamer: '스트리머', manager: '관리자', subscriber: '구독자', verified: '인증된 채널' },
  en: { streamer: 'Streamer', manager: 'Manager', subscriber: 'Subscriber', verified: 'Verified channel' },
})
