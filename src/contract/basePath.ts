/** Under this path the server mounts the contract; screens and calls both have a `/user/...`. */
export const basePath = '/backend'
