import type { sandbox as english } from '../en/sandbox.ts'

export const sandbox: typeof english = {
  realTime: '실제 시각과 같음',
  noFaults: '적용된 장애 규칙이 없습니다.',
  setFaults: '장애 설정',
  rules: (count) => `규칙 ${count}개`,
  injected: (count) => (count === 0 ? '아직 발생하지 않았습니다.' : `${count}회 발생`),
  snapshots: {
    title: '스냅샷',
    name: '새 스냅샷 이름',
    nameHint: '영문, 숫자, -, _만 사용할 수 있습니다.',
    save: '저장',
    restore: '복원…',
    restoreName: (name) => `${name} 복원`,
    about: (name) =>
      `시계를 포함한 샌드박스의 모든 데이터를 ‘${name}’ 스냅샷으로 바꿉니다. 연결된 세션은 모두 종료됩니다.`,
    confirm: '모두 바꾸기',
  },
  worlds: {
    title: '복사본(월드)',
    about: '샌드박스를 복사해 자유롭게 시험해 보세요. 데이터, 시계, 주소가 따로 있습니다.',
    fork: '복사본 만들기',
    delete: '삭제',
    deleteWorld: (url) => `${url} 복사본 삭제`,
  },
}
