/** The scripts of Unicode 16. Characters of no script, such as digits and emoji, mix with all. */
const scriptNames = `
  Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
  Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee
  Chorasmian Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan
  Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Garay Georgian Glagolitic Gothic Grantha Greek Gujarati
  Gunjala_Gondi Gurmukhi Gurung_Khema Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic
  Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi
  Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian
  Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui
  Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari
  New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic
  Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya
  Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada
  Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagalog
  Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Todhri
  Toto Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
`
  .trim()
  .split(/\s+/)

/** The writing systems of several scripts (UTS 39, 5.1), Korean with Japanese words included. Each also mixes with Latin. */
const writingSystems = [
  ['Han', 'Hangul', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
]
const common = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u
let patterns: readonly (readonly [name: string, RegExp])[] | null = null

/** The scripts of a text that mixes them, or null. Allowed are a single script, and a writing system with or without Latin. */
export function findMixedScripts(text: string): string[] | null {
  if (common.test(text)) return null
  const characters = Array.from(text, scriptsOf).filter((scripts) => scripts.length > 0)
  if (haveOneOf(characters)) return null
  const others = characters.filter((scripts) => !scripts.includes('Latin'))
  if (writingSystems.some((system) => others.every((scripts) => scripts.some((name) => system.includes(name)))))
    return null
  return [...new Set(characters.map(([first = '']) => first.replaceAll('_', ' ')))]
}

/** Whether a script is common to all characters. */
function haveOneOf(characters: readonly string[][]): boolean {
  return (characters[0] ?? []).some((name) => characters.every((scripts) => scripts.includes(name)))
}

/** The scripts that use this character. Empty: every script does. */
function scriptsOf(character: string): string[] {
  patterns ??= scriptNames.map((name) => [name, new RegExp(String.raw`\p{Script_Extensions=${name}}`, 'u')])
  if (/[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u.test(character)) return []
  return patterns.filter(([, pattern]) => pattern.test(character)).map(([name]) => name)
}
