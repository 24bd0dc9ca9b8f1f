/** A link by RFC 6068. Encodes what an address may contain and a link may not: the sign of a query, above all. */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}

/** What a person reads in a text: the address of a page, or the mail address of a `mailto:`. */
export function readableContact(link: string | null): string | null {
  return link?.startsWith('mailto:') === true ? decodeURIComponent(link.slice('mailto:'.length)) : link
}
