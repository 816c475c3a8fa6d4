import { useQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { channelProfileQuery } from './queries.ts'
import { LinkedText, OutsideLink } from './linked-text.tsx'
import classes from './about.module.css'

const t = strings('about')

/** The introduction and the links of a channel, if it has any. `placeholder` is shown in place of the introduction. */
export default function ChannelAbout({ channelId, placeholder }: { channelId: string; placeholder?: string }) {
  const { data: profile } = useQuery(channelProfileQuery(channelId))
  if (profile === undefined) return null
  const { introduction, links } = profile
  if (introduction === '' && links.length === 0 && placeholder === undefined) return null
  return (
    <section className={classes.about} aria-label={t.title}>
      <h2>{t.title}</h2>
      {introduction === '' ? (
        placeholder !== undefined && <p className={classes.placeholder}>{placeholder}</p>
      ) : (
        <p dir="auto" className={classes.introduction}>
          <LinkedText>{introduction}</LinkedText>
        </p>
      )}
      {links.length > 0 && (
        <ul className={classes.links} aria-label={t.links}>
          {links.map(({ label, url }, at) => (
            <li key={at}>
              <OutsideLink url={url} className={classes.link}>
                {label}
              </OutsideLink>
              <small>{new URL(url).host}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
