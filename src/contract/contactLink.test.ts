import { expect, it } from 'vitest'
import { mailtoLink, readableContact } from './contactLink.ts'

it.each(['help?subject=a', 'help&bcc=b', 'help#top', 'a/b', 'ü'])(
  'writes the mailbox %s as an address, not as a part of the link',
  (mailbox) => {
    const { protocol, pathname, search, hash } = new URL(mailtoLink(`${mailbox}@example.com`))
    const [name = '', host] = pathname.split('@')
    expect({ protocol, name: decodeURIComponent(name), host, search, hash }).toEqual({
      protocol: 'mailto:',
      name: mailbox,
      host: 'example.com',
      search: '',
      hash: '',
    })
  },
)

it.each([
  [mailtoLink('help+fr@example.com'), 'help+fr@example.com'],
  ['https://example.com/help%20me', 'https://example.com/help%20me'],
  [null, null],
])('writes %s in a mail as %s', (link, text) => {
  expect(readableContact(link)).toBe(text)
})
