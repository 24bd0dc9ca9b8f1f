import { describe, expect, it } from 'vitest'
import { roles } from '../../../contract/rules.ts'
import { demoPassword } from '../../config/demoPassword.ts'
import { readConfig } from '../../config/readConfig.ts'
import { assertGoodStaffPassword, findPasswordFault } from './findPasswordFault.ts'

const marion = { username: 'marion.dupuis33@example.com', firstname: 'Marion', lastname: 'Lefèvre-Dupuis', role: 'ROLE_CUSTOMER' } as const
const production = readConfig({ DEMO: 'false', BRAND_NAME: 'Terra Find' })
const fault = (password: string, owner: Parameters<typeof findPasswordFault>[0]['owner'] = marion) =>
  findPasswordFault({ password, owner }, production)
const set = (password: string) => () => assertGoodStaffPassword({ password, owner: marion }, production, 'password')

const refused = [
  ['password', 'PassWord', 'pàsswörd', 'P@ssw0rd', 'iloveyou', 'corvette'],
  ['motdepasse', 'Motdepasse2026!', 'soleil123', 'jetaime123', 'lechatnoir', 'passwort1', 'ichliebedich', 'ich liebe dich'],
  ['contraseña', 'tequieromucho', 'tiamo123', 'buonanotte', 'lozinka1', 'motdepasse-motdepasse'],
  ['aaaaaaaa', 'a'.repeat(256), 'abcabcabc', '11112222', '01011990', '12345678', '87654321', 'abcdefgh'],
  ['azertyuiop', 'wxcvbn,;:', '&é"\'(-è_', 'qwertz123', '1qay2wsx', 'asdfghjklö', 'poiuytrewq'],
]
it.each(refused.flat())('refuses the common password %s [T260]', (password) => {
  expect(fault(password)).toBe('password.common.error')
})

it.each([
  'marionlefevre',
  'Marion-Lefèvre!',
  'lefevre dupuis 1984',
  'marion.dupuis33@example.com',
  'marion.dupuis33',
  '33dupuismarion',
  'TerraFind2026',
  'terra-marion-find',
  'soleil-marion-1984',
  'FieldportCompanion',
])('refuses %s, which is made of names', (password) => {
  expect(fault(password)).toBe('password.names.error')
})

const taken = [
  ['marion aime les lampes', 'correct horse battery', 'kf82mwqz', '83920174655', '🦊🪙🦊🪙🦊🪙'],
  ['chat maison rouge', 'tracteurlampenuage', 'fenster-wolke-kaktus', 'tramonto zaino gatto', 'nube libro caracol'],
  ['xK4$9mQz!', 'Tb8q#kLmzz2p', 'mivro-Zupca1-hesbyk'],
]
it.each(taken.flat())('takes %s', (password) => {
  expect(fault(password)).toBeNull()
})

it('asks staff for twelve characters, and customers for eight [T318]', () => {
  for (const role of roles) {
    const [short, long] = role === 'ROLE_CUSTOMER' ? ['kf82mwq', 'kf82mwqz'] : ['kf82mwqz-xy', 'kf82mwqz-xyw']
    const code = role === 'ROLE_CUSTOMER' ? 'Password.minlenght.error' : 'password.staff.minlength.error'
    expect([role, fault(short, { ...marion, role }), fault(long, { ...marion, role })]).toEqual([role, code, null])
  }
})

it('asks no more than eight of a password that staff set, and refuses what is easy to guess', () => {
  expect(set('kf82mwqz9')).not.toThrow()
  expect(set('baseball')).toThrow(expect.objectContaining({ code: 'password.common.error', invalidField: 'password' }))
  expect(set('mariondupuis')).toThrow(expect.objectContaining({ code: 'password.names.error', invalidField: 'password' }))
})

describe('the published password of the demo', () => {
  it('is good in a demo only', () => {
    const demo = readConfig({ DEMO: 'true', BRAND_NAME: 'Demo Fieldport' })
    for (const role of roles) {
      const chosen = { password: demoPassword, owner: { ...marion, role } }
      expect(findPasswordFault(chosen, demo)).toBeNull()
      expect(findPasswordFault(chosen, production)).toBe('password.common.error')
    }
  })
})

it('reads long names in no time worth measuring', () => {
  const firstname = Array.from({ length: 100 }, (_, index) => 'a'.repeat((index % 20) + 1)).join(' ')
  expect(fault(`${'a'.repeat(255)}b`, { ...marion, firstname, lastname: '' })).toBe('password.common.error')
})
