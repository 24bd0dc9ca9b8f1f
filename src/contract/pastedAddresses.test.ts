import { expect, it } from 'vitest'
import { readPastedAddresses } from './pastedAddresses.ts'

it.each([
  ['a@x.org, b@x.org;c@x.org d@x.org\te@x.org\r\nf@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org', 'f@x.org']],
  ['Ada Field <ADA@Example.com>, "Field, Bo" <bo.b+1@example.co.uk>', ['ada@example.com', 'bo.b+1@example.co.uk']],
  ["'carl@example.com' mailto:dora@example.com.", ['carl@example.com', 'dora@example.com']],
  ['a@x.org A@X.ORG <a@x.org>', ['a@x.org']],
  ['Ada Field\n12 rue de la Plage', []],
])('finds the addresses in %j, each once [T720]', (typed, addresses) => {
  expect(readPastedAddresses(typed)).toEqual({ addresses, unreadable: [] })
})

it('sets aside what has an @ and is no address, so that it is not lost', () => {
  expect(readPastedAddresses('ada@, @field, bo@localhost cara@x.org')).toEqual({
    addresses: ['cara@x.org'],
    unreadable: ['ada@', '@field', 'bo@localhost'],
  })
})
