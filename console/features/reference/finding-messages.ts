import type { Finding } from '@onair/tools/explain-signature'
import { language } from '../../lib/language.ts'

/** What is wrong with a signature, in the language of the page: the rules say it in English. */
export function findingMessage({ mistake, advice }: Finding): string {
  return language === 'ko' ? koreanMessages[mistake] : advice
}

const rewrittenBody =
  '본문을 읽었다가 다시 쓴 것에 서명했습니다. JSON으로 읽기 전에 받은 바이트 그대로 서명을 계산하세요.'

const koreanMessages: Readonly<Record<Finding['mistake'], string>> = {
  'access token as secret': '액세스 토큰을 썼습니다. 열쇠는 Client secret입니다.',
  'another message': '본문과 헤더가 서로 다른 메시지의 것입니다.',
  base64: '서명은 base64가 아니라 소문자 16진수로 씁니다.',
  'byte order mark': '본문 앞에 바이트 순서 표시(BOM)가 있거나, 그것까지 서명했습니다. 본문의 일부가 아닙니다.',
  'character set': '본문은 UTF-8인데 Latin-1로 읽었습니다.',
  CRLF: '본문 뒤에 CRLF가 있거나, 그것까지 서명했습니다. 본문을 텍스트 파일이 아니라 바이트로 보관하세요.',
  'client id as secret': 'Client ID를 썼습니다. 열쇠는 Client secret입니다.',
  'decoded secret': 'Secret을 base64로 풀었습니다. 글자 그대로 쓰세요.',
  'empty body': '본문 없이 서명했습니다. 빠뜨렸거나, 다른 코드가 먼저 읽어 버렸습니다.',
  'header prefix': '헤더 이름 앞의 말이 이 플랫폼의 것과 다릅니다.',
  'key order': `필드의 순서가 바뀌었습니다. ${rewrittenBody}`,
  'missing header': 'Event-Message-Id, Event-Message-Timestamp, Event-Message-Signature 가운데 없는 헤더가 있습니다.',
  'no SHA-256': 'HMAC-SHA256이 아닙니다. "sha256=" 뒤에 16진수 64자가 있어야 합니다 (SHA-1은 40자, SHA-512는 128자).',
  'no id': '메시지 ID를 맨 앞에 넣어 서명해야 합니다.',
  'no id and timestamp': '본문 앞에 메시지 ID와 시각을 함께 넣어 서명해야 합니다.',
  'no sha256=': '서명은 소문자 "sha256="으로 시작합니다.',
  'no timestamp': '메시지 ID와 본문 사이에 시각을 넣어 서명해야 합니다.',
  'object as body': '객체를 "[object Object]"로 서명했습니다. 받은 바이트 그대로 서명하세요.',
  'quotes around the secret': 'Secret에 따옴표가 붙어 있거나, 따옴표까지 썼습니다. 따옴표는 Secret의 일부가 아닙니다.',
  separators: '메시지 ID, 시각, 본문 사이에는 아무것도 없어야 합니다.',
  'timestamp written again': '시각을 날짜로 읽었다가 다시 썼습니다. 헤더에 있는 글자 그대로 서명하세요.',
  'trailing newline': '본문 뒤에 줄바꿈이 있거나, 그것까지 서명했습니다. 본문의 일부가 아닙니다.',
  'unicode escapes': `글자를 \\uXXXX로 바꾸었습니다. ${rewrittenBody}`,
  'upper-case hex': '서명의 16진수는 소문자입니다.',
  'white space': `빈칸이 바뀌었습니다. ${rewrittenBody}`,
  'white space around the secret':
    'Secret 앞뒤에 빈칸이나 줄바꿈이 있거나, 그것까지 썼습니다. 파일에서 읽은 값은 다듬으세요.',
  'wrong order': '순서는 메시지 ID, 시각, 본문입니다.',
  'wrong secret':
    '다른 Secret이거나, 이 헤더와 함께 온 본문이 아닙니다. Client secret은 글자, 숫자, "-", "_" 43자입니다.',
}
