import type { HttpRequest } from '@onair/sdk/build-request'
import { curlLines } from '../../lib/curl.ts'

/** The languages of code samples and their names. */
export const sampleLanguages = {
  curl: 'curl',
  javascript: 'JavaScript, TypeScript',
  python: 'Python',
  java: 'Java',
} as const
export type SampleLanguage = keyof typeof sampleLanguages

/** A program that sends the request and prints status and response, with the standard library of the language only. */
export const codeSamples: Record<SampleLanguage, (request: HttpRequest) => string> = {
  curl: curlLines,

  javascript({ method, url, headers, body }) {
    const headerLines = Object.entries(headers).map(([name, value]) => `    ${quote(name)}: ${quote(value)},`)
    return [
      `const response = await fetch(${quote(String(url))}, {`,
      `  method: ${quote(method)},`,
      ...(headerLines.length === 0 ? [] : ['  headers: {', ...headerLines, '  },']),
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(formatJson(body), '  ')}),`]),
      '})',
      'console.log(response.status, await response.json())',
    ].join('\n')
  },

  python({ method, url, headers, body }) {
    const headerLines = Object.entries(headers).map(([name, value]) => `        ${quote(name)}: ${quote(value)},`)
    return [
      'import json, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${quote(String(url))},`,
      `    method=${quote(method)},`,
      ...(headerLines.length === 0 ? [] : ['    headers={', ...headerLines, '    },']),
      ...(body === undefined ? [] : [`    data=json.dumps(${indent(toPython(JSON.parse(body)), '    ')}).encode(),`]),
      ')',
      'with urllib.request.urlopen(request) as response:',
      '    print(response.status, json.load(response))',
    ].join('\n')
  },

  java({ method, url, headers, body }) {
    return [
      'import java.net.URI;',
      'import java.net.http.*;',
      '',
      'class Example {',
      '  public static void main(String[] args) throws Exception {',
      `    var request = HttpRequest.newBuilder(URI.create(${quote(String(url))}))`,
      method === 'GET'
        ? '        .GET()'
        : `        .method(${quote(method)}, HttpRequest.BodyPublishers.ofString(${quote(body ?? '')}))`,
      ...Object.entries(headers).map(([name, value]) => `        .header(${quote(name)}, ${quote(value)})`),
      '        .build();',
      '    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
      '    System.out.println(response.statusCode() + " " + response.body());',
      '  }',
      '}',
    ].join('\n')
  },
}

/** A JSON string is also a string literal in JavaScript, Python and Java. */
function quote(text: string): string {
  return JSON.stringify(text)
}

function formatJson(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}

function indent(text: string, spaces: string): string {
  return text.replaceAll('\n', `\n${spaces}`)
}

function toPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const lines = Object.entries(value).map(([name, inner]) => `    ${quote(name)}: ${indent(toPython(inner), '    ')},`)
  return lines.length === 0 ? '{}' : ['{', ...lines, '}'].join('\n')
}
