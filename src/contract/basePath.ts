/** The server mounts the contract under this path, because screens and calls share paths such as `/user/...`. */
export const basePath = '/backend'
