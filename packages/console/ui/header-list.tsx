import classes from './header-list.module.css'

type Props = { headers: Readonly<Record<string, string | readonly string[]>> }

/** The headers of a request or a response. */
export function HeaderList({ headers }: Props) {
  return (
    <dl className={classes.list} data-headers>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{[value].flat().join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}
