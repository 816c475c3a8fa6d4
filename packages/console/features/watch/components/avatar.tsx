import classes from './avatar.module.css'

const graphemes = new Intl.Segmenter()

type Props = { name: string; imageUrl: string | null; size?: 'small' | 'large' }

/** The image of a channel, or the first letter of its name. */
export function Avatar({ name, imageUrl, size }: Props) {
  const className = size === undefined ? classes.avatar : `${classes.avatar} ${classes[size]}`
  if (imageUrl !== null)
    return <img className={className} src={imageUrl} alt="" width="44" height="44" loading="lazy" />
  return (
    <span className={className} aria-hidden="true">
      {[...graphemes.segment(name)][0]?.segment.toUpperCase()}
    </span>
  )
}
