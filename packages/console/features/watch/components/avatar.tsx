import classes from './avatar.module.css'

const graphemes = new Intl.Segmenter()

const sizes = { small: classes.small, medium: classes.medium, large: classes.large }

type Props = { name: string; imageUrl: string | null; size?: keyof typeof sizes }

/** The image of a channel, or the first letter of its name. */
export function Avatar({ name, imageUrl, size = 'medium' }: Props) {
  const className = `avatar ${sizes[size]}`
  if (imageUrl !== null)
    return <img className={className} src={imageUrl} alt="" width="44" height="44" loading="lazy" />
  return (
    <span className={className} aria-hidden="true">
      {[...graphemes.segment(name)][0]?.segment.toUpperCase()}
    </span>
  )
}
