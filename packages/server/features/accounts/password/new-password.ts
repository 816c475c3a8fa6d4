import { validatePassword, type AccountRefusal } from '../account-rules.ts'

/** Why a person cannot choose this password, or null. The list of common passwords loads with the first check. */
export async function validateNewPassword(password: string): Promise<AccountRefusal | null> {
  return validatePassword(password) ?? ((await isCommon(password)) ? 'COMMON_PASSWORD' : null)
}

let loading: Promise<ReadonlySet<string>> | null = null

/**
 * Whether it is one of the 49,000 most common passwords, in any case. The list is a package: a password leaves the process
 * for no check, and people can sign up without internet.
 */
async function isCommon(password: string): Promise<boolean> {
  loading ??= loadCommonPasswords()
  return (await loading).has(password.normalize('NFKC').toLowerCase())
}

/** Shorter passwords are refused anyway. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 8))
}
