/** The words of the reference for a thing, and other words for it that people search for. In lower case. */
const synonyms: readonly { used: readonly string[]; others: readonly string[] }[] = [
  { used: ['token', '토큰', '인증'], others: ['oauth', 'login', 'sign-in', 'signin', '로그인'] },
  { used: ['session', '세션'], others: ['websocket', 'socket', 'socket.io', '웹소켓', '소켓'] },
  { used: ['chat', '채팅'], others: ['message', '메시지'] },
  { used: ['restrict', '제한'], others: ['ban', 'block', 'mute', 'timeout', '밴', '차단'] },
  { used: ['manager', '매니저', '관리자'], others: ['moderator', 'mod'] },
  { used: ['live', '방송', '라이브'], others: ['stream', 'broadcast', '스트림'] },
  { used: ['notice', '공지'], others: ['announcement', 'pin'] },
  { used: ['category', '카테고리'], others: ['game', '게임'] },
  { used: ['donat', '후원'], others: ['tip', 'cheer', '도네이션'] },
  { used: ['subscri', '구독'], others: ['sub'] },
  { used: ['user', '유저'], others: ['profile', '프로필', '사용자'] },
  { used: ['drops', '드롭스'], others: ['reward', 'claim', '보상'] },
]

/** The words of the reference for what a word of a search means. */
export function synonymsOf(word: string): readonly string[] {
  return synonyms.flatMap(({ used, others }) => (used.includes(word) || others.includes(word) ? used : []))
}
