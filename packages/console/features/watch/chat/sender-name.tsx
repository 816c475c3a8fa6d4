import type { CSSProperties } from 'react'
import { strings } from '../../../locales/index.ts'
import classes from './sender-name.module.css'

const { sender: t } = strings('watch')
const { verifiedChannel } = strings('common')

type Props = { channelId: string; name: string; badges?: readonly { imageUrl: string }[]; verified?: boolean }

/** The badges and the name of a sender. The colour of the name is derived from the channel id. */
export function SenderName({ channelId, name, badges = [], verified = false }: Props) {
  return (
    <>
      {badges.map(({ imageUrl }) => {
        const badge = badgeLabel(imageUrl)
        return <img key={imageUrl} className={classes.badge} src={imageUrl} alt={badge} title={badge} />
      })}
      <b className={classes.name} style={hueOf(channelId)}>
        <bdi>{name}</bdi>
      </b>
      {verified && <VerifiedMark />}
    </>
  )
}

export function VerifiedMark() {
  return (
    <svg
      className={classes.verified}
      viewBox="0 0 24 24"
      width="15"
      height="15"
      role="img"
      aria-label={verifiedChannel}
    >
      <circle cx="12" cy="12" r="10" />
      <path className={classes.tick} d="M7.5 12.5l3 3 6-6.5" />
    </svg>
  )
}

const hueCount = 12

/** The hue of a name's colour. Channel ids are random, so their first digits are evenly distributed. */
function hueOf(channelId: string): CSSProperties {
  const index = parseInt(channelId.slice(0, 6), 16) % hueCount
  return { '--hue': 15 + (index * 360) / hueCount } as CSSProperties
}

/** The file name identifies a badge: `…/manager.png`. */
function badgeLabel(imageUrl: string): string {
  const name = /\/(\w+)\.png$/.exec(imageUrl)?.[1]
  return name === 'streamer' || name === 'manager' || name === 'subscriber' ? t[name] : (name ?? '')
}
