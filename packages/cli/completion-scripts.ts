import type { Argument, Command } from './command.ts'

type Commands = readonly Command[]

export function bashScript(commands: Commands): string {
  const families = subcommandsOf(commands).map(
    ([first, subcommands]) => `      ${first}) words=${shellQuote(subcommands.join(' '))} ;;`,
  )
  const cases = mostSpecificFirst(commands).map((command) => {
    const values = optionsWithValue(command).map(([name, option]) => `        --${name}) ${bashValues(option)} ;;`)
    const words = [...positionalChoices(command), ...optionNames(command)].join(' ')
    return [
      `    ${patternOf(command)}) case "$prev" in`,
      ...values,
      `        *) words="$words "${shellQuote(words)} ;;`,
      '      esac ;;',
    ].join('\n')
  })
  return `# Completion of onair for bash: source <(onair completion bash)
_onair() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words="" kind=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${shellQuote([...firstWords(commands), '--help'].join(' '))}
  else
    if [ "$COMP_CWORD" -eq 2 ]; then case "\${COMP_WORDS[1]}" in
${families.join('\n')}
    esac; fi
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join('\n')}
    esac
  fi
  if [ -n "$kind" ]; then COMPREPLY=($(compgen "$kind" -- "$cur")); else COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
complete -F _onair onair
`
}

export function zshScript(commands: Commands): string {
  const first = firstWords(commands).map((word) => withDescription(word, summaryOf(commands, word)))
  const families = subcommandsOf(commands).map(
    ([word, subcommands]) =>
      `      ${word}) found+=(${subcommands.map((subcommand) => withDescription(subcommand, summaryOf(commands, `${word} ${subcommand}`))).join(' ')}) ;;`,
  )
  const cases = mostSpecificFirst(commands).map((command) => {
    const values = optionsWithValue(command).map(([name, option]) => `        --${name}) ${zshValues(option)} ;;`)
    const options = Object.entries(command.options).map(([name, { description = '' }]) =>
      withDescription(`--${name}`, description),
    )
    const words = [
      ...positionalChoices(command).map(shellQuote),
      ...options,
      withDescription('--help', 'Show the help'),
    ]
    return [
      `    ${patternOf(command)}) case "$prev" in`,
      ...values,
      `        *) found+=(${words.join(' ')}) ;;`,
      '      esac ;;',
    ].join('\n')
  })
  return `#compdef onair
# Completion of onair for zsh: source <(onair completion zsh)
_onair() {
  local prev="\${words[CURRENT-1]}"
  local -a found
  if (( CURRENT == 2 )); then
    found=(${first.join(' ')})
  else
    if (( CURRENT == 3 )); then case "\${words[2]}" in
${families.join('\n')}
    esac; fi
    case "\${words[2]} \${words[3]}" in
${cases.join('\n')}
    esac
  fi
  _describe 'onair' found
}
if [ "\${funcstack[1]}" = "_onair" ]; then _onair "$@"; else compdef _onair onair; fi
`
}

export function fishScript(commands: Commands): string {
  const words = firstWords(commands).map(
    (word) => `complete -c onair -n __onair_at -a ${word} -d ${shellQuote(summaryOf(commands, word))}`,
  )
  const families = subcommandsOf(commands).flatMap(([word, subcommands]) =>
    subcommands.map(
      (subcommand) =>
        `complete -c onair -n '__onair_at ${word}' -a ${subcommand} -d ${shellQuote(summaryOf(commands, `${word} ${subcommand}`))}`,
    ),
  )
  const options = commands.flatMap((command) => [
    ...positionalChoices(command).map((value) => `complete -c onair -n '__onair_in ${command.name}' -a ${value}`),
    ...Object.entries(command.options).map(
      ([name, option]) =>
        `complete -c onair -n '__onair_in ${command.name}' -l ${name}${fishValues(option)} -d ${shellQuote(option.description ?? '')}`,
    ),
  ])
  return `# Completion of onair for fish: onair completion fish | source
function __onair_at
  set -l words (commandline -opc)
  test "$words[2..]" = "$argv"
end
function __onair_in
  set -l words (commandline -opc)
  set -l last (math (count $argv) + 1)
  test "$words[2..$last]" = "$argv"
end
complete -c onair -f
complete -c onair -l help -d 'Show the help'
${[...words, ...families, ...options].join('\n')}
`
}

function firstWords(commands: Commands): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}

/** The second words of commands, by first word. */
function subcommandsOf(commands: Commands): [string, string[]][] {
  return firstWords(commands)
    .map((first): [string, string[]] => [first, commands.flatMap(({ name }) => name.split(`${first} `)[1] ?? [])])
    .filter(([, subcommands]) => subcommands.length > 0)
}

/** `people create` precedes `people`, whose pattern matches both. */
function mostSpecificFirst(commands: Commands): Commands {
  return commands.toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)
}

function patternOf({ name }: Command): string {
  return name.includes(' ') ? shellQuote(name) : `${shellQuote(`${name} `)}*`
}

function summaryOf(commands: Commands, name: string): string {
  const found = commands.find((command) => command.name === name)
  if (found !== undefined) return found.summary
  return subcommandsOf(commands)
    .flatMap(([first, subcommands]) => (first === name ? subcommands : []))
    .join(', ')
}

function optionsWithValue({ options }: Command): [string, Argument][] {
  return Object.entries(options).filter(([, { placeholder }]) => placeholder !== undefined)
}

function positionalChoices({ positionals }: Command): string[] {
  return Object.values(positionals).flatMap(({ choices = [] }) => [...choices])
}

function optionNames({ options }: Command): string[] {
  return [...Object.keys(options), 'help'].map((name) => `--${name}`)
}

function bashValues({ placeholder, choices = [] }: Argument): string {
  if (placeholder === '<file>') return 'kind=-f'
  return placeholder === '<directory>' ? 'kind=-d' : `words=${shellQuote(choices.join(' '))}`
}

function zshValues({ placeholder, choices = [] }: Argument): string {
  if (placeholder === '<file>') return '_files; return'
  return placeholder === '<directory>' ? '_files -/; return' : `found=(${choices.map(shellQuote).join(' ')})`
}

function fishValues({ placeholder, choices }: Argument): string {
  if (placeholder === undefined) return ''
  if (placeholder === '<file>' || placeholder === '<directory>') return ' -rF'
  return choices === undefined ? ' -x' : ` -xa ${shellQuote(choices.join(' '))}`
}

function withDescription(word: string, description: string): string {
  return shellQuote(`${word}:${description.replaceAll(':', String.raw`\:`)}`)
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
