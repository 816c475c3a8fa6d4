const rules = new Intl.PluralRules('en')

/** `1 minute`, `2,000 minutes`, `1 reply`, `2 replies`. */
export function pluralize(count: number | string, one: string, other = `${one}s`): string {
  const number = Number(count)
  return `${number.toLocaleString('en')} ${rules.select(number) === 'one' ? one : other}`
}
