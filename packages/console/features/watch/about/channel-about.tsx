import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Audience } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { ChannelSchedule } from './channel-schedule.tsx'
import { channelProfileQuery } from './queries.ts'
import { LinkedText, OutsideLink } from './linked-text.tsx'
import classes from './about.module.css'

const t = strings('about')

type Props = { channelId: string; audience: Audience; placeholder?: string }

/** The schedule, the introduction and the links of a channel, if it has any. */
export default function ChannelAbout({ channelId, audience, placeholder }: Props) {
  return (
    <>
      <ChannelSchedule channelId={channelId} audience={audience} />
      <Introduction channelId={channelId} placeholder={placeholder} />
    </>
  )
}

/** `placeholder` is shown in place of the introduction. */
function Introduction({ channelId, placeholder }: Pick<Props, 'channelId' | 'placeholder'>) {
  const { data: profile } = useQuery(channelProfileQuery(channelId))
  if (profile === undefined) return null
  const { introduction, links } = profile
  if (introduction === '' && links.length === 0 && placeholder === undefined) return null
  return (
    <section className={classes.about} aria-label={t.title}>
      <h2>{t.title}</h2>
      {introduction === '' ? (
        placeholder !== undefined && <p className="soft">{placeholder}</p>
      ) : (
        <p dir="auto" className={classes.introduction}>
          <LinkedText>{introduction}</LinkedText>
        </p>
      )}
      {links.length > 0 && (
        <Group component="ul" gap="xs" className={classes.links} aria-label={t.links}>
          {links.map(({ label, url }, at) => (
            <li key={at}>
              <OutsideLink url={url} className={classes.link}>
                {label}
              </OutsideLink>
              <small className="clip">{new URL(url).host}</small>
            </li>
          ))}
        </Group>
      )}
    </section>
  )
}
