import { expect, it } from 'vitest'
import { mailtoLink } from './variables.ts'

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
