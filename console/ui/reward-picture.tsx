import classes from './campaign-rewards.module.css'

/** The picture of a reward, beside its name unless `name` is given. */
export function RewardPicture({ imageUrl, name = '' }: { imageUrl: string; name?: string }) {
  return <img className={classes.picture} src={imageUrl} alt={name} width="40" height="40" loading="lazy" />
}
