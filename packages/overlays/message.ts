const emoticonPattern = /\{:([a-z0-9_]{1,30}):\}/g

/** The nodes of a text: text, which is never HTML, and an image for each emoticon. */
export function messageNodes(text: string, emojis: Readonly<Record<string, string>>): (string | HTMLElement)[] {
  return text.split(emoticonPattern).map((part, index) => {
    const url = Object.hasOwn(emojis, part) ? emojis[part] : undefined
    if (index % 2 === 0) return part
    return url === undefined ? `:${part}:` : image(url, 'emoticon', `:${part}:`)
  })
}

export function image(url: string, className: string, text = ''): HTMLImageElement {
  const element = document.createElement('img')
  element.className = className
  element.src = url
  element.alt = text
  return element
}

export function element(name: string, className: string, ...children: (string | Node)[]): HTMLElement {
  const created = document.createElement(name)
  created.className = className
  created.append(...children)
  return created
}

/** An element with the text of a user, whose direction is that of the text and does not change that of its neighbours. */
export function userText(name: string, className: string, ...children: (string | Node)[]): HTMLElement {
  const created = element(name, className, ...children)
  created.dir = 'auto'
  return created
}

/** A text with values in place of `{name}`. */
export function templateNodes(template: string, params: Record<string, string>): (Node | string)[] {
  // Every second part is the name of a parameter.
  return template.split(/\{(\w+)\}/).map((part, index) => {
    const value = Object.hasOwn(params, part) ? params[part] : undefined
    if (index % 2 === 0) return part
    return value === undefined ? `{${part}}` : userText('b', `param ${part}`, value)
  })
}
