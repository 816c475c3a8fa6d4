import type { Language } from '@onair/contract'
import { escapeHtml } from '../../shared/escape-html.ts'
import type { MailLinks, MailParts, MailStrings } from './mail-text.ts'

/** Mail programs ignore style sheets, so the styles are in the elements. No pictures: they tell who reads a mail. */
const styles = {
  body: 'margin:0;padding:24px 12px;background:#f4f5f7;color:#1c1e24;font:16px/1.6 -apple-system,"Apple SD Gothic Neo","Malgun Gothic","Segoe UI",sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfe1e6;border-radius:12px',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.4',
  button:
    'display:inline-block;padding:12px 20px;background:#1c1e24;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none',
  cell: 'padding:2px 16px 2px 0;text-align:left;vertical-align:top',
  small: 'font-size:13px;color:#5b606b;overflow-wrap:anywhere',
}

/** A mail as HTML. */
export function mailHtml(
  { subject, before, facts = [], button, link, after = [], unsubscribeUrl }: MailParts & MailLinks,
  { footer, orOpen, unsubscribe }: MailStrings,
  { language, siteName }: { language: Language; siteName: string },
): string {
  const main = [
    `<h1 style="${styles.title}">${escapeHtml(subject)}</h1>`,
    ...before.map(paragraph),
    facts.length > 0 &&
      `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts.map(fact).join('')}</table>`,
    button !== undefined &&
      link !== null &&
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="${styles.button}">${escapeHtml(button)}</a></p>
<p style="margin:0 0 16px;${styles.small}">${escapeHtml(orOpen)}<br>${escapeHtml(link)}</p>`,
    ...after.map(paragraph),
    `<p style="margin:0;padding-top:16px;border-top:1px solid #dfe1e6;${styles.small}">${escapeHtml(footer(siteName))}</p>`,
    unsubscribeUrl !== null &&
      `<p style="margin:8px 0 0;${styles.small}"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5b606b">${escapeHtml(unsubscribe)}</a></p>`,
  ].filter((part) => part !== false)
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style='${styles.body}'>
<div style="${styles.card}">
${main.join('\n')}
</div>
</body>
</html>
`
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const fact = ([name, value]: readonly [string, string]) =>
  `<tr><th scope="row" style="${styles.cell};font-weight:600">${escapeHtml(name)}</th><td style="${styles.cell};overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
