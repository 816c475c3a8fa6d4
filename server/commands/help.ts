import type { Argument, Command, CommandGroup } from './command.ts'

const width = 34

/** Every command in a line, group by group. */
export function helpOfAll(groups: readonly CommandGroup[]): string {
  const parts = groups.map(({ title, commands }) =>
    [
      `${title}:`,
      ...commands.map((one) => row(`onair ${one.words}${inPlaceOf(one)}`, one.does.split(/[;:]/)[0] ?? '')),
    ].join('\n'),
  )
  return `onair: a live-streaming platform with an open developer interface

${parts.join('\n\n')}

onair <command> --help prints the options of a command. Everything else is a setting in the environment:
docs/operate/settings.md.
`
}

/** One command with what it is given. */
export function helpOf(command: Command): string {
  const takes = Object.entries(command.takes).map(([name, place]) => row(place.value ?? name, wordsOf(place)))
  const options = Object.entries(command.options).map(([name, option]) => row(spelled(name, option), wordsOf(option)))
  const needed = Object.entries(command.options).filter(([, { isNeeded }]) => isNeeded)
  const usage = [
    `onair ${command.words}${inPlaceOf(command)}`,
    ...needed.map(([name, option]) => spelled(name, option)),
    ...(options.length > needed.length ? ['[options]'] : []),
  ].join(' ')
  const rows = [...takes.filter((one) => one.includes('   ')), ...options]
  return `${usage}\n\n${command.does}.\n${rows.length === 0 ? '' : `\n${rows.join('\n')}\n`}`
}

function inPlaceOf({ takes }: Command): string {
  return Object.entries(takes)
    .map(([name, { value = name, isNeeded, isMany }]) => {
      const one = isMany ? `${value} …` : value
      return isNeeded ? ` ${one}` : ` [${one}]`
    })
    .join('')
}

function spelled(name: string, { value }: Argument): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}

function wordsOf({ says = '', oneOf, isMany, otherwise }: Argument): string {
  const parts = [says, oneOf?.join(', ') ?? '', isMany ? 'may be given again' : '']
  const words = parts.filter((part) => part !== '').join('; ')
  return otherwise === undefined ? words : `${words} (${otherwise})`.trimStart()
}

function row(left: string, right: string): string {
  if (right === '') return `  ${left}`
  return left.length < width ? `  ${left.padEnd(width)} ${right}` : `  ${left}\n  ${' '.repeat(width)} ${right}`
}
