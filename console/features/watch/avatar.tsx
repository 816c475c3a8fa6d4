const graphemes = new Intl.Segmenter()

/** The picture of a channel, or the first letter of its name. */
export function Avatar({ name, imageUrl }: { name: string; imageUrl: string | null }) {
  if (imageUrl !== null) return <img className="face" src={imageUrl} alt="" width="44" height="44" />
  return (
    <span className="face" aria-hidden="true">
      {[...graphemes.segment(name)][0]?.segment.toUpperCase()}
    </span>
  )
}
