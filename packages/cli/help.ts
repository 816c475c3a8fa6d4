import type { Argument, Command, CommandGroup } from './command.ts'

const width = 34

/** Formats a line for each command, by group. */
export function formatHelp(groups: readonly CommandGroup[]): string {
  const parts = groups.map(({ title, commands }) =>
    [
      `${title}:`,
      ...commands.map((command) =>
        row(`onair ${command.name}${positionalUsage(command)}`, command.summary.split(/[;:]/)[0] ?? ''),
      ),
    ].join('\n'),
  )
  return `onair: a live-streaming platform with an open developer API

${parts.join('\n\n')}

onair <command> --help shows the options of a command. Environment variables set everything else:
docs/operate/settings.md.
`
}

/** The usage, summary, arguments and options of one command. */
export function formatCommandHelp(command: Command): string {
  const positionals = Object.entries(command.positionals).map(([name, positional]) =>
    row(positional.placeholder ?? name, describeArgument(positional)),
  )
  const options = Object.entries(command.options).map(([name, option]) =>
    row(optionUsage(name, option), describeArgument(option)),
  )
  const requiredOptions = Object.entries(command.options).filter(([, { isRequired }]) => isRequired)
  const usage = [
    `onair ${command.name}${positionalUsage(command)}`,
    ...requiredOptions.map(([name, option]) => optionUsage(name, option)),
    ...(options.length > requiredOptions.length ? ['[options]'] : []),
  ].join(' ')
  const rows = [...positionals.filter((line) => line.includes('   ')), ...options]
  return `${usage}\n\n${command.summary}.\n${rows.length === 0 ? '' : `\n${rows.join('\n')}\n`}`
}

function positionalUsage({ positionals }: Command): string {
  return Object.entries(positionals)
    .map(([name, { placeholder = name, isRequired, isRepeatable }]) => {
      const usage = isRepeatable ? `${placeholder} …` : placeholder
      return isRequired ? ` ${usage}` : ` [${usage}]`
    })
    .join('')
}

function optionUsage(name: string, { placeholder }: Argument): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
}

function describeArgument({ description = '', choices, isRepeatable, defaultText }: Argument): string {
  const parts = [description, choices?.join(', ') ?? '', isRepeatable ? 'repeatable' : '']
  const text = parts.filter((part) => part !== '').join('; ')
  return defaultText === undefined ? text : `${text} (default: ${defaultText})`.trimStart()
}

function row(left: string, right: string): string {
  if (right === '') return `  ${left}`
  return left.length < width ? `  ${left.padEnd(width)} ${right}` : `  ${left}\n  ${' '.repeat(width)} ${right}`
}
