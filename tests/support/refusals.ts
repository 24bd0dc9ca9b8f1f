/** What a client throws, as `toMatchObject` compares it. */
export const notFound = { code: 'resource.not.found', status: 404 } as const
export const refused = (code: string, invalidField: string) => ({ code, status: 403, invalidField })
