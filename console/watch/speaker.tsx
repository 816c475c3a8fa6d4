import { inLanguage } from '../language.ts'

type Given = { channelId: string; name: string; badges?: readonly { imageUrl: string }[]; verified?: boolean }

/** Who speaks: badges, and the name in a colour that is always theirs. */
export function Speaker({ channelId, name, badges = [], verified = false }: Given) {
  return (
    <>
      {badges.map(({ imageUrl }) => {
        const badge = badgeOf(imageUrl)
        return <img key={imageUrl} className="badge" src={imageUrl} alt={badge} title={badge} />
      })}
      <b className={`speaker hue-${hueOf(channelId)}`}>
        <bdi>{name}</bdi>
      </b>
      {verified && <Verified />}
    </>
  )
}

export function Verified() {
  return (
    <svg className="verified" viewBox="0 0 24 24" width="15" height="15" role="img" aria-label={said.verified}>
      <circle cx="12" cy="12" r="10" />
      <path className="tick" d="M7.5 12.5l3 3 6-6.5" />
    </svg>
  )
}

const hues = 12

/** Ids are random, so their beginnings are as well spread as any. */
function hueOf(channelId: string): number {
  return parseInt(channelId.slice(0, 6), 16) % hues
}

/** The files of the badges are named after what they mean. */
function badgeOf(imageUrl: string): string {
  const name = /\/(\w+)\.png$/.exec(imageUrl)?.[1]
  return name === 'streamer' || name === 'manager' || name === 'subscriber' ? said[name] : (name ?? '')
}

const said = inLanguage({
  ko: { streamer: '스트리머', manager: '관리자', subscriber: '구독자', verified: '인증된 채널' },
  en: { streamer: 'Streamer', manager: 'Manager', subscriber: 'Subscriber', verified: 'Verified channel' },
})
