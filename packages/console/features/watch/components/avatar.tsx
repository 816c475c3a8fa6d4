import classes from './avatar.module.css'

const graphemes = new Intl.Segmenter()

type Props = { name: string; imageUrl: string | null; small?: boolean }

/** The image of a channel, or the first letter of its name. */
export function Avatar({ name, imageUrl, small = false }: Props) {
  const className = small ? `${classes.avatar} ${classes.small}` : classes.avatar
  if (imageUrl !== null) return <img className={className} src={imageUrl} alt="" width="44" height="44" />
  return (
    <span className={className} aria-hidden="true">
      {[...graphemes.segment(name)][0]?.segment.toUpperCase()}
    </span>
  )
}
