import { limits } from '@onair/contract'
import { integer } from './parsers.ts'
import { setting } from './setting.ts'

/** The quotas and limits of callers and viewers. */
export const limitSettings = {
  temporaryRestrictionSec: setting(
    'ONAIR_TEMPORARY_RESTRICTION_SEC',
    'Duration of a temporary restriction, in seconds',
    integer(1, 86_400),
    60,
  ),
  startingBalance: setting(
    'ONAIR_STARTING_BALANCE',
    'Initial balance of play money of a new account, in won',
    integer(0, 1_000_000_000_000),
    10_000_000,
  ),
  quotaPerApp: setting(
    'ONAIR_QUOTA_PER_APP',
    'Calls per minute of one application with all its tokens; 0: unlimited',
    integer(0, 1_000_000_000),
    limits.callsPerApp,
  ),
  quotaPerToken: setting(
    'ONAIR_QUOTA_PER_TOKEN',
    'Calls per minute of one application with the tokens of one user; 0: unlimited',
    integer(0, 1_000_000_000),
    limits.callsPerToken,
  ),
  quotaPerAddress: setting(
    'ONAIR_QUOTA_PER_ADDRESS',
    'Calls per minute of one network without an account or an application, and ten times as many files; 0: unlimited',
    integer(0, 1_000_000_000),
    6_000,
  ),
  signInsPerAccount: setting(
    'ONAIR_SIGN_INS_PER_ACCOUNT',
    'Sign-ins to one account in 15 minutes; 0: unlimited',
    integer(0, 1_000_000),
    30,
  ),
  signUpsPerNetwork: setting(
    'ONAIR_SIGN_UPS_PER_NETWORK',
    'Sign-ups of one network in 15 minutes; 0 closes the sign-up',
    integer(0, 1_000_000),
    30,
  ),
  quotaUnknownCredentials: setting(
    'ONAIR_QUOTA_UNKNOWN_CREDENTIALS',
    'Unknown tokens, client secrets and sessions per minute of one network; 0: unlimited',
    integer(0, 1_000_000_000),
    600,
  ),
  quotaPerPerson: setting(
    'ONAIR_QUOTA_PER_PERSON',
    'Calls per minute of the pages of one signed-in person, in all browsers; 0: unlimited',
    integer(0, 1_000_000_000),
    1_200,
  ),
}
