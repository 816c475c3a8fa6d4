import { limits } from '@onair/contract'

const searchedInEnglish = `looked for in the newest ${limits.recordsPerSearch} records \`before\` and \`after\` the positions asked for`
const searchedInKorean = `\`before\`와 \`after\` 사이의 최근 기록 ${limits.recordsPerSearch}개에서 찾습니다`

/**
 * What the contract says in English of fields and refusals, in Korean, by the English text: whoever changes that changes this.
 * A test finds what is missing, and what nothing says any more.
 */
export const koreanTexts: Readonly<Record<string, string>> = {
  // Fields of the open interface.
  'The names of the scopes, joined by one space': '권한의 이름을 빈칸 하나로 이어 씁니다',
  '1 to 100 characters': '1–100자',
  'Empty: no category any more': '비우면 카테고리를 없앱니다',
  'Letters and digits alone; empty: no tags': '글자와 숫자로만 씁니다. 빈 목록이면 태그를 없앱니다',
  'The id of the category': '카테고리의 ID',
  'The name of the category': '카테고리의 이름',
  'At most 100 characters: code points of the composed form (NFC)': '100자까지. NFC로 합친 코드 포인트로 셉니다',
  'null: until released. Gap 31': 'null이면 풀어 줄 때까지',
  'Connect to it once, within 60 seconds': '60초 안에 한 번만 연결할 수 있습니다',
  'As page.from, page[from], page={"from":…} or from. Gap 60':
    '`page.from`, `page[from]`, `page={"from":…}`, `from` 가운데 어느 것으로 써도 됩니다',
  'The first claim to read': '읽기 시작할 보상 요청',
  'Never together with campaignId': '`campaignId`와 함께 쓸 수 없습니다',
  'The next page.from; null at the end': '다음에 쓸 `page.from`. 끝이면 null',

  // Events and notifications.
  'When it was sent, Asia/Seoul, no zone: 2026-07-26T03:14:18.629000000':
    '보낸 시각. 서울 시각이며 시간대를 쓰지 않습니다: `2026-07-26T03:14:18.629000000`',
  'The same for every session that receives it': '어느 세션이 받든 같습니다',
  'In won': '원 단위',
  'A UUID': 'UUID',
  'When this attempt began: `2026-07-18T14:32:12.000Z`': '이번 시도를 시작한 시각: `2026-07-18T14:32:12.000Z`',
  '`sha256=` and the HMAC-SHA256, in lower-case hex, of id, timestamp and raw body, joined without separators; the key is the client secret':
    '`sha256=` 뒤에, ID와 시각과 받은 그대로의 본문을 사이에 아무것도 없이 이은 것의 HMAC-SHA256을 소문자 16진수로 씁니다. 열쇠는 Client secret입니다',
  'On resends alone: which one it is': '다시 보낼 때만 있습니다. 몇 번째로 다시 보내는지입니다',
  'When the first attempt began': '첫 시도를 시작한 시각',
  'As it was at the first attempt': '첫 시도 때의 주소',

  // Fields of the sandbox.
  'Part of a name, or a whole id': '이름의 일부, 또는 ID 전체',
  "Becomes the title in the channel's broadcast settings": '채널의 방송 설정에 있는 제목이 됩니다',
  'A simulated audience, besides the real one': '진짜 시청자에 더할 가상의 시청자 수',
  'The names of the rewards': '보상의 이름',
  'How long each of them has to be watched for; 0 for those left out': '보상마다 보아야 하는 시간. 빠진 것은 0',
  'Only requests after this number': '이 번호 뒤의 요청만',
  'How many there were in all': '지금까지 온 수',
  'RFC 3339, UTC': 'RFC 3339, UTC',
  'Read as UTF-8': 'UTF-8로 읽은 글',
  'In real time': '실제 시간으로',
  'How many of the first are answered with failStatus': '처음 몇 개를 `failStatus`로 답할지',
  'Whose session it is; null for one of the application': '누구의 세션인지. 애플리케이션의 세션이면 null',
  'How far it was moved in all; moved back as far it is that of the machine':
    '지금까지 옮긴 시간. 그만큼 되돌리면 컴퓨터의 시각과 같아집니다',
  [`Part of the name, whatever the case; ${searchedInEnglish}`]: `이름의 일부. 대문자와 소문자를 가리지 않으며, ${searchedInKorean}`,
  [`\`404\`, or \`4xx\`; ${searchedInEnglish}`]: `\`404\` 또는 \`4xx\`. ${searchedInKorean}`,
  [`Stands in it, whatever the case; ${searchedInEnglish}`]: `기록에 있는 글. 대문자와 소문자를 가리지 않으며, ${searchedInKorean}`,
  'Only records before this position': '이 위치 앞의 기록만',
  'Only records after this position': '이 위치 뒤의 기록만',
  'With headers, bodies and payloads': '헤더, 본문, 내용까지',
  'Numbers the records in the order in which they could be read': '읽을 수 있게 된 순서대로 매긴 번호',
  '`POST /open/v1/chats/send`, `CHAT`, `SYSTEM subscribed`, `closed`':
    '`POST /open/v1/chats/send`, `CHAT`, `SYSTEM subscribed`, `closed`',
  'RFC 3339, UTC, with milliseconds': 'RFC 3339, UTC, 밀리초까지',
  'The id of the request that caused it: `X-Request-Id` of its answer':
    '이것을 일으킨 요청의 ID. 그 답의 `X-Request-Id`와 같습니다',
  [`At most ${limits.recordedTextLength} UTF-16 units of it`]: `UTF-16 단위로 ${limits.recordedTextLength}개까지`,
  'Whether there was more': '더 있었는지',
  'The name of the reason': '까닭의 이름',
  'What is told with the reason': '까닭과 함께 알리는 값',
  'The failure code': '실패 코드',
  'What led to it; one for each address tried': '실패의 원인. 시도한 주소마다 하나',
  'The field that it is about': '어느 필드의 일인지',
  'Ask for those `before` this, for older ones; where something is looked for, also when nothing was found':
    '더 오래된 것은 이 값을 `before`에 넣어 물어보세요. 찾는 글이 있으면 나온 것이 없어도 그렇게 이어 찾습니다',
  'Ask for those `after` this, for newer ones; so far was looked, whatever was found':
    '더 새로운 것은 이 값을 `after`에 넣어 물어보세요. 나온 것이 없어도 여기까지 찾았습니다',
  'The event, by its record': '이벤트의 기록',
  'Or the event by kind, channel and moment': '또는 이벤트의 종류, 채널, 시각',
  'RFC 3339; the last one until then, or until now': 'RFC 3339. 그때까지의 마지막 이벤트. 없으면 지금까지',
  'Without it: any session of the application': '없으면 애플리케이션의 모든 세션',

  // When an operation is refused.
  'also when a value that the grantType needs is missing': '`grantType`에 필요한 값이 없을 때도 거절합니다',
  'also when the title is empty, there is no such category, or a tag holds white space or special characters':
    '제목이 비었거나, 그런 카테고리가 없거나, 태그에 빈칸이나 기호가 있을 때도 거절합니다',
  'also when the caller is not the streamer of that chat': '그 채팅의 스트리머가 아닐 때도 거절합니다',
  'no such message in this chat': '이 채팅에 그런 메시지가 없습니다',
  'also when neither or both are given': '둘 다 없거나 둘 다 있을 때도 거절합니다',
  'also when there is no such user, or they are not restricted':
    '그런 유저가 없거나, 활동이 제한된 사람이 아닐 때도 거절합니다',
  'also when the caller is neither the streamer nor a manager of that chat':
    '그 채팅의 스트리머도 관리자도 아닐 때도 거절합니다',
  'also when there is no such user, or they are not temporarily restricted':
    '그런 유저가 없거나, 잠시 제한된 사람이 아닐 때도 거절합니다',
  'also when there is no such user, when they are the streamer or a manager, or restricted already':
    '그런 유저가 없거나, 스트리머나 관리자이거나, 이미 활동이 제한되었을 때도 거절합니다',
  'also when there is no such user, when they are the streamer or a manager, or temporarily restricted already':
    '그런 유저가 없거나, 스트리머나 관리자이거나, 이미 잠시 제한되었을 때도 거절합니다',
  '10 sessions of the application are open, unused URLs among them':
    '애플리케이션의 세션이 10개 열려 있습니다. 쓰지 않은 URL도 셉니다',
  '3 sessions of the user are open, unused URLs among them': '유저의 세션이 3개 열려 있습니다. 쓰지 않은 URL도 셉니다',
  "also when the session is another user's": '다른 유저의 세션일 때도 거절합니다',
  'also when the session is not connected, or has 30 subscriptions':
    '연결되지 않은 세션이거나 구독이 30개일 때도 거절합니다',
  'no such session of this application': '이 애플리케이션에 그런 세션이 없습니다',
  "the session is another user's": '다른 유저의 세션입니다',
  'also when the session is not connected': '연결되지 않은 세션일 때도 거절합니다',
  'also when campaignId and categoryId stand together': '`campaignId`와 `categoryId`가 함께 있을 때도 거절합니다',
  'no such channel of ownerChannelId': '`ownerChannelId`의 채널이 없습니다',
  'no such application or channel': '그런 애플리케이션이나 채널이 없습니다',
  'no such application, channel or grant': '그런 애플리케이션이나 채널, 동의가 없습니다',
  'the rules of the platform refuse it; the message says why':
    '플랫폼의 규칙에 어긋납니다. 까닭은 `message`와 `why`에 있습니다',
  'no such channel': '그런 채널이 없습니다',
  'also when the channel is not live': '방송 중이 아닐 때도 거절합니다',
  'no such reward or channel': '그런 보상이나 채널이 없습니다',
  'also when the application lacks the drops scope': '애플리케이션에 드롭스 권한이 없을 때도 거절합니다',
  'no such application or category': '그런 애플리케이션이나 카테고리가 없습니다',
  'no such session': '그런 세션이 없습니다',
  'no such application': '그런 애플리케이션이 없습니다',
  'also when no event is named, or neither application nor session':
    '어느 이벤트인지, 또는 어느 애플리케이션이나 세션인지 정하지 않았을 때도 거절합니다',
  'no such application, record or session': '그런 애플리케이션이나 기록, 세션이 없습니다',
}
