import { wordLists } from '@onair/contract'
import type { Command } from '../../command.ts'
import { adminCommand, fieldsText } from '../data/admin-command.ts'
import { openSite } from './settings.ts'

export const addWords = wordsCommand(
  'word add',
  'Add words that the site refuses or reviews, exceptions or reserved names',
)
export const removeWords = wordsCommand('word remove', 'Remove words from a list of the site')

function wordsCommand(name: 'word add' | 'word remove', summary: string): Command {
  return adminCommand({
    name,
    summary,
    endpoint: 'updateSiteSettings',
    positionals: {
      list: { placeholder: '<list>', description: 'as in onair site show', choices: wordLists, isRequired: true },
      words: { placeholder: '<word>', isRepeatable: true, isRequired: true },
    },
    input: ({ list, words }) => ({
      body: { [list]: name === 'word add' ? { added: words, removed: [] } : { added: [], removed: words } },
    }),
    async run({ body }, deps) {
      await using site = await openSite(deps)
      await site.change(body)
      return null
    },
    text: (_content, { body }) => fieldsText(body),
  })
}

export const checkWords = adminCommand({
  name: 'word check',
  summary: 'Check by which word of the site a text would be refused or reviewed, and why it could not be a name',
  endpoint: 'checkWords',
  positionals: { text: { placeholder: '<text>', isRequired: true } },
  input: (body) => ({ body }),
  async run({ body: { text } }, deps) {
    const { checkWords: check } = await import('@onair/server/features/accounts/names/chosen-name.ts')
    await using site = await openSite(deps)
    return check(text, await site.nameRules(), deps)
  },
  text: ({ found, nameRefusal }) =>
    [
      found === null
        ? 'No word of the site is in the text.'
        : `${found.level === 'REFUSE' ? 'Refused' : 'To review'} for ${JSON.stringify(found.word)} (${found.reading}).`,
      nameRefusal === null
        ? 'It can be a name.'
        : `It cannot be a name: ${nameRefusal.code} ${JSON.stringify(nameRefusal.word)}.`,
    ].join('\n'),
})
