import { IconGift } from '../../../ui/icons.tsx'
import classes from './campaign-rewards.module.css'

/** The picture of a reward, or a tile of its size without one; beside its name unless `name` is given. */
export function RewardPicture({ imageUrl, name = '' }: { imageUrl: string | null; name?: string }) {
  if (imageUrl !== null)
    return (
      <img className={`avatar ${classes.picture}`} src={imageUrl} alt={name} width="40" height="40" loading="lazy" />
    )
  return (
    <span
      className={`avatar ${classes.picture}`}
      {...(name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <IconGift size="60%" stroke={1.75} />
    </span>
  )
}
