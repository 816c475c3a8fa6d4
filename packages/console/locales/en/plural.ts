const rules = new Intl.PluralRules('en')
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinalEndings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `1st`, `22nd`, `1,000th`. */
export function ordinal(number: number): string {
  return `${number.toLocaleString('en')}${ordinalEndings[ordinalRules.select(number)] ?? 'th'}`
}

/** `1 minute`, `2,000 minutes`, `1 reply`, `2 replies`. */
export function pluralize(count: number | string, one: string, other = `${one}s`): string {
  const number = Number(count)
  return `${number.toLocaleString('en')} ${rules.select(number) === 'one' ? one : other}`
}
