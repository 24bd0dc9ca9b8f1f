/** A few hundred generated customers. */
import type { users } from '../../db/tables.ts'
import { demoCountries, type DemoCountry } from './countries.ts'
import { addDays } from './days.ts'
import type { SeededRandom } from './seededRandom.ts'

const demoCustomerCount = 380

type NewUser = typeof users.$inferInsert

const mailHosts = ['example.net', 'example.org'] as const
const totalWeight = demoCountries.reduce((sum, { weight }) => sum + weight, 0)

export function demoCustomers(random: SeededRandom, passwordHash: string, now: Date): NewUser[] {
  return Array.from({ length: demoCustomerCount }, (_, index) => demoCustomer(random, index, passwordHash, now))
}

function demoCustomer(random: SeededRandom, index: number, passwordHash: string, now: Date): NewUser {
  const home = pickCountry(random)
  const firstname = random.pick(home.firstnames)
  const lastname = random.pick(home.lastnames)
  // More customers joined in recent years.
  const since = addDays(now, -3 - 1000 * (1 - random.fraction() ** 0.7))
  const usesApp = random.chance(0.55)
  return {
    username: `${mailPart(firstname)}.${mailPart(lastname)}${index + 1}@${random.pick(mailHosts)}`,
    passwordHash,
    firstname,
    lastname,
    phonePrefix: home.phonePrefix,
    phoneNumber: home.phonePattern.replaceAll('#', () => String(random.integer(0, 9))),
    country: home.country,
    distributor: home.distributors.length > 0 && random.chance(0.6) ? random.pick(home.distributors) : null,
    locale: home.language === 'Français' ? 'fr' : 'en',
    isNewsletter: random.chance(0.4),
    accountValidated: random.chance(0.97),
    accountLocked: random.chance(0.01),
    since,
    ...(usesApp ? appUse(random, since, now) : {}),
  }
}

/** Values that the companion app reports about its user. */
function appUse(random: SeededRandom, since: Date, now: Date): Partial<NewUser> {
  const lastLaunch = new Date(since.getTime() + (now.getTime() - since.getTime()) * (0.3 + 0.7 * random.fraction()))
  const subscriptionEnd = addDays(now, random.integer(-200, 330))
  return {
    origin: 'APP',
    firstLaunch: since,
    lastLaunch,
    lastSync: lastLaunch,
    diskUsage: random.integer(40_000, 180_000_000),
    ...(random.chance(0.35)
      ? { subscriptionName: 'PREMIUM', subscriptionStart: addDays(subscriptionEnd, -365), subscriptionEnd }
      : { subscriptionName: 'TRIAL' }),
  }
}

function pickCountry(random: SeededRandom): DemoCountry {
  let left = random.fraction() * totalWeight
  const found = demoCountries.find(({ weight }) => (left -= weight) < 0)
  return found ?? random.pick(demoCountries)
}

/** Turns "Maëlle" into "maelle", for addresses. */
function mailPart(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}
